"""What the reader reads of what is watched: in the news, and in the weather. From the slots of a part to a call. Pure."""

import re
from collections.abc import Iterable

from app.language.choosing import news
from app.language.dialogue.state import Before
from app.language.orders import standing
from app.language.orders.plan import Call, Clause
from app.language.places import place_in
from app.language.pointing import number, places, points
from app.language.reader.reading import Part
from app.language.weather import asked_about
from app.language.web_addresses import addresses_in

ALERT = "set_alert"
_WAITS = re.compile(
    r"\A.{0,60}?\b(?=(?:if|when|whenever|whether|si|s['’]ils?|quand|dès que|dès qu['’]|en cas)\b)", re.IGNORECASE
)
_THERE_IS = re.compile(
    r"\A\W*(?:si |s['’]|que? |qu['’])?(?:il )?y['’ ]?(?:a|aura)\s+(?:(?:de la|du|des|de l['’]|d['’])\s*)?",
    re.IGNORECASE,
)
_REASON = re.compile(r"[,;]\s*(?:i|we|my|our|the|because|cos|je|j['’]|on|nous|mon|ma|mes|car)\b.*\Z", re.IGNORECASE)
_NO_NAME = re.compile(
    r"(?:(?:the|that|this|le|la|l['’]|cette|cet)\s*)?(?:alerts?|warnings?|notifications?|avertissements?|alertes?|rappel)",
    re.IGNORECASE,
)
_ENDS_IN = re.compile(r"\s+(?:for|in|on|about|de|sur|dans)\Z", re.IGNORECASE)
_LIMITS = re.compile(r"[\s,]*\b(?:but )?(?:at most|no more than|not more than)\b.*\Z", re.IGNORECASE)
_ENDS_TOLD = re.compile(
    r"[\s,]+(?:(?:please )?(?:tell|warn|let|alert|ping|notify|buzz|text) me.*|préviens[ -]moi.*|dis[ -]le[ -]moi.*)\Z",
    re.IGNORECASE,
)
_ORDERED = re.compile(
    r"\A\W*(?:(?:please|can you|could you|and|hey|kindly|always|peux-tu|et)\s+)*(?:tell|warn|let|alert|ping|notify|buzz|text|message|préviens|previens|avertis|alerte|dis)[ -](?:me|us|moi|nous)(?: know)?\s*",
    re.IGNORECASE,
)


def subject(part: Part, before: Before, tools: Iterable[str] = (news.GET, news.FOLLOW, "search_web")) -> str:
    """What a part about the news names, or what was told of where it only points."""
    if url := next(iter(addresses_in(part.text)), ""):
        return url
    said = news.topic(part.one("topic"))
    ref = part.one("ref").strip(" .,?!")
    if said or (ref and not points(ref) and not places(ref) and number(ref) is None):
        return said or ref
    last = before.earlier(tools)
    return str(last.arguments.get("topic") or last.arguments.get("query") or "") if last else ""


def waited(text: str) -> str:
    """What is waited for, of "tell me if it rains": the words behind "if", or all but those that ask to be told."""
    behind = _WAITS.sub("", text)
    return behind if behind != text else _ORDERED.sub("", text)


def of_news(part: Part, clause: Clause, before: Before) -> Call | None:
    """It is told of when there is news about what the part names or points at."""
    topic = _ENDS_IN.sub("", subject(part, before))
    limit = _LIMITS.search(part.text)
    said = f"there is news about {topic}{limit[0] if limit else ''}"
    return Call(ALERT, dict[str, object](standing.condition(said))) if topic else None


def of_weather(part: Part, clause: Clause, before: Before) -> Call | None:
    """It is told of when it comes true. What the words leave out is as in the weather that was just told."""
    words = waited(part.text)
    words = _THERE_IS.sub("", _REASON.sub("", _ENDS_TOLD.sub("", words) or words))
    last = before.calls[-1] if before.calls and before.calls[-1].tool == "get_weather" else None
    told = {name: str(value) for name, value in last.arguments.items() if value} if last else {}
    times = part.all("when")
    if not asked_about(words):
        words, times = told.get("about", ""), times or [told.get("when", "")]
    place = part.one("place") or told.get("place", "")
    if place and place.casefold() not in words.casefold() and not place_in(words):
        words = f"{words} in {place}"
    words = " ".join((words, *(one for one in times if one and one not in words)))
    return Call(ALERT, dict[str, object](standing.condition(words))) if asked_about(words) else None


def ended(part: Part, clause: Clause, before: Before) -> Call | None:
    """An alert by its words; the last that was set where the part only points or names none."""
    ref = part.one("ref").strip(" .,?!")
    if ref and not points(ref) and not _NO_NAME.fullmatch(ref):
        return Call("delete_alert", {"alert": ref})
    if shown := before.shown_of("alert"):
        return Call("delete_alert", {"alert": f"#{shown[-1].number}"})
    about = asked_about(part.text)
    return Call("delete_alert", {"alert": about}) if about else None
