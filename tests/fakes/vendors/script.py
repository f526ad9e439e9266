"""What a vendor's server is to do next, in no vendor's words."""

from dataclasses import dataclass, field
from typing import Any, Literal

Refusal = Literal["key", "money", "pace", "name", "trouble"]


@dataclass(frozen=True, slots=True)
class Say:
    """Answer with these words."""

    words: str


@dataclass(frozen=True, slots=True)
class Call:
    """Call one tool."""

    tool: str
    arguments: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refuse:
    """Say no, as this vendor does."""

    why: Refusal


@dataclass(frozen=True, slots=True)
class Hang:
    """Take the request and say nothing."""


@dataclass(frozen=True, slots=True)
class BreakOff:
    """Begin to answer with these words, and hang up in the middle."""

    words: str


Step = Say | Call | Refuse | Hang | BreakOff
