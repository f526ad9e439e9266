"""The card of a held call: made by us from the stored call, never from a model's words, so what stands on it is what Confirm runs.

The values are literal and cut with their length; in full they are there on demand. Knows no channel.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from app.cards import sources
from app.cards.card import ENDED, Card, Field, cards_in
from app.cards.literal import literal, one_line
from app.cards.wording import WORDINGS, fields_of, final_of, in_words, label_of, title_of
from app.gate.ledger import current_name
from app.language.saying import in_language, time_in_language, worded
from app.language.time.wording import full_date
from app.memory.records import OutboxEntry, PendingAction
from app.memory.repositories import Repositories

_TITLE, _NAME = 60, 40
_MOST_FIELDS, _MOST_SOURCES = 12, 8
_IN_ALL = 2_400  # UTF-16 code units of a card's values: with our words it fits one message of any chat
_LONGEST, _SHORTEST = 600, 120
_SENTENCE, _SENTENCE_LINES = 1_400, 30  # what a forgetting takes is told row by row
_WHOLE = 1_000_000
_TIMES = frozenset(
    ("when", "due", "day", "since", "until", "before", "arrive_by")
)  # arguments that models may give in figures
_CLOCK = re.compile(r"\d:\d")
_DECIDED = {
    "pending": "",
    "cancelled": "cancel",
    "editing": "edit",
    "edited": "edit",
    "expired": "expired",
} | dict.fromkeys(("executing", "done", "failed", "unknown"), "confirm")


def card_of(action: PendingAction, language: str = "") -> Card:
    """One held call as it is shown; our words on it in a language, where that has words for them."""
    values = list(_values(action, language))
    room = _IN_ALL - (_SENTENCE if any(not name for name, _ in values) else 0)
    most = max(_SHORTEST, min(_LONGEST, room // max(len(values), 1)))
    return Card(
        action.id,
        one_line(_title(action, language), _TITLE),
        tuple(_field(name, value, most) for name, value in values),
        tuple(sources.shown(source) for source in action.taint[:_MOST_SOURCES]),
        max(len(action.taint) - _MOST_SOURCES, 0),
        number=action.number,
        language=language,
        final=worded(final_of(current_name(action.tool)), language),
    )


def cards_of(waiting: Sequence[PendingAction], language: str = "") -> tuple[Card, ...]:
    """The cards of calls, in their order."""
    return tuple(card_of(action, language) for action in waiting)


def whole(action: PendingAction, language: str = "") -> Card:
    """The card with nothing cut."""
    fields = tuple(
        Field(name, literal(value, most=_WHOLE, lines=_WHOLE), len(value)) for name, value in _values(action, language)
    )
    return Card(
        action.id,
        one_line(_title(action, language), _TITLE),
        fields,
        tuple(sources.shown(source) for source in action.taint),
        number=action.number,
        language=language,
    )


async def standing_cards(store: Repositories, entry: OutboxEntry) -> tuple[Card, ...]:
    """The cards of a message, also of one written before cards were data: it has buttons and no card to them."""
    cards = cards_in(entry.body)
    known = {card.action for card in cards}
    asked = [row["target"] for row in entry.body.get("buttons", ()) if row.get("verb") == "confirm"]
    held = [await store.pending.get(entry.user_id, target) for target in asked if target not in known]
    older = (replace(card_of(action), ended=_DECIDED.get(action.status, "")) for action in held if action is not None)
    return (*cards, *older)


def ending(verb: str) -> str:
    """What stands under a message once what it offered is decided."""
    return ENDED.get(verb, "")


def _title(action: PendingAction, language: str) -> str:
    return title_of(current_name(action.tool), action.arguments, language)


def _values(action: PendingAction, language: str) -> Iterator[tuple[str, str]]:
    """What the tool says it will do, where it says it in a sentence of its own; then every argument that this doesn't tell."""
    tool = current_name(action.tool)
    row = WORDINGS.get(tool)
    sentence = "" if action.summary == in_words(tool, action.arguments) else action.summary
    if sentence:
        yield "", in_language(sentence, language)
    told = row.told if row and sentence else ()
    given = {name: value for name, value in fields_of(tool, action.arguments).items() if name not in told}
    named = [name for name in given if name.isidentifier() and len(name) <= _NAME][:_MOST_FIELDS]
    for name in sorted(
        named, key=lambda name: bool(label_of(tool, name))
    ):  # what stands by itself stands under the title
        said = _moment(given[name], action.created_at) if name in _TIMES else None
        yield (
            label_of(tool, name, language),
            time_in_language(said, language) if said else _as_text(given[name], language),
        )
    if rest := {name: value for name, value in given.items() if name not in named}:
        yield worded("And", language), _as_json(rest)


def _field(name: str, value: str, most: int) -> Field:
    shown = literal(value, most=most) if name else literal(value, most=_SENTENCE, lines=_SENTENCE_LINES)
    return Field(
        name, shown, len(value), cut=shown.endswith("…") and shown != literal(value, most=_WHOLE, lines=_WHOLE)
    )


def _moment(value: Any, now: datetime) -> str | None:
    """A moment that was given in figures, in words; None for any other. What names a zone keeps it."""
    try:
        moment = datetime.fromisoformat(str(value).strip())
    except ValueError:
        return None
    day = full_date(moment.date(), now)
    if not _CLOCK.search(str(value)):
        return day
    return f"{day} at {moment:%H:%M}{f' ({moment:%Z})' if moment.tzinfo else ''}"


def _as_text(value: Any, language: str) -> str:
    """A value as its user reads it: a text as it is, a list of texts one below the other, anything else as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return worded("yes" if value else "no", language)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return _listed(value)
    return _as_json(value)


def _listed(items: Sequence[str]) -> str:
    """Texts one below the other, numbered by us; a line break inside one is shown, so that none can pass for two."""
    if len(items) == 1:
        return items[0]
    return "\n".join(f"{number}. {one_line(item, _WHOLE)}" for number, item in enumerate(items, 1))


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
