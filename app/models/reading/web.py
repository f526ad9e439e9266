"""HTML as the words a reader sees. Runs in the child process only."""

import re
from html.parser import HTMLParser

from app.models.reading.charset import decoded
from app.models.reading.opened import Opened, Question

_SILENT = frozenset({"script", "style", "template", "noscript", "svg", "head"})
_BLOCKS = frozenset(
    "address article aside blockquote br dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section"
    " table tr ul title".split()
)
_SPACES = re.compile(r"[^\S\n]+")
_BLANK_LINES = re.compile(r"\n\s*\n+")
_DECLARED = re.compile(rb"charset\s*=\s*[\"']?([A-Za-z0-9_-]{2,20})", re.IGNORECASE)
_MOST_BYTES = 3_000_000


class _Words(HTMLParser):
    """Collects text outside of what is never shown."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._silent = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT and not self._silent:
            self._silent = tag
        elif tag in _BLOCKS:
            self.pieces.append("\n")
        elif tag in ("td", "th"):
            self.pieces.append(" | ")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._silent:
            self._silent = ""
        elif tag in _BLOCKS:
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.pieces.append(data)


def open_html(data: bytes, question: Question) -> Opened:
    """The visible words of a page."""
    text = _declared(data[:_MOST_BYTES]) or getattr(
        decoded(data[:_MOST_BYTES], question.language, cut=True), "text", ""
    )
    words = _Words()
    words.feed(text)
    words.close()
    visible = _SPACES.sub(" ", "".join(words.pieces))
    return Opened(text=_BLANK_LINES.sub("\n\n", visible).strip(), cut=len(data) > _MOST_BYTES)


def _declared(data: bytes) -> str:
    """The text in the charset the page says it is in, where that fits."""
    said = _DECLARED.search(data[:2_048])
    try:
        return data.decode(said[1].decode()) if said else ""
    except (LookupError, UnicodeDecodeError):
        return ""
