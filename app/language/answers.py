"""Which sentence answers a question: the question and stored sentences in, those that answer it out, best first, each with a score.

Nothing is made up: an answer is a sentence somebody told. A sentence may answer where it is about the same people and tells the kind of
thing that is asked (a place, a time, a number). How well it does is said by the words in common, or what means the same, and by how near an
encoder finds the two. Invariant: a score lies between 0 and 1, and from `ENOUGH` on a sentence may be quoted. Pure; knows no storage.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.language.evidence import Signs, scores
from app.language.questions import Asked, Question, asks_of_itself, giver, kin, read_question
from app.language.vocabulary import Word, is_slip, lexicon, with_phrases, words_of

ENOUGH, MAYBE = 0.5, 0.35
MOST_READ, MOST_SENTENCE, MOST_SENTENCES = (
    20_000,
    400,
    60,
)  # characters of a text and of a sentence, sentences of a text
_LONGEST_TITLE, _FEW = 12, 2
_BREAK = re.compile(r"(?<=[.!?…])\s+(?=\S)|\n+")
_LONG_NUMBER = re.compile(r"\d[\d ./-]{3,}\d|\b(?=\w*\d)(?=\w*[^\W\d])\w{4,}\b")  # a telephone number, a code
_DAY_OR_HOUR = re.compile(
    r"\d{1,2}[:h]\d{2}|\d{1,2} ?(?:am|pm|h)\b|\d{1,2}[./-]\d{1,2}\b|\b(?:19|20)\d{2}\b", re.IGNORECASE
)
_HOUR = re.compile(
    r"\d{1,2} ?[:h.] ?\d{2}|\d ?(?:am|pm|h)\b|\b(?:at|by|till|until|à|vers) \d{1,2}\b(?![./-])", re.IGNORECASE
)
_CURRENCY = re.compile(r"[$€£₵¢]|\d(?:ghs|ghc|cfa|eur|usd)\b", re.IGNORECASE)
_HEAD_ENDS = re.compile(r"[:;,(\n]| - ")  # behind it nothing says any more whom a sentence is about
# What each way to say the same word is worth, and from how many letters on a beginning in common counts.
_MEANS, _SLIPPED, _BEGINS, _SHAPED, _BESIDE = 0.95, 0.85, 0.85, 0.75, 0.6
_BEGINS_FROM, _IN_COMMON, _COMPOUND = 4, 0.62, 3
_REQUIRED = 0.8
_BY_SHAPE = ("where", "when", "count", "price", "why")  # what these ask for is told by the looks of a sentence
# Measured on questions with and without an answer: what share of its words is enough alone.
_SAID_ENOUGH, _STEEP = 0.72, 12.0


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence that may answer; `key` is the caller's. `beside`: what says what it is about, such as its title. `is_talk`: said in
    passing, where orders and questions are no answers. `has_time`: it is due at a time of its own. `named`: the
    same with both names of whom it speaks of."""

    text: str
    key: int = 0
    beside: str = ""
    is_talk: bool = False
    has_time: bool = False
    named: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A sentence and how well it answers, between 0 and 1; `said`: what share of the question it says itself."""

    told: Told
    score: float
    said: float


@dataclass(frozen=True, slots=True)
class _Read:
    """A sentence taken into words."""

    words: tuple[Word, ...]
    around: tuple[Word, ...]  # what stands beside it
    subject: tuple[Word, ...]  # the people it is about, where it is about somebody else
    of_self: bool  # it says "I" or "my"
    shapes: frozenset[str]  # what kinds of thing it tells
    kin: tuple[tuple[Word, Word], ...] = ()  # whose people it speaks of


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order. One that begins with "he" or "it" stays with the one before, which says who that is."""
    found: list[str] = []
    for piece in (piece.strip() for piece in _BREAK.split(text[:MOST_READ])):
        words = piece.split(maxsplit=1)
        joins = bool(found and words) and (_ends_short(found[-1]) or _leans(words[0]))
        if joins:
            found[-1] = f"{found[-1]} {piece}"
        elif words:
            found.append(piece)
    return found[:MOST_SENTENCES]


def is_told(sentence: str) -> bool:
    """Whether it tells something: no question, no order, nothing supposed, nothing said of whom it is said to."""
    spoken, table = words_of(sentence[:MOST_SENTENCE]), lexicon()
    words = [word.folded for word in spoken]
    if any(table.length("you", [word]) for word in words) and not any(table.length("self", [word]) for word in words):
        return False
    while words and (size := table.length("please", words)):
        words = words[size:]
    starts = any(table.length(name, words) for name in ("orders", "doubt"))
    return len(words) > _FEW and not (starts or asks_of_itself(spoken) or sentence.rstrip().endswith("?"))


def rank(question: str, told: Sequence[Told], near: Mapping[int, float] | None = None) -> list[Answer]:
    """The sentences that may answer, best first, earlier ones first among equals. `near`: by place in `told`, how near in meaning it is on
    the scale all encoders share. Without it they are judged by their words alone, and strictly."""
    if near:
        return _weighed(question, told, near)
    asked = read_question(question)
    if not asked.asked:
        return []
    read = [(one, _read(_sentence(one), f"{one.beside} {one.named}".strip())) for one in told]
    worth = _rarity(asked, [of for _, of in read])
    found = [
        Answer(one, _score(said), said)
        for one, of in read
        if (not one.is_talk or is_told(one.text)) and _may_answer(asked, of, one)
        for said in (_said(asked, of, worth),)
    ]
    return sorted(found, key=lambda answer: -answer.score)


def _weighed(question: str, told: Sequence[Told], near: Mapping[int, float]) -> list[Answer]:
    """All that can be told of, by what speaks for each among the others."""
    chosen = [index for index, one in enumerate(told) if index in near and (not one.is_talk or is_told(one.text))]
    signs = signs_of(
        question, [told[index] for index in chosen], {place: near[index] for place, index in enumerate(chosen)}
    )
    found = [
        Answer(told[index], score, sign.said) for index, sign, score in zip(chosen, signs, scores(signs), strict=True)
    ]
    return sorted(found, key=lambda answer: -answer.score)


def _begins_question(word: Word) -> bool:
    """Whether a first word has its capital from where it stands: "Where", "Comment", "Is"."""
    table = lexicon()
    return any((word.folded,) in empty for empty in table.own_words.values()) or any(
        phrase[0] == word.folded for phrase in table.asks
    )


def signs_of(question: str, told: Sequence[Told], near: Mapping[int, float]) -> list[Signs]:
    """What speaks for each sentence as an answer."""
    asked = read_question(question)
    words = words_of(question[:MOST_SENTENCE])
    names = [word for at, word in enumerate(words) if word.is_name and (at or not _begins_question(word))]
    read = [_read(_sentence(one), f"{one.beside} {one.named}".strip()) for one in told]
    worth = _rarity(asked, read)
    found = list[Signs]()
    for place, (one, of) in enumerate(zip(told, read, strict=True)):
        known = sum(_match(name, (*of.words, *of.around)) >= _REQUIRED for name in names)
        said = _said(asked, of, worth) if asked.asked else 0.0
        may = bool(asked.asked) and _may_answer(asked, of, one)
        fits = _SHAPES.get(asked.kind, asked.kind) in of.shapes or (asked.kind == "when" and one.has_time)
        strange = len(names) - known
        found.append(Signs(near[place], said, may, fits, known, strange))
    return found


_SHAPES = {"who": "name"}


def _sentence(told: Told) -> str:
    return told.text[:MOST_SENTENCE]


def _score(said: float) -> float:
    """From the share of the question's words that it says."""
    return 1 / (1 + math.exp(-_STEEP * (said - _SAID_ENOUGH)))


def _may_answer(asked: Question, read: _Read, told: Told) -> bool:
    """Whether it is about the same people and tells what kind of thing is asked."""
    if not all(_says(one, read) for one in asked.asked) or (asked.of_self and _is_of_others(asked, read)):
        return False
    if _is_of_their_people(asked, read) or (asked.kind == "who" and _only_owns(asked, read)):
        return False
    gives = giver(read.words, is_told=True) if asked.giver else ""
    if gives and asked.giver != gives:
        return False
    if asked.of_hour and not ("hour" in read.shapes or told.has_time):
        return False
    return asked.kind not in _BY_SHAPE or asked.kind in read.shapes or (asked.kind == "when" and told.has_time)


def _says(one: Asked, read: _Read) -> bool:
    """Whether a word is there that must be, and a value of the shape that is asked for."""
    if one.required and max(_match(one.word, read.words), _match(one.word, read.around)) < _REQUIRED:
        return False
    shape = lexicon().shape(one.word)
    return not shape or shape in read.shapes or _match(one.word, read.words) > 0


def _is_of_their_people(asked: Question, read: _Read) -> bool:
    """Whether it is about somebody's people where that somebody is asked about, or about others' people: "Yaw's sister lives in Ho" tells
    neither where Yaw lives nor where my sister does, "my boss is Esi" not who Esi's is."""
    for owner, person in asked.kin:
        owners = [one for one, other in read.kin if _alike(person, other) >= _REQUIRED]
        if not person.person and not all(lexicon().has("self", one) for one in owners):
            continue  # a thing may be told of by its owner's name or part
        if owners and not any(_is_same_owner(owner, one) for one in owners):
            return True
    held = [
        one.word for one in asked.asked if one.required and not any(one.word.stem == of.stem for of, _ in asked.kin)
    ]
    for word in held:
        theirs = [other for owner, other in read.kin if other.person and _alike(word, owner) >= _REQUIRED]
        alone = sum(_alike(word, one) >= _REQUIRED for one in read.words) <= len(theirs)
        if theirs and alone and not any(_match(one.word, theirs) for one in asked.asked):
            return True
    return False


def _is_same_owner(one: Word, other: Word) -> bool:
    """The same somebody, or both the user."""
    return lexicon().has("self", one) == lexicon().has("self", other) and (
        lexicon().has("self", one) or _alike(one, other) >= _REQUIRED
    )


def _only_owns(asked: Question, read: _Read) -> bool:
    """Whether who is asked for only has something in it: "the doctor's tablets" doesn't tell who the doctor is."""
    if any(lexicon().shapes.get(word.stem) == "name" for word in read.words):
        return False
    for one in asked.asked:
        if one.required and not one.word.owns:
            said = [word for word in read.words if _alike(one.word, word) >= _REQUIRED]
            if said and all(word.owns for word in said):
                return True
    return False


def _is_of_others(asked: Question, read: _Read) -> bool:
    """Whether it is about people who were not asked about. "Kwaku lent me his drill" is about me too, "my sister lives in Tema" is not."""
    strangers = [one for one in read.subject if not any(_alike(other.word, one) for other in asked.asked)]
    shared = read.of_self and not any(one.person for one in read.subject[:1])
    return bool(strangers) and len(strangers) == len(read.subject) and not shared


def _said(asked: Question, read: _Read, worth: Mapping[str, float]) -> float:
    """What share of the question's words a sentence says, by their weight."""
    if not any(_match(one.word, read.words) or _match(one.word, read.around) for one in asked.asked):
        return 0.0  # the looks alone say nothing
    whole = said = 0.0
    for one in asked.asked:
        weight = one.weight * worth[one.word.stem]
        shaped = _SHAPED if lexicon().shape(one.word) in read.shapes else 0.0
        whole += weight
        said += weight * max(_match(one.word, read.words), _BESIDE * _match(one.word, read.around), shaped)
    return said / whole


def _rarity(asked: Question, read: Sequence[_Read]) -> dict[str, float]:
    """What each word counts by how many of the sentences say it: what nearly all say tells little."""
    counts = {one.word.stem: sum(_match(one.word, of.words) >= _REQUIRED for of in read) for one in asked.asked}
    return {of: 1 / math.log2(2 + 8 * count / max(len(read), 8)) for of, count in counts.items()}


def _match(word: Word, words: Iterable[Word]) -> float:
    """How well the best of the words says this one."""
    return max((_alike(word, other) for other in words), default=0.0)


def _alike(word: Word, other: Word) -> float:
    return _compared(word.stem, word.means, other.stem, other.means)


@lru_cache(maxsize=65_536)
def _compared(asked: str, wanted: frozenset[str], said: str, means: frozenset[str]) -> float:
    """How much a word said is worth for a word asked: the same, the same in meaning, a slip of the finger, one made of the other."""
    if asked == said:
        return 1.0
    if wanted and means:
        return _MEANS if _means(wanted, means) else 0.0
    return _nearly(asked, said)


def _means(asked: frozenset[str], said: frozenset[str]) -> bool:
    """The same meaning, or a narrower one of what is asked."""
    wide = [one for one in asked if one[0] != "<"]
    return any(one in said or f"<{one.lstrip('=')}" in said for one in wide)


def _nearly(one: str, other: str) -> float:
    """A slip of the finger, or a word made of the one that is asked."""
    short, long = sorted((len(one), len(other)))
    if one[0].isdigit() or other[0].isdigit() or short < _BEGINS_FROM:
        return 0.0
    if is_slip(one, other):
        return _SLIPPED
    common = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), short)
    if common >= _BEGINS_FROM and common >= _IN_COMMON * long:
        return _BEGINS
    return _BEGINS if long - short >= _COMPOUND and other.endswith(one) else 0.0


@lru_cache(maxsize=4096)
def _read(sentence: str, beside: str) -> _Read:
    words = words_of(sentence)
    head = words_of(_HEAD_ENDS.split(sentence, maxsplit=1)[0])
    every = with_phrases(words, beside=True)
    table = lexicon()
    of_self = any(table.length("self", [word.folded]) for word in words)
    around = with_phrases(words_of(beside[:MOST_SENTENCE]), beside=True) if beside else []
    return _Read(tuple(every), tuple(around), _subject(head), of_self, _shapes(sentence, words), kin(words))


def _subject(words: Sequence[Word]) -> tuple[Word, ...]:
    """Whom of other people a sentence is about, by its beginning: "my sister Abena", "Kofi from accounting is", "Dr Quaye"."""
    table, found = lexicon(), list[Word]()
    if words and table.length("speaks", [words[0].folded]):
        return ()
    for index, word in enumerate(words[:6]):
        if table.length("acts", [word.folded]) or word.folded.startswith("'"):
            break
        behind = words[index + 1].folded if index + 1 < len(words) else ""
        does = bool(table.length("acts", [behind])) or behind == "'s"
        titled = index > 0 and bool(table.length("titles", [words[index - 1].folded]))
        if word.person or titled or (word.is_name and does) or (word.is_name and index and words[index - 1].person):
            found.append(word)
        if word.owns:
            break
    return tuple(found)


def _shapes(sentence: str, words: Sequence[Word]) -> frozenset[str]:
    """What kinds of thing a sentence tells by its looks."""
    table, folded = lexicon(), [word.folded for word in words]
    is_time = [bool(table.length("time", [word]) or table.length("time", [word.rstrip("s")])) for word in folded]
    told = {
        ("when", "time"): any(is_time) or _DAY_OR_HOUR.search(sentence),
        ("hour",): _HOUR.search(sentence)
        or any(table.length("hour", folded[at : at + 2]) for at in range(len(folded))),
        ("count",): any(char.isdigit() for char in sentence) or any(table.length("number", [word]) for word in folded),
        ("price",): _tells_price(sentence, words),
        ("digits",): _LONG_NUMBER.search(sentence),
        ("where", "place"): _tells_place(folded),
        ("why",): any(table.length("reason", folded[index : index + 3]) for index in range(len(folded))),
        ("name",): any(word.is_name and not time for word, time in zip(words[1:], is_time[1:], strict=True))
        or any(table.shapes.get(word.stem) == "name" for word in words),
    }
    return frozenset(shape for shapes, is_told in told.items() if is_told for shape in shapes)


def _tells_place(folded: Sequence[str]) -> bool:
    table, names = lexicon(), ["place"]
    if any(table.length("pidgin", [word]) for word in folded):
        names.append("pidgin_place")
    return any(table.length(name, folded[index : index + 3]) for name in names for index in range(len(folded)))


def _tells_price(sentence: str, words: Sequence[Word]) -> bool:
    """Whether it names money, or tells of paying with a number that is no date and no hour."""
    table, rest = lexicon(), _DAY_OR_HOUR.sub(" ", sentence)
    if _CURRENCY.search(sentence) or any(table.has("money", word) for word in words):
        return True
    pieces = words_of(rest)
    dated = [any(table.has("time", one) for one in pieces[max(0, at - 1) : at + 2]) for at in range(len(pieces))]
    amount = any(one.folded[0].isdigit() and not dated[at] for at, one in enumerate(pieces))
    return amount and any(word.stem in table.implied["price"] or table.has("pays", word) for word in words)


def _ends_short(text: str) -> bool:
    """Whether it ends in "Dr." or an initial, which end no sentence."""
    last = words_of(text[-_LONGEST_TITLE:])[-1:]
    return text.endswith(".") and any(
        len(word.folded) == 1 or lexicon().length("titles", [word.folded]) for word in last
    )


def _leans(word: str) -> bool:
    return lexicon().length("leans", [one.folded for one in words_of(word)]) > 0
