"""What stands beside a message: lines of stored text in blocks of their own tags, cut to one budget.

Invariant: a line is escaped and has no line break, so stored text can neither close its block nor begin another; whatever is shown has
its sources named. Pure; knows no storage and not how anything was found.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from app.memory.words import fold
from app.prompts.turn import escape

CHARACTERS = 4_000  # about 1,000 tokens, the tags among them
# In the order in which they take from the budget, each with the most it may have.
BLOCKS: tuple[tuple[str, int], ...] = (("notes", 1_900), ("summaries", 1_000), ("read_later", 600), ("earlier", 1_800))
_READ = 20_000  # characters of a stored text that are looked at
_BEFORE = 60  # characters kept in front of the words that were asked for
_SHORTEST_STEM = 4
_ENDING = 3


@dataclass(frozen=True, slots=True)
class Item:
    """One line: what it says, whose words it is made of beside the user's, and the turns it shows if it shows any."""

    text: str
    sources: tuple[str, ...] = ()
    turns: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Beside:
    """What goes into the prompt beside a message, and the untrusted sources of what it says."""

    text: str = ""
    sources: tuple[str, ...] = ()


@dataclass(slots=True)
class _Budget:
    left: int = CHARACTERS
    sources: list[str] = field(default_factory=list)


def compose_blocks(found: Mapping[str, Sequence[Item]], *, shown: Collection[str] = ()) -> Beside:
    """The blocks of what was found, by block name; talk whose turns are all in `shown` is there already and left out."""
    budget = _Budget()
    blocks = [_block(name, found.get(name, ()), most, budget=budget, shown=shown) for name, most in BLOCKS]
    return Beside("\n".join(filter(None, blocks)), tuple(dict.fromkeys(budget.sources)))


def _block(name: str, items: Sequence[Item], most: int, *, budget: _Budget, shown: Collection[str]) -> str:
    opening, closing = f"<{name}>", f"</{name}>"
    room = min(most, budget.left) - len(opening) - len(closing) - 3
    lines: list[str] = []
    for item in items:
        line = f"- {item.text}"
        if (item.turns and item.turns.issubset(shown)) or len(line) >= room:
            continue
        room -= len(line) + 1
        lines.append(line)
        budget.sources += item.sources
    if not lines:
        return ""
    block = "\n".join((opening, *lines, closing))
    budget.left -= len(block) + 1
    return block


def line(text: str, most: int, words: Sequence[str] = ()) -> str:
    """Stored text as one line of at most `most` characters, cut around the first of the folded `words` it holds; escaped."""
    flat = escape(" ".join(text[:_READ].split()))
    if len(flat) <= most:
        return flat
    start = _start(flat, most, words)
    piece = flat[start : start + most - 2].strip()
    return f"{'…' if start else ''}{piece}…"


def share(text: str, words: Sequence[str]) -> float:
    """How many of the folded `words` a text holds, or words that begin like them: 0 to 1."""
    if not words:
        return 0.0
    read = text[:_READ]
    low = (
        read.lower() if read.isascii() else fold(read)
    )  # folding tells no more of plain text, and takes ten times as long
    return sum(_begins(low, _stem(word)) for word in words) / len(words)


def _begins(low: str, stem: str) -> bool:
    """Whether a word of the text begins so."""
    place = low.find(stem)
    while place > 0 and low[place - 1].isalnum():
        place = low.find(stem, place + 1)
    return place >= 0


def _start(flat: str, most: int, words: Sequence[str]) -> int:
    low = flat.casefold()
    places = [place for word in words if (place := low.find(_stem(word))) >= 0]
    if not places or min(places) + _BEFORE < most:
        return 0
    return max(flat.rfind(" ", 0, min(places) - _BEFORE) + 1, 0)


def _stem(word: str) -> str:
    """A word without what its forms differ in."""
    return word[: max(_SHORTEST_STEM, len(word) - _ENDING)]
