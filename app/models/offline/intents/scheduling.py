"""What people want done at a time or again and again: an order and its time, in either order.

"Remind me every …" is a reminder's; an order with a repetition ("tell me …", "check …", "run …") is a schedule of that order, and one
that is nothing but a routine's name is that routine at another time.
"""

import re
from datetime import datetime

from app.language.time import phrases, recurrence
from app.models.offline import speech, times
from app.models.offline.intents.schedules import ROUTINE, change
from app.models.offline.plan import Call, Clause, Reading
from app.schedule.cron import WRITTEN

_REMINDS = re.compile(
    r"\b(?:remind(?!ers?\b)\w*|(?:an?|the|set|new) (?:\w+ )?(?:reminder|alarm|timer)|wake (?:me|us)|don't (?:let me )?forget|nudge|ping|tell (?:me|us) (?:to|that|when|if)|remember to)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"(?:(?:tell|show|give|send|read|get|brief|update) (?:me|us)\b|(?:list|show) (?:all|my|the|our|what)\b|check (?!in\b|out\b)|summari[sz]e\b|sum up\b|report\b|"
    r"look (?:up|at|through)\b|search\b|find\b|count\b|go (?:through|over)\b|read (?:out|my|the|our)\b|(?:run|execute|do|perform|repeat)\b(?! (?:you|i|we|they|not)\b)|"
    r"brief\b|what(?:'s| is| are)\b)",
    re.IGNORECASE,
)
_ORDER_INSIDE = re.compile(rf"\b(?:{_ORDER.pattern})", re.IGNORECASE)
# A time at the edge, or a repetition anywhere: most of what is said has neither, and is not read for one.
_MAY_BE = re.compile(
    r"\A(?:in|at|on|by|from|starting|tomorrow|today|tonight|next|this|after|half|noon|midnight|\d|\w+day)\b|"
    r"\b(?:every|each|(?:bi|fort)?(?:daily|weekly|monthly|hourly|nightly)|yearly|annually|(?:week|mon|tues|wednes|thurs|fri|satur|sun)(?:day|end)s|mornings|evenings|"
    r"(?:first|second|third|fourth|last) \w+ of|once an?|twice an?)\b|\A(?:run|execute|perform|repeat|cron\b|[\"'`@*])",
    re.IGNORECASE,
)
_FLOOD = re.compile(
    r"(?P<when>every (?:single |other |[1-4] |two |three |four |few )?(?:seconds?|minutes?))\b[ ,]+", re.IGNORECASE
)
_FLOOD_LAST = re.compile(rf"[ ,]+{_FLOOD.pattern.removesuffix('[ ,]+')}[ .!]*\Z", re.IGNORECASE)
_EXPLICIT = re.compile(
    r"(?:(?:schedule|automate)(?: (?:me|for me))?|(?:set|add|create|make|start)(?: up)? (?:a|an|the|another) (?:new )?"
    r"(?:(?P<period>hourly|daily|weekly|monthly|nightly|recurring|repeating|scheduled) )?(?:schedule|scheduled task|task schedule|job|cron(?: job)?|automation|routine)"
    r"(?: (?:to|that|which|for|of|called))?)[ :,]+(?P<rest>.+)",
    re.IGNORECASE,
)
# Those are the calendar's: nothing of it is done by an assistant alone.
_EVENT = re.compile(
    r"\b(?:meetings?|appointments?|calls?|events?|lunch|dinner|breakfast|interviews?|dates?|visits?|part(?:y|ies)|flights?|class(?:es)?|sessions?|reservations?|deliver(?:y|ies)|pickup|e-?mails?|posts?|tweets?)\b",
    re.IGNORECASE,
)
_ADJECTIVE = re.compile(r"(?:an? |the )?(?P<period>hourly|daily|weekly|monthly|nightly) (?P<what>.+)", re.IGNORECASE)
_PERIODS = {
    "hourly": "every hour",
    "daily": "every day",
    "weekly": "every week",
    "monthly": "every month",
    "nightly": "every night",
}
_EVERY = re.compile(
    r"\b(?:on )?(?:(?:every|each)\b|(?:daily|weekly|monthly|hourly|nightly|yearly)\b|(?:the )?(?:first|second|third|last) \w+ of (?:the|each|every)\b|(?:week|mon|tues|wednes|thurs|fri|satur|sun)(?:day|end)s\b)",
    re.IGNORECASE,
)
# "0 8 * * 1-5 check my list": how many fields there should be is the tool's to say.
_CRON = re.compile(
    rf"(?:cron:?\s+)?[\"'`]?(?P<when>@(?:hourly|daily|midnight|weekly|monthly|yearly|annually)|(?=(?:\S+\s+){{0,4}}\S*\*)(?!@){WRITTEN})[\"'`]?"
    r"[\s,:]+(?P<order>[a-z\"'].+)",
    re.IGNORECASE,
)
_VERB = re.compile(r"(?:run|execute|perform|repeat)\s+(?=[\"'“‘]|what|tell|show|list|check|give|read)", re.IGNORECASE)
_LEAD_IN = re.compile(
    r"\A(?:(?:and|then|please|just|to|you|can you|could you|i want you to|i'd like you to)[\s,:]+)+", re.IGNORECASE
)
_IS_OPEN = re.compile(r"\b(?:for|of|about|on|in|from|by|with|at|and|or|between)\Z", re.IGNORECASE)
_MIDDLE = re.compile(r"(?:tell|show|give|send|read|get)(?: me| us)?|check|list|run|do", re.IGNORECASE)
_ITS_NAME = re.compile(
    rf"(?:(?:give|show|send|read|tell|get|run|do)(?: me| us)? )?(?:(?:my|the|a|our|your) )*(?P<name>{ROUTINE})",
    re.IGNORECASE,
)


def set_one(clause: Clause) -> Reading | None:
    """An order and its time, in either order: "every weekday at 8 tell me what's on my list"."""
    explicit = _EXPLICIT.fullmatch(clause.text)
    body = explicit["rest"].strip() if explicit else clause.text
    plain = explicit is None and not (_MAY_BE.search(body) and _ORDER_INSIDE.search(body))
    if plain or _REMINDS.search(body):
        return None
    apart = _apart(body, clause.now, once=_may_be_once(body, is_explicit=explicit is not None))
    apart = apart or _by_adjective(explicit, body)
    if apart is None:
        return None
    order, when = _LEAD_IN.sub("", apart[0].strip(" ,:;-–")).strip(" ,:;"), apart[1].strip(" ,")
    period = _PERIODS.get((explicit["period"] or "").casefold(), "") if explicit else ""
    when = when if not period or recurrence.find_rule(when, clause.now) else f"{period} {when}"
    routine = _ITS_NAME.fullmatch(order)
    if routine:
        return change(routine["name"], when=when)
    if not _is_order(order, is_explicit=explicit is not None):
        return None
    order = speech.without_article(speech.unquoted(_VERB.sub("", order)))
    return Reading((Call("schedule_task", {"instruction": order, "when": when}),), thing=order) if order else None


def _is_order(order: str, *, is_explicit: bool) -> bool:
    """Something an assistant does; an appointment is none, whatever it is called."""
    if speech.quoted_parts(order):
        return is_explicit or bool(_ORDER.match(order))
    if is_explicit:
        return bool(order) and not _EVENT.search(order)
    return bool(_ORDER.match(order))


def _may_be_once(body: str, *, is_explicit: bool) -> bool:
    """Whether a single time makes a schedule of it: "in 20 minutes check …", "run '…' tomorrow at 9", "schedule '…' for six"."""
    return bool(_VERB.match(body)) or (
        is_explicit and bool(_ORDER.match(body.lstrip("\"'")) or speech.quoted_parts(body))
    )


def _apart(text: str, now: datetime, *, once: bool) -> tuple[str, str] | None:
    """The order and the words of its time."""
    cron = _CRON.fullmatch(text)
    if cron and _ORDER.match(cron["order"]):
        return cron["order"], cron["when"]
    return (
        _flood(text)
        or _repetition_first(text, now)
        or _repetition_last(text, now)
        or _moment_first(text, now)
        or (_moment_last(text, now) if once else None)
    )


def _flood(text: str) -> tuple[str, str] | None:
    """ "every minute check …": no rule stands for it, and the tool says what the shortest step is."""
    first, last = _FLOOD.match(text), _FLOOD_LAST.search(text)
    if first:
        return text[first.end() :], first["when"]
    return (text[: last.start()], last["when"]) if last else None


def _repetition_first(text: str, now: datetime) -> tuple[str, str] | None:
    """ "every weekday at 8, tell me …", and in the middle: "tell me every weekday at 8 what …"."""
    rule = recurrence.find_rule(text, now)
    if rule is None:
        return None
    before, after = text[: rule.start].strip(" ,"), text[rule.end :].strip(" ,")
    if before.casefold() not in ("", "on", "at", "starting", "from") and not _MIDDLE.fullmatch(before):
        return None
    hour = (
        None
        if rule.has_time
        else next((match for match in phrases.find_times(after, now) if match.start == 0 and match.has_time), None)
    )
    when = f"{rule.text} {hour.text}" if hour else rule.text
    rest = after[hour.end :] if hour else after
    return (f"{before} {rest.strip(' ,')}".strip(), when) if rest.strip() else None


def _repetition_last(text: str, now: datetime) -> tuple[str, str] | None:
    """ "tell me … every weekday at 8 until June": the first place from which all is a repetition."""
    for spot in _EVERY.finditer(text):
        when = text[spot.start() :]
        rule = recurrence.find_rule(when, now)
        if rule is None or when[: rule.start].strip().casefold() not in ("", "on") or not spot.start():
            continue
        rest = when[rule.end :].strip(" ,.")
        order = text[: spot.start()].rstrip(" ,")
        if (not rest or times.is_only_time(rest, now)) and not _IS_OPEN.search(order):
            return order, when
    return None


def _moment_first(text: str, now: datetime) -> tuple[str, str] | None:
    """ "in 20 minutes check my list": an hour before the order, which a question about that hour has not."""
    first = next((match for match in phrases.find_times(text, now) if match.start == 0 and match.has_time), None)
    order = _LEAD_IN.sub("", text[first.end :].strip(" ,")) if first else ""
    return (
        (order, first.text)
        if first and re.match(r"(?:check|tell|show|give|send|read|list|run|summari[sz]e|brief)\b", order, re.IGNORECASE)
        else None
    )


def _moment_last(text: str, now: datetime) -> tuple[str, str] | None:
    last = times.best_time(text, now)
    if last is None or text[last.end :].strip(" .,!") or not text[: last.start].strip():
        return None
    return text[: last.start].rstrip(), re.sub(r"\A(?:for|on) ", "", last.text, flags=re.IGNORECASE)


def _by_adjective(explicit: re.Match[str] | None, body: str) -> tuple[str, str] | None:
    """ "schedule a daily summary of my tasks"."""
    named = _ADJECTIVE.fullmatch(body)
    if explicit is None or named is None:
        return None
    return named["what"], _PERIODS[named["period"].casefold()]
