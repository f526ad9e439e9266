"""Finding the time in a sentence and cutting it out, so that what is left is what it is about.

Knows the schedule's parsers and nothing of tools. Spans at the edge of a sentence win over those inside a title.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from app.language.time import phrases, recurrence
from app.language.words.lexicon import OTHER_LANGUAGES, lexicon

_MOST_READ = 400  # characters in which hours are looked for
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


_HOUR = r"(?:\d{1,2}(?:(?:[:.]|h)\d{2})?(?: ?(?:[ap]m\b|h(?:eures?)?\b|o'clock))?|noon|midnight|midi|minuit)"
_AT = r"\b(?:at|à)"
_AND_AT = re.compile(
    rf"(?P<first>{_AT} {_HOUR}(?:, {_HOUR}){{0,6}},? (?:and|et|&) ){_AT} (?={_HOUR}(?![\w:]))", re.IGNORECASE
)
_AT_EACH = re.compile(
    rf"(?P<before>.*{_AT} )(?P<hours>{_HOUR}(?:, {_HOUR}){{0,6}},? (?:and|et|&) {_HOUR})(?![\w:]| ?min)(?P<after>.*)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r",? (?:and|et|&) |, ", re.IGNORECASE)
_HALF = re.compile(r" ?[ap]m\Z", re.IGNORECASE)


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


def as_one(text: str) -> str:
    """ "At 6am and at 6pm" as "at 6am and 6pm": two hours that are said as one time, and no two orders."""
    return _AND_AT.sub(r"\g<first>", text[:_MOST_READ]) + text[_MOST_READ:]


def each_hour(when: str) -> list[str]:
    """ "Tomorrow at 6am and 6pm" as two times; any other words as they are."""
    found = _AT_EACH.fullmatch(when) if len(when) <= _MOST_READ else None
    if found is None:
        return [when]
    hours = _BETWEEN.split(found["hours"])
    half = _HALF.search(hours[-1])  # "at 6 and 7 pm"
    said = [f"{one}{half[0]}" if half and one.isdecimal() else one for one in hours]
    return [f"{found['before']}{one}{found['after']}" for one in said]


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


_DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?"
_DAYS = re.compile(rf"\b(?:{_DAY})\b(?:(?:,? (?:and|et) |, ?)(?:{_DAY})\b)*", re.IGNORECASE)
_ONLY_DAYS = re.compile(
    rf"\W*(?:on |le |les |every |chaque |tous les |only |just )?(?P<days>{_DAYS.pattern})\W*", re.IGNORECASE
)
_NUMBERS = "|".join(word for one in ("en", *OTHER_LANGUAGES) for word in lexicon(one).numbers)
_COUNT = re.compile(
    rf"\b(?P<count>\d+|{_NUMBERS}) ?(?P<unit>sec|min|h\b|hour|hr|day|week|month|heure|jour|semaine|mois)", re.IGNORECASE
)
_ONLY_COUNT = re.compile(r"\W*(?P<count>\d+|[^\W\d_]+(?:-[^\W\d_]+)?)\W*")
_LONGEST_MERGED = 8  # words of a time in which a part of it is looked for


def merged(old: str, new: str, now: datetime) -> str:
    """`new` in place of what it says of `old`: an hour keeps the day or the repetition, a day keeps the hour, a weekday its "every", a bare count
    its unit."""
    length, count = _COUNT.search(old), _ONLY_COUNT.fullmatch(new)
    if length and count and (count["count"].isdecimal() or not has_time(new, now)):
        return f"{old[: length.start('count')]}{count['count']}{old[length.end('count') :]}"
    before, only = _DAYS.search(old), _ONLY_DAYS.fullmatch(new)
    if before and only:
        return f"{old[: before.start()]}{_as_said_before(only['days'], before[0])}{old[before.end() :]}"
    found = phrases.find_time(with_at(new), now) if recurrence.find_rule(new, now) is None else None
    if found is None or found.has_date == found.has_time:
        return new
    kept = _span(old, now, has_time=not found.has_time)
    return f"{kept} {with_at(new)}".strip() if found.has_time else f"{new} {kept}".strip()


def names_length(text: str) -> bool:
    """Whether a length of time is named: "in ten minutes"."""
    return _COUNT.search(text) is not None


def _as_said_before(days: str, before: str) -> str:
    """ "Saturday" in place of "Sundays" is "Saturdays"; several days stay as they are."""
    return f"{days}s" if before.endswith("s") and not days.endswith("s") and " " not in days else days


def _span(text: str, now: datetime, *, has_time: bool) -> str:
    """The longest run of words that names an hour and no day, or, without `has_time`, a day or a repetition and no hour."""
    words = text.split()[:_LONGEST_MERGED]
    runs = (words[start : start + size] for size in range(len(words), 0, -1) for start in range(len(words) - size + 1))
    return next((run for run in map(" ".join, runs) if _names(run, now, has_time=has_time)), "")


def _names(run: str, now: datetime, *, has_time: bool) -> bool:
    rule, found = recurrence.find_rule(run, now), phrases.find_time(run, now)
    if has_time:
        return rule is None and found is not None and found.has_time and not found.has_date
    return (rule is not None and not rule.has_time and rule.text == run) or (
        found is not None and found.has_date and not found.has_time and found.text.strip() == run
    )
