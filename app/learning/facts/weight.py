"""Which facts to show first, where there is no room for all. Pure."""

from collections.abc import Iterable

from app.memory.records import Fact

# The source of what the user had remembered outright, of what they were heard to say, and of what a model drew from it.
OUTRIGHT, SAID, DRAWN = "user", "said", "extraction"
_BY_KIND = {
    "bio": 1,
    "relation": 1,
    "preference": 2,
    "goal": 3,
    "habit": 3,
    "interest": 3,
    "plan": 4,
    "mood": 5,
    "other": 5,
}
_SURE = 0.9


def by_weight(facts: Iterable[Fact]) -> list[Fact]:
    """What was said outright first, then who they are, then what they like and do, then what happened; the newer first among equals."""
    return sorted(facts, key=lambda fact: (_rank(fact), -fact.id))


def _rank(fact: Fact) -> int:
    if fact.source == OUTRIGHT or (fact.kind == "bio" and fact.confidence >= _SURE):
        return 0
    return _BY_KIND.get(fact.kind, max(_BY_KIND.values()))
