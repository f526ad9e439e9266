"""The tools for reminders: once or repeating, in the user's own zone, changed and cancelled by number or words.

Invariant: what is stored is due in the future, and a repeating reminder's first day is one its rule names. Delivery is the
reminder loop's.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import ADDS, READS, WRITES
from app.language import channels
from app.language.time import wording
from app.language.time.half_days import in_its_half
from app.memory.records import Reminder
from app.schedule.occurrences import next_occurrence
from app.tools import said_first
from app.tools import when as times
from app.tools.pick import Shelf, of_shelf, pick
from app.tools.pinning import pinning, plan_of
from app.tools.provenance import carry, with_sources
from app.tools.toolset import Tool
from app.tools.upcoming import say_upcoming, say_without, upcoming

MAX_TEXT = 2000
_JUST_BEFORE = timedelta(seconds=1)
_NO_REPEAT = frozenset(("none", "no", "never", "once", "off"))


async def set_reminder(ctx: RunContext[AgentDeps], text: str, when: str, repeat: str = "", channel: str = "") -> Done:
    """Remind the user.

    Args:
        repeat: as said, or RRULE.
    """
    deps = ctx.deps
    if not text.strip():
        raise ToolProblem("What should I remind you of?")
    if not (when.strip() or repeat.strip()):
        raise ToolProblem(f"When should I remind you: {text.strip()}?")
    plan = times.plan(when, repeat, deps.local_now)
    wanted, told = await said_first.wanted_on(deps, channel)
    reminder = await deps.store.reminders.add(
        deps.user.id,
        text=text.strip()[:MAX_TEXT],
        due_at=plan.utc,
        local_start=plan.start.isoformat(),
        time_zone=deps.user.time_zone,
        rule=plan.rule,
        turn_id=deps.turn_id,
        taint=deps.taint.all,
        at=deps.now,
        exceptions=plan.without,
        channel=wanted,
    )
    undo = {"action": "cancel_reminder", "id": reminder.id}
    return Done(" ".join(filter(None, (_confirmed(reminder, plan, deps), told))), undo=undo)


async def list_reminders(ctx: RunContext[AgentDeps], day: str = "") -> str:
    """Ahead, or of a day."""
    deps = ctx.deps
    reminders = await deps.store.reminders.list(deps.user.id)
    if day.strip():
        return _of_day(reminders, day, deps)
    if not reminders:
        return "You have no reminders set."
    carry(deps, reminders)
    lines = [f"- {reminder.text}, {_due(reminder, deps)}{_on(reminder)} (#{reminder.id})" for reminder in reminders]
    return "\n".join((f"Your reminders ({times.zone_label(deps.user.time_zone)}):", *lines))


async def change_reminder(
    ctx: RunContext[AgentDeps], reminder: str, *, when: str = "", text: str = "", repeat: str = ""
) -> Done:
    """Move, reword; repeat "none" ends it."""
    deps = ctx.deps
    old = await pick(shelf(deps), reminder)
    if not (when.strip() or text.strip() or repeat.strip()):
        raise ToolProblem(f"What should change about the reminder: {old.text}?")
    plan = _changed(old, when, repeat, deps)
    await deps.store.reminders.update(
        deps.user.id,
        old.id,
        text=text.strip()[:MAX_TEXT] or old.text,
        due_at=plan.utc if plan else old.due_at,
        local_start=plan.start.isoformat() if plan else old.local_start,
        time_zone=deps.user.time_zone if plan else old.time_zone,
        rule=plan.rule if plan else old.rule,
        taint=with_sources(old, deps),
        at=deps.now,
        exceptions=_exceptions(old, plan),
    )
    new = await deps.store.reminders.get(deps.user.id, old.id)
    return Done(_confirmed(new or old, plan, deps), undo=_as_it_was(old))


async def cancel_reminder(ctx: RunContext[AgentDeps], reminder: str) -> Done:
    """Cancel one."""
    deps = ctx.deps
    gone = await pick(shelf(deps), reminder)
    await deps.store.reminders.cancel(deps.user.id, gone.id, deps.now)
    return Done(
        f"Cancelled: {gone.text}, {_due(gone, deps)}.",
        undo={"action": "restore_reminder", "id": gone.id},
    )


def _of_day(reminders: Sequence[Reminder], day: str, deps: AgentDeps) -> str:
    """What rings in a stretch of days; a repeating one by the time it rings then, which need not be its next."""
    first, end = times.stretch(day, day, deps.local_now)
    day = re.sub(r"\A(?:on|for) ", "", day.strip(), flags=re.IGNORECASE)
    timed = [(moment, reminder) for reminder in reminders if (moment := _within(reminder, first, end, deps))]
    if not timed:
        return f"No reminders for {day}."
    carry(deps, [reminder for _, reminder in timed])
    lines = [
        f"- {times.say(moment, deps.local_now)}: {reminder.text}{_on(reminder)} (#{reminder.id})"
        for moment, reminder in sorted(timed, key=lambda pair: pair[0])
    ]
    return "\n".join((f"Reminders for {day}:", *lines))


def _within(reminder: Reminder, first: datetime | None, end: datetime | None, deps: AgentDeps) -> datetime | None:
    """When a reminder first rings in a stretch of time; None when it does not."""
    due: datetime | None = reminder.due_at
    if first is not None and reminder.due_at < first:
        start = datetime.fromisoformat(reminder.local_start)
        due = _next(reminder, start, first - _JUST_BEFORE, deps)
    return due if due is not None and (end is None or due < end) else None


def shelf(deps: AgentDeps) -> Shelf[Reminder]:
    """How one of the user's reminders ahead is looked up."""

    async def get(number: int) -> Reminder | None:
        reminder = await deps.store.reminders.get(deps.user.id, number)
        return reminder if reminder is not None and reminder.status in ("active", "processing") else None

    return Shelf(
        noun="reminder",
        deps=deps,
        get=get,
        find=lambda words: deps.store.reminders.find(deps.user.id, words),
        all=lambda: deps.store.reminders.list(deps.user.id),
        name=lambda reminder: f"{reminder.text}, {_due(reminder, deps)}",
    )


def _changed(old: Reminder, when: str, repeat: str, deps: AgentDeps) -> times.Plan | None:
    """The new plan, or None when only the words change."""
    if not (when.strip() or repeat.strip()):
        return None
    due, start = old.due_at.astimezone(deps.zone), datetime.fromisoformat(old.local_start)
    if not repeat.strip():
        when = in_its_half(when, due)
        return times.replan(when, times.Plan(due, start, old.rule, has_time=True), deps.local_now)
    rule = "" if repeat.strip().casefold() in _NO_REPEAT else repeat
    said = times.moved(when, due, deps.local_now) if when.strip() else due.replace(tzinfo=None).isoformat()
    return times.plan(said, rule, deps.local_now)


def _next(reminder: Reminder, start: datetime, after: datetime, deps: AgentDeps) -> datetime | None:
    if not reminder.rule:
        return None
    return next_occurrence(reminder.rule, start, deps.zone, after, without=reminder.exceptions)


def _exceptions(old: Reminder, plan: times.Plan | None) -> list[str]:
    """What was left out stays so as long as it repeats as before."""
    if plan is None or plan.rule == old.rule:
        return old.exceptions
    return [*plan.without]


def _confirmed(reminder: Reminder, plan: times.Plan | None, deps: AgentDeps) -> str:
    """ "I'll remind you tomorrow at 09:00 (Sunday 22 November), Accra time: call mum (#4)."."""
    zone = times.zone_label(deps.user.time_zone)
    text = f"I'll remind you {_due(reminder, deps)}, {zone}: {reminder.text} (#{reminder.id}).{_then(reminder, deps)}"
    if plan is not None and plan.once:
        return f"{text} Only this next time has moved."
    if plan is not None and not plan.has_time:
        return f"{text} You named no hour, so I took {plan.due:%H:%M}."
    return text


def _on(reminder: Reminder) -> str:
    """ ", on WhatsApp", where it is wanted there."""
    return f", on {channels.TITLES.get(reminder.channel, reminder.channel)}" if reminder.channel else ""


def _due(reminder: Reminder, deps: AgentDeps) -> str:
    local = reminder.due_at.astimezone(deps.zone)
    said = times.say(local, deps.local_now)
    if reminder.rule is None:
        return said
    start = datetime.fromisoformat(reminder.local_start)
    without = say_without(reminder.exceptions, deps.local_now.date())
    return f"{wording.say_rule(reminder.rule, start)}{without}, next time {said}"


def _then(reminder: Reminder, deps: AgentDeps) -> str:
    """ " Then Tuesday 24 and Wednesday 25 November.", after the next time that was said already."""
    if reminder.rule is None:
        return ""
    start = datetime.fromisoformat(reminder.local_start)
    moments = upcoming(reminder.rule, start, reminder.due_at, deps.zone, without=reminder.exceptions)[1:]
    usual = start.time() == reminder.due_at.astimezone(deps.zone).time()
    return f" Then {say_upcoming(moments, deps.local_now, hour_said=usual)}." if moments else ""


def _as_it_was(reminder: Reminder) -> dict[str, object]:
    """What undo needs to set a reminder back."""
    return {
        "action": "change_reminder",
        "id": reminder.id,
        "text": reminder.text,
        "due_at": reminder.due_at.isoformat(),
        "local_start": reminder.local_start,
        "time_zone": reminder.time_zone,
        "rule": reminder.rule,
        "exceptions": reminder.exceptions,
        "taint": reminder.taint,
    }


async def _prepare_changing(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Pinned to its number, and a time of once to what it comes to now: "an hour later" too."""
    held, said = await of_shelf("reminder", shelf, "change the reminder")(deps, arguments)
    old = await pick(shelf(deps), held["reminder"])
    when, repeat = (str(held.get(name) or "") for name in ("when", "repeat"))
    plan = _changed(old, when, repeat, deps) if when.strip() else None
    if plan is not None and (plan.rule is None or plan.once):
        held["when"] = plan.due.replace(tzinfo=None).isoformat()
    return held, said


TOOLS: tuple[Tool, ...] = (
    Tool(set_reminder, ADDS, pinning(plan_of)),
    Tool(list_reminders, READS),
    Tool(change_reminder, WRITES, _prepare_changing),
    Tool(cancel_reminder, WRITES, of_shelf("reminder", shelf, "cancel the reminder")),
)
