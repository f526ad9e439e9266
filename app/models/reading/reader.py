"""Reads what came with a message: its words where it has any, pictures where somebody can look, and a plain note otherwise.

Invariant: never raises for what it is given. Bytes decide what a file is. Everything but plain text is opened in a child process
that lives for one document, with limits of time and memory. Knows neither channels nor turns.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import accumulate

from app.models.child import Child, ChildFailed
from app.models.reading import wording
from app.models.reading.charset import decoded
from app.models.reading.kinds import LOOKED_AT, Kind, Sniffed, sniff
from app.models.reading.opened import Opened, Question

log = logging.getLogger(__name__)

CHARACTERS = 20_000
LARGEST = 20_000_000  # bytes
_LARGEST_PICTURE = 5_000_000  # bytes: what the strictest of the models that see takes
_SCANNED_PAGES = 8
_BYTES_A_CHARACTER = 4
_SECONDS = 60.0
_AT_ONCE = 2
_IN_CHILD = frozenset({"pdf", "docx", "xlsx", "pptx", "odt", "html"})
_EXTRACTING = "app.models.reading.extracting"


@dataclass(frozen=True, slots=True)
class Picture:
    """Something to look at."""

    data: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file says. `note` is a sentence for its sender where not all of it could be read; `pictures` are for a model that sees."""

    kind: Kind
    text: str = ""
    note: str = ""
    truncated: bool = False
    pages: int = 0
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class File:
    """A file as its sender names it; neither name nor media type is believed. `most` are the characters that are wanted of it."""

    name: str
    data: bytes
    media_type: str = ""
    most: int = CHARACTERS


# What a calendar file says and a sentence about what of it could not be read, for somebody on whose clock it is now that time. Never raises.
TellCalendar = Callable[[bytes, datetime], tuple[str, str]]


class Reader:
    """Reads files, a few at a time."""

    def __init__(self, tell_calendar: TellCalendar | None = None) -> None:
        """Starts nothing. Without `tell_calendar` a calendar file is a text as any other."""
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._tell_calendar = tell_calendar

    async def read(self, file: File, *, language: str, sees: bool, now: datetime) -> Reading:
        """What `file` says. `language` is its reader's, as a code, `now` the time on their clock, in their zone; `sees`: pictures can be looked
        at, so their words aren't needed."""
        sniffed = sniff(file.data, file.media_type)
        name = wording.called(file.name, sniffed.kind)
        if len(file.data) > LARGEST:
            return Reading(sniffed.kind, note=wording.TOO_LARGE.format(name=name, limit=LARGEST // 1_000_000))
        if sniffed.kind == "calendar" and self._tell_calendar is not None:
            text, note = await asyncio.to_thread(self._tell_calendar, file.data, now)
            return Reading("calendar", text[:CHARACTERS], note, truncated=len(text) > CHARACTERS)
        if sniffed.kind in ("text", "calendar"):
            return _text(file, name, language)
        if sniffed.kind == "picture":
            return await self._picture(file.data, sniffed, name, language=language, sees=sees)
        if sniffed.kind in _IN_CHILD:
            return await self._document(file, sniffed.kind, name, language=language, sees=sees)
        return Reading(sniffed.kind, note=wording.NOT_OPENED[sniffed.kind].format(name=name))

    async def _picture(self, data: bytes, sniffed: Sniffed, name: str, *, language: str, sees: bool) -> Reading:
        """A picture for a model that sees, else its words."""
        if sees and sniffed.media_type in LOOKED_AT:
            if len(data) > _LARGEST_PICTURE:
                limit = _LARGEST_PICTURE // 1_000_000
                return Reading("picture", note=wording.PICTURE_TOO_LARGE.format(name=name, limit=limit))
            return Reading("picture", pictures=(Picture(data, sniffed.media_type),))
        found = await self._opened(data, Question("picture", CHARACTERS, language=language))
        if found is None or found.status != "ok" or not found.text:
            note = wording.NO_WORDS_SEEN if found and found.status == "ok" else wording.UNSEEN
            return Reading("picture", note=note.format(name=name))
        return Reading("picture", text=found.text, truncated=found.cut)

    async def _document(self, file: File, kind: Kind, name: str, *, language: str, sees: bool) -> Reading:
        """A document's words; its scanned pages as pictures, or read from them."""
        found = await self._opened(
            file.data, Question(kind, file.most, _SCANNED_PAGES, ocr=not sees, language=language)
        )
        if found is None:
            return Reading(kind, note=wording.TOO_HARD.format(name=name))
        if found.status != "ok":
            log.info("file refused", extra={"event": "reading.refused", "kind": kind, "status": found.status})
            return Reading(kind, note=wording.CLOSED[found.status].format(name=name))
        return Reading(
            kind,
            text=found.text,
            note=_left_out(found, name, file.most),
            truncated=found.cut,
            pages=found.pages,
            pictures=tuple(Picture(picture, "image/png") for picture in found.pictures),
        )

    async def _opened(self, data: bytes, question: Question) -> Opened | None:
        """What a child process found; None when it was ended or broke."""
        async with self._free:
            child = Child(_EXTRACTING, idle_seconds=_SECONDS)
            try:
                head, body = await child.ask(asdict(question), data, seconds=_SECONDS)
            except ChildFailed as problem:
                fields = {"event": "reading.failed", "kind": question.kind, "problem": str(problem)}
                log.warning("file not read", extra=fields)
                return None
            finally:
                await child.close()
        sizes = head.pop("sizes")
        ends = list(accumulate(sizes))
        return Opened(**head, pictures=[body[end - size : end] for size, end in zip(sizes, ends, strict=True)])


def _text(file: File, name: str, language: str) -> Reading:
    data, most = file.data, file.most * _BYTES_A_CHARACTER
    found = decoded(data[:most], language, cut=len(data) > most)
    if found is None:
        return Reading("text", note=wording.NOT_TEXT.format(name=name))
    cut = len(data) > most or len(found.text) > file.most
    note = wording.CUT.format(name=name, characters=file.most) if cut else ""
    return Reading("text", text=found.text[: file.most].replace("\r\n", "\n"), note=note, truncated=cut)


def _left_out(found: Opened, name: str, most: int) -> str:
    """What of a document isn't here."""
    if not found.text and not found.pictures:
        nothing = wording.TOO_HARD if found.cut else wording.WORDLESS
        return (wording.SCANNED if found.unseen else nothing).format(name=name)
    if found.unseen:
        return wording.PAGES_UNSEEN.format(name=name, unseen=found.unseen, pages=found.pages)
    if not found.cut:
        return ""
    if found.read != found.pages:
        return wording.PAGES_CUT.format(name=name, read=found.read, pages=found.pages)
    return wording.CUT.format(name=name, characters=most)
