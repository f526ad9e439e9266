"""What is read out of a person's samples: days, nights, what is usual for them. Data only; `reading` makes it."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from app.memory.records import Json

_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class DayFigure:
    """A local day of a metric. `number` is its one number, by the metric's aggregate and in its stored unit.

    `low` and `high` are the least and the greatest measurement where they mean something (mean and last), else `number`.
    `last_at` is up to when it was measured. `detail` is what the metric's days hold besides: docs/health.md.
    """

    day: date
    number: float
    low: float
    high: float
    samples: int
    last_at: datetime
    detail: Json | None


@dataclass(frozen=True, slots=True)
class Sleep:
    """A night or a nap as one device saw it. Times are at that device's own offset; all else is minutes, `score` its own points.

    `asleep` without `has_stages` is the whole of it. `awake` is what the device called so, and the gaps between parts of a night.
    `samples` is how many sessions it is made of.
    """

    start: datetime
    end: datetime
    asleep: float
    awake: float
    light: float
    deep: float
    rem: float
    has_stages: bool
    score: float | None
    device: str
    samples: int

    @property
    def in_bed(self) -> float:
        """Minutes from its start to its end."""
        return (self.end - self.start) / _MINUTE


@dataclass(frozen=True, slots=True)
class Night:
    """The sleep of a day: of the day of waking. `main` is the longest; `naps` are the others, in their order."""

    day: date
    main: Sleep | None
    naps: tuple[Sleep, ...]

    @property
    def asleep(self) -> float:
        """Minutes asleep, naps too."""
        return sum((nap.asleep for nap in self.naps), self.main.asleep if self.main else 0.0)


@dataclass(frozen=True, slots=True)
class Baseline:
    """What is usual for a person: the mean of the days before, and the middle 80 % of them (`low` to `high`).

    `days` is how many of them had data: seven or more.
    """

    mean: float
    low: float
    high: float
    days: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a metric did between two moments, devices reconciled. `total` is of amounts, sleep and exercise (minutes), the others None.

    `mean`, `low`, `high` are of what is measured, not of amounts. `last` is the newest measurement, taken at `last_at`.
    """

    samples: int
    mean: float | None
    low: float | None
    high: float | None
    total: float | None
    last: float | None
    last_at: datetime | None


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest measurement of a metric: of when it ends, or began where it is of a moment; never after now."""

    number: float
    at: datetime
    detail: Json | None
    device: str
    zone_offset: int


@dataclass(frozen=True, slots=True)
class Known:
    """What there is of a metric: how much, of which devices, up to when, and when the last of it came."""

    metric: str
    samples: int
    devices: tuple[str, ...]
    last_at: datetime
    received_at: datetime
