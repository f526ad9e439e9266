"""Schedules as people read them: "Every weekday at 08:00, Accra time, I'll do “check the weather” (#3). Next: …".

Pure. Hours are said on the reader's own clock, whatever clock a schedule runs on. Changes nothing.
"""

import re
from datetime import date, datetime
from zoneinfo import ZoneInfo

from app.deps import AgentDeps
from app.language.time import wording
from app.memory.records import Occurrence, ScheduledTask
from app.tools import when as times
from app.tools.upcoming import READ_BACK, joined, say_upcoming, say_without, upcoming

SHOWN = 80
_TECHNICAL = re.compile(r"\Adue \S+, ")


def title(schedule: ScheduledTask) -> str:
    """What it is called in a list: the instruction's first words, or the routine's name."""
    name = schedule.name if schedule.kind == "routine" else schedule.instruction
    if schedule.kind == "worker":
        name = f"wake {schedule.target}: {name}"
    return name if len(name) <= SHOWN else f"{name[:SHOWN].rstrip()}…"


def words(schedule: ScheduledTask) -> str:
    """What it may be found by."""
    return f"{schedule.name} {schedule.instruction} {schedule.target}".casefold()


def confirmed(schedule: ScheduledTask, deps: AgentDeps) -> str:
    """What will be done when, with the next times of what repeats."""
    zone = times.zone_label(deps.user.time_zone)
    often = how_often(schedule, deps) or times.say(schedule.due_at, deps.local_now)
    coming = following(schedule, deps)
    if schedule.kind == "routine":
        return f"{_capital(schedule.name)}: {often}, {zone} (#{schedule.id}).{coming}"
    deed = f"wake {schedule.target} for" if schedule.kind == "worker" else "do"
    return f"{_capital(often)}, {zone}, I'll {deed} “{schedule.instruction.rstrip(' .')}” (#{schedule.id}).{coming}"


def following(schedule: ScheduledTask, deps: AgentDeps) -> str:
    """ " Next: Monday 23, Tuesday 24 and Wednesday 25 November."; nothing for what comes once."""
    if not schedule.rule:
        return ""
    start, zone = datetime.fromisoformat(schedule.local_start), ZoneInfo(schedule.time_zone)
    moments = upcoming(schedule.rule, start, schedule.due_at, zone, without=schedule.exceptions)
    usual = _start(schedule, deps).time() == schedule.due_at.astimezone(deps.zone).time()
    ends = ", then it is over" if len(moments) < READ_BACK else ""
    return f" Next: {say_upcoming(moments, deps.local_now, hour_said=usual)}{ends}."


def how_often(schedule: ScheduledTask, deps: AgentDeps) -> str:
    """ "every weekday at 08:00, not on 25 December"; nothing for what comes once."""
    if not schedule.rule:
        return ""
    start = _start(schedule, deps)
    without = say_without(schedule.exceptions, deps.local_now.date())
    return wording.say_rule(schedule.rule, start) + without


def line(schedule: ScheduledTask, last: Occurrence | None, deps: AgentDeps) -> str:
    """One line of a list: what, how often, how it stands, when next, and how the last one went."""
    often = how_often(schedule, deps) or "once"
    coming = f", next {times.say(schedule.due_at, deps.local_now)}" if schedule.status == "active" else ""
    return f"{_capital(title(schedule))} (#{schedule.id}): {often}. {schedule.state}{coming}.{_ended(last, deps)}"


def changed(old: ScheduledTask, new: ScheduledTask, deps: AgentDeps) -> str:
    """What a change came to."""
    if new.status == "paused":
        return f"Paused: {title(new)} (#{new.id}). “Resume it” brings it back."
    left_out = [one for one in new.exceptions if one not in old.exceptions]
    if left_out and new.rule == old.rule:
        return f"Left out: {_left_out(left_out)}. {confirmed(new, deps)}"
    return confirmed(new, deps)


def deleted(schedule: ScheduledTask, deps: AgentDeps) -> str:
    """That it is over."""
    if schedule.kind == "routine":
        return f"No more {schedule.name}."
    often = how_often(schedule, deps) or times.say(schedule.due_at, deps.local_now)
    return f"Deleted: {title(schedule)}, {often} (#{schedule.id})."


def _ended(last: Occurrence | None, deps: AgentDeps) -> str:
    """ " Last ran today at 08:00."."""
    if last is None:
        return ""
    due, reason = times.say(last.due_at, deps.local_now), _TECHNICAL.sub("", last.reason)
    if last.status in ("waiting", "running"):
        return f" The one of {due} is on its way." if last.status == "waiting" else f" The one of {due} is running."
    if last.status == "skipped":
        return f" Last one skipped, {due}{f': {reason}' if reason else ''}."
    how = " late" if last.status == "late" else ""
    return f" Last ran{how}: {due}{', nothing to say' if reason == 'silent' else ''}."


def _start(schedule: ScheduledTask, deps: AgentDeps) -> datetime:
    """What its rule counts from, on the reader's clock (naive); of another clock the hour as it is there in this season."""
    start = datetime.fromisoformat(schedule.local_start)
    if schedule.time_zone == deps.user.time_zone:
        return start
    zone = ZoneInfo(schedule.time_zone)
    day = schedule.due_at.astimezone(zone).date()
    return datetime.combine(day, start.time(), zone).astimezone(deps.zone).replace(tzinfo=None)


def _left_out(exceptions: list[str]) -> str:
    """Days, and hours of days."""
    said = [datetime.fromisoformat(one) for one in exceptions]
    return joined(
        [
            f"{_short(moment.date())}{f' at {moment:%H:%M}' if len(text) > 10 else ''}"
            for moment, text in zip(said, exceptions, strict=True)
        ]
    )


def _short(day: date) -> str:
    return f"{day:%A} {day.day} {day:%B}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
