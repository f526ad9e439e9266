"""A reminder as far as its words go: what is known of it, and the question for what is not."""

import re
from datetime import datetime
from typing import Any

from app.language.orders import speech, times
from app.language.orders.plan import Call, Clause, Reading

_AHEAD = re.compile(
    r"\b(?:(?P<span>(?:the |a )?(?:day|night|week|month)|(?:an?|half an|\d+|one|two|three|four|five|ten|fifteen|twenty|thirty)[ -]?(?:minutes?|mins?|hours?|hrs?|days?|weeks?)) before(?:hand)?\b|"
    r"la (?P<veille>veille)(?! de (?:no[eë]l|pâques))|(?P<avant>\d+|une?|deux|trois|quatre|cinq|dix|quinze|trente) ?(?P<unit>h(?:eures?)?|min(?:utes?)?|j(?:ours?)?|semaines?) (?:avant|avt))(?: (?:it|that|then|ça|cela))?",
    re.IGNORECASE,
)
_DAYS = re.compile(
    r"\b(?:day|night|week|month|veille|jours?|j|semaines?)", re.IGNORECASE
)  # they are reckoned from a day
_UNITS = {"h": "hours", "m": "minutes", "j": "days", "s": "weeks"}
_COUNTS = {"un": "1", "une": "1", "deux": "2", "trois": "3", "quatre": "4", "cinq": "5", "dix": "10", "quinze": "15", "trente": "30"}  # fmt: skip
_PRONOUN = re.compile(
    r"\b(?:it|them|that|this|those|these)\b(?=\s*\Z|\s+(?:up|out|off|back|to|with|for|in|on|at|before|after|from)\b)",
    re.IGNORECASE,
)
_PERSON = re.compile(r"\b(?:him|her)\Z", re.IGNORECASE)
_EMPTY = frozenset(("", "me", "something", "it", "that", "a reminder", "things", "one", "up", "ça", "cela", "me le"))


def resolved(text: str, clause: Clause) -> str:
    """ "buy it" as "buy milk", where the clause before named milk."""
    said = text.casefold()
    if said in _EMPTY:
        return clause.thing if said not in ("", "me") else ""
    if clause.thing:
        return _PRONOUN.sub(lambda _: clause.thing, text, count=1)
    return f"{text} ({clause.aside})" if clause.aside and (_PRONOUN.search(text) or _PERSON.search(text)) else text


def reading(text: str, when: str, repeat: str, preposition: str = "to") -> Reading:
    """The call as far as it is known, and the question for what is not."""
    known = {"text": text, "when": when, "repeat": repeat}
    arguments: dict[str, Any] = {name: words for name, words in known.items() if words}
    timed = bool(when or repeat)
    call = Call("set_reminder", ({"when": ""} if timed else {}) | arguments)
    if not text:
        question = "What should I remind you of?" if timed else "What should I remind you of, and when?"
        return Reading((call,), question=question, missing="text")
    if not timed:
        question = f"When should I remind you {preposition} {speech.to_you(text)}?"
        return Reading((call,), question=question, missing="when", thing=text)
    each = [when] if repeat else times.each_hour(when)  # one that comes once comes at one time
    return Reading(tuple(Call(call.tool, {**call.arguments, "when": one}) for one in each), thing=text)


def ahead(words: str, event: str, now: datetime) -> str:
    """ "a day before", "la veille à 17h": reckoned from the time that is named in `event`; "" where either is missing."""
    said, named = _AHEAD.search(words), times.best_time(event, now)
    if said is None or named is None or (_DAYS.search(said[0]) and not named.has_date):
        return ""
    day = re.sub(r"\A(?:on|at|by|for|in|le|à) ", "", named.text.strip(), flags=re.IGNORECASE)
    hour = times.best_time(words[said.end() :], now)
    span = said["span"] or (
        "a day" if said["veille"] else f"{_COUNTS.get(said['avant'], said['avant'])} {_UNITS[said['unit'][0]]}"
    )
    return f"{span} before {day}" + (f" {hour.text.strip()}" if hour else "")
