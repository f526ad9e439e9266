"""The tools that look into calendars: what is there, what waits for an answer, when there is time."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.risk import Risk
from app.integrations.agenda import Entry
from app.integrations.calendar import free as gaps
from app.integrations.calendar.free import Interval
from app.language.names import without_possessive, without_s
from app.language.time import wording
from app.memory.words import fold
from app.tools import event_drafts as drafts
from app.tools import events
from app.tools.elsewhere import accounts_of
from app.tools.people import addresses_of
from app.tools.toolset import Tool

SHOWN = 40
_SHORTEST_FREE = timedelta(minutes=30)
_OPEN_HOURS = (time(8), time(19))
_FREE_DAYS = timedelta(days=14)  # that are looked at
_FREE_SHOWN = 400
_READS = Risk(reads_private=True)
_NONE_OPEN = "No invitation waits for your answer."


async def list_events(
    ctx: RunContext[AgentDeps],
    when: str = "",
    *,
    words: str = "",
    unanswered: bool = False,
    calendar: str = "",
    account: str = "",
) -> str:
    """What is in the calendars: a day, week or range as said; without, the next 7 days. `words`: only what holds them; `unanswered`: only
    invitations that wait for an answer."""
    deps = ctx.deps
    start, end = events.stretch(when, deps, is_search=bool(words.strip()) or unanswered)
    found = await events.found(deps, start, end, calendar=calendar, account=account)
    kept = [
        one for one in found.entries if events.holds(one.event, words) and (not unanswered or waits_for_us(one, deps))
    ]
    if unanswered and not kept:
        return "\n".join((_NONE_OPEN, *found.problems))
    headings = await events.numbered(deps, kept[:SHOWN])
    about = f" {when.strip()}" if when.strip() else "" if words.strip() else " in the next 7 days"
    if not headings:
        with_words = f" with “{words.strip()[:60]}”" if words.strip() else ""
        return "\n".join((f"Nothing{with_words} in your calendar{about}.", *found.problems))
    more = len(kept) - SHOWN
    rest = [f"And {more} more."] if more > 0 else []
    return "\n".join((*events.by_day(kept[:SHOWN], headings, deps), *rest, *found.problems))


def waits_for_us(entry: Entry, deps: AgentDeps) -> bool:
    """Whether it is somebody's invitation that its user hasn't answered, and not over."""
    is_open = any(one.address.casefold() in entry.own and one.status == "needs-action" for one in entry.event.guests)
    return is_open and not entry.is_own and not events.is_over(entry.event, deps)


def is_invited_by(entry: Entry, words: str) -> bool:
    """Whether whoever invites is called so: "Esi's"."""
    host = entry.event.organizer
    said = fold(f"{host.name} {host.address}") if host else ""
    return any(fold(without_s(without_possessive(word))) in said for word in words.split())


async def read_event(ctx: RunContext[AgentDeps], event: str) -> str:
    """All about one event: place, guests and their answers, notes."""
    entry, heading = await events.current(ctx.deps, event)
    await events.numbered(ctx.deps, [entry])
    return events.told(entry.event, heading, ctx.deps)


async def find_free_time(
    ctx: RunContext[AgentDeps], when: str = "", *, length: str = "", people: Sequence[str] = ()
) -> str:
    """When there is time, alone or with others (`people`: names or addresses)."""
    deps = ctx.deps
    start, end = events.stretch(when, deps, is_search=False)
    start = max(start, deps.local_now)
    end, asked = min(end, start + _FREE_DAYS), end
    is_moment = when.strip() and end - start < _SHORTEST_FREE and not length.strip()
    end = start + _SHORTEST_FREE if is_moment else end
    found = await events.found(deps, start, end)
    if found.problems:
        raise ToolProblem("\n".join(found.problems))
    if is_moment and not people:
        return await _at_that_moment(deps, [one for one in found.entries if one.event.busy and not one.event.all_day])
    needed = drafts.length(length, deps.local_now) if length.strip() else _SHORTEST_FREE
    others, unseen = await _busy(deps, people, start, end)
    own = gaps.busy([one.event for one in found.entries], start, end, zone=deps.zone)
    hours = _OPEN_HOURS if end - start > timedelta(hours=12) else (time(0), time(0))
    taken = sorted((*own, *others), key=lambda one: one.start)
    free = gaps.free(_merged(taken), Interval(start, end), length=needed, hours=hours, zone=deps.zone, most=_FREE_SHOWN)
    bound = f" between {hours[0]:%H:%M} and {hours[1]:%H:%M}" if hours == _OPEN_HOURS else ""
    blind = [f"I can't see when {' and '.join(unseen)} is busy."] if unseen else []
    blind += [f"I looked as far as {wording.say_date(end.date(), deps.local_now)}."] if end < asked else []
    if not free:
        return "\n".join((f"There are no {wording.say_duration(needed)} free then{bound}.", *blind))
    return "\n".join((f"Free{bound}:", *_by_day(free, Interval(start, end), deps), *blind))


async def _at_that_moment(deps: AgentDeps, entries: Sequence[Entry]) -> str:
    """Whether there is time just then, or what there is instead."""
    if not entries:
        return "You're free then."
    headings = await events.numbered(deps, entries)
    said = "; ".join(events.line(one.event, heading, deps) for one, heading in zip(entries, headings, strict=True))
    return f"You aren't free then: {said}."


async def _busy(
    deps: AgentDeps, people: Sequence[str], start: datetime, end: datetime
) -> tuple[list[Interval], list[str]]:
    """When these people are busy, as far as any of the accounts tells, and of whom none does."""
    addresses = await addresses_of(deps, people)
    taken, unseen = list[Interval](), list(addresses)
    for account in await accounts_of(deps).every(deps.user.id, "calendar") if addresses else ():
        async with accounts_of(deps).calendar(account) as reached:
            known = await reached.busy(unseen, start, end)
        for who, intervals in known.items():
            if intervals is not None and who in unseen:
                taken += intervals
                unseen.remove(who)
    return taken, unseen


def _merged(intervals: Sequence[Interval]) -> tuple[Interval, ...]:
    merged: list[Interval] = []
    for one in intervals:
        if merged and one.start <= merged[-1].end:
            merged[-1] = Interval(merged[-1].start, max(one.end, merged[-1].end))
        else:
            merged.append(one)
    return tuple(merged)


def _by_day(free: Sequence[Interval], within: Interval, deps: AgentDeps) -> list[str]:
    """A line for each day that was looked at, also where nothing of it is free."""
    hours: dict[date, list[str]] = {}
    for one in free:
        start, end = one.start.astimezone(deps.zone), one.end.astimezone(deps.zone)
        hours.setdefault(start.date(), []).append(f"{start:%H:%M}–{end:%H:%M}")
    first, last = (one.astimezone(deps.zone) for one in (within.start, within.end - timedelta(minutes=1)))
    days = [first.date() + timedelta(days=number) for number in range((last.date() - first.date()).days + 1)]
    said = wording.say_date
    return [f"- {said(day, deps.local_now)}: {', '.join(hours.get(day, ['nothing']))}" for day in days]


TOOLS: tuple[Tool, ...] = (Tool(list_events, _READS), Tool(read_event, _READS), Tool(find_free_time, _READS))
