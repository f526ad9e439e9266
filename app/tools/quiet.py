"""The tool for silence: the hours in which nothing is said unasked, and how many unasked messages a day there may be.

Invariant: what is kept is hours that `QuietHours` reads, "" for none, and a whole number; what its user set a time for is never held
back by either. Does not decide who may speak when.
"""

import re
from collections.abc import Mapping
from datetime import datetime, time
from typing import Any

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import WRITES
from app.memory.ports import Value
from app.memory.repositories import Repositories
from app.schedule.quiet import QuietHours
from app.timetable.manners import LIMIT, QUIET
from app.tools import when as times
from app.tools.toolset import Tool

MOST = 100
_USUAL = QuietHours(time(22), time(7))
_NONE = re.compile(r"(?:off|none|never|no|no quiet hours|without|clear|remove|stop)", re.IGNORECASE)
_RESET = re.compile(r"(?:default|usual|reset|the house's|as usual|normal)", re.IGNORECASE)
_CLOCK = r"(?:at )?(?P<{0}>\d{{1,2}}(?:[:.]\d\d)?|noon|midnight)(?: ?o'?clock)? ?(?P<{0}_half>[ap]\.?m\.?)?"
_STRETCH = re.compile(
    rf"(?:from |between )?{_CLOCK.format('start')} ?(?:-|–|to|until|till|and) ?{_CLOCK.format('end')}", re.IGNORECASE
)
_ONE_A_DAY = "At most 1 message a day that you didn't ask for."
_ONE_END = re.compile(rf"(?P<way>after|from|past|since|before|until|till) {_CLOCK.format('at')}", re.IGNORECASE)
_NAMED = {"noon": time(12), "midnight": time()}
_HALF_DAY = 12


async def set_quiet_hours(ctx: RunContext[AgentDeps], hours: str = "", most_a_day: int = -1) -> Done:
    """When not to speak unasked, and how often a day at most.

    Args:
        hours: "22:00-07:00" or "off".
    """
    deps = ctx.deps
    user = await deps.store.users.get(deps.user.id) or deps.user
    if not hours.strip() and most_a_day < 0:
        return Done(_standing(user.settings))
    if most_a_day > MOST:
        raise ToolProblem(f"{MOST} a day is the most I'd ever send unasked. How many should it be?")
    changes: dict[str, Value] = {}
    if hours.strip():
        changes[QUIET] = _read(hours, user.settings)
    if most_a_day >= 0:
        changes[LIMIT] = most_a_day
    for name, value in changes.items():
        await deps.store.users.set_setting(deps.user.id, name, value)
    before = {name: user.settings.get(name) for name in changes}
    return Done(_confirmed(changes, deps), undo={"action": "set_quiet_hours", "settings": before})


async def restore(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    """Take a change of these back."""
    for name, value in given["settings"].items():
        await store.users.set_setting(user_id, name, value)
    return "When I keep quiet is as it was."


def _read(hours: str, settings: Mapping[str, Any]) -> Value:
    """As it is kept: "22:00-07:00", "" for none, None for what the house has."""
    said = " ".join(hours.replace("’", "'").split())
    if _NONE.fullmatch(said):
        return ""
    if _RESET.fullmatch(said):
        return None
    whole, end = _STRETCH.fullmatch(said), _ONE_END.fullmatch(said)
    quiet = _stretch(whole) if whole else _one_end(end, settings) if end else None
    if quiet is None or quiet.start == quiet.end:
        raise ToolProblem('I can\'t read those hours. "22:00-07:00" works, and "off" for none.')
    return str(quiet)


def _stretch(said: re.Match[str]) -> QuietHours | None:
    start, end = _clock(said, "start"), _clock(said, "end")
    if start is None or end is None:
        return None
    bare = not said["start_half"] and all(_is_bare(said[name]) for name in ("start", "end"))
    # "10 to 7" is a night: nobody is quiet from ten in the morning until seven the next.
    if bare and not said["end_half"] and end < start and start.hour < _HALF_DAY:
        start = start.replace(hour=start.hour + _HALF_DAY)
    return QuietHours(start, end)


def _one_end(said: re.Match[str], settings: Mapping[str, Any]) -> QuietHours | None:
    """ "after 9pm" begins what was quiet anyway, "before 8" ends it."""
    now, at = QuietHours.parse(str(settings.get(QUIET) or "")) or _USUAL, _clock(said, "at")
    if at is None:
        return None
    if said["way"].casefold() in ("before", "until", "till"):
        return QuietHours(now.start, at)
    is_evening = not said["at_half"] and _is_bare(said["at"]) and at.hour < _HALF_DAY
    return QuietHours(at.replace(hour=at.hour + _HALF_DAY) if is_evening else at, now.end)


def _clock(said: re.Match[str], name: str) -> time | None:
    if said[name].casefold() in _NAMED:
        return _NAMED[said[name].casefold()]
    hour, _, minute = said[name].replace(".", ":").partition(":")
    half, number = (said[f"{name}_half"] or "").casefold()[:1], int(hour)
    if half:
        number = number % _HALF_DAY + (_HALF_DAY if half == "p" else 0)
    if number > 24 or int(minute or 0) > 59 or (half and int(hour) > _HALF_DAY):
        return None
    return time(number % 24, int(minute or 0))


def _is_bare(hour: str) -> bool:
    """Whether an hour may be of either half of the day: "9", and not "09:00"."""
    return hour.isdecimal() and not hour.startswith("0") and int(hour) <= _HALF_DAY


def _confirmed(changes: Mapping[str, Value], deps: AgentDeps) -> str:
    said: list[str] = []
    if QUIET in changes:
        said.append(_say_hours(changes[QUIET], f", {times.zone_label(deps.user.time_zone)}"))
    if LIMIT in changes:
        said.append(_say_number(int(str(changes[LIMIT]))))
    return f"{' '.join(said)} What you set a time for still comes on time."


def _standing(settings: Mapping[str, Any]) -> str:
    """What holds, as far as its user set it."""
    said = [_say_hours(settings[QUIET], "")] if QUIET in settings else []
    said += [_say_number(int(settings[LIMIT]))] if LIMIT in settings else []
    return " ".join(said) or 'You have set no quiet hours of your own. "22:00-07:00" or "after 9pm" sets them.'


def _say_hours(value: Value, zone: str) -> str:
    if value is None:
        return "Back to the usual quiet hours."
    quiet = QuietHours.parse(str(value))
    if quiet is None:
        return "No quiet hours."
    return f"Quiet from {quiet.start:%H:%M} to {quiet.end:%H:%M}{zone}: I won't speak first then."


def _say_number(number: int) -> str:
    if number == 0:
        return "I'll say nothing unasked."
    return _ONE_A_DAY if number == 1 else f"At most {number} messages a day that you didn't ask for."


TOOLS: tuple[Tool, ...] = (Tool(set_quiet_hours, WRITES),)
