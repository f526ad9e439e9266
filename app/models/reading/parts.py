"""The parts of an office document, which is XML in a ZIP, read so that none can cost more than a document is worth.

Runs in the child process only. An archive's own figures are not believed: its names are counted before its directory is read, and parts are unpacked
up to a limit for all of them. Of a part only what its reader asks for is kept, one such element at a time. Invariant: a document type, and with it
every entity of its own, is refused in whatever letters it is written.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element
from xml.parsers import expat

_MOST_BYTES = 40_000_000  # of one unpacked part
_MOST_OF_ALL = 80_000_000  # of all parts that are read
_MOST_NAMES = 20_000
_MOST_ELEMENTS = 1_500_000  # of all parts: some four seconds
_MOST_IN_ONE = 200_000  # elements in what is kept whole
_MOST_DEPTH = 200
_MOST_MARK = 2_000_000  # bytes of one mark, which is looked through anew with each piece that comes
_PIECE = 250_000  # bytes
_ENTRY = b"PK\x01\x02"
_NUMBER = re.compile(r"(\d{1,9})\.xml$")

Event = tuple[str, str, Element]


class TooLarge(Exception):
    """It unpacks to more than is reasonable."""


class Enough(Exception):
    """As much was looked at as is reasonable; what was found so far counts."""


class Parts:
    """An archive that is open; a context manager. Raises what `zipfile` does, TooLarge for one of too many names."""

    def __init__(self, data: bytes) -> None:
        """Reads its directory."""
        if data.count(_ENTRY) > _MOST_NAMES:
            raise TooLarge
        self._archive = zipfile.ZipFile(io.BytesIO(data))
        self._bytes = _MOST_OF_ALL
        self._elements = _MOST_ELEMENTS

    def __enter__(self) -> "Parts":
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    @property
    def names(self) -> list[str]:
        """What its parts are called."""
        return self._archive.namelist()

    def numbered(self, beginning: str) -> list[str]:
        """Names of the parts that begin so and end with a number, by that number."""
        found = {name: match for name in self.names if name.startswith(beginning) and (match := _NUMBER.search(name))}
        return sorted(found, key=lambda name: int(found[name][1]))

    def elements(self, name: str, *, whole: tuple[str, ...] = ()) -> Iterator[Event]:
        """Event ("start", "end"), bare name and element of one part's XML, as they come. What is in an element stands in it only where it, or one
        around it, is called as `whole` says. Raises TooLarge, Enough, and ValueError for what is no XML."""
        reader = _Reader(whole)
        left = _MOST_BYTES
        with self._archive.open(name) as part:
            while piece := part.read(_PIECE):
                left -= len(piece)
                self._bytes -= len(piece)
                if min(left, self._bytes) < 0:
                    raise TooLarge
                yield from self._counted(reader.feed(piece))
        yield from self._counted(reader.feed(b""))

    def _counted(self, events: list[Event]) -> Iterator[Event]:
        for event in events:
            self._elements -= event[0] == "start"
            if self._elements < 0:
                raise Enough
            yield event


class _Reader:
    """What comes out of a part's XML, piece by piece."""

    def __init__(self, whole: tuple[str, ...]) -> None:
        self._whole = whole
        self._open: list[Element] = []
        self._kept = 0  # how deep in what is kept whole
        self._in_one = 0
        self._events: list[Event] = []
        self._came = 0
        self._parser = expat.ParserCreate(namespace_separator="}")
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text

    def feed(self, piece: bytes) -> list[Event]:
        """What one more piece says; b"" is the end."""
        self._events = []
        self._came += len(piece)
        try:
            self._parser.Parse(piece, not piece)
        except expat.ExpatError as problem:
            raise ValueError(str(problem)) from problem
        if self._came - max(self._parser.CurrentByteIndex, 0) > _MOST_MARK:
            raise TooLarge
        return self._events

    def _doctype(self, *_: object) -> None:
        raise ValueError("a document declares no entities")

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        element = Element(name, attributes)
        tag = bare(element)
        if len(self._open) >= _MOST_DEPTH:
            raise ValueError("nested beyond reason")
        if self._kept:
            self._open[-1].append(element)
        if self._kept or tag in self._whole:
            self._in_one = self._in_one + 1 if self._kept else 0
            self._kept += 1
        if self._in_one > _MOST_IN_ONE:
            raise TooLarge
        self._open.append(element)
        self._events.append(("start", tag, element))

    def _end(self, _: str) -> None:
        element = self._open.pop()
        self._kept -= bool(self._kept)
        self._events.append(("end", bare(element), element))

    def _text(self, text: str) -> None:
        if not self._kept:
            return
        element = self._open[-1]
        if len(element):
            element[-1].tail = (element[-1].tail or "") + text
        else:
            element.text = (element.text or "") + text


def bare(element: Element) -> str:
    """An element's name without its namespace."""
    return element.tag.rpartition("}")[2]
