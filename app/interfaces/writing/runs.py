"""Formatted text as Telegram counts it: runs of plain text, each with the styles that lie over it.

The tags are written in one place from the styles, so they always close in order whatever the text holds; cutting text is cutting
runs. Knows no Markdown. Telegram's rules as its server applies them: four escapes, `code` and `pre` hold no other style, a quote
holds no other quote, and lengths are in UTF-16 code units of the text without its tags.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from app.entities import unescaped

_OUTSIDE_IN = ("blockquote", "a", "b", "i", "u", "s", "tg-spoiler", "code", "pre")
_RANK = {tag: rank for rank, tag in enumerate(_OUTSIDE_IN)}
_VERBATIM = {"code", "pre"}

# What Telegram's server takes out of a message, or would read as something else than a line break or a character.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u0333\u033f]")
_BREAK = re.compile(r"\r\n?|[\x85\u2028\u2029]")
_HALF = re.compile(r"[\ud800-\udfff]")
_LOST_RING = "\u030a"  # removed by the server; composed letters (å, ů) stay
# Invisible besides white space and format characters: a message of nothing else is refused as empty.
_INVISIBLE = set("\u2800\ufffc\u3164\u115f\u1160\uffa0") | {chr(0xE0000 + offset) for offset in range(0x80)}


class Style(NamedTuple):
    """One tag. `value` is the address of an `a` and the language of a `pre`."""

    tag: str
    value: str = ""


BOLD, ITALIC, STRUCK, CODE, QUOTE = Style("b"), Style("i"), Style("s"), Style("code"), Style("blockquote")
Styles = tuple[Style, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """Text under the same styles. `styles` come from `layered`: outermost first, each tag once."""

    text: str
    styles: Styles = ()


def layered(styles: Styles, style: Style) -> Styles:
    """`styles` with one more inside, as far as Telegram lets them stand together."""
    tags = {each.tag for each in styles}
    if style.tag in tags or tags & _VERBATIM or (style.tag in _VERBATIM and "a" in tags):
        return styles
    kept = tuple(each for each in styles if each.tag == "blockquote") if style.tag in _VERBATIM else styles
    return tuple(sorted((*kept, style), key=lambda each: _RANK[each.tag]))


def clean(text: str) -> str:
    """`text` with the characters that Telegram would drop or choke on taken out or replaced; line breaks are "\\n"."""
    text = _CONTROL.sub("", _BREAK.sub("\n", text))
    text = _HALF.sub("\ufffd", text)
    return unicodedata.normalize("NFC", text) if _LOST_RING in text else text


def units(text: str) -> int:
    """Length in UTF-16 code units."""
    return len(text) + sum(character > "\uffff" for character in text)


def is_blank(text: str) -> bool:
    """Whether Telegram would refuse `text` as empty."""
    return all(character.isspace() or character in _INVISIBLE or _is_format(character) for character in text)


def _is_format(character: str) -> bool:
    return unicodedata.category(character) == "Cf" or character == _LOST_RING


def merged(runs: Iterable[Run]) -> list[Run]:
    """The same text in as few runs as its styles need."""
    merged: list[Run] = []
    for run in runs:
        if not run.text:
            continue
        if merged and merged[-1].styles == run.styles:
            merged[-1] = Run(merged[-1].text + run.text, run.styles)
        else:
            merged.append(run)
    return merged


def html_of(runs: Iterable[Run]) -> str:
    """Telegram's HTML."""
    written: list[str] = []
    open_: Styles = ()
    for run in runs:
        shared = _shared(open_, run.styles)
        written.extend(_closing(style) for style in reversed(open_[shared:]))
        written.extend(_opening(style) for style in run.styles[shared:])
        written.append(escape(run.text, quote=False))
        open_ = run.styles
    written.extend(_closing(style) for style in reversed(open_))
    return "".join(written)


def openings(before: Styles, after: Styles) -> int:
    """How many tags open where text under `after` follows text under `before`; Telegram drops the styles past a hundred."""
    return len(after) - _shared(before, after)


def plain_of(runs: Iterable[Run]) -> str:
    """The words alone, each hidden address behind its label."""
    return "".join(_plain_pieces(merged(runs)))


def without_tags(html: str) -> str:
    """The text that `html`, written by `html_of`, shows: for sending again as plain text."""
    return unescaped(re.sub(r"<[^>]*>", "", html))


def _plain_pieces(runs: list[Run]) -> Iterator[str]:
    label, address = "", ""
    for run in [*runs, Run("")]:
        here = next((style.value for style in run.styles if style.tag == "a"), "")
        if address and here != address and address.removesuffix("/") not in label:
            yield f" ({address})"
        label = (label if here == address else "") + run.text
        address = here
        yield run.text


def _shared(first: Styles, second: Styles) -> int:
    """How many outer styles two runs have in common."""
    for index, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return index
    return min(len(first), len(second))


def _opening(style: Style) -> str:
    if style.tag == "a":
        return f'<a href="{_quoted(style.value)}">'
    if style.tag == "pre" and style.value:
        return f'<pre><code class="language-{_quoted(style.value)}">'
    return f"<{style.tag}>"


def _closing(style: Style) -> str:
    return "</code></pre>" if style.tag == "pre" and style.value else f"</{style.tag}>"


def _quoted(value: str) -> str:
    return escape(value, quote=False).replace('"', "&quot;")
