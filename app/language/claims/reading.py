"""The claims in a reply's sentences: what is said to be done, by which acts it could be so, and where.

Knows neither what ran nor what was asked; whether a claim is true is the gate's affair. A claim that its own sentence takes back (a
negation, a condition, a modal, somebody else's act or word) is none.
"""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from app.language.claims.frames import HIDDEN, MARKS, Frames, Span, Words, is_adverb, read_book
from app.language.claims.sentences import Sentence
from app.language.words.verbs import ANY, OUTWARD, Acts, Meaning, acts_of, read_verbs

# said: the assistant speaks of its own act ("I've sent it"). shown: a state or a passive ("it's on your list", "sent to Ann"), which may
# as well be a report of what was read. whole: everything is finished, no act named ("Done!").
Manner = Literal["said", "shown", "whole"]
MANNERS: tuple[Manner, ...] = ("said", "whole", "shown")
LANGUAGES = {"en": "english", "de": "german", "fr": "french", "es": "spanish"}
# What takes a claim back: a piece, where it stands, for which manner ("": both), and the piece that makes it harmless.
_DENIALS = (
    ("negation", "clause", "", "no_negation"),
    ("pending", "wide", "", ""),
    ("modal", "to_verb", "", ""),
    ("condition", "in_front", "said", ""),
    ("aside", "in_front", "shown", ""),
    ("leading", "sentence_before", "shown", ""),
    ("words_to_say", "before", "said", ""),
    ("relative", "before", "said", ""),
    ("report", "before", "shown", "i_report"),
    ("generic", "clause", "shown", ""),
    ("still", "through", "shown", ""),
    ("unchanged", "sentence", "shown", ""),
)
_NUMBERED = re.compile(r"\s*#\d")  # something kept that is shown by its number
_TICKS = "✅✔☑"
_OBJECT_WORDS = 10  # that are looked at for where an act happened
_PREPOSITIONS = frozenset("on in into onto to from off under at inside".split())


@dataclass(frozen=True, slots=True)
class Claim:
    """`actions`: any of these would back it. `places`: on which shelf, one of these; none when it does not say. `words`: as they stand.

    `past`: told as done before this turn ("this morning"), `earlier_day`: on another day. `is_outward`: its foremost act is
    one that somebody else notices. `language`: two letters.
    """

    words: str
    actions: Acts
    manner: Manner
    places: frozenset[str]
    past: bool
    earlier_day: bool
    is_outward: bool
    language: str
    sentence: Sentence


@dataclass(frozen=True)
class Language:
    """One language's templates and words. `meanings`: the name of a template → what it claims (None: what its verb does)."""

    name: str
    claims: Frames
    pieces: Frames  # what stands around a claim
    meanings: dict[str, Meaning | None]
    shelves: dict[str, str]
    things: dict[str, str]
    words: dict[str, frozenset[str]]


@cache
def read_language(name: str) -> Language:
    """The language of that two-letter name. Raises KeyError for one that is not in LANGUAGES."""
    book, verbs = read_book(LANGUAGES[name]), read_verbs(name)
    words = {key: frozenset(value.split()) for key, value in book.get("words", {}).items()}
    shelves, things = _by_noun(book["shelves"]), _by_noun(book.get("things", {}))
    lists = {
        "verb_done": verbs.past.keys() - verbs.kinds.get("light", frozenset()),
        "verb_past": verbs.past.keys()
        - verbs.kinds.get("light", frozenset())
        - verbs.kinds.get("not_bare", frozenset()),
        "verb_doing": verbs.doing.keys(),
        "shelf": shelves.keys(),
    }
    rules = book.get("rules", {})
    tables = {f"{manner} {key}": texts for manner in MANNERS for key, texts in book[manner].items()}
    meanings = {table: _meaning(table.partition(" ")[2]) for table in tables}
    pieces = {
        key: texts for part in ("past_time", "denied", "never", "affirmed") for key, texts in book.get(part, {}).items()
    }
    pieces["lead"] = ["<lead>"] if "lead" in rules else []
    claims, around = Frames(tables, rules, lists), Frames(pieces, rules, lists)
    return Language(name, claims, around, meanings, shelves, things, words)


def _by_noun(table: dict[str, str]) -> dict[str, str]:
    nouns: dict[str, str] = {}
    for place, words in table.items():
        for noun in words.split():
            nouns[noun] = f"{nouns[noun]} {place}" if noun in nouns else place
    return nouns


def _meaning(key: str) -> Meaning | None:
    return None if key == "verb" else Meaning(acts_of(key), "" if key == "any" else key.split(" ")[0])


def find(sentence: Sentence) -> Iterator[Claim]:
    """Every claim of one sentence, in any language we read; a question claims nothing."""
    if sentence.is_question:
        return
    words = sentence.words
    for name in LANGUAGES:
        language = read_language(name)
        spans = [*language.claims.find(words), *(headlines(words, read_verbs().past) if name == "en" else ())]
        for span in spans:
            if not _taken_back(language, words, span):
                yield _claim(language, sentence, span)


def has_mark(sentence: Sentence) -> bool:
    """Whether the line carries a tick."""
    return any(sign in sentence.text for sign in _TICKS)


def marked(sentence: Sentence) -> Claim:
    """A ticked line as a claim: that it is done, whatever it is."""
    return whole_sentence(sentence, manner="whole")


def whole_sentence(sentence: Sentence, *, manner: Manner = "shown", words: str = "") -> Claim:
    """A sentence as a claim of no particular act."""
    pieces = read_language("en").pieces
    past, earlier = (pieces.says(sentence.words, name) for name in ("past", "earlier_day"))
    return Claim(words or sentence.text.strip(), ANY, manner, frozenset(), past, earlier, False, "en", sentence)


def affirmed(sentence: Sentence, about: Acts) -> Iterator[Claim]:
    """A plain yes to the question whether something was done: "It did, at nine"."""
    language = read_language("en")
    span = language.pieces.first(sentence.words, "yes")
    if span and not sentence.is_question and not denied(language, sentence.words, span, said=False):
        claim = whole_sentence(sentence, words=sentence.words.between(span.start, span.end))
        yield replace(claim, actions=about, past=True)


def headlines(words: Words, verbs: Container[str], *, loose: bool = True) -> Iterator[Span]:
    """ "Sent to Ann", "Invoice sent to Ann": a participle that opens the sentence, or ends what opens it, and no other verb behind it.

    `verbs`: the participles. `loose`: they are sure to be some, so that anything may follow.
    """
    language, said = read_language("en"), words.said
    known = language.words
    ends = known["after_noun"] if loose else known["after_noun"] - known["loose"]
    first = _behind_lead(language, words)
    if first < len(said) and said[first] in verbs and said[first] not in ("rang", "set", "put"):
        is_list = language.pieces.begins(words, "listed", first + 1) is not None
        goes_on = loose or first + 1 >= len(said) or said[first + 1] in known["after_bare"] | MARKS
        if goes_on and not is_list and not _has_finite(known, said, first):
            yield Span("shown verb", first, first + 1, first)
    for at in range(first + 1, min(len(said), first + (7 if loose else 5))):
        if said[at - 1] in known["no_subject"] or said[at - 1] in MARKS:
            return
        is_verb = said[at] in verbs and said[at] not in ("called", "rang") and said[at + 1 : at + 2] != ("off",)
        after = next((word for word in said[at + 1 :] if not is_adverb(word)), "")
        if is_verb and (not after or after in ends) and not _has_finite(known, said, at):
            yield Span("shown verb", first, at + 1, at)
            return


def _behind_lead(language: Language, words: Words) -> int:
    """Where the sentence begins, behind "Sure thing, I just"."""
    at = 0
    while at < len(words.said):
        end = language.pieces.begins(words, "lead", at)
        if end is not None and end < len(words.said):
            at = end
        elif words.said[at] in MARKS or is_adverb(words.said[at]):
            at += 1
        else:
            break
    return at


def _has_finite(known: dict[str, frozenset[str]], said: tuple[str, ...], at: int) -> bool:
    """Whether the clause goes on with a verb of its own."""
    end = next((number for number in range(at + 1, len(said)) if said[number] in ".,;:-"), len(said))
    return any(
        said[number] in known["finite"] and said[number + 1 : number + 2] != (HIDDEN,) for number in range(at + 1, end)
    )


def _claim(language: Language, sentence: Sentence, span: Span) -> Claim:
    words = sentence.words
    manner = span.name.partition(" ")[0]
    meaning = language.meanings[span.name]
    if meaning is None:
        table, verb = read_verbs(language.name), words.said[span.verb]
        meaning = table.past.get(verb) or table.doing.get(verb) or Meaning(ANY)
    return Claim(
        words=words.between(span.start, span.end),
        actions=meaning.acts,
        manner=manner,  # type: ignore[arg-type]
        places=_places(language, words, span, meaning),
        past=language.pieces.says(words, "past"),
        earlier_day=language.pieces.says(words, "earlier_day"),
        is_outward=meaning.first in OUTWARD,
        language=language.name,
        sentence=sentence,
    )


def _places(language: Language, words: Words, span: Span, meaning: Meaning) -> frozenset[str]:
    """Where the claim says that it happened: by its verb, by the shelf it names, or by the thing that it was done to."""
    said, shelves = words.said, language.shelves
    if meaning.first == "remind":  # what it reminds of comes after it
        return frozenset()
    if language.name != "en":
        return _named(shelves, said[span.start :])
    found = frozenset(meaning.place.split()) | _named(shelves, said[span.end - 1 : span.end])
    ends = language.words["object_ends"]
    start, end = _until(said, max(span.verb + 1, span.end), ends - {"about", "for", "to"})
    for at in range(start, end):
        if said[at] in _PREPOSITIONS:
            found |= _named(shelves, said[at + 1 : min(at + 4, end)])
    if found or not meaning.first or meaning.first in OUTWARD | {"complete"}:
        return found
    if span.name.startswith("said") or span.verb == span.start:  # the object of "I …", else the subject of a state
        return _named(language.things, said[slice(*_until(said, max(span.verb, span.start) + 1, ends))])
    start, _ = words.edges(span.start, span.start + 1, lambda at: said[at] in language.words["said_breaks"] | {"and"})
    start, end = _until(said, start, ends)
    return _named(language.things, said[start : min(end, max(span.verb, span.start + 1))])


def _named(nouns: dict[str, str], said: tuple[str, ...]) -> frozenset[str]:
    return frozenset(place for word in said if word in nouns for place in nouns[word].split())


def _until(said: tuple[str, ...], start: int, ends: frozenset[str]) -> tuple[int, int]:
    end = next((at for at in range(start, len(said)) if said[at] in ends), len(said))
    return start, min(end, start + _OBJECT_WORDS)


def _taken_back(language: Language, words: Words, span: Span) -> bool:
    verb = max(span.verb, span.start)
    never = (other for other in language.pieces.find(words) if other.name == "never")
    if any(verb < other.end and other.start < span.end for other in never):
        return True
    if language.name != "en":
        return language.pieces.says(words, "back", 0, _until_told(language, words, span.end))
    return denied(language, words, span, said=span.name.startswith("said"))


def _until_told(language: Language, words: Words, start: int) -> int:
    """Where it goes on with what was noted, which may be a no, or with "no worries": from a token on, else the end."""
    told = language.pieces.first(words, "told", start)
    end = told.start if told else len(words.said)
    return next((at for at in range(start, end) if words.said[at] in ":-"), end)


def denied(language: Language, words: Words, span: Span, *, said: bool) -> bool:
    """Whether the sentence says itself that it is not so, not yet so, or not ours. `said`: the span has "I" for its subject."""
    pieces = language.pieces
    regions = _regions(language, words, span, said=said)
    for name, where, manner, unless in _DENIALS:
        region = regions[where]
        if (
            manner in ("", "said" if said else "shown")
            and pieces.says(region, name)
            and not pieces.says(region, unless)
        ):
            return True
    first = words.said[span.start]
    if first == "called" and words.text[words.ends[span.start] :].lstrip(" *_\"'")[:1].isupper():
        return True
    if pieces.says(regions["span"], "goes_on") and pieces.says(regions["after"], "for_promises"):
        return True
    if said and first in ("and", ","):  # its subject stands before it
        return pieces.says(regions["before"], "planned") or not pieces.says(regions["before"], "acted")
    if said:
        return "," in regions["span"].said and not language.words["subjects"].isdisjoint(regions["span"].said[1:])
    own = pieces.first(words, "own_text")
    if _NUMBERED.match(words.text) or (own and own.start < span.end and own.end > span.start):
        return True
    return _by_somebody(language, words, span.end) or _has_of_somebody(language, words, span)


def _regions(language: Language, words: Words, span: Span, *, said: bool) -> dict[str, Words]:
    """The parts of the sentence that may take a claim back. "and" ends its clause where another subject follows."""
    breaks, subjects, tokens = language.words["said_breaks"], language.words["new_subject"], words.said
    verb = span.verb if span.verb >= 0 else span.start
    wide = words.edges(span.start, span.end, lambda at: tokens[at] in breaks)
    start, end = words.edges(
        span.start,
        span.end,
        lambda at: tokens[at] in breaks or (tokens[at] == "and" and not subjects.isdisjoint(tokens[at + 1 : at + 2])),
    )
    if said and (told := language.pieces.first(words, "told", span.start, end)):
        end = told.start
    return {
        "clause": words.part(start, end),
        "wide": words.part(*wide),
        "before": words.part(0, span.start),
        "to_verb": words.part(0, verb),
        "in_front": words.part(wide[0], max(verb, span.start + 1)),
        "through": words.part(start, span.end),
        "sentence": words,
        "sentence_before": words.part(0, wide[0]),
        "span": words.part(span.start, span.end),
        "after": words.part(span.end, len(tokens)),
    }


def _by_somebody(language: Language, words: Words, end: int) -> bool:
    """ "closed by Linda": somebody else did it."""
    by = next((at for at in range(end, min(end + 4, len(words.said) - 1)) if words.said[at] in MARKS | {"by"}), None)
    if by is None or words.said[by] != "by" or language.pieces.begins(words, "not_by", by) is not None:
        return False
    return words.text[words.starts[by + 1]].isupper() or language.pieces.begins(words, "by_whom", by) is not None


def _has_of_somebody(language: Language, words: Words, span: Span) -> bool:
    """ "he's sent me a link": a short form of "has", so somebody else's act."""
    is_short = words.text[: words.ends[span.start]].endswith(("'s", "'ve"))
    goes_on = language.pieces.begins(words, "object", span.end) is not None
    return is_short and goes_on and "been" not in words.said[span.start :]
