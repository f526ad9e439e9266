"""What a model drew from the user's words, before it is kept: a fact that the user really stated, about whom they stated it, or nothing.

Pure. A model may write anything at all: every field is checked, and each fact is held against the very clause it can have come from.
"""

from collections.abc import Sequence
from typing import Any

from app.language.statements.clauses import Clause, clauses
from app.language.statements.facts import CUT, KINDS, Stated, fact_key, over_in, restated, single_key, tidy, whose
from app.language.statements.wording import first_person
from app.learning.answers import gives_orders, line, names_secrets, numbers, stems

MOST = 10  # facts of one turn that are looked at
_LONGEST = 300
_HIGHEST = 0.85  # a model is never surer than the user's own plain words
_SHARE = 0.5  # of a statement's telling words that must stand in its clause


def drawn(found: dict[str, Any], said: Sequence[str]) -> list[tuple[int, Stated]]:
    """The facts of an answer that hold, each with the index of its turn in `said`, the user's words by turn (the model counts from 1)."""
    rows = found.get("facts")
    kept: list[tuple[int, Stated]] = []
    for row in rows[: MOST * len(said)] if isinstance(rows, list) else ():
        index = _index(row, len(said))
        fact = _fact(row, clauses(said[index])) if index is not None else None
        if index is not None and fact is not None and sum(1 for other, _ in kept if other == index) < MOST:
            kept.append((index, fact))
    return kept


def _index(row: object, turns: int) -> int | None:
    """Which turn a row speaks of; None for what is no row or names a turn that wasn't shown."""
    number = row.get("turn") if isinstance(row, dict) else None
    return number - 1 if type(number) is int and 1 <= number <= turns else None


def _fact(row: dict[str, Any], said: Sequence[Clause]) -> Stated | None:
    """A row as a fact, where the user's words bear it out."""
    statement = restated(tidy(first_person(line(row.get("statement"), _LONGEST))))
    confidence = row.get("confidence")
    if not statement or not isinstance(confidence, int | float) or not CUT <= confidence <= 1:
        return None
    source = _borne_out(statement, said)
    if source is None or gives_orders(statement) or names_secrets(statement):
        return None
    kind = row.get("type")
    return Stated(
        key=fact_key(statement),
        statement=statement,
        kind=kind if isinstance(kind, str) and kind in KINDS else "other",
        confidence=min(float(confidence), _HIGHEST),
        quote=source.quote,
        ended=over_in(statement),
        single=bool(single_key(statement)),
    )


def _borne_out(statement: str, said: Sequence[Clause]) -> Clause | None:
    """The clause that a statement can have come from: it shares most of its telling words and its numbers, and speaks of the same person."""
    told = stems(statement)
    best = max(said, key=lambda clause: len(told & stems(clause.text)), default=None)
    if best is None or not told:
        return None
    near = " ".join(clause.text for clause in said if clause.quote == best.quote)
    known = told & stems(near)
    if len(known) < _SHARE * len(told) or not known or not numbers(statement) <= numbers(best.quote):
        return None
    if _names(statement) - _names(best.quote):
        return None
    return best if set(whose(statement).split()) == set(whose(best.text).split()) else None


def _names(text: str) -> set[str]:
    """Words that begin with a capital letter inside a sentence, without regard to where they stand."""
    return {
        word.strip(".,;:!?'’\"()").removesuffix("'s").casefold() for word in text.split()[1:] if word[:1].isupper()
    } - {"i", "i'm", "i've"}
