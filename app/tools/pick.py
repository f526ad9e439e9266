"""From what somebody calls an item ("#12", "12", "the dentist one") to the item.

Invariant: `pick` returns exactly one item or raises a sentence that names what there is to choose from; it never guesses
between several. Does not know what the items are: a Shelf says how one kind is looked up.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from app.cards.literal import one_line
from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.language.statements.facts import words_of
from app.tools.provenance import Sourced, carry

SHOWN = 6
_NUMBER = re.compile(r"\s*(?:#|no\.?\s*|number\s+)?(\d{1,15})\s*", re.IGNORECASE)
_LATEST = frozenset(("last", "latest", "newest", "it", "that", "this", "most", "recent"))
_FILLER = frozenset(
    "a an the my our your of for to from about on in at and with one ones thing item called named titled please saying says"
    " where what who when which how i me am is are was were do does did".split()
)
_PLACES = {
    word: place
    for place, words in enumerate(
        (
            "first 1st premier première premiere",
            "second 2nd deuxième deuxieme seconde",
            "third 3rd troisième troisieme",
            "fourth 4th quatrième",
            "fifth 5th cinquième",
        )
    )
    for word in words.split()
}
_SUFFIXES = ("ing", "ies", "es", "ed", "s", "e", "y")


class Item(Sourced, Protocol):
    """Anything with a number."""

    @property
    def id(self) -> int:
        """The number a user may name it by."""
        ...


T = TypeVar("T", bound=Item)


@dataclass(frozen=True, slots=True)
class Shelf(Generic[T]):
    """Where items of one kind lie: by number, by words, and all that may be named instead."""

    noun: str
    deps: AgentDeps
    get: Callable[[int], Awaitable[T | None]]
    find: Callable[[str], Awaitable[Sequence[T]]]
    all: Callable[[], Awaitable[Sequence[T]]]
    name: Callable[[T], str]
    newest_first: bool = False
    none: str = ""  # what is said where there is nothing, in place of "You have no …s yet."


async def pick(shelf: Shelf[T], reference: str) -> T:
    """The one item meant. Raises NotFound or, when several fit, ToolProblem; both name what there is."""
    number = numbered(reference, shelf.noun)
    if number:
        item = await shelf.get(number)
        if item is not None:
            carry(shelf.deps, [item])
            return item
    words = _content(reference, shelf.noun)
    if not words:
        return await _latest(shelf, reference)
    found = _narrowed(shelf, reference, await shelf.find(" ".join(words)))
    if not found:
        everything = await shelf.all()
        found = _in_place(words, everything) or _nearest(shelf, words, everything)
    carry(shelf.deps, found)
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotFound(f"I can't find {_quoted(shelf, reference)}. {await _what_there_is(shelf)}")
    raise ToolProblem(f"Which {shelf.noun}? {listing(shelf, found)}.")


def numbered(reference: str, noun: str) -> int:
    """The number that words name and nothing else: 12 for "#12", "12", "number 12" and "mail 12"; 0 for other words."""
    bare = re.sub(rf"\A\s*(?:the\s+)?{re.escape(noun)}\s+", "", reference, flags=re.IGNORECASE)
    found = _NUMBER.fullmatch(bare)
    return int(found[1]) if found else 0


def of_shelf(
    argument: str, shelf: Callable[[AgentDeps], Shelf[T]], said: str
) -> Callable[[AgentDeps, dict[str, Any]], Awaitable[tuple[dict[str, Any], str]]]:
    """What prepares a call about one item, which `argument` names: pinned to its number, and told by its name behind `said`."""

    async def prepare(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
        found = shelf(deps)
        item = await pick(found, str(arguments.get(argument, "")))
        return {**arguments, argument: f"#{item.id}"}, f"{said}: {one_line(found.name(item))}"

    return prepare


def listing(shelf: Shelf[T], items: Sequence[T]) -> str:
    """A few items with their numbers, in one line."""
    shown = ", ".join(f"#{item.id} {shelf.name(item)}" for item in items[:SHOWN])
    more = len(items) - SHOWN
    return f"{shown} and {more} more" if more > 0 else shown


def _content(reference: str, noun: str) -> list[str]:
    """The words that tell one item from another; none for "that one" or "the last note"."""
    said = words_of(reference)
    nouns = {*noun.split(), f"{noun}s"}
    kept = [word for word in said if word not in _FILLER and word not in nouns]
    if not set(kept) - _LATEST:
        return []
    return kept


async def _latest(shelf: Shelf[T], reference: str) -> T:
    """The newest item, when that is what was asked for or there is just one."""
    items = await shelf.all()
    carry(shelf.deps, items)
    if items and (len(items) == 1 or set(words_of(reference)) & _LATEST):
        return items[0] if shelf.newest_first else max(items, key=lambda item: item.id)
    if not items:
        raise NotFound(await _what_there_is(shelf))
    raise ToolProblem(f"Which {shelf.noun}? {listing(shelf, items)}.")


def _narrowed(shelf: Shelf[T], reference: str, found: Sequence[T]) -> Sequence[T]:
    """Those whose name is exactly what was said, where there are any."""
    said = " ".join(words_of(reference))
    exact = [item for item in found if " ".join(words_of(shelf.name(item))) == said]
    return exact or found


def _in_place(words: Sequence[str], items: Sequence[T]) -> Sequence[T]:
    """ "The second one": in the order in which they are shown."""
    places = {_PLACES[word] for word in words if word in _PLACES}
    if len(places) != 1 or not set(words) <= _PLACES.keys() or places.copy().pop() >= len(items):
        return []
    return [items[places.pop()]]


def _nearest(shelf: Shelf[T], words: Sequence[str], items: Sequence[T]) -> Sequence[T]:
    """Items that share most of the words' stems, at least half of them."""
    wanted = {_stem(word) for word in words}
    shared = [(len(wanted & {_stem(word) for word in words_of(shelf.name(item))}), item) for item in items]
    best = max((count for count, _ in shared), default=0)
    if not best or best * 2 < len(wanted):
        return []
    return [item for count, item in shared if count == best]


def _stem(word: str) -> str:
    for _ in range(2):  # "footys" as "footy"
        end = next((suffix for suffix in _SUFFIXES if word.endswith(suffix) and len(word) - len(suffix) > 2), "")
        word = word.removesuffix(end)
    return word


def _quoted(shelf: Shelf[T], reference: str) -> str:
    number, article = numbered(reference, shelf.noun), "an" if shelf.noun[0] in "aeiou" else "a"
    return f"{shelf.noun} #{number}" if number else f'{article} {shelf.noun} called "{reference.strip()[:80]}"'


async def _what_there_is(shelf: Shelf[T]) -> str:
    items = await shelf.all()
    carry(shelf.deps, items[:SHOWN])
    return f"There is: {listing(shelf, items)}." if items else shelf.none or f"You have no {shelf.noun}s yet."
