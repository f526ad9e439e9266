"""A reminder from the words of its slots: what it says, when, and how often."""

import re
from dataclasses import replace

from app.language.cues import says
from app.language.orders import reminding, times
from app.language.orders.arguments import are_two_hours, moment, plain, with_day
from app.language.orders.plan import Clause, Reading
from app.language.reader.reading import Part, Slot
from app.language.time import phrases
from app.language.time.half_days import in_its_half


def between_slots(part: Part) -> str:
    """The words of a part that fill no slot."""
    text = part.text
    for slot in part.slots:
        start, end = slot.start - part.start, slot.end - part.start
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def reminder(part: Part, clause: Clause) -> Reading:
    """The call, or what is asked for where words or time are missing."""
    if _TO.sub("", part.one("text")).casefold() in _NOUNS:  # "a timer for ten minutes" is for nothing else
        part = replace(part, slots=tuple(slot for slot in part.slots if slot.name != "text"))
    is_open = not part.all("text") and _REMIND.search(part.text)
    led = f"{clause.led} {_REMIND.sub('', part.text) if is_open else ''}".strip(" ,.;:!")
    when, repeat = _ahead(part, clause, led) or _said(part, clause, led) or _within(part, clause)
    when = _plural(when) if _TIMER.search(part.text) else when
    when = _BARE.sub(r"0\g<0>", when) if _JOURNEY.search(part.text) else when  # as it stands on the ticket
    when = _of_the_morning(when, part) if says("wakes", part.text) else when
    text = _text(part) or (clause.thing if clause.depth else "") or (led if when or repeat else "") or _by_kind(part)
    if text == TIMER and when:
        text = f"{TIMER}: {when.removeprefix('in ').removeprefix('dans ')}"
    period = None if repeat else _PERIOD.search(between_slots(part))
    repeat = repeat or (_PERIODS[period[0].casefold()] if period else "")
    return reminding.reading(reminding.resolved(text, clause), when, repeat, _preposition(part))


def _of_the_morning(when: str, part: Part) -> str:
    """ "Wake me at 5:30": people are woken in the morning, where no other part of the day is named."""
    return when if _HALF.search(part.text) else _BARE_HOUR.sub(r"\g<0> am", when, count=1)


_HALF = re.compile(r"\d ?[ap]\.?m|\d ?h|noon|night|evening|morning|midi|soir|matin|\bin\b|\bdans\b", re.IGNORECASE)
_BARE_HOUR = re.compile(
    r"(?<![\w:.])(?:1[01]|[1-9])(?:[:.][0-5]\d)?(?![\w:.]|st|nd|rd|th)(?= (?!(?:min|hour|day|week|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))|\Z)",
    re.IGNORECASE,
)


def _ahead(part: Part, clause: Clause, led: str) -> tuple[str, str] | None:
    """ "A day before", reckoned from what is named in the words or in what led up to them."""
    said = f"{led} {_TO.sub('', part.one('text'))}".strip()
    whens = [_with_before(slot, part) for slot in part.slots if slot.name == "when"]
    apart = (reminding.ahead(one, " ".join(other for other in whens if other is not one), clause.now) for one in whens)
    earlier = (
        next(filter(None, apart), "")
        or reminding.ahead(" ".join(whens), said, clause.now)
        or reminding.ahead(part.text, said, clause.now)
    )
    return (earlier, "") if earlier else None


def _with_before(slot: Slot, part: Part) -> str:
    """ "1 hour" with the "before" that stands behind it."""
    behind = _BEFORE.match(part.text[slot.end - part.start :])
    return f"{slot.text}{behind[0]}" if behind else slot.text


_BEFORE = re.compile(r" (?:before|avant)\b", re.IGNORECASE)


def _said(part: Part, clause: Clause, led: str) -> tuple[str, str] | None:
    """The time in its slots; of two hours the last is meant, and a day said before holds for the hour."""
    whens = part.all("when")
    when, repeat = with_day(
        *moment(_in_half(" ".join(whens), part.one("old"), clause), clause), part.one("old"), clause
    )
    if len(whens) > 1 and are_two_hours(whens, clause):
        before = " ".join(whens[:-1])
        when, repeat = with_day(*moment(_in_half(whens[-1], before, clause), clause), before, clause)
    when, repeat = with_day(
        when, repeat, _day_beside(part, clause), clause
    )  # "tomorrow I have to …, so remind me at ten"
    if clause.before and not _OF_ITS_OWN.search(part.text):  # "tomorrow at 8 to …, and at 9 to …"
        when, repeat = with_day(when, repeat, clause.before, clause)
    if when and led:
        when = times.completed(times.Timed(rest=led, when=when), clause.now).when
    return (when, repeat) if when or repeat else None


def _in_half(words: str, before: str, clause: Clause) -> str:
    """ "At 8 in the morning, no 9": an hour that replaces another stays in its half of the day."""
    earlier = phrases.find_time(before, clause.now) if before else None
    return in_its_half(words, earlier.when) if earlier is not None and earlier.has_time else words


def _day_beside(part: Part, clause: Clause) -> str:
    """A day that is named outside the slots."""
    found = phrases.find_times(between_slots(part), clause.now)
    return next((one.text for one in found if one.has_date and not one.has_time), "")


def _within(part: Part, clause: Clause) -> tuple[str, str]:
    """A time that no slot holds: a timer's length, or one in words that say nothing else."""
    said = " ".join(part.all("when"))
    length = (_LENGTH.search(said) or _LENGTH.search(part.text)) if _TIMER.search(part.text) else None
    if length:
        return f"in {length[0]}", ""
    return moment(part.text if not part.all("text") else "", clause)


def _text(part: Part) -> str:
    texts = [plain(_TO.sub("", _O_CLOCK.sub("", words))) for words in part.all("text")]
    whole = (one for one in texts if not any(one != other and other.startswith(one) for other in texts))
    return ", ".join(dict.fromkeys(whole))


def _by_kind(part: Part) -> str:
    """What an alarm or a timer is called that is for nothing in particular."""
    return next((name for word, name in KNOWN if re.search(word, part.text, re.IGNORECASE)), "")


def _preposition(part: Part) -> str:
    first = next((slot for slot in part.slots if slot.name == "text"), None)
    return "about" if first and _ABOUT.search(part.text[: first.start - part.start]) else "to"


_JOURNEY = re.compile(
    r"\b(?:flight|plane|train|ferry|coach|departs?|leaves|takes off|boarding|vol|avion|départ|décolle)\b", re.IGNORECASE
)
_BARE = re.compile(r"(?<![\d:.])[1-9]:\d\d\b(?! ?[ap]\.?m)(?! (?:in the|du|de l))", re.IGNORECASE)
_ABOUT = re.compile(r"\b(?:about|of|for|regarding|concerning)\s*\Z", re.IGNORECASE)
_PERIODS = {
    "hourly": "every hour",
    "daily": "every day",
    "weekly": "every week",
    "monthly": "every month",
    "yearly": "every year",
    "nightly": "every night",
}
_OF_ITS_OWN = re.compile(r"\b(?:remind|rappel|ping|nudge|alarm|wake|tell|in\b|dans\b)", re.IGNORECASE)
_PERIOD = re.compile(r"\b(?:hourly|daily|weekly|monthly|yearly|nightly)\b", re.IGNORECASE)
_REMIND = re.compile(
    r"[\s,.;]*\b(?:so |and |please |alors |et )*(?:remind me|ping me|nudge me|rappelle-moi|tu me rappelles)\b.*\Z",
    re.IGNORECASE,
)
_O_CLOCK = re.compile(r"\Ao['’ ]?clock\b\W*(?:for |to )?", re.IGNORECASE)  # left over from "6 o'clock for the rent"
_NOUNS = frozenset("timer timers alarm alarms reminder minuteur réveil rappel alarme".split())
_TIMER = re.compile(r"\b(?:timer|minuteur)\b", re.IGNORECASE)
_LENGTH = re.compile(
    r"\b(?:an?|half an?|\d+|[a-z]+(?:-[a-z]+)?)[- ](?:seconds?|secs?|minutes?|mins?|hours?|hrs?|heures?)\b(?: and a half| \d+ ?(?:minutes?|mins?))?",
    re.IGNORECASE,
)
_TO = re.compile(r"\A(?:(?:to|that|about|de|que)\s+|(?:d|qu)['’])(?=\S)", re.IGNORECASE)
TIMER = "timer"
KNOWN = (
    (r"\bw[ao]ke|\bréveil", "wake up"),
    (r"\btimer\b|\bminuteur\b", TIMER),
    (r"\balarm", "alarm"),
)


def _plural(length: str) -> str:
    """ "5 minute" (timer) as "5 minutes"."""
    return (
        length
        if re.match(r"(?:an?|half|1|one|une?)\b", length) or length.endswith("s") or " and " in length
        else f"{length}s"
    )
