"""What a question about one's own things asks for: what kind of answer, about whom, and by which words.

Pure; the words are data, `words/answers_<language>.toml`, of all languages at once: a question in one finds what was told in another.
Invariant: at most `LOOKED_AT` characters are read. Knows nothing of what was told.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from rapidfuzz.distance import OSA

from app.language.words.tokens import fold

LOOKED_AT = 300
_LANGUAGES = ("en", "fr")
_FOLDER = Path(__file__).parent / "words"
_PIECE = re.compile(r"[^\W_]+(?:['’][^\W_]+|[.,:/]\d+)*(?:-[^\W_]+)*")
_QUESTION = re.compile(r"[^.!?\n]+[?]?")
_CLITICS = frozenset(
    "s m re ve ll d".split()
)  # "what's" is two words, "can't" is one, and so is every other with an apostrophe two
_LONGEST_PHRASE = 5
_SHORTEST_STEM, _SLIP_FROM = 3, 5
_HOLDER, _PLAIN, _ATTRIBUTE = 0.8, 1.0, 0.6  # what a word of a question counts
_NEITHER = frozenset(
    ("it", "there", "that", "this", "he", "she", "one", "everybody", "everyone")
)  # whom "'s" makes no owner
_WHETHER, _WHO, _COUNT = "whether", "who", "count"


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


@dataclass(frozen=True, slots=True)
class Asked:
    """A word that a question is about and what it counts. Without one that is `required` nothing answers."""

    word: Word
    weight: float
    required: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """`kind`: who, where, when, count, what or whether; "" of a topic that asks nothing. `of_self`: it is about the user, not about
    somebody else. `giver`: who gives, where it asks of lending and owing: "self", "other" or ""."""

    kind: str
    asked: tuple[Asked, ...]
    of_self: bool
    giver: str = ""
    is_of_you: bool = False

    @property
    def is_of_theirs(self) -> bool:
        """Whether it is about one of the user's people."""
        return any(one.word.person for one in self.asked)

    @property
    def topic(self) -> str:
        """The words that say what it is about."""
        return " ".join(one.word.folded for one in self.asked)


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
        self.gives |= {stem(form): way for way, forms in table["gives"].items() for form in forms.split(", ")}
        self.shapes |= {stem(form): kind for kind, forms in table["shapes"].items() for form in forms.split(", ")}
        self.opposites |= {f"={name}": f"={other}" for name, other in table["opposite"].items()}
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
    return {one: tomllib.loads((_FOLDER / f"answers_{one}.toml").read_text(encoding="utf-8")) for one in _LANGUAGES}


def language_of(text: str) -> str:
    """The language most of whose small words stand in a text; English where none has more."""
    words = [(word.folded,) for word in words_of(text[:LOOKED_AT])]
    counts = {one: sum(word in own for word in words) for one, own in lexicon().own_words.items()}
    return max(_LANGUAGES, key=lambda one: counts[one])


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
        size, means = lexicon().meaning(stems[index : index + _LONGEST_PHRASE])
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


def asks(text: str) -> bool:
    """Whether it is a question of the user's about what they may have told: not one about the assistant itself."""
    words = [word.folded for word in _unframed(words_of(text[:LOOKED_AT]))]
    return bool(words) and (lexicon().asking(words)[0] > 0 or text.rstrip().endswith("?"))


def as_asked(about: str, said: str) -> str:
    """The sentence of `said` that asks about a topic, since it also says what kind of answer is wanted; else the topic."""
    topic = [word for word in words_of(about[:LOOKED_AT]) if not _is_empty(word)]
    for found in _QUESTION.finditer(said[: 2 * LOOKED_AT]):
        words = words_of(found[0])
        if asks(found[0]) and all(
            any(one.stem == word.stem or one.means & word.means for one in words) for word in topic
        ):
            return found[0].strip()
    return about


@lru_cache(maxsize=64)
def read_question(text: str) -> Question:
    """What is asked. Never raises; of a text without a telling word, nothing is asked."""
    words = words_of(text[:LOOKED_AT])
    spoken = _unframed([replace(word, is_name=word.is_name and index > 0) for index, word in enumerate(words)])
    at, size, kind = _asking([word.folded for word in spoken])
    rest = [*spoken[:at], *spoken[at + size :]]
    is_self = any(map(_is_self, spoken))
    is_of_you = not is_self and any(lexicon().length("you", [word.folded]) for word in spoken)
    asked = _weighed(rest, _subject(rest, at, " ".join(word.folded for word in spoken[at : at + size]), kind))
    if kind == _COUNT and spoken[at + size - 1].stem in lexicon().shapes:  # "how tall" asks for a height
        asked.append(Asked(spoken[at + size - 1], _ATTRIBUTE))
    if kind == _WHETHER:
        asked = [replace(one, word=_with_opposite(one.word)) for one in asked]
    others = any(one.required and (one.word.person or one.word.is_name or one.word.owns) for one in asked)
    return Question(
        kind, tuple(asked), not others and (is_self or not kind), giver(rest, is_open=kind == _WHO), is_of_you
    )


def giver(words: Sequence[Word], *, is_open: bool = False) -> str:
    """Who gives, where the words tell of lending or owing: "self" or "other"; "" where they don't say. `is_open`: "who" does it."""
    for index, word in enumerate(words):
        way = lexicon().gives.get(word.stem)
        if way:
            before = next(
                (one for one in reversed(words[max(0, index - 4) : index]) if _is_self(one) or not _is_empty(one)), None
            )
            to_self = any(map(_is_self, words[index + 1 :]))
            doer = (
                "self" if before and _is_self(before) else "other" if before or (is_open and to_self) or to_self else ""
            )
            return doer if way == "gives" else {"self": "other", "other": "self"}.get(doer, "")
    return ""


def _is_self(word: Word) -> bool:
    return bool(lexicon().length("self", [word.folded]))


def _weighed(words: Sequence[Word], subject: Word | None) -> list[Asked]:
    """The telling words with their weights. Required: an owner, a person, a name, who does it, and to whom something is lent."""
    asked: list[Asked] = []
    lends = any(word.stem in lexicon().gives for word in words)
    for word in _telling(words):
        shape = lexicon().shape(word)
        if word.owns or word.person or word.is_name or word is subject:
            asked.append(Asked(word, _HOLDER, required=True))
        elif shape or (words and word is words[0]):  # "which food": what answers is one of them, by its own name
            asked.append(Asked(word, _ATTRIBUTE))
        else:
            asked.append(Asked(word, _PLAIN, required=lends and not word.means))
    return asked


def _subject(words: Sequence[Word], at: int, asking: str, kind: str) -> Word | None:
    """Who or what does it, by its place: right behind "does" or "is", without an article."""
    if not kind or kind == _WHO:
        return None
    is_verb = kind == _WHETHER or asking.endswith(("'s", "s"))
    for index in range(at, min(len(words), at + 6)):
        aux = index > 0 and lexicon().asking([words[index - 1].folded])[1] == _WHETHER
        if ((is_verb and index == at) or aux) and not _is_empty(words[index]):
            return words[index]
    return None


def _with_opposite(word: Word) -> Word:
    others = {lexicon().opposites[one] for one in word.means if one in lexicon().opposites}
    return replace(word, means=word.means | others)


def _telling(words: Sequence[Word]) -> Iterator[Word]:
    """Phrases and words that say what it is about."""
    for word in with_phrases(words, beside=False):
        if word.size > 1 or not _is_empty(word):
            yield word


def _is_empty(word: Word) -> bool:
    return bool(lexicon().length("empty", [word.folded])) or word.folded.startswith("'")


def _unframed(words: Sequence[Word]) -> list[Word]:
    """Without "do you know" and "did I say"."""
    kept, index, folded = list[Word](), 0, [word.folded for word in words]
    while index < len(words):
        size = lexicon().length("frame", folded[index : index + _LONGEST_PHRASE])
        if not size:
            kept.append(words[index])
        index += size or 1
    return kept


def _asking(words: Sequence[str]) -> tuple[int, int, str]:
    """Where the words that ask stand, how many they are, and what they ask for."""
    for index in range(min(len(words), 3)):
        size, kind = lexicon().asking(words[index:])
        if size and not (kind == _WHETHER and index):
            return index, size, kind
    return 0, 0, ""


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
    return range(min(len(words), _LONGEST_PHRASE), 0, -1)


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
