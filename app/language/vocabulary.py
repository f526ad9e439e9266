"""The words that questions and what was told are read with: their stems, what they mean, and which lists they stand in.

Pure; the words are data, `words/answers_<language>.toml`, of all languages at once: a question in one finds what was told in another.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from rapidfuzz.distance import OSA

from app.language.words.tokens import fold

LONGEST_PHRASE = 5
LANGUAGES = ("en", "fr")
_FOLDER = Path(__file__).parent / "words"
_PIECE = re.compile(r"[^\W_]+(?:['’][^\W_]+|[.,:/]\d+)*(?:-[^\W_]+)*")
_CLITICS = frozenset(
    "s m re ve ll d".split()
)  # "what's" is two words, "can't" is one, and so is every other with an apostrophe two
_SHORTEST_STEM, _SLIP_FROM = 3, 5


@dataclass(frozen=True, slots=True)
class Word:
    """A word or phrase: folded, its stem, what it means besides, and how it was written: as a name, before "'s", where it ends."""

    folded: str
    stem: str
    means: frozenset[str] = frozenset()
    is_name: bool = False
    owns: bool = False
    size: int = 1  # in single words

    @property
    def person(self) -> str:
        """Who it is by their part in the user's life ("mother"); "" for a name and for anything else."""
        return next((one for one in sorted(self.means) if one[0].isalpha()), "")


class Lexicon:
    """The tables of all languages as one. A meaning is a person's part ("mother"), "=" and a word of `same`, or "<" and a wider word."""

    def __init__(self, tables: Mapping[str, Mapping[str, Mapping[str, str]]]) -> None:
        self.says = {language: table["says"] for language, table in tables.items()}
        self.own_words = {
            language: frozenset(map(_plain, table["words"]["empty"].split(", "))) for language, table in tables.items()
        }
        self.asks: dict[tuple[str, ...], str] = {}
        self.means: dict[tuple[str, ...], set[str]] = {}
        self.shapes: dict[str, str] = {}
        self.gives: dict[str, str] = {}
        self.words: dict[str, set[tuple[str, ...]]] = {}
        self.opposites: dict[str, str] = {}
        self.implied: dict[str, set[str]] = {}
        for table in tables.values():
            self._add(table)
        self.stems: dict[str, list[str]] = {}  # the single words that mean something, by their first letter
        for key in self.means:
            if len(key) == 1 and len(key[0]) >= _SLIP_FROM:
                self.stems.setdefault(key[0][0], []).append(key[0])

    def _add(self, table: Mapping[str, Mapping[str, str]]) -> None:
        for name, forms in table["words"].items():
            self.words.setdefault(name, set()).update(map(_plain, forms.split(", ")))
        self.asks |= {_plain(form): kind for kind, forms in table["asks"].items() for form in forms.split(", ")}
        self.gives |= {
            " ".join(map(stem, _plain(form))): way
            for way, forms in table["gives"].items()
            for form in forms.split(", ")
        }
        self.shapes |= {stem(form): kind for kind, forms in table["shapes"].items() for form in forms.split(", ")}
        self.opposites |= {f"={name}": f"={other}" for name, other in table["opposite"].items()}
        for kind, forms in table["implied"].items():
            self.implied.setdefault(kind, set()).update(map(stem, forms.split(", ")))
        for person, forms in table["persons"].items():
            self._mean(person, (person, *forms.split(", ")))
        for form in table["words"].get("compound", "").split(", "):
            self._mean(f"={form}", (form,))
        for name, forms in table["same"].items():
            self._mean(f"={name}", forms.split(", "))
        for wide, forms in table["wider"].items():
            self._mean(f"={wide}", (wide,))
            self._mean(f"<{wide}", forms.split(", "))

    def _mean(self, meaning: str, forms: Iterable[str]) -> None:
        for form in forms:
            if form:
                self.means.setdefault(tuple(map(stem, _plain(form))), set()).add(meaning)

    def shape(self, word: Word) -> str:
        """What kind of value a word asks for by its looks; "" where it asks for none."""
        return self.shapes.get(word.stem) or self.shapes.get(word.stem.rpartition(" ")[2], "")

    def length(self, table: str, words: Sequence[str]) -> int:
        """How many words from the first on are a form of the table; 0 where none is."""
        forms = self.words[table]
        return next((size for size in _sizes(words) if tuple(words[:size]) in forms), 0)

    def has(self, table: str, word: Word) -> bool:
        """Whether a single word is a form of the table."""
        return (word.folded,) in self.words[table]

    def asking(self, words: Sequence[str]) -> tuple[int, str]:
        """The longest form at the beginning that asks, and what for; (0, "") where none does."""
        return next(
            ((size, self.asks[key]) for size in _sizes(words) if (key := tuple(words[:size])) in self.asks), (0, "")
        )

    def meaning(self, stems: Sequence[str]) -> tuple[int, frozenset[str]]:
        """The longest phrase at the beginning that means something."""
        found = ((size, self.means.get(tuple(stems[:size]))) for size in _sizes(stems))
        return next(((size, frozenset(means)) for size, means in found if means), (1, frozenset()))


@cache
def lexicon() -> Lexicon:
    """Read once, at the first question."""
    return Lexicon(_tables())


@cache
def _tables() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    return {one: tomllib.loads((_FOLDER / f"answers_{one}.toml").read_text(encoding="utf-8")) for one in LANGUAGES}


def words_of(text: str) -> list[Word]:
    """The single words of a text, in order, with what each means."""
    words: list[Word] = []
    for found in _PIECE.finditer(text):
        for piece in _apart(found[0]):
            if piece == "'s" and words:
                words[-1] = replace(words[-1], owns=True)
            word = fold(piece)
            of = stem(word)
            is_name = piece[0].isupper() and word != "i"
            means = lexicon().means.get((of,)) or (set() if is_name and words else _slipped(of))
            words.append(Word(word, of, frozenset(means), is_name))
    return words


def with_phrases(words: Sequence[Word], *, beside: bool) -> list[Word]:
    """The words with the phrases among them that mean something: instead of their words, or `beside` them. A compound ("living room") is
    one word in any case: its parts mean something else."""
    stems, index, found = [word.stem for word in words], 0, list[Word]()
    while index < len(words):
        size, means = lexicon().meaning(stems[index : index + LONGEST_PHRASE])
        part = words[index : index + size]
        if size > 1:
            found.append(_joined(part, means))
        keeps = size == 1 or (beside and lexicon().length("compound", [word.folded for word in part]) != size)
        if keeps and (size == 1 or beside):
            found.append(words[index])
        index += 1 if keeps else size
    return found


def _joined(part: Sequence[Word], means: frozenset[str]) -> Word:
    return Word(" ".join(word.folded for word in part), " ".join(word.stem for word in part), means, size=len(part))


def _apart(word: str) -> list[str]:
    """ "mum's" as "mum" and "'s", "l'heure" as two words, "stand-up" as one, "suis-je" as two."""
    if "-" in word:
        parts = word.split("-")
        if fold(parts[-1]) in _inverted():
            return [piece for part in parts for piece in _apart(part)]
        return [word.replace("-", "")]
    head, mark, tail = word.replace("’", "'").partition("'")
    if not mark or tail.casefold() == "t":
        return [word.replace("’", "'")]
    return [head, f"'{tail}"] if tail.casefold() in _CLITICS else [head, *_apart(tail)]


@cache
def _inverted() -> frozenset[str]:
    """What stands behind a hyphen as a word of its own: "suis-je", "est-ce"."""
    tables = (table["words"].get("inverted", "") for table in _tables().values())
    return frozenset(fold(form) for forms in tables for form in forms.split(", ") if form)


@lru_cache(maxsize=8192)
def _slipped(of: str) -> frozenset[str]:
    """What a stem means that is a slip of the finger away from a known one: a letter too many, too few or two changed round."""
    if len(of) < _SLIP_FROM or of[0].isdigit() or (of,) in lexicon().words["empty"]:
        return frozenset()
    near = (known for known in lexicon().stems.get(of[0], ()) if is_slip(of, known))
    return next((frozenset(lexicon().means[known,]) for known in near), frozenset())


def is_slip(one: str, other: str) -> bool:
    """Whether two stems are one letter apart. Of short words a letter in place of another makes another word, so it is none."""
    if abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < _SLIP_FROM or one[0] != other[0]:
        return False
    changed = len(one) == len(other) and sorted(one) != sorted(other)
    return OSA.distance(one, other, score_cutoff=1) <= 1 and not (changed and len(one) <= _SLIP_FROM + 1)


def _plain(form: str) -> tuple[str, ...]:
    return tuple(fold(piece) for found in _PIECE.finditer(form) for piece in _apart(found[0]))


def _sizes(words: Sequence[str]) -> range:
    return range(min(len(words), LONGEST_PHRASE), 0, -1)


@cache
def _regular() -> Mapping[str, str]:
    """Forms that no ending shows, with their word: "met" is "meet"."""
    tables = [table["irregular"] for table in _tables().values()]
    return {fold(form): word for table in tables for word, forms in table.items() for form in forms.split(", ")}


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The word without the endings of number and time; short ones and numbers as they are."""
    word = _regular().get(fold(word), fold(word))
    if len(word) <= _SHORTEST_STEM or word[0].isdigit():
        return word
    if word.endswith("ies"):
        word = f"{word[:-3]}y"
    elif word.endswith(("ches", "shes", "sses", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) >= _SHORTEST_STEM and re.search("[aeiouy]", root):
            word = root[:-1] if root[-1] == root[-2] and root[-1] not in "lsz" else root
    word = word.removesuffix("e") if len(word) > _SHORTEST_STEM else word
    return f"{word[:-1]}i" if word.endswith("y") and len(word) > _SHORTEST_STEM else word
