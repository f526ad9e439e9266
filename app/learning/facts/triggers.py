"""What people say about themselves, found by patterns and without any model: facts as they are said, or not at all.

One row of ROWS a way of saying; the first row that fits a clause decides. A row's patterns speak of grammar, never of single cases. What is
below CUT is left to those who read with more understanding. Pure; knows no storage and no clock.
"""

import re
from dataclasses import dataclass, field, replace

from app.learning.facts.doings import DOINGS
from app.learning.facts.keys import fact_key, restated, single_key, state_before, words_of
from app.learning.facts.likes import LIKES
from app.learning.facts.rows import ELIDED, NOTHING_LASTING, UNSURE, Row
from app.learning.facts.selves import SELVES
from app.learning.facts.sentences import Clause, clauses

CUT = 0.7
KINDS = frozenset("bio preference relation habit interest goal plan mood other".split())
ROWS: tuple[Row, ...] = (*SELVES, *LIKES, *DOINGS)
MOST = 20  # facts of one message
_LONGEST = 300
_FEWEST_WORDS = 3
_FEWEST_OF_ONE = 2  # "I'm 34"
_HEDGED = 0.25
# Where a value that there is only one of ends.
_VALUE_END = re.compile(
    r",? (?:but|so|because|which|where|although|though|while|unless|until|and (?=(?:it|that|this|there|have|am|was|want|need|would|will)\b))\b.*\Z|,? (?:btw|by the way|lol|haha|actually|too|as well)\Z",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact as its user stated it.

    `key` names what it is about, so that a correction supersedes; `kind` is one of the facts' kinds; `quote` is the sentence it was drawn
    from. `ended` are the words of what it says is over, where it says that. `when` is the moment it was said to have happened.
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
    before: tuple[Clause, Stated | None] | None = None
    for clause in clauses(text):
        row, fact = _read(clause)
        if fact is not None and row is not None and row.leans:
            fact = _leaning(fact, before)
        if fact is not None:
            found.pop(fact.statement, None)
            if row is not None and row.leans and before is not None and before[1] is not None:
                found.pop(before[1].statement, None)
            found[fact.statement] = fact
        before = (clause, fact)
        if len(found) >= MOST:
            break
    return list(found.values())


def over_in(statement: str) -> frozenset[str]:
    """The words of what a statement says is over; none where it says nothing of the kind."""
    return frozenset(words_of(state_before(statement)))


def _read(clause: Clause) -> tuple[Row | None, Stated | None]:
    """The row that fits a clause, and the fact it finds there."""
    words = ELIDED.sub(_with_subject, clause.text)
    if NOTHING_LASTING.search(words):
        return None, None
    for row in ROWS:
        if (clause.habit or not row.needs_habit) and (clause.when or not row.needs_time) and row.fits(words):
            return row, None if row.is_passing(words) else _stated(clause, words, row)
    return None, None


def _leaning(fact: Stated, before: tuple[Clause, Stated | None] | None) -> Stated | None:
    """ "It keeps me calm", together with what "it" is; None where that wasn't said."""
    if before is None:
        return None
    clause, known = before
    if known is not None and known.single:
        return None
    said = known.statement if known is not None else clause.text
    if len(words_of(said)) < _FEWEST_WORDS or len(said) + len(fact.statement) > _LONGEST:
        return None
    statement = f"{said}; {fact.statement[:1].lower()}{fact.statement[1:]}"
    quote = clause.quote if fact.quote == clause.quote else f"{clause.quote} {fact.quote}"
    kind, confidence = (
        (known.kind, max(known.confidence, fact.confidence)) if known is not None else (fact.kind, fact.confidence)
    )
    return replace(
        fact,
        statement=statement,
        key=known.key if known else fact_key(statement),
        quote=quote,
        kind=kind,
        confidence=confidence,
    )


def _stated(clause: Clause, words: str, row: Row) -> Stated | None:
    """The fact a row finds in a clause; None where too little is said or too unsurely."""
    single = single_key(words)
    statement = restated((_VALUE_END.sub("", words) if single else words).strip())
    statement = _with_circumstance(statement, clause)
    confidence = row.confidence - (_HEDGED if UNSURE.search(words) else 0)
    if (
        confidence < CUT
        or len(words_of(statement)) < (_FEWEST_OF_ONE if single or row.key else _FEWEST_WORDS)
        or len(statement) > _LONGEST
    ):
        return None
    return Stated(
        key=row.key or fact_key(statement if not clause.when and not clause.habit else words),
        statement=statement,
        kind=row.kind,
        confidence=round(confidence, 2),
        quote=clause.quote,
        ended=over_in(statement),
        single=bool(single or row.key),
    )


def _with_circumstance(statement: str, clause: Clause) -> str:
    """The statement with the time or place it was said to hold at: "on Sundays I play tennis"."""
    before = clause.when or clause.habit
    if not before or before.casefold() in ("now", "right now", "currently", "these days", "at the moment"):
        return statement
    return (
        f"{before[:1].lower()}{before[1:]} {statement}"
        if not before[:1].isupper() or before.split()[0] != "I"
        else statement
    )


def _with_subject(elided: re.Match[str]) -> str:
    """ "Just finished my degree" as "I just finished my degree"."""
    said = f"{elided[0][:1].lower()}{elided[0][1:]}"
    if said.startswith("been "):
        return f"I have {said}"
    return f"I'm {said}" if said.startswith("gonna") or said.split()[0].endswith("ing") else f"I {said}"
