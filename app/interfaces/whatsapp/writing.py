"""Formatted text in WhatsApp's marks: *bold*, _italic_, ~struck~, `code`, ```block```, > quote.

WhatsApp has no escape, so a mark that stands in the text itself and would format is broken by a character without width; where none
would, the text is left letter by letter. A style whose marks WhatsApp would show instead of reading them is left out.
"""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from app.cards.card import Card, Row, rows
from app.interfaces.whatsapp.bodies import LONGEST_TEXT
from app.interfaces.writing.markup import runs_of
from app.interfaces.writing.runs import BOLD, ITALIC, Run, Style, Styles, clean, merged, units
from app.interfaces.writing.splitting import parted

BREAK = "\u200b"
_MARKS = {"b": "*", "i": "_", "s": "~"}
_FENCE = "```"
# A mark opens where no letter stands before it and none of white space behind; another of its kind on the line closes it.
_OPENING = re.compile(r"(?<![\w*_~`])([*_~`]+)(?=[^\s*_~`])")
_ADDRESS = re.compile(r"https?://\S+")
_LINE_START = re.compile(r"^(>|[-*] )", re.MULTILINE)
_STYLES = {"title": (BOLD,), "name": (), "value": (Style("pre"),), "read": (ITALIC,), "end": (BOLD,)}
_SMALLEST = 16  # units of a part, whatever its marks take


def texts_of(words: str, *, markdown: bool) -> list[str]:
    """A message's words as texts that WhatsApp takes; none where there is nothing to see."""
    return fitted(runs_of(words) if markdown else [Run(clean(words))])


def card_texts(card: Card) -> list[str]:
    """The whole card: each value in a box in which nothing is read as formatting."""
    drawn: list[Run] = []
    for row in rows(card):
        drawn += [Run("\n")] if drawn else []
        drawn.append(_of_row(row))
    return fitted(drawn)


def card_heading(card: Card) -> str:
    """The card's first line alone."""
    return written([_of_row(next(rows(card)))])


def fitted(runs: list[Run], longest: int = LONGEST_TEXT) -> list[str]:
    """Runs in texts of at most `longest` UTF-16 code units, marks counted."""
    return list(_fitting(_unlinked(merged(runs)), longest, longest))


def written(runs: list[Run]) -> str:
    """Runs in WhatsApp's marks, however long."""
    return "\n".join(_lines(_unlinked(merged(runs))))


def literal(words: str) -> str:
    """Text of which WhatsApp formats nothing."""
    return _LINE_START.sub(rf"{BREAK}\1", _unpaired(words))


def _unpaired(words: str, *, beside: bool = False) -> str:
    """Marks broken where they open something, but in no address: it would lead elsewhere. `beside` others, what closes them may be there."""
    made, at = "", 0
    for address in _ADDRESS.finditer(words):
        made += _broken(words[at : address.start()], beside) + address[0]
        at = address.end()
    return made + _broken(words[at:], beside)


def _broken(words: str, beside: bool) -> str:
    def broken(found: re.Match[str]) -> str:
        end = found.string.find("\n", found.end())
        closes = beside or any(
            found.string.find(mark, found.end(), None if end < 0 else end) >= 0 for mark in set(found[1])
        )
        return found[1] + BREAK if closes else found[1]

    return _OPENING.sub(broken, words.replace(_FENCE, f"`{BREAK}`{BREAK}`"))


def _of_row(row: Row) -> Run:
    return Run(clean(row.text) or " ", _STYLES[row.kind])


def _fitting(runs: list[Run], limit: int, longest: int) -> Iterator[str]:
    for part in parted(runs, limit):
        text = "\n".join(_lines(part))
        if units(text) <= longest or limit <= _SMALLEST:
            yield text
        else:
            yield from _fitting(part, max(limit * 3 // 4, _SMALLEST), longest)


def _unlinked(runs: list[Run]) -> list[Run]:
    """The same without links: an address stands behind its label."""
    made: list[Run] = []
    label, address, styles = "", "", ()
    for run in [*runs, Run("")]:
        here = next((style.value for style in run.styles if style.tag == "a"), "")
        if address and here != address and _shown(address) not in label:
            made.append(Run(f" ({_shown(address)})", styles))
        label, address = (label if here == address else "") + run.text, here
        styles = tuple(style for style in run.styles if style.tag != "a")
        made.append(Run(run.text, styles))
    return merged(made)


def _shown(address: str) -> str:
    return unquote(address.removeprefix("mailto:")) if address.startswith("mailto:") else address.removesuffix("/")


def _lines(runs: list[Run]) -> list[str]:
    """The text line by line; a block of code is one of them."""
    made: list[str] = []
    line: list[Run] = []
    for run in runs:
        if _has(run.styles, "pre"):
            made += _closed(line, made)
            line = []
            made.append(_block(run))
            continue
        first, *others = _after_block(run.text, made, line).split("\n")
        line.append(Run(first, run.styles))
        for text in others:
            made.append(_line(line))
            line = [Run(text, run.styles)]
    return made + ([_line(line)] if line else [])


def _after_block(text: str, made: list[str], line: list[Run]) -> str:
    """A block ends its own line, so the break behind it is there already."""
    return text.removeprefix("\n") if made and not line and made[-1].endswith(_FENCE) else text


def _closed(line: list[Run], made: list[str]) -> list[str]:
    """The line before a block, unless nothing stands on it."""
    text = _line(line)
    return [text] if text or (line and made and not made[-1].endswith(_FENCE) and len(line) > 1) else []


def _block(run: Run) -> str:
    """Nothing in it is read as formatting: what would end it is broken."""
    return f"{_FENCE}{run.text.replace(_FENCE, f'`{BREAK}`{BREAK}`')}{_FENCE}"


def _line(line: list[Run]) -> str:
    """One line. Marks stand on letters, white space outside of them."""
    pieces = _readable(merged(line))
    beside = len(pieces) > 1
    made, open_, space = "", (), ""
    for run in pieces:
        core = run.text.strip()
        if not core:
            space += run.text
            continue
        before, _, behind = run.text.partition(core)
        target = _marked(run.styles)
        shared = _shared(open_, target)
        made += "".join(_MARKS[tag] for tag in reversed(open_[shared:])) + space + before
        made += "".join(_MARKS[tag] for tag in target[shared:]) + _core(core, run.styles, beside=beside)
        open_, space = target, behind
    made += "".join(_MARKS[tag] for tag in reversed(open_))
    quoted = any(_has(run.styles, "blockquote") for run in line)
    return f"> {made}" if quoted else _LINE_START.sub(rf"{BREAK}\1", made)


def _core(core: str, styles: Styles, *, beside: bool) -> str:
    """A run's letters: code as it is, other text with marks broken that aren't ours."""
    if _has(styles, "code") and "`" not in core:
        return f"`{core}`"
    return _unpaired(core, beside=beside)


def _readable(line: list[Run]) -> list[Run]:
    """Without the styles whose marks would touch a letter outside: WhatsApp shows such marks and formats nothing."""
    made = list(line)
    for tag in (*_MARKS, "code"):
        for start, end in _spans(made, tag):
            text = "".join(run.text for run in made[start:end])
            before = made[start - 1].text[-1:] if start and not text[:1].isspace() else ""
            behind = made[end].text[:1] if end < len(made) and not text[-1:].isspace() else ""
            own = _MARKS.get(tag, "`") in text
            if own or _is_letter(before) or _is_letter(behind) or not text.strip():
                made[start:end] = [Run(run.text, _without(run.styles, tag)) for run in made[start:end]]
    return merged(made)


def _spans(line: list[Run], tag: str) -> list[tuple[int, int]]:
    """From where to where a style lies over a line's runs."""
    spans: list[tuple[int, int]] = []
    for place, run in enumerate(line):
        if _has(run.styles, tag):
            extends = spans and spans[-1][1] == place
            spans[-1:] = [(spans[-1][0], place + 1)] if extends else [*spans[-1:], (place, place + 1)]
    return spans


def _is_letter(character: str) -> bool:
    return character.isalnum() or character in {"*", "_", "~", "`"}


def _marked(styles: Styles) -> tuple[str, ...]:
    """The styles that are marks around letters, the outermost first."""
    return tuple(style.tag for style in styles if style.tag in _MARKS)


def _shared(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    """How many outer marks two runs have in common."""
    for place, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return place
    return min(len(first), len(second))


def _has(styles: Styles, tag: str) -> bool:
    return any(style.tag == tag for style in styles)


def _without(styles: Styles, tag: str) -> Styles:
    return tuple(style for style in styles if style.tag != tag)
