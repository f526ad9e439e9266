"""The names of what is in somebody's accounts at work, as data: repositories, projects, channels, people, titles of what was shown. Pure.

They are other people's words. They are matched against what their user says, and fill an argument of a call; they are never read as words of an order,
and never shown from here.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from app.language.words.tokens import fold

KINDS = ("repo", "project", "channel", "person", "item", "ticket", "meeting")
MOST = 2_000  # of one person
MOST_WORDS, MOST_LETTERS = 8, 120
WORD = re.compile(r"[^\W_](?:[\w-]*\w)?(?:[./](?=\w)(?:[\w-]*\w))*")
_STEM = 5  # letters
_MOST_PHRASES = 4  # by which one thing is called


@dataclass(frozen=True, slots=True)
class Name:
    """One thing: its kind, how the tools take it ("acme/site", "PAY", "deploys"), and what else people call it ("Payments"). `seen`: the day on
    which it was last listed or shown, as an ordinal."""

    kind: str
    name: str
    called: tuple[str, ...] = ()
    seen: int = 0

    @property
    def phrases(self) -> tuple[str, ...]:
        """What people say for it, folded, as words with single spaces."""
        said = [self.name, *self.called]
        if self.kind == "repo":
            said.append(self.name.rpartition("/")[2])
        return tuple(dict.fromkeys(filter(None, map(as_phrase, said))))[:_MOST_PHRASES]


@dataclass(frozen=True)
class Known:
    """All names of one person by what people say for them. `own` are the names of their lists and the titles of their notes, folded: those come first."""

    names: tuple[Name, ...] = ()
    own: frozenset[str] = frozenset()
    by_phrase: Mapping[str, tuple[Name, ...]] = field(default_factory=dict[str, tuple[Name, ...]], repr=False)
    by_word: Mapping[str, tuple[Name, ...]] = field(default_factory=dict[str, tuple[Name, ...]], repr=False)

    @classmethod
    def of(cls, names: Iterable[Name], own: Collection[str] = ()) -> "Known":
        """Those seen last, where there are too many. Titles are found by each of their words as well."""
        kept = tuple(sorted(names, key=lambda one: -one.seen)[:MOST])
        phrases, words = defaultdict[str, list[Name]](list), defaultdict[str, list[Name]](list)
        for one in kept:
            for phrase in one.phrases:
                phrases[phrase].append(one)
            titles = (one.called or (one.name,)) if is_titled(one) else ()
            for word in {stem(word) for title in titles for word in words_in(title)}:
                words[word].append(one)
        return cls(
            kept,
            frozenset(map(as_phrase, own)),
            {phrase: tuple(found) for phrase, found in phrases.items()},
            {word: tuple(found) for word, found in words.items()},
        )

    def with_own(self, own: Collection[str]) -> "Known":
        """The same beside these lists and notes."""
        return Known(self.names, frozenset(map(as_phrase, own)), self.by_phrase, self.by_word)

    def __bool__(self) -> bool:
        return bool(self.names)


NONE_KNOWN = Known()
_TITLED = frozenset(("item", "ticket", "meeting"))


def is_titled(one: Name) -> bool:
    """Whether it is called by words of a title, and not by a name of its own."""
    return one.kind in _TITLED


def as_phrase(said: str) -> str:
    """Folded words with single spaces; "" for what has too many to be a name."""
    words = words_in(said[:MOST_LETTERS])
    return " ".join(words) if len(words) <= MOST_WORDS else ""


def words_in(said: str) -> Sequence[str]:
    """The folded words of what somebody calls a thing."""
    return [fold(found[0]) for found in WORD.finditer(said[:MOST_LETTERS])]


def stem(word: str) -> str:
    """The beginning of a folded word by which its forms are taken for one: "rotation" and "rotate", "keys" and "key"."""
    return word.removesuffix("s")[:_STEM]
