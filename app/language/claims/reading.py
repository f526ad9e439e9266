"""The claims in a reply's sentences: what is said to be done, by which acts it could be so, and where.

Knows neither what ran nor what was asked; whether a claim is true is the gate's affair. A claim that its own sentence takes back (a
negation, a condition, a modal, somebody else's act or word) is none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from app.language.claims.frames import HIDDEN, MARKS, Frames, Span, Words, read_book
from app.language.claims.sentences import Sentence
from app.language.words.verbs import ANY, OUTWARD, Acts, Meaning, acts_of, read_verbs

# said: the assistant speaks of its own act ("I've sent it"). shown: a state or a passive ("it's on your list", "sent to Ann"), which may
# as well be a report of what was read. whole: everything is finished, no act named ("Done!").
Manner = Literal["said", "shown", "whole"]
MANNERS: tuple[Manner, ...] = ("said", "whole", "shown")
LANGUAGES = {"en": "english", "de": "german", "fr": "french", "es": "spanish"}
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

    def skipped(self, word: str) -> bool:
        """Whether it is an adverb that changes nothing."""
        return is_adverb(self.words, word)


def is_adverb(words: dict[str, frozenset[str]], word: str) -> bool:
    """Whether the word is an adverb that may stand between any two words of a template."""
    if not words:
        return False
    return word in words["skipped"] or (word.endswith("ly") and len(word) > 4 and word not in words["not_adverbs"])


@cache
def read_language(name: str) -> Language:
    """The language of that two-letter name. Raises KeyError for one that is not in LANGUAGES."""
    book, verbs = read_book(LANGUAGES[name]), read_verbs(name)
    words = {key: frozenset(value.split()) for key, value in book.get("words", {}).items()}
    shelves, things = _by_noun(book["shelves"]), _by_noun(book.get("things", {}))
    lists = {
        "verb_done": verbs.past.keys(),
        "verb_past": verbs.past.keys() - verbs.kinds.get("not_bare", frozenset()),
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

    def skipped(word: str) -> bool:
        return is_adverb(words, word)

    claims, around = Frames(tables, rules, lists, skipped), Frames(pieces, rules, lists, skipped)
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
        spans = [*language.claims.find(words), *(_headlines(language, words) if name == "en" else ())]
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


def _headlines(language: Language, words: Words) -> Iterator[Span]:
    """ "Sent to Ann", "Invoice sent to Ann": a participle that opens the sentence, or ends what opens it, and no other verb behind it."""
    said, known = words.said, language.words
    verbs = read_verbs().past.keys()
    first = _behind_lead(language, words)
    if first < len(said) and (said[first] in verbs) and said[first] != "rang" and _is_bare(known, said, first):
        yield Span("shown verb", first, first + 1, first)
    at = first
    while at < min(len(said), first + 6) and said[at] not in known["no_subject"] and said[at] not in MARKS:
        at += 1
        is_verb = (
            at < len(said) and (said[at] in verbs or said[at] in ("set", "put")) and said[at] not in ("called", "rang")
        )
        if is_verb and said[at + 1 : at + 2] != ("off",) and _ends_headline(known, said, at):
            yield Span("shown verb", first, at + 1, at)
            return


def _behind_lead(language: Language, words: Words) -> int:
    at = 0
    while True:
        while at < len(words.said) and (words.said[at] in MARKS or (at and language.skipped(words.said[at]))):
            at += 1
        end = language.pieces.begins(words, "lead", at) if at < len(words.said) else None
        if end is None or end >= len(words.said):
            break
        at = end
    while at < len(words.said) and language.skipped(words.said[at]):
        at += 1
    return at


def _is_bare(known: dict[str, frozenset[str]], said: tuple[str, ...], at: int) -> bool:
    after = said[at + 1 : at + 3]
    if after and (
        after[0] in known["not_followed"]
        or after[0] == "by"
        or (after[0] == "in" and after[1:2] and after[1].isdigit())
    ):
        return False
    listed = said[at + 1 :]
    if listed[:1] == (":",):
        listed = listed[1:]
    return not (listed[1:2] == (",",) and "," in listed[2:]) and not _has_finite(known, said, at)


def _ends_headline(known: dict[str, frozenset[str]], said: tuple[str, ...], at: int) -> bool:
    return (at + 1 >= len(said) or said[at + 1] in known["after_noun"]) and not _has_finite(known, said, at)


def _has_finite(known: dict[str, frozenset[str]], said: tuple[str, ...], at: int) -> bool:
    """Whether the clause goes on with a verb of its own."""
    for number in range(at + 1, len(said)):
        if said[number] in ".,;:-":
            return False
        if said[number] in known["finite"] and said[number + 1 : number + 2] != (HIDDEN,):
            return True
    return False


def _claim(language: Language, sentence: Sentence, span: Span) -> Claim:
    words = sentence.words
    manner = span.name.partition(" ")[0]
    meaning = language.meanings[span.name]
    if meaning is None:
        table = read_verbs(language.name)
        verb = words.said[span.verb] if span.verb >= 0 else ""
        known = table.past.get(verb) or table.doing.get(verb)
        meaning = known or Meaning(
            acts_of("keep schedule remind change book switch") if verb in ("set", "put") else ANY
        )
        if verb in ("set", "put"):
            meaning = replace(meaning, first="keep")
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
    said = words.said
    found = {meaning.place} if meaning.place else set[str]()
    if language.name != "en":
        found |= {language.shelves[word] for word in said[span.start :] if word in language.shelves}
        return frozenset(place for places in found for place in places.split())
    if span.end and said[span.end - 1] in language.shelves:
        found.add(language.shelves[said[span.end - 1]])
    after = _until(said, max(span.verb + 1, span.end), language.words["object_ends"] - {"about", "for", "to"})
    for at in range(*after):
        if said[at] in _PREPOSITIONS:
            found |= {
                language.shelves[word] for word in said[at + 1 : min(at + 4, after[1])] if word in language.shelves
            }
    if not found and meaning.first and meaning.first not in OUTWARD | {"complete"}:
        found |= _things(language, words, span)
    return frozenset(place for places in found for place in places.split())


def _things(language: Language, words: Words, span: Span) -> set[str]:
    """What the act was done to: the object of "I …", the subject of a state."""
    said, ends = words.said, language.words["object_ends"]
    if span.name.startswith("said") or span.verb == span.start:
        region = _until(said, span.verb + 1 if span.verb >= 0 else span.start + 1, ends)
    else:
        start, _ = words.edges(span.start, span.start + 1, language.words["said_breaks"] | {"and"})
        region = _until(said, start, ends)
        region = region[0], min(region[1], max(span.verb, span.start + 1))
    return {language.things[word] for word in said[slice(*region)] if word in language.things}


def _until(said: tuple[str, ...], start: int, ends: frozenset[str]) -> tuple[int, int]:
    end = next((at for at in range(start, len(said)) if said[at] in ends), len(said))
    return start, min(end, start + _OBJECT_WORDS)


def _taken_back(language: Language, words: Words, span: Span) -> bool:
    if language.name != "en":
        return language.pieces.says(words, "back")
    verb = max(span.verb, span.start)
    if any(verb < other.end and other.start < span.end for other in _never(language, words)):
        return True
    return denied(language, words, span, said=span.name.startswith("said"))


def _never(language: Language, words: Words) -> list[Span]:
    return [span for span in language.pieces.find(words) if span.name == "never"]


def denied(language: Language, words: Words, span: Span, *, said: bool) -> bool:
    """Whether the sentence says itself that it is not so, not yet so, or not ours. `said`: the span has "I" for its subject."""
    pieces, known = language.pieces, language.words
    verb = span.verb if span.verb >= 0 else span.start
    start, end = _clause(language, words, span)
    if said and (told := pieces.first(words, "told", span.start, end)):
        end = told.start
    if pieces.says(words, "negation", start, end) and not pieces.says(words, "no_negation", start, end):
        return True
    if pieces.says(words, "pending", *words.edges(span.start, span.end, known["said_breaks"])):
        return True
    if pieces.says(words.head(verb), "modal") or _conditional(language, words, span, said=said):
        return True
    if words.said[span.start] == "called" and words.text[words.ends[span.start] :].lstrip(" *_\"'")[:1].isupper():
        return True
    if said:
        before = words.head(span.start)
        tells = pieces.says(before, "words_to_say") or pieces.says(before, "offers_words")
        if words.said[span.start] in ("and", ","):  # its subject stands before it
            tells = tells or pieces.says(before, "planned") or not pieces.says(before, "acted")
        return tells or (
            "," in words.said[span.start : span.end] and _has(words, span.start + 1, span.end, known["subjects"])
        )
    own = pieces.first(words, "own_text", start, end)
    if _NUMBERED.match(words.text) or (own and own.end > span.start):
        return True
    if _has(words, start, end, known["generic"]) or _has(words, start, span.end, frozenset({"still"})):
        return True
    before = words.head(span.start)
    if pieces.says(before, "report") and not pieces.says(before, "i_report"):
        return True
    return _by_somebody(language, words, span.end) or _has_of_somebody(language, words, span)


def _clause(language: Language, words: Words, span: Span) -> tuple[int, int]:
    """The clause that the span stands in; "and" ends one where another subject follows."""
    breaks, subjects = language.words["said_breaks"], language.words["new_subject"]
    said = words.said

    def is_break(at: int) -> bool:
        return said[at] in breaks or (said[at] == "and" and said[at + 1 : at + 2] != () and said[at + 1] in subjects)

    start = next((at + 1 for at in range(span.start - 1, -1, -1) if is_break(at)), 0)
    end = next((at for at in range(span.end, len(said)) if is_break(at)), len(said))
    return start, end


def _has(words: Words, start: int, end: int, known: frozenset[str]) -> bool:
    return any(word in known for word in words.said[start:end])


def _conditional(language: Language, words: Words, span: Span, *, said: bool) -> bool:
    """A condition in front of it in the same clause, at the head of the sentence, or behind a promise."""
    pieces = language.pieces
    start, _ = words.edges(span.start, span.end, language.words["said_breaks"])
    verb = max(span.verb, span.start + 1)
    if pieces.says(words, "condition" if said else "aside", start, verb):
        return True
    if not said and any(other.end <= start for other in _leading(language, words, start)):
        return True
    goes_on = pieces.says(words, "goes_on", span.start, span.end) or any(
        word.endswith("ing") for word in words.said[span.start : span.end]
    )
    return goes_on and pieces.says(words, "for_promises", span.end)


def _leading(language: Language, words: Words, start: int) -> list[Span]:
    span = language.pieces.first(words, "leading", 0, start)
    return [span] if span and "." not in words.said[span.end : start] else []


def _by_somebody(language: Language, words: Words, end: int) -> bool:
    """ "closed by Linda": somebody else did it."""
    for at in range(end, min(end + 4, len(words.said) - 1)):
        if words.said[at] in MARKS:
            return False
        if words.said[at] == "by":
            if language.pieces.begins(words, "not_by", at) is not None:
                return False
            return (
                words.text[words.starts[at + 1]].isupper() or language.pieces.begins(words, "by_whom", at) is not None
            )
    return False


def _has_of_somebody(language: Language, words: Words, span: Span) -> bool:
    """ "he's sent me a link": a short form of "has", so somebody else's act."""
    is_short = words.said[span.start] == "'s" or words.text[words.starts[span.start] : words.ends[span.start]].endswith(
        "'ve"
    )
    return (
        is_short
        and "been" not in words.said[span.start :]
        and language.pieces.begins(words, "object", span.end) is not None
    )
