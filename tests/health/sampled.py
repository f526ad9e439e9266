"""Samples for tests of what is made of them: written by the local clock of a day, in hours."""

from typing import Any

from app.memory.records import HealthSample, Json

DAY = 20_000
DAY_MS, HOUR_MS, MINUTE_MS = 86_400_000, 3_600_000, 60_000


def ms(hours: float, offset: int = 0) -> int:
    """The moment at which a clock so many seconds east of UTC shows these hours of DAY; there are hours below 0 and above 24."""
    return DAY * DAY_MS + round(hours * HOUR_MS) - offset * 1000


def sample(hours: float, number: float, minutes: float = 0, *, device: str = "watch", **other: Any) -> HealthSample:
    """One of so many minutes that begins at an hour of DAY. `offset` is of the device, in seconds; `detail` as it is stored."""
    offset: int = other.get("offset", 0)
    start = ms(hours, offset)
    detail: Json | None = other.get("detail")
    return HealthSample("steps", device, start, start + round(minutes * MINUTE_MS), offset, number, detail)


def sleep(
    begin: float, end: float, *, device: str = "watch", awake: float = 0, staged: bool = True, **other: Any
) -> HealthSample:
    """A sleep from hour to hour of DAY, awake for so many minutes at its beginning."""
    offset: int = other.get("offset", 0)
    start, until = ms(begin, offset), ms(end, offset)
    middle = start + round(awake * MINUTE_MS)
    stages = [["awake", start, middle], ["light", middle, until]] if staged else []
    asleep = (until - (middle if staged else start)) / MINUTE_MS
    detail = {"stages": stages, "score": other.get("score")}
    return HealthSample("sleep_session", device, start, until, offset, asleep, detail)
