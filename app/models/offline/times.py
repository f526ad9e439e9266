"""Finding the time in a sentence and cutting it out, so that what is left is what it is about.

Knows the schedule's parsers and nothing of tools. Spans at the edge of a sentence win over those inside a title.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from app.language.time import phrases, recurrence

REMEMBERED = 256  # one message is read clause by clause, and its parts again and again
_BEFORE = re.compile(
    r"(?:\b(?:on|at|by|for|from|starting(?: on)?|due(?: on| by)?|before|until|till|around|about)\s+|,\s*)\Z",
    re.IGNORECASE,
)

_JOINT = re.compile(r",? ?(?:and|or|et|ou|&|/|,) ?", re.IGNORECASE)
# What names no hour is no part of a title either.
_SOON = r"in (?:a (?:little )?(?:bit|while)|(?:a )?small time)|dans un (?:petit )?moment|tout à l'heure"
_VAGUE = re.compile(rf"\A\s*(?:{_SOON}),?\s+(?:to )?|,?\s+(?:{_SOON})\s*\Z", re.IGNORECASE)
_STARTING = re.compile(r"\b(?:start|begin|from|until|till|as of|between)", re.IGNORECASE)
_LAST = re.compile(
    r"(?P<text>.+\b(?:today|tonight|tomorrow|\w+day(?:'s \w+)?)),? (?P<when>(?:on|this|next) \w+(?: (?:morning|afternoon|evening|night))?|(?:today|tonight|tomorrow)(?: (?:morning|afternoon|evening|night))?)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Timed:
    """A sentence taken apart: what is left, the words of the time, the words of the repetition."""

    rest: str
    when: str = ""
    repeat: str = ""
    before: str = ""
    after: str = ""

    @property
    def found(self) -> bool:
        """Whether any time was said."""
        return bool(self.when or self.repeat)


@lru_cache(maxsize=REMEMBERED)
def cut(text: str, now: datetime) -> Timed:
    """Take the repetition or the time out of `text`; `rest` is the text itself when there is none."""
    rule = recurrence.find_rule(text, now)
    if rule is not None:
        return _without(text, rule.start, rule.end, now=now, repeat=rule.text, timed=rule.has_time)
    match = best_time(text, now)
    if match is not None:
        start = _start_of_list(text, match, now)
        return _apart(text, start, match.end, when=text[start : match.end])
    of_two = _last_of_two(text, now)
    if of_two is not None:
        return of_two
    wrong = phrases.find_impossible(text, now)
    if wrong is not None:
        start = text.find(wrong)
        return _apart(text, start, start + len(wrong), when=wrong)
    return Timed(rest=_VAGUE.sub("", text).strip() or text.strip())


def _start_of_list(text: str, match: phrases.TimeMatch, now: datetime) -> int:
    """Where a list of days that ends in this time begins: "Monday and Thursday at 7" is said as one."""
    start = match.start
    for other in reversed(phrases.find_times(text, now)):
        listed = _JOINT.fullmatch(text[other.end : start]) is not None if other.end <= start else False
        if listed and phrases.names_two_days(text[other.start : match.end], now):
            start = other.start
    return start


def _last_of_two(text: str, now: datetime) -> Timed | None:
    """ "book tickets for Saturday on Friday": two days side by side are no one time; the last says when."""
    last = _LAST.fullmatch(text.strip())
    if last is None or phrases.find_time(last["when"], now) is None or phrases.find_time(last["text"], now) is None:
        return None
    return Timed(rest=last["text"], when=last["when"], before=last["text"])


def best_time(text: str, now: datetime) -> phrases.TimeMatch | None:
    """The time that is meant when several are named: one at an edge before one inside, an hour before a day."""
    matches = phrases.find_times(text, now)
    if not matches:
        return None
    return max(
        matches, key=lambda match: (_at_edge(text, match), match.has_time, match.end - match.start, -match.start)
    )


_HOUR = r"(?:(?:[01]?\d|2[0-3])[0-5]\d|\d{1,2}(?:[:.]\d\d| [0-5]\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: (?:thirty|fifteen|forty[- ]five|o'clock))?"
_BARE_HOUR = re.compile(
    rf"\A(?={_HOUR}(?:,? (?:tomorrow|today|tonight|every|on|in the|this|\w+day)\b.*)?\Z)", re.IGNORECASE
)

_BARE_HEURE = re.compile(
    r"\A(?=(?:[01]?\d|2[0-3]) ?h(?:eures?)?(?: ?[0-5]\d)?(?: (?:demain|ce soir|\w+di|du matin|du soir)\b.*)?\Z)",
    re.IGNORECASE,
)
_BARE_LENGTH = re.compile(
    r"\A(?=(?:\d+|an?|half an?|one|two|three|five|ten|fifteen|twenty|thirty)[ -]?(?:secs?|seconds?|mins?|minutes?|hrs?|hours?)\b(?! (?:before|after|later|from|earlier|ago|ahead)\b))",
    re.IGNORECASE,
)


def with_at(text: str) -> str:
    """ "seven" as "at seven", "5.30 tomorrow" as "at 5.30 tomorrow", "9h" as "à 9h" and "15 minutes" as "in 15 minutes"."""
    said = _BARE_HEURE.sub("à ", text.strip(), count=1)
    return _BARE_LENGTH.sub("in ", _BARE_HOUR.sub("at ", said, count=1), count=1)


def completed(timed: Timed, now: datetime) -> Timed:
    """A day and an hour said apart are one time: the other half is cut from the end of `rest`."""
    have, other = phrases.find_time(timed.when, now), best_time(timed.rest, now)
    if have is None or other is None or not _at_edge(timed.rest, other):
        return timed
    if have.has_date == other.has_date or have.has_time == other.has_time:
        return timed
    apart = _apart(timed.rest, other.start, other.end, when=f"{timed.when} {other.text.strip()}")
    return apart if apart.rest else timed


@lru_cache(maxsize=REMEMBERED)
def has_time(text: str, now: datetime) -> bool:
    """Whether any time or repetition is named."""
    return recurrence.find_rule(text, now) is not None or phrases.find_time(text, now) is not None


def is_only_time(text: str, now: datetime) -> bool:
    """Whether nothing but a time is said ("tomorrow at nine then")."""
    timed = cut(text, now)
    return timed.found and len(timed.rest.split()) <= 1


def _without(text: str, start: int, end: int, *, now: datetime, repeat: str, timed: bool) -> Timed:
    """Cut a repetition; an hour said elsewhere in the sentence is cut too."""
    apart = _apart(text, start, end, repeat=repeat)
    if timed:
        return apart
    hour = best_time(apart.rest, now)
    if hour is None or not (hour.has_time or _STARTING.search(apart.rest[: hour.end])):
        return apart
    again = _apart(apart.rest, hour.start, hour.end, when=hour.text)
    return Timed(rest=again.rest, when=again.when, repeat=repeat)


def _apart(text: str, start: int, end: int, *, when: str = "", repeat: str = "") -> Timed:
    before = _BEFORE.sub(" ", text[:start]).strip()
    after = text[end:].strip(" ,;")
    rest = f"{before} {after}".strip() if before and after else before or after
    return Timed(rest=rest, when=when.strip(" ,"), repeat=repeat.strip(" ,"), before=before, after=after)


def _at_edge(text: str, match: phrases.TimeMatch) -> bool:
    return not text[: match.start].strip(" ,") or not text[match.end :].strip(" ,.!?")
