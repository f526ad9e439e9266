"""A message as what it asks for: its clauses, with those that are one thing in two breaths put together.

Dictated sentences are left out. Pure; weighs nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.planning import vocabulary as words_of
from app.planning.clauses import Clause, clauses

_JOINING = frozenset(("and", "or", ",", ":", "—", "–", "so", "but", "("))
_EMPTY = words_of.ME | frozenset("and , it them that this please too there".split())
_LOOKING = frozenset(("read", "question", "wish"))


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
        dictating = dictating and not words_of.SEQUENCE & set(clause.before)
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
            kept[-1] = replace(last, words=(*last.words, clause.verb, *clause.words))
        else:
            kept.append(clause)
    return kept


def _goes_on(last: Clause, clause: Clause) -> bool:
    """Whether `clause` belongs to the thing `last` asked for."""
    if words_of.SEQUENCE & set(clause.before):
        return False
    if clause.verb in words_of.SPEAKING and last.verb in words_of.MESSAGING and clause.words:
        return clause.words[0] in words_of.PRONOUNS
    return _is_reason(last, clause) or _says_how(last, clause) or _asks_on(last, clause)


def _is_reason(last: Clause, clause: Clause) -> bool:
    """ "I need more paper, so could you order some" """
    return last.kind == "wish" and "so" in clause.before[:2]


def _says_how(last: Clause, clause: Clause) -> bool:
    """ "Draft a reply and make it short" """
    return last.kind == "act" and clause.verb in words_of.SHAPING and clause.words[:1] == ("it",)


def _asks_on(last: Clause, clause: Clause) -> bool:
    """ "Find the recipe and tell me how long it takes" """
    if clause.kind not in ("read", "question") or last.kind not in _LOOKING or _stands_alone(clause):
        return False
    return not clause.before or clause.before[0] in _JOINING


def _stands_alone(clause: Clause) -> bool:
    """Whether a joined question is a new one: it has a subject of its own ("… and do I have")."""
    return clause.verb in words_of.INVERTED and bool(words_of.SUBJECTS & set(clause.words[:1]))


def _asked(joined: Sequence[Clause]) -> list[Clause]:
    """What is asked for. A command whose object is only "it" counts where something was looked up or told before."""
    asked: list[Clause] = []
    for clause in joined:
        if not clause.asks:
            continue
        before = asked[-1].kind if asked else ""
        refers = clause.kind == "act" and (before in ("read", "question") or clause.sentence > 0)
        if any(word not in _EMPTY for word in clause.words) or (clause.words and refers):
            asked.append(clause)
    return asked
