"""Which kind of watching somebody's words ask for. Pure; the kind itself reads the rest of them."""

import re
from collections.abc import Mapping

from app.integrations.tracker.naming import named_ticket
from app.language.orders.alerts import mail_condition, work_condition
from app.language.weather import WATCHED as WEATHER
from app.watching.health import NAMES

_ANY_METRIC = "|".join(re.escape(name) for name in NAMES)
# The first that fits wins: "no journal entry" is a check-in though it may mention tasks, "news about sleep" news.
_KINDS: Mapping[str, re.Pattern[str]] = {
    "check-in": re.compile(
        r"\b(?:journal|diary|check(?:ed)?[ -]?in|heard? from me|hear from me|hear nothing|said nothing|(?:messaged|written to|talked to|spoken to|texted) you)\b",
        re.IGNORECASE,
    ),
    "mail": re.compile(r"\b(?:e-?mails?|mails?|inbox|gmail|outlook)\b", re.IGNORECASE),
    "news": re.compile(r"\b(?:news|headlines?|stor(?:y|ies)|nouvelles|actualités?|du nouveau)\b", re.IGNORECASE),
    "weather": WEATHER,
    "overdue task": re.compile(r"\b(?:over[ -]?due|tasks?|to-?dos?|deadline)\b", re.IGNORECASE),
    "health": re.compile(rf"\b(?:{_ANY_METRIC})\b", re.IGNORECASE),
}


def source_of(words: str) -> str | None:
    """The source that is meant; None where nothing that can be watched is."""
    kind, fields = work_condition(words)
    if kind:
        return "tickets" if kind == "assigned" or named_ticket(fields.get("item", "")) else "code"
    source = next((source for source, pattern in _KINDS.items() if pattern.search(words)), None)
    return source or ("mail" if any(mail_condition(words)) else None)  # "Kofi writes"
