"""The card of a held call: made by us from the stored call, never from a model's words, so what stands on it is what Confirm runs.

The values are literal and cut with their length; in full they are there on demand. Knows no channel.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from app.cards.card import ENDED, Card, Field, cards_in
from app.cards.literal import literal, one_line
from app.cards.wording import WORDINGS, fields_of, in_words, label_of, title_of
from app.gate.ledger import current_name
from app.memory.records import OutboxEntry, PendingAction
from app.memory.repositories import Repositories

_TITLE, _NAME, _SOURCE = 60, 40, 60
_MOST_FIELDS, _MOST_SOURCES = 12, 8
_IN_ALL = 2_400  # UTF-16 code units of a card's values: with our words it fits one message of any chat
_LONGEST, _SHORTEST = 600, 120
_SENTENCE, _SENTENCE_LINES = 1_400, 30  # what a forgetting takes is told row by row
_WHOLE = 1_000_000
_QUOTES = str.maketrans(dict.fromkeys('“”„‟«»＂〝〞〟❝❞"', "'"))  # a name in our quotes closes none of them
_DECIDED = {
    "pending": "",
    "cancelled": "cancel",
    "editing": "edit",
    "edited": "edit",
    "expired": "expired",
} | dict.fromkeys(("executing", "done", "failed", "unknown"), "confirm")


def card_of(action: PendingAction) -> Card:
    """One held call as it is shown."""
    values = list(_values(action))
    room = _IN_ALL - (_SENTENCE if any(not name for name, _ in values) else 0)
    most = max(_SHORTEST, min(_LONGEST, room // max(len(values), 1)))
    return Card(
        action.id,
        one_line(_title(action), _TITLE),
        tuple(_field(name, value, most) for name, value in values),
        tuple(one_line(source.translate(_QUOTES), _SOURCE) for source in action.taint[:_MOST_SOURCES]),
        max(len(action.taint) - _MOST_SOURCES, 0),
        number=action.number,
    )


def cards_of(waiting: Sequence[PendingAction]) -> tuple[Card, ...]:
    """The cards of calls, in their order."""
    return tuple(map(card_of, waiting))


def whole(action: PendingAction) -> Card:
    """The card with nothing cut."""
    fields = tuple(
        Field(name, literal(value, most=_WHOLE, lines=_WHOLE), len(value)) for name, value in _values(action)
    )
    return Card(
        action.id,
        one_line(_title(action), _TITLE),
        fields,
        tuple(one_line(source.translate(_QUOTES)) for source in action.taint),
        number=action.number,
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


def _title(action: PendingAction) -> str:
    return title_of(current_name(action.tool), action.arguments)


def _values(action: PendingAction) -> Iterator[tuple[str, str]]:
    """What the tool says it will do, where it says it in a sentence of its own; then every argument that this doesn't tell."""
    tool = current_name(action.tool)
    row = WORDINGS.get(tool)
    sentence = "" if action.summary == in_words(tool, action.arguments) else action.summary
    if sentence:
        yield "", sentence
    told = row.told if row and sentence else ()
    given = {name: value for name, value in fields_of(tool, action.arguments).items() if name not in told}
    named = [name for name in given if name.isidentifier() and len(name) <= _NAME][:_MOST_FIELDS]
    for name in sorted(
        named, key=lambda name: bool(label_of(tool, name))
    ):  # what stands by itself stands under the title
        yield label_of(tool, name), _as_text(given[name])
    if rest := {name: value for name, value in given.items() if name not in named}:
        yield "And", _as_json(rest)


def _field(name: str, value: str, most: int) -> Field:
    shown = literal(value, most=most) if name else literal(value, most=_SENTENCE, lines=_SENTENCE_LINES)
    return Field(
        name, shown, len(value), cut=shown.endswith("…") and shown != literal(value, most=_WHOLE, lines=_WHOLE)
    )


def _as_text(value: Any) -> str:
    """A value as its user reads it: a text as it is, a list of texts one below the other, anything else as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
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
