"""Answers to questions about dates and times: "how many days until Christmas", "what time is it in Paris".

Invariant: an answer is given only when the whole question was understood; a question about the user's own things ("when
is my meeting") is never answered here. It does not know calendars, reminders or who asks.
"""

import calendar
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from app.language.time.phrases import TimeMatch, find_impossible, find_times
from app.language.time.wording import full_date, say_duration
from app.language.time.zone_questions import ZONE_QUESTIONS
from app.schedule.date_sums import workdays_between

_READ_LIMIT = 300
_EDGES = re.compile(
    r"\A(?:(?:hey|hi|hello|ok|okay|please|so|and|now|well|kwasi|"
    r"(?:can|could|would|will) you (?:please )?(?:tell me|calculate|work out|figure out|check|say)|"
    r"do you (?:happen to )?know|tell me|i (?:want|need) to know|i wonder|calculate|work out|remind me)[\s,:]+)+|"
    r"[\s,]*(?:please|exactly|again|for me|thanks|thank you|right now|now|currently|from now|left|away|is it|it is|are there|"
    r"will it be|are left|is left|at the moment|kwasi)?[\s?!.]*\Z"
)
_FILLER = re.compile(r"\b(?:the|it|is|be|will|would|was|are|on|this year|do we have|have we got|there|of)\b|[?!.,]")
_UNIT_DAYS = {"day": 1, "sleep": 1, "night": 1, "week": 7}
_UNIT_SECONDS = {"hour": 3600, "minute": 60, "second": 1}

Handler = Callable[[re.Match[str], datetime], str | None]


def answer_date_question(text: str, now: datetime) -> str | None:
    """The answer in one sentence, or None when the text is not such a question. `now` is aware and local."""
    if len(text) > _READ_LIMIT:
        return None
    question = _in_english(_plain(text))
    for pattern, handler in (*_QUESTIONS, *ZONE_QUESTIONS):
        match = re.fullmatch(pattern, question)
        if match and (answer := handler(match, now)):
            return answer
    return None


def _plain(text: str) -> str:
    question = " ".join(text.casefold().replace("’", "'").split()).strip(" ?!.")
    for _ in range(3):
        question = _EDGES.sub("", question).strip(" ?!.,")
    return question.replace("what's", "what is").replace("when's", "when is").replace("how's", "how is")


_FRENCH_UNITS = {
    "jours": "days",
    "dodos": "sleeps",
    "nuits": "nights",
    "semaines": "weeks",
    "mois": "months",
    "heures": "hours",
}
_FRENCH = (
    (
        r"(?:dans |il reste |reste[- ]t[- ]il )?combien de (?P<unit>jours|dodos|nuits|semaines|mois|heures) "
        r"(?:y a[- ]t[- ]il |il y a |reste[- ]t[- ]il |il reste |il nous reste )?(?:avant |jusqu'(?:à|au) |d'ici |est |sera |c'est )(?P<when>.+)",
        "how many {unit} until {when}",
    ),
    (r"(?:c'est dans combien de temps|dans combien de temps (?:est|c'est)) (?P<when>.+)", "how long until {when}"),
    (r"(?:quel jour|quelle date) (?:est|sera|tombe|c'est) (?P<when>.+)", "what day is {when}"),
    (r"(?:quand (?:est|tombe|c'est)|c'est quand) (?P<when>.+)", "when is {when}"),
)


def _in_english(question: str) -> str:
    """A question in French, with the words of its time as they are: those are read in any language."""
    for pattern, english in _FRENCH:
        if match := re.fullmatch(pattern, question):
            unit = match.groupdict().get("unit", "")
            return english.format(unit=_FRENCH_UNITS.get(unit, unit), when=match["when"])
    return question


def _named(words: str, now: datetime) -> TimeMatch | None:
    """The one time that these words are, if they are nothing else."""
    found = find_times(words, now)
    if len(found) != 1:
        return None
    rest = words[: found[0].start] + " " + words[found[0].end :]
    return None if _FILLER.sub(" ", rest).strip() else found[0]


def _past(words: str, now: datetime) -> TimeMatch | None:
    """The latest time gone by that the words name, for "since"."""
    match = _named(words, now)
    for back in (7, 31, 366):
        if match is None or match.when <= now:
            return match
        match = _named(words, now - timedelta(days=back))
    return match if match and match.when <= now else None


def _sentence(start: str, day: date, now: datetime) -> str:
    return f"{start} {full_date(day, now)}."


def _now_time(_: re.Match[str], now: datetime) -> str:
    return f"It's {now:%H:%M}."


def _today(_: re.Match[str], now: datetime) -> str:
    return f"Today is {now:%A} {now.day} {now:%B} {now.year}."


def _day_of(match: re.Match[str], now: datetime) -> str | None:
    impossible = find_impossible(match["when"], now)
    if impossible:
        return f"There is no {impossible.strip().removeprefix('on ').title()} in the calendar. Which date do you mean?"
    found = _named(match["when"], now)
    if found is None or (found.has_time and not found.has_date):
        return None
    day = found.when.date()
    if found.until:
        last = (found.until - timedelta(seconds=1)).date()
        return f"That is {full_date(day, now)} to {full_date(last, now)}."
    return _day_sentence(found, day, now)


def _day_sentence(found: TimeMatch, day: date, now: datetime) -> str:
    words = re.sub(r"\A(?:on|in|at|by|for) ", "", found.text)
    said = {0: "today, ", 1: "tomorrow, ", -1: "yesterday, "}.get((day - now.date()).days, "")
    verb = "was" if day < now.date() else "is"
    start = words if found.text == words and not words[0].isdigit() else "That"
    return f"{start.title() if start == words else start} {verb} {'' if said.strip(', ') == words else said}{full_date(day, now)}."


def _until(match: re.Match[str], now: datetime) -> str | None:
    found = _named(match["when"], now)
    if found is None:
        return None
    unit = (match.groupdict().get("unit") or "").rstrip("s")
    if found.when < now and found.when.date() < now.date():
        return None
    return _distance(found, now, unit=unit, word="until")


def _since(match: re.Match[str], now: datetime) -> str | None:
    found = _past(match["when"], now)
    if found is None or found.when > now:
        return None
    return _distance(found, now, unit=(match.groupdict().get("unit") or "").rstrip("s"), word="since")


def _distance(found: TimeMatch, now: datetime, *, unit: str, word: str) -> str | None:
    day = found.when.date()
    target = f"{full_date(day, now)}" + (f" at {found.when:%H:%M}" if found.has_time else "")
    if unit in _UNIT_SECONDS or (not unit and found.has_time and abs(found.when - now) < timedelta(days=2)):
        return _clock_distance(found, now, unit=unit, target=target, word=word)
    days = abs((day - now.date()).days)
    if days == 0:
        return "That is today."
    counted = _in_unit(days, unit, now.date(), day)
    return counted and f"{counted} {word} {target}."


def _clock_distance(found: TimeMatch, now: datetime, *, unit: str, target: str, word: str) -> str:
    # Elapsed time, so that a clock change in between counts for what it is.
    length = abs(found.when.astimezone(UTC) - now.astimezone(UTC))
    when = f"{found.when:%H:%M}" if found.when.date() == now.date() else target
    if unit not in _UNIT_SECONDS:
        return f"{say_duration(timedelta(minutes=round(length.total_seconds() / 60)))} {word} {when}."
    number = int(length.total_seconds() // _UNIT_SECONDS[unit])
    return f"{_plural(number, unit)} {word} {when}."


def _plural(number: int, unit: str) -> str:
    return f"{number:,} {unit}{'' if number == 1 else 's'}"


def _in_unit(days: int, unit: str, first: date, last: date) -> str | None:
    if unit in {"working day", "work day", "business day", "weekday", "workday"}:
        return _plural(workdays_between(first, last), "working day")
    if unit == "week":
        weeks, rest = divmod(days, 7)
        said = [_plural(number, name) for number, name in ((weeks, "week"), (rest, "day")) if number]
        return " and ".join(said)
    if unit == "month":
        return _months(first, last)
    if unit == "year":
        return _plural(abs(last.year - first.year), "year")
    return _plural(days, unit if unit in _UNIT_DAYS else "day")


def _months(first: date, last: date) -> str:
    earlier, later = min(first, last), max(first, last)
    months = (later.year - earlier.year) * 12 + later.month - earlier.month
    if later.day < earlier.day:
        months -= 1
    year, month = divmod(earlier.year * 12 + earlier.month - 1 + months, 12)
    anchor = date(year, month + 1, min(earlier.day, calendar.monthrange(year, month + 1)[1]))
    rest = (later - anchor).days
    parts = [_plural(months, "month")] if months else []
    parts += [_plural(rest, "day")] if rest else []
    return " and ".join(parts) or "0 days"


def _between(match: re.Match[str], now: datetime) -> str | None:
    first, last = _named(match["first"], now), _named(match["last"], now)
    if first is None or last is None:
        return None
    a, b = first.when.date(), last.when.date()
    unit = (match.groupdict().get("unit") or "day").rstrip("s")
    counted = _in_unit(abs((b - a).days), unit, a, b)
    return counted and f"{counted} from {full_date(min(a, b), now)} to {full_date(max(a, b), now)}."


def _week(match: re.Match[str], now: datetime) -> str | None:
    words = match.groupdict().get("when")
    found = _named(words, now) if words else None
    if words and found is None:
        return None
    day = found.when.date() if found else now.date()
    return f"{'It is' if not found else full_date(day, now) + ' is in'} week {day.isocalendar().week}."


def _leap(match: re.Match[str], now: datetime) -> str:
    words = match.groupdict().get("year") or ""
    shift = {"next year": 1, "last year": -1}.get(words, 0)
    year = int(words) if words.isdigit() else now.year + shift
    if calendar.isleap(year):
        return f"Yes, {year} is a leap year."
    return f"No, {year} is not a leap year; the next one is {_next_leap_year(year)}."


def _next_leap_year(year: int) -> int:
    return next(later for later in range(year, year + 9) if calendar.isleap(later))


def _next_leap(_: re.Match[str], now: datetime) -> str:
    return f"The next leap year is {_next_leap_year(now.year + 1)}."


def _month_length(match: re.Match[str], now: datetime) -> str | None:
    found = _named("in " + match["when"], now) or _named(match["when"], now)
    if found is None or found.grain not in {"month", "year"}:
        return None
    year, month = found.when.year, found.when.month
    if found.grain == "year":
        return f"{year} has {366 if calendar.isleap(year) else 365} days."
    return f"{found.when:%B} {year} has {calendar.monthrange(year, month)[1]} days."


_UNIT = r"(?P<unit>(?:working |work |business )?days?|sleeps?|nights?|weeks?|months?|years?|hours?|minutes?|seconds?|weekdays?)"
_IS = r"(?:is|was|will be|would be|is it|will it be|was it|falls?|did|does|are we|do we have)"
_TO = r"(?:until|till|til|to|before|til|'til|remain(?:ing)? (?:until|before))"

_QUESTIONS: tuple[tuple[str, Handler], ...] = (
    (
        r"(?:what is the (?:current |local )?time|what time is it|what time|current time|the time|what is time|time)(?: here| now)?",
        _now_time,
    ),
    (
        r"(?:what is (?:today's|todays|the|the current|the full) (?:date|day)|what is today|what (?:day|date) is (?:it|today)|today's date|"
        r"the date|current date|what is the (?:date|day) today|what day of the week is (?:it|today)|what date|what day)(?: today)?",
        _today,
    ),
    (
        r"(?:what|which) (?:week|week number)(?: of the year)?(?: is it| is this| are we in| is this week)?|what is the week number|week number",
        _week,
    ),
    (
        r"(?:what|which) (?:week|week number)(?: of the year)? (?:is|does|will) (?P<when>.+?)(?: in| fall in| be)?",
        _week,
    ),
    (
        r"(?:is (?:it|this(?: year)?|(?P<year>\d{4}|next year|last year|this year)|.{0})) ?(?:a )?leap year|(?:is|was) (?:it )?a?\s?leap year",
        _leap,
    ),
    (r"(?:was|will) (?P<year>\d{4}|next year|last year) (?:be )?a leap year", _leap),
    (r"(?:when|what) (?:is|will be) the next leap year", _next_leap),
    (r"how many days (?:are |does )?(?:there )?(?:in|are in) (?P<when>.+?)(?: have)?", _month_length),
    (r"how many days (?:does|has) (?P<when>.+?)(?: have| got)?", _month_length),
    (
        rf"how many {_UNIT} (?:are (?:there )?|is it )?(?:between|from) (?P<first>.+?) (?:and|to|until|till) (?P<last>.+)",
        _between,
    ),
    (
        rf"(?:number of |the number of |what is the number of )?{_UNIT} (?:between|from) (?P<first>.+?) (?:and|to|until|till) (?P<last>.+)",
        _between,
    ),
    (r"how long (?:is it )?(?:between|from) (?P<first>.+?) (?:and|to|until|till) (?P<last>.+)", _between),
    (rf"(?:how many )?(?:more )?{_UNIT} (?:(?:is|are) (?:it|there|left) )?(?:left )?{_TO} (?P<when>.+)", _until),
    (rf"how (?:long|much time|far)(?: is| do we have)?(?: it| left| away)? ?{_TO} (?P<when>.+)", _until),
    (r"how (?:far away|far off|soon|long) is (?P<when>.+)", _until),
    (r"(?:countdown to|time until|time left until) (?P<when>.+)", _until),
    (
        rf"how many {_UNIT} (?:has it been |is it |have passed |ago was |has passed )?(?:since )?(?P<when>.+)",
        lambda m, n: _since(m, n) if "since" in m[0] or "ago was" in m[0] else None,
    ),
    (
        r"how long (?:is it |has it been |ago (?:was|is) )?(?:since )?(?P<when>.+)",
        lambda m, n: _since(m, n) if "since" in m[0] or "ago" in m[0] else None,
    ),
    (
        rf"(?:what|which) (?:day|date|weekday|day of the week)(?: and date)? {_IS} (?:it )?(?P<when>.+?)(?: on| fall on| land on| be)?",
        _day_of,
    ),
    (rf"on (?:what|which) (?:day|date|weekday|day of the week) {_IS} (?P<when>.+?)(?: fall| land| be)?", _day_of),
    (r"what is the (?:date|day)(?: of| on| for| going to be| be)? (?P<when>.+)", _day_of),
    (r"what (?:will|would) (?:the (?:date|day)|it) be (?P<when>.+)", _day_of),
    (r"when (?:is|was|does|will be|are) (?P<when>.+?)(?: this year| fall| start| be)?", _day_of),
    (r"what is (?P<when>(?:the )?(?:day|date|\d+) .+)", _day_of),
)
