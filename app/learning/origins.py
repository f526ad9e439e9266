"""Facts as they are shown: who said it, when, on which channel, how sure it is, what was so before, and which come first. Pure."""

from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo

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
# What facts are about, as they are listed: a heading and the kinds under it; the last has all others too.
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("About you", ("bio",)),
    ("Your people", ("relation",)),
    ("What you like", ("preference", "interest")),
    ("What you do", ("habit",)),
    ("What you want and plan", ("goal", "plan")),
    ("And", ("mood", "other")),
)


def by_weight(facts: Iterable[Fact]) -> list[Fact]:
    """What was said outright first, then who they are, then what they like and do, then what happened; the newer first among equals."""
    return sorted(facts, key=lambda fact: (_rank(fact), -fact.id))


def grouped(facts: Sequence[Fact]) -> list[tuple[str, list[Fact]]]:
    """Facts under the headings of GROUPS, in the order they come in; without empty ones."""
    named, last = {kind for _, kinds in GROUPS for kind in kinds}, GROUPS[-1][0]
    groups = [
        (heading, [fact for fact in facts if fact.kind in kinds or (heading == last and fact.kind not in named)])
        for heading, kinds in GROUPS
    ]
    return [(heading, found) for heading, found in groups if found]


def _rank(fact: Fact) -> int:
    if fact.source == OUTRIGHT or (fact.kind == "bio" and fact.confidence >= _SURE):
        return 0
    return _BY_KIND.get(fact.kind, max(_BY_KIND.values()))


# How a fact came to be known, by its source; for one that a program writes and that isn't here its source is named.
_HOW = {
    OUTRIGHT: "you told me",
    SAID: "from what you said",
    DRAWN: "drawn from what you said",
    "reflection": "from looking back at our talk",
}


def origin_of(fact: Fact, zone: tzinfo, *, channel: str = "", now: datetime | None = None) -> str:
    """ "from what you said on 3 March (telegram), 80 % sure". `channel` is that of its turn, where that is known; the year is said where
    it isn't `now`'s."""
    at = day(fact.created_at, zone, now)
    where = f" ({channel})" if channel else ""
    parts = [f"{_HOW.get(fact.source, f'from {fact.source}')} on {at}{where}"]
    if fact.confidence < _SURE:
        parts.append(f"{round(100 * fact.confidence)} % sure")
    if fact.taint:
        parts.append(f"read in {', '.join(fact.taint)}")
    return ", ".join(parts)


def day(moment: datetime, zone: tzinfo, now: datetime | None = None) -> str:
    """ "3 March", with the year where it isn't this one."""
    local = moment.astimezone(zone)
    this_year = now is not None and now.astimezone(zone).year == local.year
    return f"{local.day} {local:%B}" if this_year else f"{local.day} {local:%B %Y}"


def past_of(history: Sequence[Fact]) -> list[Fact]:
    """Of all there ever was under a key, what no longer holds and once did, the newest first."""
    return [fact for fact in reversed(history) if fact.ended_at is not None and fact.confirmed]
