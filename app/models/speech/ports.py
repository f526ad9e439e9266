"""What hearing and speaking are to the rest of the house: two ports and their results.

Invariant: an engine never raises for what it is given or for what happens to it; it says so in its result. Knows no vendor.
"""

from dataclasses import dataclass
from typing import Literal, Protocol

Heard = Literal["ok", "empty", "failed", "none"]


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was said. `status`: "ok" there are words; "empty" nobody speaks in it; "failed" this engine couldn't, another might;
    "none" there is no engine. `seconds` is the recording's length, 0 where unknown; `language` a code such as "en"."""

    status: Heard
    text: str = ""
    language: str = ""
    seconds: float = 0.0
    engine: str = ""
    note: str = ""  # what the user is told when there are no words


@dataclass(frozen=True, slots=True)
class Spoken:
    """A voice note: OGG/Opus, one channel."""

    data: bytes
    engine: str


class Transcriber(Protocol):
    """One engine that listens."""

    name: str

    async def transcribe(self, recording: bytes, *, language: str) -> Transcript:
        """The words of an audio file; `language` is what its speaker usually speaks, as a code such as "en" or "fr"."""
        ...


class Speaker(Protocol):
    """One engine that speaks."""

    name: str

    async def speak(self, text: str, *, language: str) -> Spoken | None:
        """Plain text said aloud in its language; None when this engine can't."""
        ...
