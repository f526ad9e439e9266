"""Words for a time in a call that waits, pinned to the moment in which they were said.

A card is confirmed hours or days later, when "tomorrow at five" is another day: what is kept is the day and hour that the words mean now, which
the card shows. Figures stand in place of words only where the tool reads the very same in them; other words stay as they are.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.language.time import phrases
from app.tools import when as times
from app.tools.toolset import Prepare

_LONGEST = 200  # characters of a text whose days are looked for
Arguments = dict[str, Any]
Pin = Callable[[AgentDeps, Arguments], Arguments]


def pinning(pin: Pin, prepare: Prepare | None = None) -> Prepare:
    """What prepares a call whose times are pinned by `pin`; the rest of it, and its sentence, are those of `prepare`."""

    async def prepared(deps: AgentDeps, arguments: Arguments) -> tuple[Arguments, str]:
        held = {**arguments, **pin(deps, arguments)}
        return await prepare(deps, held) if prepare else (held, "")

    return prepared


def moment_of(argument: str, *, keep: frozenset[str] = frozenset()) -> Pin:
    """The day, or the day and hour, that an argument names; `keep` are words of it that name none."""

    def pin(deps: AgentDeps, arguments: Arguments) -> Arguments:
        said = str(arguments.get(argument) or "").strip()
        if not said or said.casefold() in keep:
            return {}
        return {argument: figures(times.read_moment(said, deps.local_now))}

    return pin


def day_of(argument: str) -> Pin:
    """The last day of what an argument names."""

    def pin(deps: AgentDeps, arguments: Arguments) -> Arguments:
        said = str(arguments.get(argument) or "").strip()
        last = times.days("", said, deps.local_now)[1] if said else None
        return {argument: last} if last else {}

    return pin


def plan_of(deps: AgentDeps, arguments: Arguments) -> Arguments:
    """When something is due and how it repeats."""
    when, repeat = (str(arguments.get(name) or "").strip() for name in ("when", "repeat"))
    if not (when or repeat):
        return {}
    plan = times.plan(when, repeat, deps.local_now)
    if plan.rule is None:
        return {"when": plan.start.isoformat()}
    first = plan.start.isoformat()
    for said in (repeat, when, plan.rule):
        if said and _reads(first, said, deps.local_now) == _essence(plan):
            return {"when": first, "repeat": said}
    return {}


def days_in(deps: AgentDeps, text: str, reads: Callable[[str], object]) -> str:
    """A text with each day that it names by its distance from today ("tomorrow") by its date, where it then reads as the very same."""
    if len(text) > _LONGEST:
        return text
    said = text
    for found in reversed(phrases.find_times(text, deps.local_now)):
        if found.has_date and not found.has_time:
            said = said.replace(found.text, found.when.date().isoformat(), 1)
    return said if said != text and _same(reads, said, text) else text


def figures(moment: times.Moment) -> str:
    """A moment as it is written in a call."""
    local = moment.local.replace(tzinfo=None)
    return local.isoformat() if moment.has_time else local.date().isoformat()


def _same(reads: Callable[[str], object], one: str, other: str) -> bool:
    try:
        return reads(one) == reads(other)
    except ToolProblem:
        return False


def _reads(when: str, repeat: str, now: datetime) -> object:
    try:
        return _essence(times.plan(when, repeat, now))
    except ToolProblem:
        return None


def _essence(plan: times.Plan) -> tuple[object, ...]:
    return plan.due, plan.start, plan.rule, plan.without
