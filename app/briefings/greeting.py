"""How a briefing begins: by name, with what is on today, and with where its user left off, as far as memory holds it.

Invariant: nothing is said here that is not stored, confirmed and the user's own: no text of other people, no guess. Where memory holds
nothing of the kind, the greeting is a greeting.
"""

from datetime import timedelta

from app.briefings.dates import Dated, dated
from app.briefings.kept import is_by_rules
from app.briefings.occasion import AFTERNOON, EVENING, NIGHT_ENDS, Occasion
from app.briefings.section import clipped
from app.language.statements.wording import to_you
from app.learning.answers import gives_orders, names_secrets
from app.learning.own_name import own_name
from app.memory.records import Fact, Note, Session

_DATES = 2
_LEFT_OFF = timedelta(hours=36)
_ON_MIND = timedelta(days=3)
_AIMS = frozenset(("goal", "plan"))
_TOPIC = 60


async def greet(occasion: Occasion) -> tuple[str, bool]:
    """ "Good morning, Ama. Your interview at Acme is today. We left off last night at “flights to Lisbon”.", and whether it tells of
    something that is today."""
    name = await own_name(occasion.store, occasion.user)
    if occasion.routine != "daily briefing":
        return salutation(occasion, name), False
    today = await dated(occasion, 1)
    begins = salutation(occasion, name, birthday=any(one.is_birthday for one in today))
    told = [one.sentence for one in today if not one.is_birthday][:_DATES]
    return " ".join((begins, *told, *await _on_mind(occasion, today))), bool(told)


def salutation(occasion: Occasion, name: str, *, birthday: bool = False) -> str:
    """ "Good morning, Ama." by the user's own clock; `name` "" for nobody's."""
    called = f", {name}" if name else ""
    return f"Happy birthday{called}!" if birthday else f"{_greeting(occasion.local.hour)}{called}."


def _greeting(hour: int) -> str:
    if NIGHT_ENDS <= hour < AFTERNOON:
        return "Good morning"
    return "Good afternoon" if AFTERNOON <= hour < EVENING else "Good evening"


async def _on_mind(occasion: Occasion, today: list[Dated]) -> list[str]:
    """One sentence at most: where the last conversation left off, else what the user has lately set out to do."""
    left = await _left_off(occasion)
    if left:
        return [left]
    since, told = occasion.now - _ON_MIND, {one.label.casefold() for one in today}
    facts = await occasion.store.facts.current(occasion.user.id)
    aims = [fact for fact in facts if fact.kind in _AIMS and fact.created_at >= since and _is_own(fact)]
    said = [to_you(clipped(fact.statement)) for fact in reversed(aims)]
    fresh = [one for one in said if not any(label in one.casefold() for label in told)]
    return [f"On your mind lately: {fresh[0]}."] if fresh else []


async def _left_off(occasion: Occasion) -> str:
    """The topic of the last conversation, where a model could name one and its note is still there."""
    recent = await occasion.store.sessions.recent(occasion.user.id, 3)
    for session in recent:
        note = await occasion.store.notes.get(occasion.user.id, session.note_id) if session.note_id else None
        topic = clipped(session.topic, _TOPIC)
        if occasion.now - session.ended_at <= _LEFT_OFF and topic and note is not None and _may_be_told(note, topic):
            return f"We left off {_when(session, occasion)} at “{topic}”."
    return ""


def _may_be_told(note: Note, topic: str) -> bool:
    """Whether what sums up a conversation is the user's own, was not thrown away, and names what the talk was about."""
    if note.deleted_at is not None or note.taint or is_by_rules(note.content):
        return False
    return not (gives_orders(f"{topic}. {note.content}") or names_secrets(topic))


def _when(session: Session, occasion: Occasion) -> str:
    ended = occasion.on_clock(session.ended_at)
    days = (occasion.today - ended.date()).days
    if days == 0:
        return "late last night" if ended.hour < NIGHT_ENDS else "earlier today"
    if days == 1:
        return "last night" if ended.hour >= EVENING else "yesterday"
    return f"on {ended:%A}"


def _is_own(fact: Fact) -> bool:
    """Whether it is the user's own word, and nothing that has no place in a greeting."""
    return not (fact.taint or gives_orders(fact.statement) or names_secrets(fact.statement))
