"""A message as what it asks for: its clauses, with those that are one thing in two breaths put together, and what each acts on.

Dictated sentences are left out. A command acts on something new ("a note"), or on something that is already there and must be found first
("the slides"): the first noun phrase that is no receiver decides. What the assistant holds by name itself (reminders, lists), what belongs
to the machine (lights, volume) and moments are no things to be found. Pure; weighs nothing, and knows no grammar of English.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import app.language.words
from app.language.clauses import FILE, MARKS, QUOTE, Clause, clause_words, clauses

_DATA = Path(app.language.words.__file__).parent / "planning.toml"
_JOINING_MARKS = frozenset((",", ":", "—", "–", "("))
_LOOKING = frozenset(("read", "question", "wish"))
_NAMES = frozenset((FILE, QUOTE))
_LONGEST_PHRASE = 6


@cache
def planning_tables() -> Mapping[str, Any]:
    """The words and phrases that requests are weighed by, as they stand in their file."""
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))


@cache
def planning_words() -> Mapping[str, frozenset[str]]:
    """Words by what they are for."""
    rows = planning_tables()["words"].items()
    return {name: frozenset(word.strip() for word in words.split(",")) for name, words in rows}


@dataclass(frozen=True, slots=True)
class Request:
    """`clauses` are all that count, in order; `asked` those that want something, each one thing."""

    clauses: tuple[Clause, ...]
    asked: tuple[Clause, ...]

    @property
    def acts(self) -> list[Clause]:
        """The commands that change or send something."""
        return [clause for clause in self.asked if clause.kind == "act"]


def read_request(text: str) -> Request:
    """The request in a text; never raises."""
    found = _undictated(clauses(text))
    return Request(tuple(found), tuple(_asked(_joined(found))))


def _undictated(found: Sequence[Clause]) -> list[Clause]:
    """Without the sentences that follow a dictated beginning; one that goes on with "then" is a command again."""
    dictating, kept = False, list[Clause]()
    for clause in found:
        dictating = dictating and not clause_words()["sequence"].intersection(clause.before)
        if not dictating:
            kept.append(clause)
        dictating = dictating or clause.dictates
    return kept


def _joined(found: Sequence[Clause]) -> list[Clause]:
    """Clauses that are one thing in two breaths become one: "find it and tell me", "text Ana and ask her"."""
    kept: list[Clause] = []
    for clause in found:
        last = kept[-1] if kept else None
        if last is not None and last.sentence == clause.sentence and _goes_on(last, clause):
            kept[-1] = replace(last, words=(*last.words, clause.verb, *clause.words), end=clause.end)
        else:
            kept.append(clause)
    return kept


def _goes_on(last: Clause, clause: Clause) -> bool:
    """Whether `clause` belongs to the thing `last` asked for."""
    known = clause_words()
    if known["sequence"].intersection(clause.before):
        return False
    if clause.verb in known["speaking"] and last.verb in planning_words()["messaging"] and clause.words:
        return clause.words[0] in planning_words()["pronouns"]
    return _is_reason(last, clause) or _says_how(last, clause) or _asks_on(last, clause)


def _is_reason(last: Clause, clause: Clause) -> bool:
    """ "I need more paper, so could you order some" """
    return last.kind == "wish" and "so" in clause.before[:2]


def _says_how(last: Clause, clause: Clause) -> bool:
    """ "Draft a reply and make it short" """
    return last.kind == "act" and clause.verb in planning_words()["shaping"] and clause.words[:1] == ("it",)


def _asks_on(last: Clause, clause: Clause) -> bool:
    """ "Find the recipe and tell me how long it takes" """
    if clause.kind not in ("read", "question") or last.kind not in _LOOKING or _stands_alone(clause):
        return False
    return not clause.before or clause.before[0] in planning_words()["joining"] or clause.before[0] in _JOINING_MARKS


def _stands_alone(clause: Clause) -> bool:
    """Whether a joined question is a new one: it has a subject of its own ("… and do I have")."""
    words = planning_words()
    return clause.verb in words["inverted"] and bool(words["subjects"].intersection(clause.words[:1]))


def _asked(joined: Sequence[Clause]) -> list[Clause]:
    """What is asked for. A command whose object is only "it" counts where something was looked up or told before."""
    asked: list[Clause] = []
    empty = planning_words()["empty"]
    for clause in joined:
        if not clause.asks:
            continue
        before = asked[-1].kind if asked else ""
        refers = clause.kind == "act" and (before in ("read", "question") or clause.sentence > 0)
        if any(word not in empty and word != "," for word in clause.words) or (clause.words and refers):
            asked.append(clause)
    return asked


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A noun phrase: where it ends, whether it is definite, its words after the determiner, whether a name follows, and whether
    it says whose it is."""

    end: int
    definite: bool
    words: tuple[str, ...]
    named: bool = False
    of_somebody: bool = False

    @property
    def is_to_be_found(self) -> bool:
        """Whether it names a thing that is there and is none of the assistant's or the machine's own."""
        if not self.definite or not self.words:
            return self.named and not self.words
        known = planning_words()
        head = self.words[-1].removesuffix("s")
        if self.named and head in known["named_to_be_found"]:
            return True
        return known["never_found"].isdisjoint((head, self.words[-1])) and known["machine"].isdisjoint(self.words)


def acts_on_known(clause: Clause) -> bool:
    """Whether the command's object is a thing that must be found before it can be acted on."""
    known = planning_words()
    theme = _theme(clause)
    if theme is not None and theme.is_to_be_found and not (theme.of_somebody and clause.verb in known["making"]):
        return True
    joints = known["sources"] | known["places"] if clause.verb in known["to_a_thing"] else known["sources"]
    return any(phrase.is_to_be_found for phrase in _after(clause.words, joints))


def _theme(clause: Clause) -> _Phrase | None:
    """What is acted on, after the one it is given to."""
    words, known = clause.words, planning_words()
    at = next((index for index, word in enumerate(words) if word not in known["particles"]), len(words))
    first = _phrase(words, at)
    if clause.verb not in known["ditransitive"]:
        return first
    following = words[first.end : first.end + 1]
    if following and (_is_definite(following[0]) or following[0] in known["new"]):
        return _phrase(words, first.end)
    is_sent = "to" in words[first.end :] or bool(known["sent"].intersection(first.words[-1:]))
    return first if first.named or is_sent else None


def _after(words: Sequence[str], joints: frozenset[str]) -> Iterator[_Phrase]:
    """The noun phrases that follow one of these prepositions."""
    yield from (_phrase(words, index + 1) for index, word in enumerate(words) if word in joints)


def _phrase(words: Sequence[str], at: int) -> _Phrase:
    """The noun phrase that begins at `at`; an empty one where none does."""
    known = planning_words()
    definite = at < len(words) and _is_definite(words[at])
    start = at + 1 if definite and words[at] in known["determiners"] else at
    end = start
    while end < min(len(words), start + _LONGEST_PHRASE) and not _ends(words[end], first=end == start):
        end += 1
    name = words[end : end + 1]
    named = name == (FILE,) if end == start else bool(name) and name[0] in _NAMES
    of_somebody = definite and (words[at] in known["possessives"] or words[at].endswith("'s"))
    return _Phrase(end, definite, tuple(words[start:end]), named, of_somebody)


def _ends(word: str, *, first: bool) -> bool:
    known = planning_words()
    if word in known["ends"] or word in clause_words()["asking"] or word in MARKS or word in _JOINING_MARKS:
        return True
    return not first and (word in known["determiners"] or word in known["new"])


def _is_definite(word: str) -> bool:
    return word in planning_words()["determiners"] or word.endswith("'s")
