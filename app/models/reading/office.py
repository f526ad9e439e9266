"""Office documents, which are XML in a ZIP: the words of Word, OpenDocument and PowerPoint files.

Runs in the child process only. The parts of an archive are read by `parts.py`, which bounds what they cost.
"""

import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from xml.etree import ElementTree

from app.models.reading.opened import Opened, Question
from app.models.reading.parts import Enough, Parts, TooLarge, bare

_CELLS = ("tc", "table-cell")
_ROWS = ("tr", "table-row")
_BREAKS = {"tab": "\t", "br": "\n", "cr": "\n", "line-break": "\n", "s": " "}


def open_docx(data: bytes, question: Question) -> Opened:
    """Paragraphs in order, a table's row on one line."""
    return opened(data, lambda parts: _words(parts, ["word/document.xml"], ("p",)), question.characters)


def open_odt(data: bytes, question: Question) -> Opened:
    """Paragraphs and headings in order, a table's row on one line."""
    return opened(data, lambda parts: _words(parts, ["content.xml"], ("p", "h")), question.characters)


def open_pptx(data: bytes, question: Question) -> Opened:
    """The words of the slides in their order."""
    return opened(data, lambda parts: _words(parts, parts.numbered("ppt/slides/slide"), ("p",)), question.characters)


def opened(data: bytes, read: Callable[[Parts], Iterable[str]], characters: int) -> Opened:
    """What `read` makes of an archive, up to a little more than `characters`; whatever a damaged one raises is "broken"."""
    pieces: list[str] = []
    cut = False
    try:
        with Parts(data) as parts:
            for piece in read(parts):
                pieces.append(piece)
                characters -= len(piece)
                if characters < 0:
                    break
    except Enough:
        cut = True
    except TooLarge:
        return Opened("huge")
    except RuntimeError as problem:  # how zipfile says that a password is wanted, or that it doesn't know a compression
        return Opened("locked" if "password" in str(problem) else "broken")
    except (
        zipfile.BadZipFile,
        zlib.error,
        ElementTree.ParseError,
        LookupError,
        ValueError,
        EOFError,
        OSError,
    ):
        return Opened("broken")
    return Opened(text="".join(pieces).strip(), cut=cut)


def _words(parts: Parts, names: Iterable[str], paragraphs: tuple[str, ...]) -> Iterator[str]:
    cells = 0
    for name in names:
        for event, tag, element in parts.elements(name, whole=paragraphs):
            if event == "start":
                cells += tag in _CELLS
            elif tag in paragraphs:
                yield _line(element) + (" " if cells else "\n")
                element.clear()
            elif tag in _CELLS:
                cells -= 1
                yield "| "
            elif tag in _ROWS:
                yield "\n"


def _line(paragraph: ElementTree.Element) -> str:
    """The words of one paragraph: in Microsoft's formats only what stands in a `t`, for the rest is codes and deletions."""
    names = {bare(element) for element in paragraph.iter()}
    if "t" not in names and "r" not in names:
        return "".join(_flowing(paragraph))
    return "".join(
        (element.text or "") if (name := bare(element)) == "t" else _BREAKS.get(name, "")
        for element in paragraph.iter()
    )


def _flowing(element: ElementTree.Element) -> Iterator[str]:
    """OpenDocument mixes text and elements."""
    yield element.text or _BREAKS.get(bare(element), "")
    for inner in element:
        yield from _flowing(inner)
        yield inner.tail or ""
