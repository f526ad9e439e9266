"""The Markdown that models write, as tokens of markdown-it: CommonMark, tables and strike-through, with a few rules of a chat.

What differs from CommonMark, each because words got lost or changed: HTML is text, a single `*` inside a word is a `*` (2*3*4),
bold works beside Chinese or Japanese text and after its punctuation, a bare address is never emphasis, `---` under a paragraph is
a line and not a heading, definitions of references stay visible, table cells past the last column are kept, math is verbatim.
Knows nothing of Telegram but which links it may carry.
"""

import re
import unicodedata
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import table as gfm_table
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter, Scanned
from markdown_it.token import Token

from app.interfaces.writing.links import is_allowed

MAX_NESTING = 40
_SPACELESS = (
    "\u0e00"  # scripts that put no space between words (Thai, Chinese, Japanese) begin here; those that do lie below
)
_OPENING, _CLOSING = {"Ps", "Pi"}, {"Pe", "Pf", "Po"}
_ADDRESS = re.compile(r"://[^\s<>\[\]`]*[^\s<>\[\]`*_~.,;:!?'\"()]")
# An escaped bracket is a bracket more often than math, and a dollar is money: there must be a letter alone, or one of these.
_SIGN = r"(?:\\[A-Za-z]|[\^_=])"
_MATH = (
    re.compile(rf"\\\((?P<math>\s*[A-Za-z]\s*|(?=[^()\n]{{0,200}}{_SIGN})[^\n]{{1,1000}}?)\\\)"),
    re.compile(rf"\\\[(?P<math>(?=[^\[\]]{{0,200}}{_SIGN}).{{1,1000}}?)\\\]", re.DOTALL),
    re.compile(r"\$\$(?P<math>.{1,1000}?)\$\$", re.DOTALL),
    re.compile(
        rf"(?<![\w$\\])\$(?P<math>[A-Za-z]|(?=[^$\n]{{0,200}}{_SIGN})[^\s$](?:[^$\n]{{0,500}}[^\s$\\])?)\$(?![\w$])"
    ),
)
_MATH_LINES = 40
_MATH_BLOCKS = {"$$": "$$", "\\[": "\\]"}


@cache
def dialect() -> MarkdownIt:
    """The parser; built once, at the first message."""
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": MAX_NESTING})
    parser.enable(["table", "strikethrough"])
    parser.disable(["lheading", "reference"])
    parser.validateLink = is_allowed  # pyright: ignore[reportAttributeAccessIssue]: the library's documented hook
    parser.inline.ruler.at("emphasis", _emphasis)
    parser.inline.ruler.before("escape", "math", _math)
    parser.inline.ruler.before("link", "address", _address)
    parser.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    parser.block.ruler.before("fence", "math_block", _math_block, {"alt": ["paragraph", "blockquote", "list"]})
    return parser


def _emphasis(state: StateInline, silent: bool) -> bool:
    """`*` and `_`, left as they are inside words."""
    marker = state.src[state.pos]
    if silent or marker not in "*_":
        return False
    scanned = _in_words(state, state.scanDelims(state.pos, marker == "*"), marker)
    for _ in range(scanned.length):
        state.push("text", "", 0).content = marker
        delimiter = Delimiter(
            marker=ord(marker),
            length=scanned.length,
            token=len(state.tokens) - 1,
            end=-1,
            open=scanned.can_open,
            close=scanned.can_close,
        )
        state.delimiters.append(delimiter)
    state.pos += scanned.length
    return True


def _in_words(state: StateInline, scanned: Scanned, marker: str) -> Scanned:
    """What a row of `*` may do, given the letters it stands between."""
    end = state.pos + scanned.length
    if marker == "_" or state.pos == 0 or end >= state.posMax:
        return scanned
    before, after = state.src[state.pos - 1], state.src[end]
    if _is_spaced(before) and _is_spaced(after):
        return Scanned(False, scanned.can_close and scanned.length > 1, scanned.length)
    opens = before.isalnum() and unicodedata.category(after) in _OPENING
    closes = after.isalnum() and unicodedata.category(before) in _CLOSING and before not in "\"'*"
    return Scanned(scanned.can_open or opens, scanned.can_close or closes, scanned.length)


def _is_spaced(character: str) -> bool:
    """A letter or digit of a script that puts spaces between its words."""
    return character.isalnum() and character < _SPACELESS


def _address(state: StateInline, silent: bool) -> bool:
    """A bare web address is text up to its end, whatever `_` and `*` it holds."""
    if state.src[state.pos] != ":" or not state.src.endswith(("http", "https"), 0, state.pos):
        return False
    found = _ADDRESS.match(state.src, state.pos, state.posMax)
    if not found:
        return False
    if not silent:
        state.append_pending(found[0])
    state.pos = found.end()
    return True


def _math(state: StateInline, silent: bool) -> bool:
    r"""\( \), \[ \], $$ $$ and a $ $ that can't be money, kept as they were written."""
    if state.src[state.pos] not in "\\$":
        return False
    found = next((match for each in _MATH if (match := each.match(state.src, state.pos, state.posMax))), None)
    if not found:
        return False
    if not silent:
        state.push("code_inline", "code", 0).content = " ".join(found["math"].split())
    state.pos = found.end()
    return True


def _math_block(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    r"""Lines from $$ to $$, or from \[ to \]."""
    begin = state.src[state.bMarks[first] + state.tShift[first] : state.eMarks[first]].rstrip()
    closing = _MATH_BLOCKS.get(begin[:2])
    if closing is None or state.is_code_block(first):
        return False
    end = _closed(state, first, last, closing) if not begin[2:].endswith(closing) else first
    if end is None or silent:
        return end is not None
    token = state.push("code_block", "code", 0)
    within = state.getLines(first, end + 1, state.blkIndent, False).strip()
    token.content = within.removeprefix(begin[:2]).removesuffix(closing).strip()
    token.map = [first, end + 1]
    state.line = end + 1
    return True


def _closed(state: StateBlock, first: int, last: int, closing: str) -> int | None:
    """The line that ends with `closing`, if it comes soon: a search to the end for every opening would take for ever."""
    for line in range(first + 1, min(last, first + _MATH_LINES)):
        if state.sCount[line] < state.blkIndent and not state.isEmpty(line):
            return None
        if state.src[state.bMarks[line] : state.eMarks[line]].rstrip().endswith(closing):
            return line
    return None


def _table(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """A table whose rows keep the cells they have too many."""
    known = len(state.tokens)
    if not gfm_table(state, first, last, silent):
        return False
    written: list[str] = []
    shown: list[Token] = []
    for token in state.tokens[known:]:
        if token.type == "tr_open" and token.map:
            written, shown = _cells(state, token.map[0]), []
        elif token.type == "inline":
            shown.append(token)
        elif token.type == "tr_close" and len(written) > len(shown) > 0:
            shown[-1].content = " | ".join(cell.strip() for cell in written[len(shown) - 1 :])
    return True


def _cells(state: StateBlock, line: int) -> list[str]:
    """What stands between the bars of a line."""
    text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].strip()
    cells = escapedSplit(text)
    return cells[not cells[0] : len(cells) - (not cells[-1])]
