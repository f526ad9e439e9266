"""What somebody said about a time, turned into one moment, one repetition or one stretch of days.

Every judgement about times that several tools share is made here once: a day without an hour means nine in the morning,
a one-off reminder lies ahead, a repetition starts on a day its rule names. Pure: `now` is an aware argument in the user's
zone. Raises ToolProblem with the sentence the user reads.
"""

import re
from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from app.errors import ToolProblem
from app.language.time import phrases, recurrence, wording
from app.schedule import occurrences, zones
from app.schedule.cron import PREFIX as CRON
from app.tools import written

DEFAULT_TIME = time(9, 0)
_MOMENT_AGO = timedelta(seconds=1)
_RELATIVE = re.compile(
    r"\b(?:in(?! the (?:morning|afternoon|evening|night))|from now|later|after(?! tomorrow)|minutes?|hours?|seconds?)\b",
    re.IGNORECASE,
)
_LATER_START = re.compile(r"\b(?:start|from|begin|after)", re.IGNORECASE)
_LONGEST_SHIFT = 200  # characters; more are no "two hours later"
_SHIFT = re.compile(r"\A(?:by (?P<by>.+)|(?P<amount>.+) (?P<way>later|earlier))\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Moment:
    """A point on the user's wall clock (aware). Without `has_time` the hour is DEFAULT_TIME and only the day was said."""

    local: datetime
    has_date: bool
    has_time: bool

    @property
    def utc(self) -> datetime:
        """The form that is stored."""
        return self.local.astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Plan:
    """When something is due next (aware, local), the wall clock its rule counts from (naive), and the rule.

    `once`: only this next time is moved, the rule counts on as before. `without`: the local days that are left out (ISO).
    """

    due: datetime
    start: datetime
    rule: str | None
    has_time: bool
    once: bool = False
    without: tuple[str, ...] = ()

    @property
    def utc(self) -> datetime:
        """The due moment as it is stored."""
        return self.due.astimezone(UTC)


def read_moment(text: str, now: datetime) -> Moment:
    """The moment meant by "tomorrow at 9", "next Friday" or local ISO."""
    written = _read_iso(text, _zone(now))
    if written is not None:
        return written
    refuse_impossible(text, now)
    match = phrases.find_time(text, now)
    if match is None:
        raise ToolProblem(f'I can\'t read a time in "{text.strip()[:80]}". Something like "tomorrow at 9" works.')
    local = match.when if match.has_time else _at_default(match.when.date(), _zone(now))
    return Moment(local, has_date=match.has_date, has_time=match.has_time)


def refuse_impossible(text: str, now: datetime) -> None:
    """Raise for a day or hour that does not exist, instead of moving it to one that does."""
    words = phrases.find_impossible(text, now)
    if words is not None:
        raise ToolProblem(f'"{words.strip()}" doesn\'t exist, so which day or time did you mean?')


def plan(when: str, repeat: str, now: datetime) -> Plan:
    """When something is due. `repeat` is a phrase, an RRULE or cron; a repetition said in `when` counts too."""
    when, repeat = written.apart(when, repeat)
    refuse_impossible(when if written.is_written(repeat) else f"{when} {repeat}", now)
    rule = _read_rule(repeat, now)
    if rule is None and when:
        rule = recurrence.find_rule(when, now)
        when = f"{when[: rule.start]} {when[rule.end :]}" if rule else when
    if rule is None:
        written.refuse_flood(when)
        _refuse_half(when, now)
        return _once(when, now)
    written.refuse_elsewhere(f"{when} {repeat}", now)
    return _repeating(rule, when, now)


def _refuse_half(when: str, now: datetime) -> None:
    """Raise where one time is a part of what was said: "twice a day at 8", "Monday and Thursday at 7"."""
    said = when.strip()[:80]
    if recurrence.names_repetition(when, now):
        raise ToolProblem(f'I can\'t read all of "{said}" as one repetition. Which days, and at what times?')
    if phrases.names_two_days(when, now):
        raise ToolProblem(f'"{said}" is more than one day. Is it every week, or which of them?')


def pinned(when: str, made: Plan) -> str:
    """Words that mean this very plan whenever they are read; what was said itself, where they can't hold all of it."""
    if made.without or (made.rule or "").startswith(CRON):
        return when
    return f"{made.rule or ''} {made.start.isoformat()}".strip()


def read_day(text: str, now: datetime) -> date:
    """A calendar day; today when nothing is said."""
    return read_moment(text, now).local.date() if text.strip() else now.date()


def stretch(since: str, until: str, now: datetime) -> tuple[datetime | None, datetime | None]:
    """The half-open stretch of time from `since` to the end of what `until` names; None where nothing was said."""
    return (_bounds(since, now)[0] if since.strip() else None, _bounds(until, now)[1] if until.strip() else None)


def days(since: str, until: str, now: datetime) -> tuple[str | None, str | None]:
    """The same stretch as ISO days, both included."""
    first, end = stretch(since, until, now)
    last = (end - _MOMENT_AGO).date().isoformat() if end else None
    return (first.date().isoformat() if first else None, last)


def replan(when: str, old: Plan, now: datetime) -> Plan:
    """A reminder moved: an hour alone moves a repetition for good, and so does a weekday what comes once a week; any other day or a snooze moves
    only its next time."""
    said = moved(when, old.due, now)
    if old.rule is None:
        return plan(said, "", now)
    match = phrases.find_time(when, now)
    hour_alone = match is not None and not match.has_date and not _RELATIVE.search(match.text) and not _shift_in(when)
    if hour_alone or recurrence.find_rule(when, now) is not None:
        return plan(said, "" if recurrence.find_rule(when, now) else written.at_hour(old.rule, match), now)
    if other := written.on_weekday(old.rule, when, match):
        return plan(said, other, now)
    return replace(_once(said, now), start=old.start, rule=old.rule, once=True)


def moved(when: str, old: datetime, now: datetime) -> str:
    """Where a move takes something that was at `old` (aware): as ISO, or `when` itself where it says all.

    An hour alone keeps the day, a day alone keeps the hour, "by an hour" and "an hour later" count from `old`.
    """
    shift = _shift_in(when)
    if shift:
        return _shifted(shift, old, now) or when
    match = phrases.find_time(when, now)
    if match is None or _read_iso(when, _zone(now)) or _RELATIVE.search(match.text):
        return when
    if match.has_date and not match.has_time:
        return datetime.combine(_in_month(when, old, now) or match.when.date(), old.time()).isoformat()
    on_day = zones.localise(datetime.combine(old.date(), match.when.time()), _zone(now))
    return when if match.has_date or on_day <= now else on_day.replace(tzinfo=None).isoformat()


def shifted(when: str, old: datetime, now: datetime) -> datetime | None:
    """Where "by a week", "an hour later" take what was at `old` (aware); None for words that say a time of their own."""
    shift = _shift_in(when)
    iso = _shifted(shift, old, now) if shift else None
    return zones.localise(datetime.fromisoformat(iso).replace(tzinfo=None), _zone(now)) if iso else None


def _in_month(when: str, old: datetime, now: datetime) -> date | None:
    """ "The 16th", of what was on the 14th of March: a day without a month stays in its month, where that lies ahead."""
    named = phrases.day_alone(when)
    if named is None or named > monthrange(old.year, old.month)[1]:
        return None
    day = old.date().replace(day=named)
    return day if day > now.date() else None


def _shift_in(when: str) -> re.Match[str] | None:
    return _SHIFT.search(" ".join(when[:_LONGEST_SHIFT].split()))


def _shifted(shift: re.Match[str], old: datetime, now: datetime) -> str | None:
    whole = now.replace(microsecond=0)  # what is found has none, and a length must not lose a second by it
    amount = phrases.find_time(f"in {shift['by'] or shift['amount']}", whole)
    if amount is None:
        return None
    # Days and weeks are counted on the calendar: "a day later" keeps the hour.
    step = amount.when - whole if amount.has_time else timedelta(days=(amount.when.date() - whole.date()).days)
    return (old - step if shift["way"] == "earlier" else old + step).isoformat()


def zone_label(zone: str) -> str:
    """ "Accra time" for Africa/Accra; a zone that is no place keeps its own short name."""
    name = zone.rpartition("/")[2].replace("_", " ")
    return f"{name} time"


def say(moment: datetime, now: datetime) -> str:
    """A moment as the user reads it, in the user's zone."""
    return wording.say_time(moment.astimezone(_zone(now)), now)


def _once(when: str, now: datetime) -> Plan:
    moment = read_moment(when, now)
    if moment.local > now:
        return Plan(moment.local, moment.local.replace(tzinfo=None), None, moment.has_time)
    if not moment.has_time and moment.local.date() == now.date():
        raise ToolProblem("What time today? Nine in the morning has passed.")
    passed = wording.say_time(moment.local, now) if moment.has_time else wording.say_date(moment.local.date(), now)
    raise ToolProblem(f"That is in the past: {passed}. Which time ahead did you mean?")


def _repeating(rule: recurrence.RuleMatch, when: str, now: datetime) -> Plan:
    start, has_time = _rule_start(rule, when, now)
    after = max(now, zones.localise(start, _zone(now)) - _MOMENT_AGO)
    due = occurrences.next_occurrence(rule.rule, start, _zone(now), after, without=rule.without)
    if due is None:
        raise ToolProblem("That repetition has no day left ahead. When should it start?")
    local = due.astimezone(_zone(now))
    return Plan(local, local.replace(tzinfo=None), rule.rule, has_time, without=rule.without)


def _rule_start(rule: recurrence.RuleMatch, when: str, now: datetime) -> tuple[datetime, bool]:
    """The wall clock the rule counts from: `when` where it adds a day or an hour, else the rule's own first one."""
    start, has_time = _first_day(rule, now), rule.has_time
    match = phrases.find_time(when, now) if when else None
    iso = _read_iso(when, _zone(now)) if when else None
    if iso is not None:
        return iso.local.replace(tzinfo=None), iso.has_time
    if match is not None and match.has_date:
        start = datetime.combine(match.when.date(), start.time())
    if match is not None and match.has_time:
        return datetime.combine(start.date(), match.when.time()), True
    return (start, True) if has_time else (datetime.combine(start.date(), DEFAULT_TIME), False)


def _first_day(rule: recurrence.RuleMatch, now: datetime) -> datetime:
    """The rule's own first day; today when only its midnight has passed, as "every day at ten tonight" starts tonight."""
    start = rule.first.replace(tzinfo=None)
    if rule.has_time or _LATER_START.search(rule.text):
        return start
    today = datetime.combine(now.date(), time())
    due = occurrences.next_occurrence(rule.rule, today, _zone(now), _midnight(now.date(), now) - _MOMENT_AGO)
    return today if due is not None and due.astimezone(_zone(now)).date() == now.date() else start


def _read_rule(repeat: str, now: datetime) -> recurrence.RuleMatch | None:
    if not repeat.strip():
        return None
    if written.is_written(repeat):
        return written.read(repeat, _midnight(now.date(), now))
    found = recurrence.find_rule(repeat, now)
    if found is None:
        written.refuse_flood(repeat)
        raise ToolProblem(f'I can\'t read "{repeat.strip()[:80]}" as a repetition. "Every Monday" or "daily" works.')
    return found


def _bounds(text: str, now: datetime) -> tuple[datetime, datetime]:
    """First and last moment of what a phrase names, the last one excluded."""
    match = phrases.find_time(text, now)
    iso = _read_iso(text, _zone(now))
    if iso is not None:
        day = iso.local.date()
        return _midnight(day, now), _midnight(day + timedelta(days=1), now)
    if match is None:
        raise ToolProblem(f'I can\'t read a time in "{text.strip()[:80]}". "Yesterday" or "last week" works.')
    return match.window()


def _midnight(day: date, now: datetime) -> datetime:
    return zones.localise(datetime.combine(day, time()), _zone(now))


def _at_default(day: date, zone: tzinfo) -> datetime:
    return zones.localise(datetime.combine(day, DEFAULT_TIME), zone)


def _read_iso(text: str, zone: tzinfo) -> Moment | None:
    bare = text.strip()
    if len(bare) < len("2026-01-01") or bare[4:5] != "-":
        return None
    try:
        read = datetime.fromisoformat(bare)
    except ValueError:
        return None
    if len(bare) == len("2026-01-01"):
        return Moment(_at_default(read.date(), zone), has_date=True, has_time=False)
    local = read.astimezone(zone) if read.tzinfo else zones.localise(read, zone)
    return Moment(local, has_date=True, has_time=True)


def _zone(now: datetime) -> ZoneInfo:
    if not isinstance(now.tzinfo, ZoneInfo):
        raise ValueError("now must be in a named zone")  # noqa: TRY004 - the type is right, the value is not
    return now.tzinfo
