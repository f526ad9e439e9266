"""Why a request may take several calls: one row a reason, with its weight, read from the request's structure.

Knows no threshold and no model.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from app.planning import vocabulary as words_of
from app.planning.clauses import Clause
from app.planning.objects import acts_on_known
from app.planning.request import Request
from app.planning.signals import COMPARED, COMPUTED, CRITERIA, KINDS, LOOK_UP, OVERVIEW, SHAPED, SOURCE

_LENGTHY, _LONG = 25, 45
_FEW_WORDS = 3
Holds = Callable[[Request], bool]


@dataclass(frozen=True, slots=True)
class Reason:
    """One row: its name, what it adds to the weight of a request, and whether it holds there."""

    name: str
    weight: float
    holds: Holds


def _chain(request: Request) -> bool:
    """Two things to do, at least one of them an action."""
    return len(request.asked) > 1 and bool(request.acts)


def _condition(request: Request) -> bool:
    """Something is to be done only if something else is so."""
    conditions = [clause for clause in request.clauses if clause.kind == "if"]
    return bool(conditions) and (bool(request.acts) or any(map(_holds_a_command, conditions)))


def _holds_a_command(clause: Clause) -> bool:
    """Whether a condition goes over into a command without a comma, as speech does ("if I'm late cancel the table")."""
    pairs = list(pairwise(clause.words))[2:]
    return any(word in words_of.ACTS and following in words_of.OBJECTS for word, following in pairs)


def _questions(request: Request) -> bool:
    """Two questions with something to look up in each."""
    return sum(clause.kind != "act" and len(clause.words) >= _FEW_WORDS for clause in request.asked) > 1


def _known(request: Request) -> bool:
    return any(map(acts_on_known, request.acts))


def _two_kinds(request: Request) -> bool:
    return _kinds_named(request) > 1


def _three_kinds(request: Request) -> bool:
    return _kinds_named(request) > 2


def _kinds_named(request: Request) -> int:
    said = " ".join(clause.text for clause in request.asked)
    return sum(bool(pattern.search(said)) for pattern in KINDS.values())


def _listed(request: Request) -> bool:
    """Several answers are wanted of one question: "the name, the price and the address"."""
    looks = (clause for clause in request.asked if clause.kind != "act")
    return any(clause.words.count(",") > 1 and "and" in clause.words for clause in looks)


def _several_criteria(request: Request) -> bool:
    return any(len(set(CRITERIA.findall(clause.text))) > 1 for clause in request.asked)


def _second_question(request: Request) -> bool:
    return any(_is_joined_question(clause) for clause in request.clauses)


def _own_question(request: Request) -> bool:
    """A joined question that asks of something new."""
    joined = filter(_is_joined_question, request.clauses)
    return any(len(clause.words) > _FEW_WORDS and not words_of.BACK & set(clause.words[:3]) for clause in joined)


def _is_joined_question(clause: Clause) -> bool:
    return clause.kind == "question" and "and" in clause.before


def _refers_back(request: Request) -> bool:
    """Told first, wanted then: "The parcel is late. Ask them about it." """
    first = min((clause.sentence for clause in _told(request)), default=None)
    if first is None:
        return False
    return any(words_of.BACK & set(clause.words) and clause.sentence > first for clause in request.acts)


def _source_told(request: Request) -> bool:
    """Where it stands is told, what to do with it is asked: "The bill came by mail. Pay it." """
    told = {clause.sentence for clause in _told(request) if SOURCE.search(clause.text)}
    return any(told - {clause.sentence} for clause in request.acts)


def _told(request: Request) -> list[Clause]:
    return [clause for clause in request.clauses if clause.kind == "none" and len(clause.words) >= _FEW_WORDS]


def _lengthy(request: Request) -> bool:
    return _length(request) >= _LENGTHY


def _long(request: Request) -> bool:
    return _length(request) >= _LONG


def _length(request: Request) -> int:
    return sum(len(clause.words) + 1 for clause in request.clauses)


def _shaped(request: Request) -> bool:
    """A later sentence says how the thing is to look."""
    first = request.asked[0].sentence if request.asked else 0
    return any(clause.sentence > first and SHAPED.search(clause.text) for clause in request.clauses)


def _says(pattern: re.Pattern[str]) -> Holds:
    return lambda request: any(pattern.search(clause.text) for clause in request.asked)


def _does(pattern: re.Pattern[str]) -> Holds:
    return lambda request: any(pattern.search(clause.text) for clause in request.acts)


REASONS: tuple[Reason, ...] = (
    Reason("several things to do", 1.0, _chain),
    Reason("a condition", 1.0, _condition),
    Reason("several questions", 1.0, _questions),
    Reason("acts on what is there", 1.0, _known),
    Reason("a source told", 1.0, _source_told),
    Reason("compared", 1.0, _says(COMPARED)),
    *(Reason(name, 1.0, _does(pattern)) for name, pattern in LOOK_UP.items()),
    Reason("two kinds of things", 0.5, _two_kinds),
    Reason("three kinds of things", 0.5, _three_kinds),
    Reason("a list of answers", 0.5, _listed),
    Reason("criteria", 0.5, _says(CRITERIA)),
    Reason("several criteria", 0.5, _several_criteria),
    Reason("a second question", 0.5, _second_question),
    Reason("a question of its own", 0.5, _own_question),
    Reason("refers back", 0.5, _refers_back),
    Reason("computed", 0.5, _says(COMPUTED)),
    Reason("an overview", 0.5, _says(OVERVIEW)),
    Reason("lengthy", 0.5, _lengthy),
    Reason("long", 0.5, _long),
    Reason("details of shape", 0.5, _shaped),
)
