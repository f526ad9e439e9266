"""A task here and the same one elsewhere, against what both held when they were last the same: what is to happen. Pure.

The rule. Changed on one side: goes to the other. Done on either side: done. Changed on both: the version here wins, and the other's is lost,
which its owner is told. Deleted on one side and as it was on the other: deleted. Deleted on one side and changed on the other: the change
stays. A done one that vanishes elsewhere stays here as it is, and is no longer followed: services clear away what is done.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, TypeVar

from app.memory.words import fold

What = Literal["match", "unfollow", "add here", "add there", "delete here", "delete there"]
Which = Literal["", "here", "there"]


@dataclass(frozen=True, slots=True)
class Side:
    """A task as one side has it. `day` is the reader's day on which it is due, `moment` (aware) is set where the hour counts too."""

    title: str
    day: date | None = None
    moment: datetime | None = None
    is_done: bool = False

    @property
    def mark(self) -> str:
        """What tells one text and due time from another, without their words."""
        due = self.moment.timestamp() if self.moment else self.day.isoformat() if self.day else ""
        return hashlib.sha256(f"{self.title}\n{due}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Base:
    """What both sides held at the last sync: their marks, which differ where a service keeps less than was given, and whether it was done."""

    here: str
    there: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class Move:
    """What is to happen to one task. Of a "match": `winner` has the text and due time that the other takes, "" where neither takes any;
    `is_done` what both are then; `is_lost`: the other's own change is overwritten."""

    what: What
    winner: Which = ""
    is_done: bool = False
    is_lost: bool = False


def decide(base: Base, here: Side | None, there: Side | None) -> Move:
    """By the rule above."""
    if here is not None and there is not None:
        return _both(base, here, there)
    if here is None and there is None:
        return Move("unfollow")
    left, mark = (here, base.here) if here is not None else (there, base.there)
    assert left is not None
    is_same = left.mark == mark and left.is_done == base.is_done
    if left.is_done and (here is not None or not is_same):
        return Move("unfollow")
    if here is not None:
        return Move("delete here" if is_same else "add there")
    return Move("delete there" if is_same else "add here")


def _both(base: Base, here: Side, there: Side) -> Move:
    is_done = (here.is_done and there.is_done) if base.is_done else (here.is_done or there.is_done)
    from_here, from_there = here.mark != base.here, there.mark != base.there
    if from_here and from_there:
        return Move("match", "", is_done) if alike(here, there) else Move("match", "here", is_done, is_lost=True)
    return Move("match", "here" if from_here else "there" if from_there else "", is_done)


def alike(here: Side, there: Side) -> bool:
    """Whether both say the same: one side may not know at what hour."""
    hours = {one.moment for one in (here, there) if one.moment}
    return (here.title, here.day) == (there.title, there.day) and len(hours) < 2


def same_task(here: Side, there: Side) -> bool:
    """Whether two open tasks that nobody has brought together mean one thing: one title, and no two days."""
    days = {one.day for one in (here, there) if one.day}
    return fold(here.title.strip()) == fold(there.title.strip()) and len(days) < 2


H = TypeVar("H")
T = TypeVar("T")


def pairs(here: Sequence[tuple[H, Side]], there: Sequence[tuple[T, Side]]) -> list[tuple[H, T, Base]]:
    """Of open tasks, those that mean one thing, each once, with a base by which the one that says more is the changed one."""
    left, found = list(there), list[tuple[H, T, Base]]()
    for mine, side in here:
        index = next((at for at, (_, other) in enumerate(left) if same_task(side, other)), None)
        if index is None:
            continue
        theirs, other = left.pop(index)
        knows_more = other.day is not None and side.day is None
        base = Base(side.mark, "", is_done=False) if knows_more else Base("", other.mark, is_done=False)
        found.append((mine, theirs, base))
    return found


def is_emptied(before: int, gone: int) -> bool:
    """Whether so much vanished at once elsewhere that it is more likely a mistake than what somebody wanted."""
    return gone >= _MANY and gone * 2 > before


_MANY = 10
