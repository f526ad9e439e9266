"""Whether a message may need several calls: read from its structure alone, before any model is asked.

A request becomes several calls mostly without saying so: something must be looked up before it can be acted on, a thing is
done to each of many, a condition is checked first, two things are asked in one breath. Reasons are rows with weights; their sum decides. A
false alarm costs one planner call, a miss costs nothing but the plan. The words and phrases lie in `language/words/planning.toml`.
Pure; knows no model and no storage.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from app.language.clauses import Clause, clause_words
from app.language.templates import Phrases
from app.planning.request import Request, acts_on_known, planning_tables, planning_words, read_request

SHORTEST = 30
ENOUGH = 1.0
_LENGTHY, _LONG = 25, 45
_FEW_WORDS = 3
# The kinds of things that stand somewhere: in a mail, a file, a bill.
_SOURCE_KINDS = frozenset(("mail", "chat", "files", "web", "money"))


@dataclass(frozen=True, slots=True)
class Evidence:
    """A request, and the names of the phrases in it: `looked_up` of its commands, `kinds` and `said` of all it asks for."""

    request: Request
    looked_up: frozenset[str]
    kinds: frozenset[str]
    said: frozenset[str]


Holds = Callable[[Evidence], bool]


@dataclass(frozen=True, slots=True)
class Reason:
    """One row: its name, what it adds to the weight of a request, and whether it holds there."""

    name: str
    weight: float
    holds: Holds


def needs_plan(text: str) -> bool:
    """Whether a planner should look at this message; about a tenth of a millisecond, never raises."""
    return sum(weights(text).values()) >= ENOUGH


def weights(text: str) -> dict[str, float]:
    """What speaks for several calls, by reason; empty where nothing does, or where the text is too short for two."""
    if len(text.strip()) < SHORTEST:
        return {}
    found = evidence(text)
    return {reason.name: reason.weight for reason in reasons() if reason.holds(found)} if found.request.clauses else {}


def evidence(text: str) -> Evidence:
    """What a text asks for, with the phrases that stand in it."""
    request = read_request(text)
    return Evidence(
        request,
        looked_up=names("look_up", request.acts),
        kinds=names("kinds", request.asked),
        said=names("of_requests", request.asked),
    )


@cache
def signals(table: str) -> Phrases:
    """The phrases of `look_up`, `kinds` or `of_requests`, by what they say of a clause."""
    tables = planning_tables()
    rows = {name: [of] if isinstance(of, str) else of for name, of in tables[table].items()}
    return Phrases(rows, tables["rules"])


def names(table: str, of: Iterable[Clause]) -> frozenset[str]:
    """The names of the phrases that stand in clauses."""
    return frozenset(hit.name for clause in of for hit in signals(table).find(clause.text))


def _chain(found: Evidence) -> bool:
    """Two things to do, at least one of them an action."""
    return len(found.request.asked) > 1 and bool(found.request.acts)


def _condition(found: Evidence) -> bool:
    """Something is to be done only if something else is so."""
    conditions = [clause for clause in found.request.clauses if clause.kind == "if"]
    return bool(conditions) and (bool(found.request.acts) or any(map(_holds_a_command, conditions)))


def _holds_a_command(clause: Clause) -> bool:
    """Whether a condition goes over into a command without a comma, as speech does ("if I'm late cancel the table")."""
    acts, objects = clause_words()["acts"], planning_words()["objects"]
    return any(word in acts and following in objects for word, following in list(pairwise(clause.words))[2:])


def _questions(found: Evidence) -> bool:
    """Two questions with something to look up in each."""
    return sum(clause.kind != "act" and len(clause.words) >= _FEW_WORDS for clause in found.request.asked) > 1


def _known(found: Evidence) -> bool:
    return any(map(acts_on_known, found.request.acts))


def _kinds(least: int) -> Holds:
    """Whether at least so many kinds of things are named."""
    return lambda found: len(found.kinds) >= least


def _listed(found: Evidence) -> bool:
    """Several answers are wanted of one question: "the name, the price and the address"."""
    looks = (clause for clause in found.request.asked if clause.kind != "act")
    return any(clause.words.count(",") > 1 and "and" in clause.words for clause in looks)


def _criteria(least: int) -> Holds:
    """Whether one thing asked for is measured by at least so many criteria."""
    return lambda found: any(len(criteria(clause.text)) >= least for clause in found.request.asked)


def criteria(text: str) -> set[str]:
    """What a clause measures by: "cheapest", "under 80"."""
    return {hit.words for hit in signals("of_requests").find(text, repeated=True) if hit.name == "criteria"}


def _second_question(found: Evidence) -> bool:
    return any(_is_joined_question(clause) for clause in found.request.clauses)


def _own_question(found: Evidence) -> bool:
    """A joined question that asks of something new."""
    joined = filter(_is_joined_question, found.request.clauses)
    back = planning_words()["back"]
    return any(len(clause.words) > _FEW_WORDS and back.isdisjoint(clause.words[:3]) for clause in joined)


def _is_joined_question(clause: Clause) -> bool:
    return clause.kind == "question" and "and" in clause.before


def _refers_back(found: Evidence) -> bool:
    """Told first, wanted then: "The parcel is late. Ask them about it." """
    first = min((clause.sentence for clause in _told(found.request)), default=None)
    if first is None:
        return False
    back = planning_words()["back"]
    return any(not back.isdisjoint(clause.words) and clause.sentence > first for clause in found.request.acts)


def _source_told(found: Evidence) -> bool:
    """Where it stands is told, what to do with it is asked: "The bill came by mail. Pay it." """
    told = {clause.sentence for clause in _told(found.request) if names_a_source(clause)}
    return any(told - {clause.sentence} for clause in found.request.acts)


def names_a_source(clause: Clause) -> bool:
    """Whether a clause names something that holds words of its own: a mail, a file, a letter."""
    return bool(names("kinds", [clause]) & _SOURCE_KINDS) or "a source" in names("of_requests", [clause])


def _told(request: Request) -> list[Clause]:
    return [clause for clause in request.clauses if clause.kind == "none" and len(clause.words) >= _FEW_WORDS]


def _at_least(words: int) -> Holds:
    return lambda found: sum(len(clause.words) + 1 for clause in found.request.clauses) >= words


def _shaped(found: Evidence) -> bool:
    """A later sentence says how the thing is to look."""
    first = found.request.asked[0].sentence if found.request.asked else 0
    later = [clause for clause in found.request.clauses if clause.sentence > first]
    return "details of shape" in names("of_requests", later)


def _says(name: str) -> Holds:
    return lambda found: name in found.said


def _does(name: str) -> Holds:
    return lambda found: name in found.looked_up


@cache
def reasons() -> tuple[Reason, ...]:
    """Why a request may take several calls: one row a reason."""
    return (
        Reason("several things to do", 1.0, _chain),
        Reason("a condition", 1.0, _condition),
        Reason("several questions", 1.0, _questions),
        Reason("acts on what is there", 1.0, _known),
        Reason("a source told", 1.0, _source_told),
        Reason("compared", 1.0, _says("compared")),
        *(Reason(name, 1.0, _does(name)) for name in planning_tables()["look_up"]),
        Reason("two kinds of things", 0.5, _kinds(2)),
        Reason("three kinds of things", 0.5, _kinds(3)),
        Reason("a list of answers", 0.5, _listed),
        Reason("criteria", 0.5, _criteria(1)),
        Reason("several criteria", 0.5, _criteria(2)),
        Reason("a second question", 0.5, _second_question),
        Reason("a question of its own", 0.5, _own_question),
        Reason("refers back", 0.5, _refers_back),
        Reason("computed", 0.5, _says("computed")),
        Reason("an overview", 0.5, _says("an overview")),
        Reason("lengthy", 0.5, _at_least(_LENGTHY)),
        Reason("long", 0.5, _at_least(_LONG)),
        Reason("details of shape", 0.5, _shaped),
    )
