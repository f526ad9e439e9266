"""The tools for alerts: what the user wants to be told of when it happens. Looking is the alert loop's."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import READS, SCHEDULES, WRITES
from app.memory.records import AlertRule
from app.tools import when as times
from app.tools.pick import Shelf, of_shelf, pick
from app.tools.pinning import day_of, days_in, pinning
from app.tools.provenance import carry, with_sources
from app.tools.toolset import Tool
from app.watching.amounts import hours_in, say_hours
from app.watching.reading import source_of
from app.watching.table import WATCHES
from app.watching.watch import Watch

_LONGEST = 300
_LEAST_COOLDOWN = timedelta(minutes=5)
_MOST_COOLDOWN = timedelta(days=365)
State = Literal["", "active", "paused"]


async def set_alert(ctx: RunContext[AgentDeps], when: str, *, cooldown: str = "", until: str = "") -> Done:
    """Tell the user when it happens: a task is 2 hours overdue, no journal entry by 9 pm, heart rate above 120, mail from Ama about the invoice, Kofi writes, rain tomorrow.

    Args:
        cooldown: "2 hours" between alerts.
        until: last day.
    """
    deps = ctx.deps
    watch, condition = await _read(when, deps)
    for rule in await deps.store.alert_rules.list(deps.user.id):
        if (rule.source, rule.condition) == (watch.source, condition):
            raise ToolProblem(f"I watch for that already: {_line(rule, deps)}")
    rule = await deps.store.alert_rules.add(
        deps.user.id,
        name=when.strip()[:80],
        source=watch.source,
        condition=condition,
        cooldown=_cooldown(cooldown, watch),
        expires_at=_until(until, deps),
        turn_id=deps.turn_id,
        taint=deps.taint.all,
        at=deps.now,
    )
    return Done(await _confirmed(rule, watch, deps), undo={"action": "delete_alert", "id": rule.id})


async def list_alerts(ctx: RunContext[AgentDeps]) -> str:
    """What is watched for, and what it told last."""
    deps = ctx.deps
    rules = await deps.store.alert_rules.list(deps.user.id)
    if not rules:
        return "I'm not watching for anything. “Tell me when a task is overdue” is one thing I can."
    carry(deps, rules)
    lines = [f"- {_line(rule, deps)}{await _not_yet(rule, deps)}" for rule in rules]
    return "\n".join(("Your alerts:", *lines))


async def change_alert(
    ctx: RunContext[AgentDeps], alert: str, *, when: str = "", state: State = "", cooldown: str = ""
) -> Done:
    """Change, pause or resume (state) an alert."""
    deps = ctx.deps
    old = await pick(shelf(deps), alert)
    if not (when.strip() or state or cooldown.strip()):
        raise ToolProblem(f"What should change about the alert: {_what(old)}?")
    watch, condition = await _read(when, deps) if when.strip() else (WATCHES[old.source], old.condition)
    rule = await deps.store.alert_rules.update(
        deps.user.id,
        old.id,
        name=when.strip()[:80] or old.name,
        source=watch.source,
        condition=condition,
        cooldown=_cooldown(cooldown, watch) if cooldown.strip() else old.cooldown,
        status=state or old.status,
        expires_at=old.expires_at,
        taint=with_sources(old, deps),
        at=deps.now,
    )
    said = "Paused" if state == "paused" else "Changed"
    stands = rule or old
    return Done(f"{said}: {_line(stands, deps)}{await _not_yet(stands, deps)}", undo=_as_it_was(old))


async def delete_alert(ctx: RunContext[AgentDeps], alert: str) -> Done:
    """Stop watching."""
    deps = ctx.deps
    gone = await pick(shelf(deps), alert)
    await deps.store.alert_rules.set_status(deps.user.id, gone.id, "cancelled", deps.now)
    return Done(
        f"I no longer watch whether {_what(gone)}.",
        undo={"action": "restore_alert", "id": gone.id, "status": gone.status},
    )


def shelf(deps: AgentDeps) -> Shelf[AlertRule]:
    """How one of the user's alerts is looked up."""

    async def get(number: int) -> AlertRule | None:
        rule = await deps.store.alert_rules.get(deps.user.id, number)
        return rule if rule is not None and rule.status in ("active", "paused") else None

    async def find(words: str) -> Sequence[AlertRule]:
        wanted = words.casefold().split()
        rules = await deps.store.alert_rules.list(deps.user.id)
        return [rule for rule in rules if all(word in f"{rule.name} {_what(rule)}".casefold() for word in wanted)]

    return Shelf(
        noun="alert",
        deps=deps,
        get=get,
        find=find,
        all=lambda: deps.store.alert_rules.list(deps.user.id),
        name=lambda rule: f"{_what(rule)} (#{rule.id})",
    )


async def _read(when: str, deps: AgentDeps) -> tuple[Watch, dict[str, object]]:
    words = re.sub(r"\A(?:when(?:ever)?|if|once|as soon as)\s+", "", when.strip(), flags=re.IGNORECASE)
    if len(words) > _LONGEST:
        raise ToolProblem("Say in one short sentence what I should watch for.")
    source = source_of(words)
    if source is None:
        examples = "; ".join([watch.example for watch in WATCHES.values() if await _can_fire(watch, deps)])
        raise ToolProblem(f"I can't watch for that yet. What I can watch for: {examples}.")
    watch = WATCHES[source]
    return watch, watch.read(words, deps.local_now)


def _cooldown(said: str, watch: Watch) -> int:
    """Seconds between two alerts of one rule."""
    if not said.strip():
        return int(watch.cooldown.total_seconds())
    hours = hours_in(said)
    if hours is None:
        raise ToolProblem("How long between two alerts? “2 hours” or “a day” is what I can read.")
    return int(min(max(timedelta(hours=hours), _LEAST_COOLDOWN), _MOST_COOLDOWN).total_seconds())


def _until(said: str, deps: AgentDeps) -> datetime | None:
    if not said.strip():
        return None
    end = times.stretch("", said, deps.local_now)[1]
    if end is None or end <= deps.local_now:
        raise ToolProblem("That day is over. Until when should I watch?")
    return end


async def _confirmed(rule: AlertRule, watch: Watch, deps: AgentDeps) -> str:
    what = f"{_what(rule)} (#{rule.id}){_ends(rule, deps)}"
    if await _can_fire(watch, deps):
        return f"I'll tell you when {what}."
    return f"I can't tell you that yet. {deps.connections.status(watch.service)} I keep the alert until then: {what}."


async def _can_fire(watch: Watch, deps: AgentDeps) -> bool:
    """Whether there is anything it could find: its service is connected, or something came from it already."""
    return not watch.service or (watch.has is not None and await watch.has(deps.store, deps.user.id))


async def _not_yet(rule: AlertRule, deps: AgentDeps) -> str:
    """What is said behind an alert that can't come true as things are."""
    watch = WATCHES.get(rule.source)
    return "" if watch is None or await _can_fire(watch, deps) else f"; can't be told yet: no {watch.service} comes in"


def _what(rule: AlertRule) -> str:
    watch = WATCHES.get(rule.source)
    return watch.say(rule.condition) if watch else rule.name


def _line(rule: AlertRule, deps: AgentDeps) -> str:
    """ "a task is overdue, at most every 6 hours (#3); told last on …: …"."""
    stands = ", paused" if rule.status == "paused" else ""
    last = ""
    if rule.fired_at is not None:
        last = f"; told last {times.say(rule.fired_at, deps.local_now)}: {rule.fired_because[:120]}"
    return (
        f"{_what(rule)}, at most every {say_hours(rule.cooldown / 3600)}{_ends(rule, deps)}{stands} (#{rule.id}){last}"
    )


def _ends(rule: AlertRule, deps: AgentDeps) -> str:
    if rule.expires_at is None:
        return ""
    last = (rule.expires_at - timedelta(seconds=1)).astimezone(deps.zone)
    return f", until {last:%A} {last.day} {last:%B}"


def _as_it_was(rule: AlertRule) -> dict[str, object]:
    """What undo needs to set an alert back."""
    return {
        "action": "change_alert",
        "id": rule.id,
        "name": rule.name,
        "source": rule.source,
        "condition": rule.condition,
        "cooldown": rule.cooldown,
        "status": rule.status,
        "expires_at": rule.expires_at.isoformat() if rule.expires_at else None,
        "taint": rule.taint,
    }


def _pin_condition(deps: AgentDeps, arguments: dict[str, Any]) -> dict[str, Any]:
    """ "Rain tomorrow" by its date."""
    said = str(arguments.get("when") or "").strip()
    source = source_of(said) if 0 < len(said) <= _LONGEST else None
    if source is None:
        return {}
    watch = WATCHES[source]
    return {"when": days_in(deps, said, lambda words: watch.read(words, deps.local_now))}


_prepare_setting = pinning(_pin_condition, pinning(day_of("until")))
TOOLS: tuple[Tool, ...] = (
    Tool(set_alert, SCHEDULES, _prepare_setting),
    Tool(list_alerts, READS),
    Tool(change_alert, SCHEDULES, pinning(_pin_condition, of_shelf("alert", shelf, "change the alert"))),
    Tool(delete_alert, WRITES, of_shelf("alert", shelf, "end the alert")),
)
