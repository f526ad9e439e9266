"""A transcript as lines: who said what, how far into the meeting. WebVTT, SubRip, and plain text as Meet, Teams, Zoom and Otter write it.

Pure. Captions that are said again while they grow are taken once, and what one person says over several captions is one line. Nothing raises;
what has no speakers and no times is no transcript.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.entities import unescaped

_MOST = 2_000_000  # characters of a transcript
_MOST_LINES = 20_000
_LONGEST = 2_000  # characters of a line
_JOINED = 600  # characters that captions of one person are joined to
_PAUSE = 8.0  # seconds after which the same person begins anew
_TIME = r"(?:(?P<{0}h>\d{{1,2}}):)?(?P<{0}m>\d{{1,2}}):(?P<{0}s>\d{{2}})(?:[.,](?P<{0}f>\d{{1,3}}))?"
_CUE = re.compile(rf"^\s*{_TIME.format('a')}\s*-->\s*{_TIME.format('b')}")
_VOICE = re.compile(r"<v(?:\.[\w.]{1,40})?\s{1,4}+(?P<who>[^>]{1,80})>")
_TAG = re.compile(r"<[^<>]{0,80}>")
_WHO = r"[^\W\d_][\w.'’ -]{0,50}[\w.)]|[^\W\d_]"
_SAID = re.compile(
    rf"^(?:\[?\(?{_TIME.format('a')}\)?\]?\s*[-–]?\s*)?(?P<who>{_WHO})(?:\s*[\[(]{_TIME.format('b')}[\])])?\s?:\s+(?P<text>\S.*)$"
)
_HEAD = re.compile(rf"^(?P<who>{_WHO})\s{{1,4}}[\[(]?{_TIME.format('a')}[\])]?\s*(?:[AP]M)?$")
_ALONE = re.compile(rf"^[\[(]?{_TIME.format('a')}[\])]?$")
_MOST_WORDS = 5  # of a name
_HEADINGS = frozenset(
    "attendees transcript participants summary notes agenda date time subject title location invited".split()
)


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody said: `at` seconds into the meeting (None where that isn't told), `who` "" where it isn't."""

    text: str
    who: str = ""
    at: float | None = None

    @property
    def clock(self) -> str:
        """ "12:03" or "1:02:07"; "" without a time."""
        if self.at is None:
            return ""
        seconds = int(self.at)
        hours, minutes = divmod(seconds // 60, 60)
        return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def read_transcript(text: str) -> tuple[Line, ...]:
    """Its lines, in order; () for what is none."""
    rows = text[:_MOST].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found = list(_captions(rows) if any(_CUE.match(row[:60]) for row in rows[:200]) else _plain(rows))
    return tuple(_joined(found)[:_MOST_LINES])


def _captions(rows: Sequence[str]) -> Iterator[Line]:
    """The cues of WebVTT and SubRip: what stands below a pair of times until a blank row."""
    at, kept = None, list[str]()
    for row in (*rows, ""):
        if cue := _CUE.match(row[:60]):
            at, kept = _seconds(cue, "a"), []
        elif row.strip() and at is not None:
            kept.append(row[:_LONGEST])
        elif at is not None:
            yield from _cue(at, kept)
            at = None


def _cue(at: float, rows: Sequence[str]) -> Iterator[Line]:
    """One caption, which may be of several people."""
    who, text = "", list[str]()
    for row in rows:
        voice = _VOICE.search(row)
        said = _SAID.match(_bare(row))
        name = _name(unescaped(voice["who"])) if voice else _name(said["who"]) if said else ""
        words = said["text"] if said and name and not voice else _bare(row)
        if name and name != who and text:
            yield Line(" ".join(text), who, at)
            text = []
        who = name or who
        text.append(words)
    if any(text):
        yield Line(" ".join(filter(None, text)), who, at)


def _plain(rows: Sequence[str]) -> Iterator[Line]:
    """Plain text: "Ana: …", "[0:12] Ana: …", or a name with a time above what is said; a time by itself is of what follows it."""
    at: float | None = None
    who = ""
    for row in rows:
        bare = _bare(row[:_LONGEST])
        if alone := _ALONE.match(bare):
            at = _seconds(alone, "a")
        elif (head := _HEAD.match(bare)) and _name(head["who"]):
            who, at = _name(head["who"]), _seconds(head, "a")
        elif (said := _SAID.match(bare)) and (name := _name(said["who"])):
            now = "a" if said["as"] else "b" if said["bs"] else ""
            who, at = name, _seconds(said, now) if now else at
            yield Line(said["text"], who, at)
        elif bare and who:
            yield Line(bare, who, at)


def _joined(found: Iterable[Line]) -> list[Line]:
    """What one person says over several captions, as one line; captions that only grew, once."""
    lines: list[Line] = []
    for line in found:
        last = lines[-1] if lines else None
        if last is None or last.who != line.who or not _goes_on(last, line):
            lines.append(line)
            continue
        if line.text.startswith(last.text):
            lines[-1] = replace(last, text=line.text)
        elif not last.text.endswith(line.text):
            lines[-1] = replace(last, text=f"{last.text} {line.text}")
    return lines


def _goes_on(last: Line, line: Line) -> bool:
    """Whether a line is more of what the last one began."""
    if line.text.startswith(last.text) or last.text.endswith(line.text):
        return True
    is_whole = last.text.endswith((".", "?", "!", "…", "。"))
    is_soon = last.at is None or line.at is None or line.at - last.at < _PAUSE * 2
    return not is_whole and is_soon and len(last.text) + len(line.text) < _JOINED


def _name(said: str) -> str:
    """A speaker's name; "" for words that only stand before a colon."""
    name = " ".join(said.split())
    is_one = len(name.split()) <= _MOST_WORDS and (name[:1].isupper() or not name.isascii())
    return name[:80] if is_one and name.casefold() not in _HEADINGS else ""


def _bare(row: str) -> str:
    return " ".join(unescaped(_TAG.sub("", row.replace("*", ""))).split())


def _seconds(found: re.Match[str], mark: str) -> float:
    hours, minutes, seconds, part = (found[f"{mark}{name}"] for name in "hmsf")
    return int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds) + (float(f"0.{part}") if part else 0.0)
