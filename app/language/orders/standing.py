"""What runs by itself, as a part of a message asks for it: schedules, the house's own routines, alerts. Pure.

An order and its time make a schedule of the order; one that is nothing but a routine's name is that routine at another time. What is
stopped for a while may be either a schedule or an alert: where its name is none of the one kind, it is looked for in the other.
"""

import re
from collections.abc import Mapping, Sequence

from app.language.orders import speech, times
from app.language.orders.plan import Call, Clause, Later, Reading
from app.language.questions import language_of
from app.language.reader.reading import Part
from app.language.time import recurrence

# Words around an order that say no more than that it shall be done again and again.
_SETS_UP = frozenset(
    "schedule set up create make add start automate a an the new another recurring repeating scheduled task tasks job cron automation routine schedules"
    " to that which for of and then please just"
    " programme planifie automatise crée un une le la tâche récurrente de".split()
)
_DOES = frozenset("run execute perform repeat lance exécute".split())
_OF_ROUTINES = frozenset(
    "morning daily day evening nightly week weekly ahead journal diary reading list read later mail e-mail email inbox the my our a me give send show get"
    " du de la le matin soir semaine mon ma envoie-moi donne-moi".split()
)
_ROUTINES = frozenset(
    "brief briefing briefings recap recaps wrap-up digest digests prep preview outlook bilan récap".split()
)
_PERIODS = {
    "hourly": "every hour",
    "daily": "every day",
    "weekly": "every week",
    "monthly": "every month",
    "nightly": "every night",
}
_EVERY = re.compile(r"\b(?:every|each|daily|weekly|chaque|tous|toutes)\b", re.IGNORECASE)
_FOR = re.compile(r"\A(?:for|on) (?=\w)", re.IGNORECASE)
_FLOOD = re.compile(
    r"every (?:[\w-]+ )?(?:seconds?|minutes?)", re.IGNORECASE
)  # no rule: the tool says the shortest step
_IF = re.compile(r"\A(?:when(?:ever)?|if|once|as soon as|that|about|for|on|quand|si|dès que)\s+", re.IGNORECASE)
_COOLDOWN = re.compile(
    r"(?<![\s,])[\s,]*(?:but )?(?:at most|no more than)(?: once)?(?: every| an?| per)? (?P<cooldown>(?:\d+ )?(?:minute|hour|day|week)s?)\Z",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"(?<![\s,])[\s,]*\buntil (?P<until>[\w ]{3,30})\Z", re.IGNORECASE)
_ALERTS = re.compile(r"\b(?:alerts?|alertes?|warn\w*|watch\w*)\b", re.IGNORECASE)
_WHEN = {"en": "When, or how often?", "fr": "Quand, ou à quelle fréquence ?"}
_STATES: Mapping[str, tuple[str, str]] = {"pause": ("pause", "paused"), "resume": ("resume", "active")}


def scheduled(part: Part, clause: Clause) -> Reading | None:
    """An order and its time, in either order: "every weekday at 8 tell me what's on my list"."""
    when = _FOR.sub("", " ".join(part.all("when")))
    period, order = _order_of(part, () if _EVERY.search(when) else tuple(_PERIODS))
    when = f"{_PERIODS[period]} {when}".strip() if period else when
    if not order:
        return None
    name = _routine(order)
    if not _is_time(when, clause):
        return Reading(
            (Call("schedule_task", {"instruction": order}),), question=_WHEN[language_of(part.text)], missing="when"
        )
    if name:
        return Reading((Call("change_schedule", {"schedule": name, "when": when}),), thing=name)
    return Reading((Call("schedule_task", {"instruction": order, "when": when}),), thing=order)


def _order_of(part: Part, periods: Sequence[str]) -> tuple[str, str]:
    """How often, where an adjective says it ("a daily job"), and the words of the part that are no time, without those that only set it up."""
    said, taken = part.text, sorted((one for one in part.slots if one.name == "when"), key=lambda one: -one.start)
    for slot in taken:
        said = f"{said[: slot.start - part.start]} {said[slot.end - part.start :]}"
    words = speech.bare(" ".join(said.split()).strip(" ,:;.")).split()
    head = next(
        (at for at, word in enumerate(words) if word.casefold().strip(",:") not in {*_SETS_UP, *periods}), len(words)
    )
    period = next((word.casefold() for word in words[:head] if word.casefold() in _PERIODS), "")
    left = words[head:]
    if left and left[0].casefold() in _DOES and len(left) > 1 and left[1][0] in "\"'“‘":
        left = left[1:]
    return period, speech.without_article(speech.unquoted(" ".join(left)))


def _is_time(words: str, clause: Clause) -> bool:
    """Whether the tool can read it as a moment or a rule, or at least say which steps there are."""
    said = times.with_at(words)
    return bool(words) and (
        times.has_time(said, clause.now)
        or recurrence.find_rule(words, clause.now) is not None
        or _FLOOD.match(words) is not None
        or words.startswith("@")
    )


def _routine(order: str) -> str:
    """The routine that an order is nothing but the name of; "" for any other."""
    words = [word.strip(" .,!?'").casefold() for word in order.split()]
    if not words or words[-1] not in _ROUTINES or not set(words) <= _OF_ROUTINES | _ROUTINES:
        return ""
    return speech.without_article(re.sub(r"\A(?:give|send|show|get) me ", "", order, flags=re.IGNORECASE))


def halted(part: Part, clause: Clause, which: str) -> Reading:
    """Stopped for a while, or going on again."""
    schedule, alert = _STATES[part.intent]
    calls = [
        Call("change_schedule", {"schedule": which, "state": schedule}),
        Call("change_alert", {"alert": which, "state": alert}),
    ]
    first, other = reversed(calls) if _ALERTS.search(part.text) else calls
    return Reading((first,), thing=which, later=(Later(other),))


def left_out(words: Sequence[str]) -> str:
    """The state of a schedule that shall not run one time, or on a day."""
    day = re.sub(r"\A(?:on|for|this coming|ce|pour) |'s\Z", "", " ".join(words).strip(" .,!?"), flags=re.IGNORECASE)
    return f"skip {day}" if day and day.casefold() not in ("next", "next time", "once", "this time") else "skip next"


def is_limit(words: str) -> bool:
    """Whether words say no more than how often or until when something is told."""
    said = words.rstrip(" .,!?")
    return any((found := pattern.search(said)) is not None and found.start() == 0 for pattern in (_COOLDOWN, _UNTIL))


def condition(words: str) -> dict[str, str]:
    """What shall be watched for, and how often and until when it is told."""
    found, when = dict[str, str](), _IF.sub("", words.strip(" .,!?"))
    for pattern, name in ((_COOLDOWN, "cooldown"), (_UNTIL, "until")):
        if said := pattern.search(when):
            when, found[name] = when[: said.start()], re.sub(r"\A(?=minute|hour|day|week)", "1 ", said[name])
    return {"when": when, **found} if when else {}
