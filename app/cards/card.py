"""A call that waits for its user's OK, as it is shown: our words and the call's values apart, every value literal already.

It goes with a message as data and is drawn by each channel in a frame of its own, so that nothing in the message's text can stand in
for it, hide it or go on in its place. Data only; knows no channel and no storage.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from app.cards import sources
from app.language.saying import worded

log = logging.getLogger(__name__)
WAITING = "Waiting for your OK"
_HEADING = "{waiting}{place}: {title}"
_LENGTH = "{length} characters in all"
_READ, _MORE = "Asked after reading {sources}", " and {number} more"
_BRIEF = 30  # characters of a name on a line
ENDED = {
    "confirm": "Confirmed.",
    "cancel": "Cancelled.",
    "edit": "Changed; see the new request.",
    "expired": "This waited too long and has expired.",
    "undo": "Undone.",
}


@dataclass(frozen=True, slots=True)
class Field:
    """One value of a call. `length` is how long the value is in all, in characters; `cut` where less than that is shown.

    `name` is "" for the sentence in which the tool says what it will do."""

    name: str
    value: str
    length: int
    cut: bool = False

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {"name": self.name, "value": self.value, "length": self.length, "cut": self.cut}


@dataclass(frozen=True, slots=True)
class Card:
    """What Confirm runs. `action` names the held call, `number` is what its user calls it by (0: it has none); `read_in` what was read before it was asked for, `more_read` how many more of
    these there were; `ended` is the verb that decided it; `language` the one our words on it are in; `final` the words on its button where it
    can't be taken back, "" elsewhere."""

    action: str
    title: str
    fields: tuple[Field, ...] = ()
    read_in: tuple[str, ...] = ()
    more_read: int = 0
    ended: str = ""
    number: int = 0
    language: str = ""
    final: str = ""

    def as_dict(self) -> dict[str, Any]:
        """JSON form, as the outbox stores it and the page reads it."""
        return {
            "action": self.action,
            "title": self.title,
            "fields": [field.as_dict() for field in self.fields],
            "read_in": list(self.read_in),
            "more_read": self.more_read,
            "ended": self.ended,
            "number": self.number,
            "language": self.language,
            **({"final": self.final} if self.final else {}),
        }


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a drawn card (a value may have several). `kind` says whose words it holds: a "value" is the call's, the others ours;
    in "read" our words stand around quoted ones."""

    kind: Literal["title", "name", "value", "read", "end"]
    text: str


def rows(card: Card, *, brief: bool = True) -> Iterator[Row]:
    """The card from top to bottom; `brief`: of what was read, as much as stands on a line."""
    place = f" (#{card.number})" if card.number else ""
    yield Row("title", f"{card.title}{place}" if card.ended else _heading(card, place))
    for field in card.fields:
        label = f"{field.name} ({counted(field, card.language)})".strip() if field.cut else field.name
        if label:
            yield Row("name", label)
        yield Row("value", field.value)
    if card.read_in:
        yield Row("read", read_before(card, brief=brief))
    if card.ended in ENDED:
        yield Row("end", ending(card))


def _heading(card: Card, place: str) -> str:
    return worded(_HEADING, card.language).format(waiting=worded(WAITING, card.language), place=place, title=card.title)


def ending(card: Card) -> str:
    """How it was decided; "" while it waits."""
    return worded(ENDED[card.ended], card.language) if card.ended in ENDED else ""


def counted(field: Field, language: str = "") -> str:
    """How long a value is that isn't shown whole."""
    return worded(_LENGTH, language).format(length=f"{field.length:,}")


def read_before(card: Card, *, brief: bool = True) -> str:
    """What led to it: the first of it by who wrote and what, and how many more; all of it where not `brief`. What others chose stands in
    quotes."""
    shown = card.read_in[:1] if brief else card.read_in
    left = len(card.read_in) - len(shown) + card.more_read
    named = ", ".join(sources.said(one, card.language, _BRIEF if brief else None) for one in shown)
    more = worded(_MORE, card.language).format(number=left) if left else ""
    return f"{worded(_READ, card.language).format(sources=named)}{more}"


def cards_in(body: Mapping[str, Any]) -> tuple[Card, ...]:
    """The cards of a stored message; one that can't be read, such as a later version's, is left out."""
    return tuple(card for data in body.get("cards", ()) if (card := _read(data)) is not None)


def ended(cards: Sequence[Card], action: str, verb: str) -> list[dict[str, Any]]:
    """The cards in JSON, with the one of that action decided."""
    return [(replace(card, ended=verb) if card.action == action else card).as_dict() for card in cards]


def _read(data: Mapping[str, Any]) -> Card | None:
    try:
        fields = tuple(
            Field(str(row["name"]), str(row["value"]), int(row["length"]), bool(row["cut"])) for row in data["fields"]
        )
        return Card(
            str(data["action"]),
            str(data["title"]),
            fields,
            tuple(map(str, data.get("read_in", ()))),
            int(data.get("more_read", 0)),
            str(data.get("ended", "")),
            int(data.get("number", 0)),
            str(data.get("language", "")),
            str(data.get("final", "")),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        log.warning("card not read", extra={"event": "cards.not_read"})
        return None
