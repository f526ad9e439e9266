"""What is asked of a document's reader, and what it found: text, and pictures of the pages that have none."""

from dataclasses import dataclass, field
from typing import Literal

Status = Literal["ok", "locked", "broken", "huge", "missing"]


@dataclass(slots=True)
class Question:
    """Most characters of text and most pages to look at; `ocr`: read those here instead of handing them on as pictures."""

    kind: str
    characters: int
    pictures: int = 0
    ocr: bool = False
    language: str = "en"


@dataclass(slots=True)
class Opened:
    """`pages` is how many there are, `read` how many were looked at; `cut`: not all of it is here; `unseen` pages have no text, and
    nobody could look at them. "missing": its reader isn't installed; "huge": it unpacks to more than is reasonable."""

    status: Status = "ok"
    text: str = ""
    pages: int = 0
    read: int = 0
    cut: bool = False
    unseen: int = 0
    pictures: list[bytes] = field(default_factory=list)
