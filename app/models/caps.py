"""The caps that are set, what they leave, and the sentence for a call that does not fit. Pure: knows no storage and no model."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from app.config import Settings
from app.errors import BudgetSpent
from app.memory.repositories.reservations import Spent
from app.models.prices import dollars
from app.schedule.zones import to_utc

Span = Literal["turn", "day", "month"]
Unit = Literal["tokens", "cost"]

_USED_UP = (
    "{whose} budget for language models is used up: {used} of {limit}{more}. I answer without one until {until};"
    " {setting} changes that."
)
_TOO_SMALL = (
    "One call of {model} can take {asked}, and {setting} allows {limit} {per}. I answer without a language model for now;"
    " a higher {setting} or a lower MAX_OUTPUT_TOKENS changes that."
)
_WHOSE = {"turn": "This message's", "day": "Today's", "month": "This month's"}
_PER = {"turn": "for a message", "day": "a day", "month": "a month"}
_ADJECTIVES = {"turn": "turn", "day": "daily", "month": "monthly"}


_SPANS: tuple[tuple[Span, Unit], ...] = (
    ("turn", "tokens"),
    ("turn", "cost"),
    ("day", "tokens"),
    ("day", "cost"),
    ("month", "tokens"),
    ("month", "cost"),
)


@dataclass(frozen=True, slots=True)
class Need:
    """What a call can use at most. Money is 0 for a model of one's own, and reckoned at an assumed price where none is known."""

    model: str
    tokens: int
    cost: float


@dataclass(frozen=True, slots=True)
class Cap:
    """One limit that is set: tokens, or US dollars. `setting` is its name for who can change it."""

    setting: str
    span: Span
    unit: Unit
    limit: float

    def used(self, spent: Spent) -> float:
        """How much of it is gone."""
        return getattr(spent, f"{self.span}_{self.unit}")

    def asked(self, need: Need) -> float:
        """How much of it a call can take."""
        return need.cost if self.unit == "cost" else need.tokens

    def say(self, amount: float) -> str:
        """An amount in this cap's unit."""
        return dollars(amount) if self.unit == "cost" else f"{round(amount):,} tokens"


def caps_of(settings: Settings) -> tuple[Cap, ...]:
    """The caps that are set, the narrowest first."""
    found: list[Cap] = []
    for span, unit in _SPANS:
        name = f"max_{_ADJECTIVES[span]}_{unit}"
        limit = getattr(settings, name)
        if limit is not None:
            found.append(Cap(name.upper(), span, unit, limit))
    return tuple(found)


def check(caps: Sequence[Cap], spent: Spent, need: Need, now: datetime) -> None:
    """Raises BudgetSpent, with a sentence for the user, where a cap would be passed. `now` is on the user's wall clock."""
    for cap in caps:
        used, asked = cap.used(spent), cap.asked(need)
        if asked and used + asked > cap.limit:
            raise BudgetSpent(_sentence(cap, need, used=used, now=now))


def starts(now: datetime, time_zone: str) -> tuple[datetime, datetime]:
    """When the day and the month began on a wall clock."""
    zone = ZoneInfo(time_zone)
    midnight = now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    return to_utc(midnight, zone), to_utc(midnight.replace(day=1), zone)


def reopens(span: Span, now: datetime) -> str:
    """When a cap leaves room again: "midnight", "1 December", "your next message". `now` is on the user's wall clock."""
    first = (now.replace(day=1) + timedelta(days=32)).replace(day=1)
    return {"turn": "your next message", "day": "midnight", "month": f"{first.day} {first:%B}"}[span]


def _sentence(cap: Cap, need: Need, *, used: float, now: datetime) -> str:
    asked, limit = cap.asked(need), cap.say(cap.limit)
    if asked > cap.limit:
        said = {"model": need.model, "asked": cap.say(asked), "setting": cap.setting, "limit": limit}
        return _TOO_SMALL.format(**said, per=_PER[cap.span])
    more = f", and one more call can take {cap.say(asked)}" if used < cap.limit else ""
    until = reopens(cap.span, now)
    return _USED_UP.format(
        whose=_WHOSE[cap.span], used=cap.say(used), limit=limit, more=more, until=until, setting=cap.setting
    )
