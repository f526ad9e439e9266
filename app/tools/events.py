"""Events as tools look them up and tell of them: found in all calendars, numbered, read again before they are changed.

Invariant: what is changed is the event as it lies there now, never as it was listed. What others wrote into one taints the turn.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from itertools import chain, groupby

from app.deps import AgentDeps
from app.errors import ChangedElsewhere, NotFound, ToolProblem
from app.integrations import agenda
from app.integrations.agenda import Entry, Found
from app.integrations.calendar.event import Event, Guest, moment_of, span
from app.language.names import without_possessive, without_s
from app.language.statements.facts import words_of
from app.language.time import phrases, wording
from app.memory.records import EventHeading
from app.memory.words import fold
from app.tools import when as times
from app.tools.elsewhere import LOOKED, accounts_of
from app.tools.pick import Shelf, pick
from app.tools.provenance import carry

_AHEAD = timedelta(days=7)
_SEARCHED = (timedelta(days=30), timedelta(days=365))  # back and ahead, where words are looked for and no time is said
_AROUND = timedelta(days=2)
_MOST_NOTES = 4_000
_VERSION = "@"
_LATELY, _SOON = timedelta(hours=12), timedelta(days=120)  # where an event is looked for that is named without its time
_FILLER = frozenset(
    "a an the my our with for at on of to and about meeting meetings appointment event call invitation calendar le la les mon ma mes avec de du "
    "réunion reunion rendez-vous rendez vous rdv événement".split()
)
_POINTING = frozenset("it that this one last latest first second third next".split())
NAMES = "names of calendars"
_GONE = "That event is no longer in your calendar."


async def found(deps: AgentDeps, start: datetime, end: datetime, *, calendar: str = "", account: str = "") -> Found:
    """What is in the calendars meant. Raises ToolProblem where there are none, or none answers."""
    chosen = await accounts_of(deps).chosen(deps.user.id, account, "calendar")
    try:
        listed = await agenda.between(accounts_of(deps), chosen, start, end, zone=deps.zone, calendar=calendar.strip())
    except NotFound:
        deps.taint.add(NAMES)  # it names the calendars there are, and who shares one has named it
        raise
    if listed.problems and len(listed.problems) == len(chosen):
        raise ToolProblem("\n".join(listed.problems))
    return listed


async def numbered(deps: AgentDeps, entries: Sequence[Entry]) -> list[EventHeading]:
    """Each with its number; their words taint the turn."""
    rows = await deps.store.calendar_events.seen(
        deps.user.id, [agenda.as_seen(one, deps.zone) for one in entries], deps.now
    )
    carry(deps, rows)
    return rows


async def current(
    deps: AgentDeps, said: str, *, likely: Sequence[Callable[[Entry], bool]] = ()
) -> tuple[Entry, EventHeading]:
    """The one event meant, as it is now: by its number, else by its words and its time, in the calendars themselves; of a series the next.
    Where several fit, those that are `likely` are meant, by one sign after the other. Raises NotFound or ToolProblem."""
    said, _, mark = said.partition(_VERSION)
    found = await _named(deps, said, likely) or await _listed(deps, said)
    if mark and mark != _mark(found[0].event):
        raise ChangedElsewhere
    return found


def pinned(entry: Entry, heading: EventHeading) -> str:
    """How the event that is on a card is called when that is confirmed: by its number, and as it is now."""
    return f"#{heading.id}{_VERSION}{_mark(entry.event)}"


def _mark(event: Event) -> str:
    """What makes it another event to who agreed to something with it."""
    people = sorted(one.address.casefold() for one in event.guests)
    said = json.dumps([event.title, event.start.isoformat(), event.end.isoformat(), event.place, event.rule, people])
    return hashlib.sha256(said.encode()).hexdigest()[:12]


async def _listed(deps: AgentDeps, said: str) -> tuple[Entry, EventHeading]:
    heading = await pick(shelf(deps), said)
    account = await accounts_of(deps).get(deps.user.id, heading.account_id)
    if account is None:
        raise NotFound(_GONE)
    around = await agenda.between(
        accounts_of(deps),
        [account],
        heading.starts_at - _AROUND,
        heading.ends_at + _AROUND,
        zone=deps.zone,
        calendar=heading.calendar,
    )
    if around.problems:
        raise ToolProblem(around.problems[0])
    exact = (one for one in around.entries if (one.event.href, one.event.key) == (heading.href, heading.key))
    of_series = (one for one in around.entries if one.event.uid == heading.key)  # made as a whole, listed time by time
    entry = next(chain(exact, of_series), None)
    if entry is None:
        await deps.store.calendar_events.gone(deps.user.id, heading.id, deps.now)
        raise NotFound(_GONE)
    return entry, heading


async def _named(
    deps: AgentDeps, said: str, likely: Sequence[Callable[[Entry], bool]]
) -> tuple[Entry, EventHeading] | None:
    """Of the events ahead, the one that has these words; None for a number, for what names none, and where none has them."""
    timed = phrases.find_time(said, deps.local_now)
    words = [
        word for word in words_of(said[: timed.start] + said[timed.end :] if timed else said) if word not in _FILLER
    ]
    if said.strip().startswith("#") or (timed is None and not words) or (words and set(words) <= _POINTING):
        return None
    start, end = timed.window() if timed else (deps.now - _LATELY, deps.now + _SOON)
    ahead = await found(deps, start, max(end, start + timedelta(minutes=1)))
    fitting = [one for one in ahead.entries if holds(one.event, " ".join(words))]
    for sign in likely:
        fitting = [one for one in fitting if sign(one)] or fitting
    by_time = sorted(fitting, key=lambda one: span(one.event, deps.zone)[1] <= deps.now)  # what is over comes last
    first = {(one.account.id, one.event.uid): one for one in reversed(by_time)}
    if not first:
        return None
    headings = await numbered(deps, [*first.values()])
    if len(first) == 1:
        return next(iter(first.values())), headings[0]
    told = "; ".join(line(one.event, heading, deps) for one, heading in zip(first.values(), headings, strict=True))
    raise ToolProblem(f"Which event? {told}.")


def shelf(deps: AgentDeps) -> Shelf[EventHeading]:
    """How one of the events that were listed is looked up."""
    return Shelf(
        noun="event",
        deps=deps,
        get=lambda number: deps.store.calendar_events.get(deps.user.id, number),
        find=lambda words: deps.store.calendar_events.find(deps.user.id, words),
        all=lambda: deps.store.calendar_events.latest(deps.user.id),
        name=lambda one: one.title or "(no title)",
        none=LOOKED,
    )


def stretch(when: str, deps: AgentDeps, *, is_search: bool) -> tuple[datetime, datetime]:
    """The time that is meant: as said, else the days ahead, or wherever words may be found."""
    first, end = times.stretch(when, when, deps.local_now)
    if first is not None and end is not None:
        return first, end
    back, ahead = _SEARCHED if is_search else (timedelta(), _AHEAD)
    midnight = moment_of(deps.local_now.date(), deps.zone)
    return (deps.now if not is_search else midnight - back), midnight + ahead


def holds(event: Event, words: str) -> bool:
    """Whether an event has all the words, in its title, place, notes or guests."""
    people = " ".join(f"{one.name} {one.address}" for one in event.guests)
    text = fold(f"{event.title} {event.place} {event.notes} {people} {event.calendar}")
    return all(fold(without_s(without_possessive(word))) in text for word in words.split())


def is_over(event: Event, deps: AgentDeps) -> bool:
    """Whether it has ended."""
    return span(event, deps.zone)[1] <= deps.now


def by_day(entries: Sequence[Entry], headings: Sequence[EventHeading], deps: AgentDeps) -> list[str]:
    """Lines under their days."""
    rows = [
        (max(_day(one.event, deps), _first(deps, one.event)), one, heading)
        for one, heading in zip(entries, headings, strict=True)
    ]
    lines = list[str]()
    for day, same in groupby(rows, lambda row: row[0]):
        said = wording.say_date(day, deps.local_now)
        lines.append(f"{said[0].upper()}{said[1:]}:")
        lines += [f"- {_in_line(one.event, heading, deps)}" for _, one, heading in same]
    return lines


def line(event: Event, heading: EventHeading, deps: AgentDeps) -> str:
    """One event with its day and number, in a sentence: "[Home] Dentist, Tuesday 1 December, 15:00-16:00 (#4)"."""
    return f"{unnumbered(event, deps)} (#{heading.id})"


def unnumbered(event: Event, deps: AgentDeps) -> str:
    """The same without its number."""
    at = wording.say_date(_day(event, deps), deps.local_now)
    lasts = hours_of(event, deps) or _days_in_sentence(event, deps)
    place = f", {event.place}" if event.place else ""
    again = ", repeats" if event.repeats or event.rule else ""
    return f"{_calendar(event)}{event.title or '(no title)'}, {at}, {lasts}{place}{again}"


def hours_of(event: Event, deps: AgentDeps) -> str:
    """ "15:00-16:00"; "" for days."""
    if event.all_day:
        return ""
    start, end = (one.astimezone(deps.zone) for one in span(event, deps.zone))
    later = f" {end:%A}" if end.date() != start.date() else ""
    return f"{start:%H:%M}–{end:%H:%M}{later}"


def when_said(event: Event, deps: AgentDeps) -> str:
    """When one is, in words: "tomorrow (Thursday 11 March), 14:00–15:00, every week"."""
    start = span(event, deps.zone)[0].astimezone(deps.zone)
    day = wording.say_date(start.date(), deps.local_now)
    last = span(event, deps.zone)[1].astimezone(deps.zone).date() - timedelta(days=1)
    if event.all_day and last > start.date():
        day = f"{day} to {wording.say_date(last, deps.local_now)}"
    again = f", {wording.say_rule(event.rule, start)}" if event.rule else ""
    return f"{day}, {hours_of(event, deps) or 'all day'}{again}"


def told(event: Event, heading: EventHeading, deps: AgentDeps) -> str:
    """All about one: when, where, who, and what it says."""
    guests = [f"{_who(one)} ({one.status.replace('-', ' ')})" for one in event.guests[:20]]
    rows = (
        line(event, heading, deps),
        f"Invited by: {_who(event.organizer)}" if event.organizer and event.organizer.address else "",
        f"Guests: {', '.join(guests)}" if guests else "",
        f"Repeats: {wording.say_rule(event.rule, span(event, deps.zone)[0].astimezone(deps.zone))}"
        if event.rule
        else "",
        f"Status: {event.status}" if event.status != "confirmed" else "",
        f"Link: {event.url}" if event.url else "",
        *event.notes_of_reading,
        event.notes[:_MOST_NOTES],
    )
    return "\n".join(filter(None, rows))


def _in_line(event: Event, heading: EventHeading, deps: AgentDeps) -> str:
    hours = hours_of(event, deps) or _days_said(event, deps)
    place = f", {event.place}" if event.place else ""
    maybe = " (not certain)" if event.status == "tentative" else ""
    return f"{hours} {_calendar(event)}{event.title or '(no title)'}{maybe}{place} (#{heading.id})"


def _days_said(event: Event, deps: AgentDeps) -> str:
    """ "All day", "Until Friday 4 December"."""
    first, last = _day(event, deps), span(event, deps.zone)[1].astimezone(deps.zone).date() - timedelta(days=1)
    return "All day" if last <= first else f"Until {wording.full_date(last, deps.local_now)}"


def _days_in_sentence(event: Event, deps: AgentDeps) -> str:
    said = _days_said(event, deps)
    return f"{said[0].lower()}{said[1:]}"


def _calendar(event: Event) -> str:
    return f"[{event.calendar}] " if event.calendar else ""


def _who(guest: Guest) -> str:
    return f"{guest.name} <{guest.address}>" if guest.name and guest.name != guest.address else guest.address


def _day(event: Event, deps: AgentDeps) -> date:
    return span(event, deps.zone)[0].astimezone(deps.zone).date()


def _first(deps: AgentDeps, event: Event) -> date:
    """Today, for what began before and is not over; any day else."""
    started, ends = _day(event, deps), span(event, deps.zone)[1]
    return deps.local_now.date() if started < deps.local_now.date() and ends > deps.now else started
