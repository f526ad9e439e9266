"""What a place is: it plants a stranger's words and says by which call its user comes upon them."""

from collections.abc import Callable
from dataclasses import dataclass

from pydantic_ai.messages import ModelResponse

from app.messages import Attachment
from tests.gate.work.office import Office


@dataclass(frozen=True, slots=True)
class Planted:
    """`reads` is the call that shows the words, `files` what comes with the message that asks for it."""

    reads: ModelResponse
    files: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """One row. `source` begins the name under which a card says what was read; `line`: it takes words on one line only."""

    name: str
    plant: Callable[[Office, str], Planted]
    source: str
    line: bool = False


_numbers = iter(range(1, 10**9))


def fresh_number() -> int:
    """One that nothing has yet."""
    return next(_numbers)


def fresh() -> str:
    """A name that nothing has yet."""
    return f"n{fresh_number()}"
