"""A model's Markdown as runs of formatted text, whatever the Markdown is: half a fence, tags, nonsense. No word is lost.

Each kind of token is a row of a table. What is nested beyond reason, or longer than any answer, is shown as it was written.
"""

import logging
import re
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import NamedTuple

from markdown_it.token import Token

from app.interfaces.writing.dialect import MAX_NESTING, dialect
from app.interfaces.writing.links import is_tappable, shown, stands_for
from app.interfaces.writing.runs import (
    BOLD,
    CODE,
    ITALIC,
    QUOTE,
    STRUCK,
    Run,
    Style,
    Styles,
    clean,
    html_of,
    layered,
    merged,
    plain_of,
)
from app.interfaces.writing.tables import aligned, total_width

log = logging.getLogger(__name__)

_LONGEST = 50_000  # characters; far beyond any answer, near the point where parsing the worst of texts takes seconds
_MOST_BRACKETS = 2000  # every open one is looked for its end
_WIDEST = 60  # columns of a table that still reads as one
_RULE = "──────────"
_BULLETS = ("•", "◦", "▪")
_NO_VALUE = "–"
_INDENT = "   "
_TAB = 4  # Telegram shows a tab as one space
_BOXES = {"[ ] ": "☐ ", "[x] ": "☑ ", "[X] ": "☑ "}
_LANGUAGE = re.compile(r"[A-Za-z0-9][\w+#.-]{0,31}")
_EMPHASIS = {"strong": BOLD, "em": ITALIC, "s": STRUCK}
_BOXED = {"fence", "code_block", "blockquote", "table"}
_LISTS = {"bullet_list", "ordered_list"}


class Block(NamedTuple):
    """A token with all that stands between it and its closing one. `kind` is its type without "_open"."""

    kind: str
    token: Token
    inner: list[Token]


class Context(NamedTuple):
    """Where a block stands: the styles over it, and how many lists it is in."""

    styles: Styles = ()
    depth: int = 0


def telegram_html(markdown: str) -> str:
    """The whole of `markdown` in Telegram's HTML, however long."""
    return html_of(runs_of(markdown))


def plain_text(markdown: str) -> str:
    """What a reader of the formatted text would see, without formatting; hidden addresses stand behind their labels."""
    return plain_of(runs_of(markdown))


def runs_of(markdown: str) -> list[Run]:
    """`markdown` as formatted text."""
    text = clean(markdown)
    tokens = _parsed(text)
    return [Run(text)] if tokens is None else merged(_blocks(tokens, Context()))


def _parsed(text: str) -> list[Token] | None:
    """The tokens, or nothing where the parser would leave words out."""
    if len(text) > _LONGEST or text.count("[") > _MOST_BRACKETS:
        return None
    tokens = dialect().parse(text)
    if any(token.level >= MAX_NESTING - 1 for token in tokens):
        log.info("text nested too deep to format", extra={"event": "telegram.markup.too_deep"})
        return None
    return tokens


def _siblings(tokens: list[Token]) -> Iterator[Block]:
    """The blocks on the outermost level."""
    start = depth = 0
    for index, token in enumerate(tokens):
        depth += token.nesting
        if depth == 0:
            opening = tokens[start]
            yield Block(opening.type.removesuffix("_open"), opening, tokens[start + 1 : index])
            start = index + 1


def _blocks(tokens: list[Token], context: Context) -> list[Run]:
    """Blocks with the space that belongs between them."""
    runs: list[Run] = []
    before: Block | None = None
    for block in _siblings(tokens):
        own = _BLOCKS.get(block.kind, _paragraph)(block, context)
        if not own:
            continue
        if before:
            runs.append(Run(_gap(before, block), context.styles))
        runs.extend(own)
        before = block
    return runs


def _gap(before: Block, after: Block) -> str:
    """Line breaks between two blocks: none is empty after a heading, beside a box, or where the source had none before a list."""
    if before.kind == "heading" or before.token.hidden or (before.kind in _BOXED) != (after.kind in _BOXED):
        return "\n"
    follows = before.token.map and after.token.map and before.token.map[1] == after.token.map[0]
    return "\n" if follows and before.kind == "paragraph" and after.kind in _LISTS else "\n\n"


def _paragraph(block: Block, context: Context) -> list[Run]:
    return [run for token in block.inner for run in _inline(token, context.styles)]


def _heading(block: Block, context: Context) -> list[Run]:
    return _paragraph(block, Context(layered(context.styles, BOLD), context.depth))


def _line(block: Block, context: Context) -> list[Run]:
    return [Run(_RULE, context.styles)]


def _quote(block: Block, context: Context) -> list[Run]:
    return _blocks(block.inner, Context(layered(context.styles, QUOTE), context.depth))


def _code(block: Block, context: Context) -> list[Run]:
    """A fence. What stands behind its marks and is no language of the lines below is its first line."""
    info = block.token.info.strip()
    code = block.token.content.strip("\n").rstrip()
    language, _, rest = info.partition(" ")
    if not code or not _LANGUAGE.fullmatch(language):
        language, rest = "", info
    text = "\n".join(part for part in (rest.strip(), code) if part).expandtabs(_TAB)
    return [Run(text, layered(context.styles, Style("pre", language.casefold())))] if text else []


def _list(block: Block, context: Context) -> list[Run]:
    """Items under their marks; lines that go on are indented."""
    runs: list[Run] = []
    number = int(block.token.attrs.get("start", 1))
    items = list(_siblings(block.inner))
    for index, item in enumerate(items):
        if runs:
            runs.append(Run("\n" if _is_tight(items[index - 1]) else "\n\n", context.styles))
        own = _blocks(item.inner, Context(context.styles, context.depth + 1))
        runs.extend(_marked(own, _mark(block, context, number + index), context.styles))
    return runs


def _is_tight(item: Block) -> bool:
    return any(token.hidden for token in item.inner if token.type == "paragraph_open") or not item.inner


def _mark(block: Block, context: Context, number: int) -> str:
    if block.kind == "ordered_list":
        return f"{number}{block.token.markup} "
    return f"{_BULLETS[min(context.depth, len(_BULLETS) - 1)]} "


def _marked(runs: list[Run], mark: str, styles: Styles) -> list[Run]:
    """An item's text behind its mark; a box to tick stands in the mark's place."""
    first = runs[0].text if runs else ""
    box = next((shape for written, shape in _BOXES.items() if first.startswith(written)), "")
    if box:
        runs = [Run(first[len("[ ] ") :], runs[0].styles), *runs[1:]]
    return [Run(box if box and mark[0] in _BULLETS else mark + box, styles), *map(_indented, runs)]


def _indented(run: Run) -> Run:
    if any(style.tag == "pre" for style in run.styles):
        return run
    return Run(re.sub(r"\n(?!\n)", "\n" + _INDENT, run.text), run.styles)


def _table(block: Block, context: Context) -> list[Run]:
    """Columns where they fit on a screen; a wide table is told row by row."""
    rows = [list(_siblings(row.inner)) for part in _siblings(block.inner) for row in _siblings(part.inner)]
    cells = [[" ".join(plain_of(_paragraph(cell, Context())).split()) for cell in row] for row in rows]
    if total_width(cells) > _WIDEST and len(rows) > 1:
        return _told(rows, context)
    alignments = [str(cell.token.attrs.get("style", "")).removeprefix("text-align:") or "left" for cell in rows[0]]
    return [Run(aligned(cells, alignments), layered(context.styles, Style("pre")))]


def _told(rows: list[list[Block]], context: Context) -> list[Run]:
    """The rows one below the other, a line for every cell, named by its column."""
    bold = Context(layered(context.styles, BOLD), context.depth)
    runs: list[Run] = []
    for row in rows[1:]:
        runs.extend([Run("\n\n", context.styles)] if runs else [])
        for index, (name, cell) in enumerate(zip(rows[0], row, strict=True)):
            label, value = _paragraph(name, context), _paragraph(cell, context if index else bold)
            colon = Run(": " if label else "", context.styles)
            told = [*label, colon, *(value or [Run(_NO_VALUE, context.styles)])] if label or value else []
            runs.extend([Run("\n• ", context.styles)] if told and index else [])
            runs.extend(told)
    return runs


def _inline(token: Token, styles: Styles) -> Iterator[Run]:
    """The text within a block. Flat, however deep emphasis is nested."""
    layers = [styles]
    children = iter(token.children or [])
    for child in children:
        kind, nesting = child.type.removesuffix("_open").removesuffix("_close"), child.nesting
        if kind == "link" and nesting > 0:
            yield from _link(_label(children, layers[-1]), str(child.attrs["href"]), layers[-1])
        elif kind == "image":
            label = list(_inline(child, layers[-1])) or [Run("image", layers[-1])]
            yield from _link(label, str(child.attrs["src"]), layers[-1])
        elif nesting > 0:
            layers.append(layered(layers[-1], _EMPHASIS[kind]))
        elif nesting < 0:
            layers.pop()
        else:
            yield _piece(child, layers[-1])


def _label(children: Iterator[Token], styles: Styles) -> list[Run]:
    """The text of a link, taken from the tokens up to its end."""
    inner = list(takewhile(lambda child: child.type != "link_close", children))
    return list(_inline(Token("inline", "", 0, children=inner), styles))


def _link(label: list[Run], address: str, styles: Styles) -> list[Run]:
    """A label that may be tapped; or, where it could mislead or can't be tapped, the label and then the address itself."""
    text = "".join(run.text for run in label)
    visible = Run(shown(address), layered(styles, Style("a", address)) if is_tappable(address) else styles)
    if not text.strip():
        return [visible]
    if not stands_for(text, address):
        return [*label, Run(" (", styles), visible, Run(")", styles)]
    if not is_tappable(address):
        return label if text.strip() == visible.text else [*label, Run(" (", styles), visible, Run(")", styles)]
    return [Run(run.text, layered(_unverbatim(run.styles), Style("a", address))) for run in label]


def _unverbatim(styles: Styles) -> Styles:
    return tuple(style for style in styles if style != CODE)


def _piece(child: Token, styles: Styles) -> Run:
    if child.type in {"softbreak", "hardbreak"}:
        return Run("\n", styles)
    if child.type == "code_inline":
        return Run(child.content, layered(styles, CODE))
    return Run(child.content, styles)


_BLOCKS: dict[str, Callable[[Block, Context], list[Run]]] = {
    "paragraph": _paragraph,
    "heading": _heading,
    "hr": _line,
    "blockquote": _quote,
    "fence": _code,
    "code_block": _code,
    "bullet_list": _list,
    "ordered_list": _list,
    "table": _table,
}
