"""The mark on the few queries that serve the whole house and not one person.

Everything without this mark takes the user it works for as its first argument; a test walks all methods and holds them
to it, so that a forgotten `user_id` is found before it leaks.
"""

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

OPERATOR_QUERIES: set[str] = set()


def operator(query: F) -> F:
    """Declare that this query crosses users on purpose: loops, leases and deliveries use it, never a tool."""
    OPERATOR_QUERIES.add(query.__qualname__)
    return query
