"""Rules that somebody wrote out, RRULE or cron, and what of a time nobody can keep.

Invariant: what is returned is a rule the schedule runs; what it would not run is refused with the sentence the user reads. Knows no
user; the wall clock a rule counts from is an argument.
"""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from app.errors import ToolProblem
from app.language.time import recurrence
from app.language.time.phrases import TimeMatch
from app.language.words.lexicon import OTHER_LANGUAGES, lexicon
from app.schedule import zones
from app.schedule.cron import PREFIX as CRON
from app.schedule.cron import WRITTEN, parse_cron

_RULE = re.compile(r"(?:RRULE:)?\b[A-Z]+=[^\s;]+(?:;[A-Z]+=[^\s;]+)*;?", re.IGNORECASE)
_CRON = re.compile(rf"\s*(?:cron\b:?\s*)?(?P<fields>{WRITTEN})\s*\Z", re.IGNORECASE)
_FLOOD_PARTS = re.compile(r"FREQ=(?:SECONDLY|MINUTELY)|BYSECOND|BYMINUTE", re.IGNORECASE)
_HOUR_PARTS = re.compile(r";?BY(?:HOUR|MINUTE)=[^;]*", re.IGNORECASE)
_FLOOD = re.compile(
    r"\bevery (?:single |other |one |[1-4] |two |three |four |few |couple of )?(?:seconds?|minutes?)\b", re.IGNORECASE
)
_ZONE = re.compile(
    r"\bTZID=(?P<id>[^:;\s]+)|\b(?P<name>[A-Z]\w+/\w[\w/+-]*)|\b(?P<place>[A-Z]\w+(?: [A-Z]\w+){0,2}) time\b"
)
_TOO_OFTEN = "Five minutes is the shortest step I can keep. Say how often, from every five minutes up."


def is_written(repeat: str) -> bool:
    """Whether a repetition is a rule and no phrase."""
    return "FREQ=" in repeat.upper() or bool(_CRON.match(repeat))


def apart(when: str, repeat: str) -> tuple[str, str]:
    """A rule written where a time was asked for stands as the repetition, and what is left as the time."""
    if repeat.strip() or not is_written(when):
        return when, repeat
    if _CRON.match(when):
        return "", when
    rules = ";".join(_RULE.findall(when))
    return _RULE.sub(" ", when).strip(), rules


def read(repeat: str, midnight: datetime) -> recurrence.RuleMatch:
    """An RRULE or cron as a rule. It starts at `midnight` (today's, aware) unless more is said; cron names its own hours."""
    cron = _CRON.match(repeat)
    try:
        rule = parse_cron(cron["fields"]) if cron else recurrence.parse_rule(repeat)
    except recurrence.ScheduleError as problem:
        raise ToolProblem(_TOO_OFTEN if not cron and _FLOOD_PARTS.search(repeat) else str(problem)) from problem
    return recurrence.RuleMatch(0, len(repeat), repeat, rule, midnight, has_time=bool(cron))


def at_hour(rule: str, said: TimeMatch | None) -> str:
    """A rule at another time of day: its own hours, where it has some, give way to the one that was said."""
    if said is None or not rule.startswith(CRON):
        return _HOUR_PARTS.sub("", rule)
    _, _, days = rule.removeprefix(CRON).split(" ", 2)
    return f"{CRON}{said.when.minute} {said.when.hour} {days}"


_WEEKLY = re.compile(r"(?=.*\bFREQ=WEEKLY\b)(?P<head>.*\bBYDAY=)(?P<day>MO|TU|WE|TH|FR|SA|SU)(?=;|\Z)(?!.*\bINTERVAL=)")
_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def on_weekday(rule: str, when: str, said: TimeMatch | None) -> str:
    """A rule of one day a week on the day that is named by nothing but its name; "" for any other rule or words."""
    weekly = _WEEKLY.match(rule)
    named = " ".join(word for word in when.casefold().split() if word not in _BEFORE_DAYS)
    if weekly is None or said is None or said.has_time or named not in _WEEKDAYS:
        return ""
    return f"{weekly['head']}{_DAYS[said.when.weekday()]}{rule[weekly.end() :]}"


_BEFORE_DAYS = frozenset(("on", "to", "the", "le"))
_WEEKDAYS = frozenset(form for language in ("en", *OTHER_LANGUAGES) for form in lexicon(language).forms("weekday"))


def refuse_flood(when: str) -> None:
    """Raise for "every minute", which no rule stands for."""
    if _FLOOD.search(when):
        raise ToolProblem(_TOO_OFTEN)


def refuse_elsewhere(text: str, now: datetime) -> None:
    """Raise for a repetition on the clock of another place, and for a place that has none."""
    found = _ZONE.search(text)
    if found is None:
        return
    said = found["id"] or found["name"] or found["place"]
    zone = said if zones.is_zone(said) else zones.find_zone(said)
    if zone is None:
        raise ToolProblem(
            f"I don't know the time zone \"{said[:60]}\". Say the hour on your own clock and I'll keep it."
        )
    here = now.tzinfo
    if isinstance(here, ZoneInfo) and zone != here.key:
        raise ToolProblem(f"What repeats runs on your own clock ({here.key}). Which hour is that for you?")
