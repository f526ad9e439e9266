"""Services that know the same, asked one after the other. One that failed rests by itself (`service.py`)."""

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from app.errors import OutsideError

S = TypeVar("S")
T = TypeVar("T")


async def first_answer(services: Iterable[S], ask: Callable[[S], Awaitable[T | None]]) -> T | None:
    """The first answer that holds anything; None where all that answered have none. Raises what the last one raised where none of them did."""
    problem: OutsideError | None = None
    answered = False
    for service in services:
        try:
            found = await ask(service)
        except OutsideError as failure:
            problem = failure
            continue
        if found:
            return found
        answered = True
    if problem is not None and not answered:
        raise problem
    return None
