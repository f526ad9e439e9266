"""When something comes next, read back: "Monday 23, Tuesday 24 and Wednesday 25 November".

Pure: moments are aware, and said on the wall clock of `now`. Does not know what comes, nor who is told.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from app.schedule.occurrences import occurrences

READ_BACK = 3
_DAYS_SHOWN = 6
_YEAR = timedelta(days=365)


def upcoming(
    rule: str, start: datetime, due_at: datetime, zone: ZoneInfo, *, without: Sequence[str] = ()
) -> list[datetime]:
    """The next moment and those after it by the rule, three in all; fewer where it ends."""
    after = occurrences(rule, start, zone, due_at, READ_BACK - 1, without=without) if rule else []
    return [moment.astimezone(zone) for moment in (due_at, *after)]


def say_upcoming(moments: Sequence[datetime], now: datetime, *, hour_said: bool = True) -> str:
    """Days alone where all come at one hour that was said before (`hour_said`); else days with their hours."""
    local = [moment.astimezone(now.tzinfo) for moment in moments]
    if hour_said and len({moment.time() for moment in local}) == 1 and _are_days(local):
        return joined(_days([moment.date() for moment in local], now))
    parts = [(day, [f"{moment:%H:%M}" for moment in same]) for day, same in groupby(local, datetime.date)]
    return joined(
        [
            f"{words} at {joined(times)}"
            for words, (_, times) in zip(_days([day for day, _ in parts], now), parts, strict=True)
        ]
    )


def say_without(exceptions: Sequence[str], today: date) -> str:
    """ ", not on 25 December": the whole days of the coming year that are left out of a rule; nothing for none."""
    days = sorted({date.fromisoformat(one) for one in exceptions if len(one) == len("2026-12-25")})
    ahead = [f"{day.day} {day:%B}" for day in days if today <= day < today + _YEAR]
    if not ahead:
        return ""
    more = len(ahead) - _DAYS_SHOWN
    return f", not on {joined(ahead if more <= 0 else [*ahead[:_DAYS_SHOWN], f'{more} more days'])}"


def joined(words: Sequence[str]) -> str:
    """ "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _are_days(moments: Sequence[datetime]) -> bool:
    return len({moment.date() for moment in moments}) == len(moments)


def _days(days: Sequence[date], now: datetime) -> list[str]:
    """Each day's name; the month where the next one has another, the year where it is not this one."""
    said: list[str] = []
    for index, day in enumerate(days):
        following = days[index + 1] if index + 1 < len(days) else None
        same = following is not None and (following.year, following.month) == (day.year, day.month)
        month = "" if same else f" {day:%B}" if day.year == now.year else f" {day:%B %Y}"
        said.append("today" if day == now.date() else f"{day:%A} {day.day}{month}")
    return said
