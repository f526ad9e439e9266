"""What people state about themselves and their people, found without any model, and what each statement is about.

Of several templates that fit a clause, the one with the most words of its own decides. What is below CUT is left to those who read with
more understanding. Every statement has a key, what it is about, so that "I moved to Kumasi" replaces where they lived and one allergy
stands beside another. Pure; knows no storage and no clock.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from app.language.statements.clauses import Clause, clauses
from app.language.statements.reader import Reader, Reading, reader_of
from app.language.statements.vocabulary import folded_words, language
from app.language.words.tokens import tokenize

CUT = 0.7
KINDS = frozenset("bio preference relation habit interest goal plan mood other".split())
MOST = 20  # facts of one message
LONGEST_KEY = 200
_LONGEST = 300
_FEWEST_WORDS = 3
_FEWEST_OF_ONE = 2  # "I'm 34"
_TOLD = 0.9  # how sure something is that they ask to be remembered
_PERSON_WORDS = 5
_NAME = "name"  # the key of what its user is called
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact as its user stated it.

    `key` names what it is about, so that a correction supersedes; `kind` is one of the facts' kinds; `quote` is the sentence it was drawn
    from. `ended` are the words of what it says is over, where it says that.
    """

    key: str
    statement: str
    kind: str
    confidence: float
    quote: str
    ended: frozenset[str] = field(default=frozenset())
    single: bool = False  # there is only one of its key, so a new one certainly corrects the old one


def facts_in(text: str) -> list[Stated]:
    """What `text` states about its writer and their people, in the order in which it is said; never raises, whatever the text.

    Of two statements with one key the later wins by standing later. Confidence is CUT or more.
    """
    found: dict[str, Stated] = {}
    before: Stated | None = None
    said_in = _with_names(clauses(text))
    about = _named_later(said_in)
    for clause in said_in:
        said = _resolved(clause.text, about)
        reading, fact = _read(replace(clause, text=said))
        if fact is None and before is not None and _leans(clause.text):
            fact = _leaning(clause, before)
            found.pop(before.statement, None)
        if fact is not None:
            found.pop(fact.statement, None)
            found[fact.statement] = fact
        told_of = reading.filled(reading.template.about) if reading and fact else ""
        about = told_of or (f"my {who}" if (who := whose(said)) else about)
        before = fact
        if len(found) >= MOST:
            break
    return list(found.values())


def over_in(statement: str) -> frozenset[str]:
    """The words of what a statement says is over; none where it says nothing of the kind."""
    return frozenset(words_of(state_before(statement)))


def words_of(text: str) -> list[str]:
    """The words, case-folded, without punctuation."""
    return [word.replace("’", "'") for word in _WORD.findall(text.casefold())]


def fact_key(statement: str) -> str:
    """What a statement is about; the statement itself where there may be many of its kind."""
    return single_key(statement) or " ".join(words_of(statement))[:LONGEST_KEY]


def single_key(statement: str) -> str:
    """The key of what there is only one of; empty for anything else."""
    return _key(statement[: 2 * _LONGEST])


@lru_cache(maxsize=512)
def _key(statement: str) -> str:
    reader = reader_of(statement)
    was = state_before(statement)
    if was and was.casefold() != statement.casefold() and (key := _key(was)):
        return key
    for reading in _ways(reader, statement):
        if reading.template.key:
            return _spoken_key(reader, reading)
        if reading.template.confidence >= CUT:
            return ""
    return ""


def _spoken_key(reader: Reader, reading: Reading) -> str:
    slots = {
        name: " ".join(words_of(reader.cut_at("value_end", said.split(",")[0]))) for name, said in reading.slots.items()
    }
    slots = {name: _without_first(reader, reader.without_end("until_told", said)) for name, said in slots.items()}
    return spelled(Reading(reading.template, slots).filled(reading.template.key).casefold())[:LONGEST_KEY]


def _without_first(reader: Reader, said: str) -> str:
    first, _, rest = said.partition(" ")
    return rest if rest and reader.is_among("newer", first) else said


def _ways(reader: Reader, text: str) -> Iterator[Reading]:
    """The readings of a clause; where there are none, of what stands before its last commas."""
    found = False
    for _ in range(3):
        for reading in reader.readings(text):
            found = True
            yield reading
        text, comma, _rest = text.rpartition(",")
        if found or not comma:
            break


def told_key(statement: str, named: str = "") -> str:
    """The key of what the user has remembered outright; `named` where they or a model named it."""
    return " ".join(named.casefold().split()) or fact_key(restated(tidy(statement)))


def tidy(statement: str) -> str:
    """A statement on one line, without the full stop and without a "no, wait" behind it."""
    plain = " ".join(statement.split()).strip(" .")
    return reader_of(plain).without_end("taken_back", plain).strip(" ,")


def spelled(key: str) -> str:
    """A key in one spelling, so that a "favorite color" is a "favourite colour"."""
    same = _spellings()
    return " ".join(same.get(word, word) for word in key.split())


@cache
def _spellings() -> dict[str, str]:
    pairs = (pair.split() for pair in language("en").data["words"]["spellings"].split(","))
    return {pair[0]: pair[1] for pair in pairs}


def whose(statement: str) -> str:
    """Whom of their people a statement is about ("sister's husband"); empty where it is about themselves or a thing."""
    tokens = tokenize(statement[:_LONGEST])[: _PERSON_WORDS + 1]
    reader = reader_of(statement)
    if not tokens or not reader.is_among("mine", tokens[0].folded):
        return ""
    for end in range(1, len(tokens)):
        said = statement[tokens[1].start : tokens[end].end].removesuffix("'s")
        person, named = reader.person(said)
        if person and not named and not statement[tokens[end].end :].lstrip().startswith(("in law", "-")):
            further = statement[tokens[1].start : tokens[min(end + 1, len(tokens) - 1)].end]
            deeper = reader.person(further)
            return " ".join(
                words_of(deeper[0] if tokens[end].folded.endswith("'s") and deeper[0] and not deeper[1] else person)
            )
    return ""


def restated(statement: str) -> str:
    """ "I moved to Accra" as "I live in Accra", "my car is red now, not blue" as "my car is red"; any other statement as it is."""
    reader = reader_of(statement)
    if single_key(statement):
        statement = reader.without_end("until_told", reader.without_contrast(statement))
    if reader.is_among("dated", statement):
        return statement
    reading = next(_ways(reader, statement), None)
    return reading.filled(reading.template.form) if reading and reading.template.form else statement


def name_in(statement: str) -> str:
    """What its user is called, where a statement says that: "Esi" of "my name is Esi" and "call me Esi". Empty for any other."""
    said = statement[:_LONGEST].split(",")[0]
    if single_key(said) != _NAME:
        return ""
    reader = reader_of(said)
    reading = next((one for one in _ways(reader, said) if _spoken_key(reader, one) == _NAME), None)
    slots = reading.slots.items() if reading else ()
    values = [value for name, value in slots if reading and f"{{{name}}}" not in reading.template.key]
    return values[-1].strip(" .!") if values else ""


def state_before(statement: str) -> str:
    """What held until now, where a statement says that it no longer does: "I live in Accra". Empty for any other."""
    reading = next((one for one in reader_of(statement).readings(statement[:_LONGEST]) if one.template.was), None)
    return reading.filled(reading.template.was) if reading else ""


def _read(clause: Clause) -> tuple[Reading | None, Stated | None]:
    """How a clause is read, and the fact it states."""
    reader = reader_of(clause.text)
    if reader.is_among("talk", clause.text) and not clause.told:
        clause = replace(clause, text=reader.cut_at("value_end", clause.text))
    if len(clause.text) > _LONGEST or (reader.is_among("talk", clause.text) and not clause.told):
        return None, None
    for reading in _ways(reader, clause.text):
        template = reading.template
        if template.confidence >= CUT and (clause.habit or not template.needs_habit):
            return reading, _stated(clause, reader, reading.template.kind, template.confidence)
    return None, _stated(clause, reader, "other", _TOLD) if clause.told and reader.told(clause.text) else None


def _stated(clause: Clause, reader: Reader, kind: str, confidence: float) -> Stated | None:
    single = single_key(clause.text)
    said = reader.cut_at("value_end", clause.text) if single else clause.text
    statement = restated(said)
    circumstance = clause.when or clause.habit
    if circumstance and not reader.is_among("until_told", circumstance):
        statement = f"{circumstance[:1].lower()}{circumstance[1:]} {statement}"
    if len(words_of(statement)) < (_FEWEST_OF_ONE if single else _FEWEST_WORDS):
        return None
    key = fact_key(clause.text if circumstance else said)
    return Stated(
        key, statement, kind, _TOLD if clause.told else confidence, clause.quote, over_in(statement), bool(single)
    )


def _with_names(said: list[Clause]) -> list[Clause]:
    """The clauses with whose names they are: where "Kofi is my nephew" was said, "Kofi's birthday" is "my nephew Kofi's birthday"."""
    known: dict[str, str] = {}
    last = ""
    for clause in said:
        words = clause.text.replace("'s ", " is ").split(" ")
        named = words[0] if words[0][:1].isupper() and words[0].isalpha() else ""
        reader = reader_of(clause.text)
        who, name = reader.person(" ".join(words[1:])) if reader.is_among("mine", words[0]) else ("", "")
        if who and name:
            known[name] = who
        elif (
            words[1:2] == ["is"]
            and reader.is_among("mine", " ".join(words[2:3]))
            and (who := reader.person(" ".join(words[3:]))[0])
        ):
            known[last if reader.is_among("pronoun", words[0]) else words[0]] = who
        last = named or last
    return [replace(clause, text=_owned(clause.text, known)) for clause in said]


def _owned(said: str, known: Mapping[str, str]) -> str:
    first, _, rest = said.partition(" ")
    name = first.removesuffix("'s")
    is_naming = (first != name and reader_of(rest).is_among("mine", rest.partition(" ")[0])) or rest.startswith(
        ("is my ", "is our ")
    )
    return f"my {known[name]} {said}" if name and name in known and not is_naming else said


def _named_later(said: Sequence[Clause]) -> str:
    """Whom "her name is Abena. My daughter, I mean" speaks of."""
    return next(
        (
            f"my {who}"
            for clause in said
            if (who := whose(clause.text)) and len(words_of(clause.text)) <= len(who.split()) + 2
        ),
        "",
    )


def _resolved(said: str, about: str) -> str:
    """ "She lives in Tema" as "my sister lives in Tema", where the sister was spoken of before."""
    first, _, rest = said.partition(" ")
    reader = reader_of(about)
    names = reader.is_among("mine", rest.partition(" ")[0])
    joined = reader.pronouns.get(first.casefold()) if about and not names else None
    who = whose(about) if reader.is_among("personal", first) else ""
    return said if joined is None else f"{f'my {who}' if who else about}{joined} {rest}"


def _leans(said: str) -> bool:
    """Whether it speaks of what was said just before: "it keeps me calm"."""
    words = folded_words(said)
    return language("en").words("leaning").at(words) > 0


def _leaning(clause: Clause, known: Stated) -> Stated | None:
    """ "It keeps me calm", together with what "it" is."""
    statement = f"{known.statement}; {clause.text[:1].lower()}{clause.text[1:]}"
    if known.single or len(statement) > _LONGEST:
        return known
    quote = known.quote if clause.quote == known.quote else f"{known.quote} {clause.quote}"
    return replace(known, statement=statement, quote=quote)
