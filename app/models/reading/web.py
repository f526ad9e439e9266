"""HTML as the words a reader sees. Runs in the child process only.

Invariant: linear, whatever is left open: no mark is looked for twice in the same letters.
"""

import re
from collections.abc import Iterator

from app.entities import unescaped
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


_TOKEN = re.compile(
    r"<!--.*?(?:--!?>|\Z)|<[!?][^>]*+>?"
    r"""|<(?P<close>/?)(?P<name>[a-z][a-z0-9:-]{0,30}+)(?:(?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+|[^<>]*+)>""",
    re.DOTALL | re.IGNORECASE,
)
_ENDS = {name: re.compile(rf"</{name}|<body\b" if name == "head" else rf"</{name}", re.IGNORECASE) for name in _SILENT}


def _words(text: str) -> Iterator[str]:
    """What stands outside of what is never shown."""
    at = 0
    while token := _TOKEN.search(text, at):
        yield unescaped(text[at : token.start()])
        at, name = token.end(), (token["name"] or "").lower()
        if name in _SILENT and not token["close"]:
            end = _ENDS[name].search(text, at)
            at = end.start() if end else len(text)
        elif name in _BLOCKS:
            yield "\n"
        elif name in ("td", "th") and not token["close"]:
            yield " | "
    yield unescaped(text[at:])


def open_html(data: bytes, question: Question) -> Opened:
    """The visible words of a page."""
    text = _declared(data[:_MOST_BYTES]) or getattr(
        decoded(data[:_MOST_BYTES], question.language, cut=True), "text", ""
    )
    visible = _SPACES.sub(" ", "".join(_words(text)))
    return Opened(text=_BLANK_LINES.sub("\n\n", visible).strip(), cut=len(data) > _MOST_BYTES)


def _declared(data: bytes) -> str:
    """The text in the charset the page says it is in, where that fits."""
    said = _DECLARED.search(data[:2_048])
    try:
        return data.decode(said[1].decode()) if said else ""
    except (LookupError, UnicodeDecodeError):
        return ""
