"""What people ask of what a watch measured: sleep, steps, heart rate, weight. Pure.

That it is one the reader says; here it is taken apart: which reading (`health_words.py`), and of what time.
"""

import re
from dataclasses import dataclass

from app.language.orders import health_words as words
from app.language.orders import times
from app.language.orders.health_words import Topic
from app.language.orders.plan import Call, Clause, Reading
from app.language.reader.reading import Part

SLEEP, HRV = "sleep_session", "hrv_rmssd"
# As it is typed and spoken, to the words that are looked for.
_SHORT = tuple(
    (re.compile(pattern), full)
    for pattern, full in (
        (r"\b(what|how|when)'s\b", r"\1 is"),
        (r"\b(what|how|when)'d\b", r"\1 did"),
        (r"n't\b", " not"),
        (r"\bat what time\b", "what time"),
        (r"\bby day\b", "daily"),
        (r"\b(i|we)'ve\b", r"\1 have"),
        (r"\bi'm\b", "i am"),
        (r"\b(night|morning|day|today|yesterday|week|month|year|weekend)'s\b", r"\1"),
        (r"\blst\b", "last"),
        (r"\bnite\b", "night"),
        (r"\Ahw\b", "how"),
        (r"(?<=[a-z])-(?=[a-z])", " "),
        (r"\A(?:can|could|may) i (?:get|see|have)\b", "show me"),
        (r"\bthe most\b", "most"),
    )
)
_A_DAY = re.compile(
    r"(?:yesterday|today|last night|this morning|(?:last |on )?\w+day(?: night| morning)?|\d+ days? ago|the \d.*|\w+ hours?)\Z"
)
_BEEN = re.compile(r"\A(?:how )?(?:am i|have i (?:been|slept|gotten?|had))\b|\bdebt\b")
_SEVERAL_HOURS = re.compile(r"\bnap(?:s|ped)?\b")
_WHY = re.compile(r"(?:why|how come|should|pourquoi)\b")
_ASKS_TWICE = re.compile(r"(?:how|what|did|was)\b")
_ALL_OF_IT = re.compile(r"\b(?:health|vitals?|body|numbers|stats|fitness|santé|corps)\b", re.IGNORECASE)
# Advice, what lies ahead, what is told: nothing of it was measured.
_NOT_MEASURED = re.compile(
    r"\A(?:how (?:do|can|could) (?:i|you|one) .*\b(?:better|more|less|lower|lose|gain)\b|what is my .*goal|when is\b|is my \w+ at\b|do i have (?!sleep)|i (?:did|slept|walked|ran)\b|my \w+ was \w+)|\b(?:should|tomorrow|next steps|recipe|know about)\b"
)
_USUAL = re.compile(r"\b(?:usual|normal|ever|before|average)\b")
_LAST_ONE = re.compile(r"\b(?:last|latest)\b")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question taken apart: its words without the time and what it is compared with, the time, whether a time was compared with."""

    said: str
    rest: str
    when: str


def ask(part: Part, clause: Clause) -> Reading | None:
    """A question about one's own readings, all of them where none is named; None for why it is so, which nobody measured."""
    said = _opened(clause.text)
    if _WHY.match(said) or _NOT_MEASURED.search(said):
        return None
    asked = _apart(said, clause)
    first, _, second = said.partition(" and ")
    both = [one for one in map(words.topic_of, (first, second)) if one is not None]
    if len(both) > 1 and both[0].metric != both[1].metric and _ASKS_TWICE.match(second):
        halves = ((both[0], _apart(first, clause)), (both[1], _apart(second, clause)))
        return Reading(tuple(_call(one, of) for one, of in halves))
    topic = words.topic_of(asked.rest) or words.topic_of(said)
    if topic is not None:
        return Reading((_call(topic, asked),))
    named = part.one("metric") if not _ALL_OF_IT.search(part.one("metric")) else ""
    return Reading((Call("get_recent_health", {"metric": named}) if named else Call("get_health_snapshot"),))


def another(call: Call, other: str, clause: Clause) -> Call | None:
    """ "and yesterday?", "and my weight?" after such a question: the same of another time, or another reading of the same time."""
    said = _opened(other)
    asked = _apart(said, clause)
    if asked.when and not asked.rest.strip():
        topic = next((row for row in words.topics() if row.metric == _metric_of(call)), None)
        return _call(topic, _Asked(said, "", asked.when)) if topic else None
    topic = words.topic_of(asked.rest)
    if topic is None:
        return None
    return _call(topic, _Asked(said, asked.rest, asked.when or str(call.arguments.get("when", ""))))


def is_of(tool: str) -> bool:
    """Whether it is one of the tools asked here."""
    return tool in ("get_sleep_summary", "get_hrv_trend", "get_recent_health")


def _metric_of(call: Call) -> str:
    fixed = {"get_sleep_summary": SLEEP, "get_hrv_trend": HRV}
    return fixed.get(call.tool) or str(call.arguments.get("metric", ""))


def _opened(text: str) -> str:
    """Small letters, short forms opened, no marks at the end."""
    said = text.casefold().strip(" \t.!?,;")
    for pattern, full in _SHORT:
        said = pattern.sub(full, said)
    return " ".join(said.split())


def _apart(said: str, clause: Clause) -> _Asked:
    """The time cut out, and what is only compared with left out."""
    rest = said
    compared = words.COMPARED.search(rest)
    if compared and (times.has_time(compared["other"], clause.now) or _USUAL.search(compared["other"])):
        rest = f"{rest[: compared.start()]} less"
    loose = next((pattern for pattern in words.LOOSE_TIMES if re.search(rf"\b(?:{pattern})\b", rest)), None)
    if loose:
        return _Asked(said, re.sub(rf"\b(?:{loose})\b", " ", rest).strip(), words.LOOSE_TIMES[loose])
    span = words.SPAN.search(rest)
    if span:
        return _Asked(said, f"{rest[: span.start()]} {rest[span.end() :]}".strip(), span["span"])
    timed = times.cut(words.NOW.sub(" ", words.HABIT.sub(" ", rest)), clause.now)
    if timed.when and not timed.repeat:
        return _Asked(said, timed.rest, words.LEAD_IN.sub("", timed.when))
    since = words.SINCE.search(rest)
    if since:
        return _Asked(said, rest[: since.start()].strip(), since[0])
    return _Asked(said, rest, "today" if words.SO_FAR.search(rest) else "")


def _call(topic: Topic, asked: _Asked) -> Call:
    when = asked.when or _meant(topic, asked)
    time = {"when": when} if when else {}
    if topic.metric == SLEEP:
        return Call("get_sleep_summary", time)
    if topic.metric == HRV and not _A_DAY.match(when):
        return Call("get_hrv_trend", time)
    return Call("get_recent_health", {"metric": topic.metric, **time})


def _meant(topic: Topic, asked: _Asked) -> str:
    """The time that a question means which names none."""
    if topic.metric == HRV:
        return ""
    if topic.metric == "heart_rate" and words.NOW.search(asked.said):
        return "last hour"
    if words.HABIT.search(asked.said) or words.COURSE.search(asked.said):
        return "last 30 days"
    if topic.metric == SLEEP:
        return "last 7 days" if _BEEN.search(asked.said) else "today" if _SEVERAL_HOURS.search(asked.said) else ""
    if topic.metric == "exercise_session" and _LAST_ONE.search(asked.said):
        return "last 30 days"
    is_looked_at = (
        words.ORDERS.match(asked.said) or not words.ASKS.match(asked.said) or re.match(r"(?:am|is)\b", asked.said)
    )
    return topic.asked if not is_looked_at or "count" in asked.said else ""
