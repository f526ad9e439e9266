"""How stored rows look on the page: one JSON shape for the user's words and for everything said to the user.

Ids are stable, so that the browser can tell a message it has from a new one: "in-…" for words received, "out-…" for words said.
"""

import re
from collections.abc import Sequence
from typing import Any, TypedDict

from app.cards.card import Card, counted, ending, read_before, rows
from app.cards.wording import in_words
from app.charts.layout import NARROW, WIDE
from app.charts.selection import charts_in
from app.language.saying import worded
from app.memory.records import AuditEntry, InboxEntry, OutboxEntry
from app.messages import files_in, is_markdown, links_in


class Picture(TypedDict):
    """A chart as the page shows it: `wide` and `narrow` are addresses of the same picture for a desk and for a phone."""

    title: str
    alt: str
    wide: str
    narrow: str


class Kept(TypedDict):
    """A file that goes with what was said: its name, and the address it is saved from. `alt` says what a picture shows; "" for other files."""

    name: str
    href: str
    alt: str


class ShownLink(TypedDict):
    """A page that an answer was made from: where it leads, whose it is, its title. All of it is a stranger's."""

    href: str
    host: str
    title: str


class ShownField(TypedDict):
    """A value of a card; `more` says how long it is where it isn't shown whole."""

    name: str
    value: str
    more: str


class ShownCard(TypedDict):
    """A card as the page draws it, in a frame of its own. `heading`, `read`, `ended` and `words` (what stands on what can be
    pressed) are our words, the fields' values the call's; `language` is that of our words, "" where it isn't known; `final` what its Confirm is
    called where it can't be taken back."""

    action: str
    heading: str
    fields: list[ShownField]
    read: str
    ended: str
    language: str
    words: dict[str, str]
    final: str


class Shown(TypedDict):
    """A message as the page shows it. `client_id` is the id the sender's device gave it; `at` is ISO, UTC. `format` says whether `text`
    is Markdown or shown letter by letter; the addresses of `links` that stand in it on a line of their own are left out. `calls`: what was done
    for it, in words, each with how it ended."""

    id: str
    role: str
    kind: str
    text: str
    format: str
    at: str
    turn_id: str | None
    channel: str
    client_id: str
    buttons: list[dict[str, str]]
    files: list[str]
    charts: list[Picture]
    documents: list[Kept]
    links: list[ShownLink]
    cards: list[ShownCard]
    calls: list[str]


# The frames by the name they have in a picture's address.
FRAMES = {"wide": WIDE, "narrow": NARROW}


_MOST_CALLS = 20
_ENDED_AS = {
    "held": "waits for your OK",
    "failed": "didn't work",
    "refused": "not allowed",
    "unknown": "nobody knows how it ended",
}
_LABEL = re.compile(r"\w{1,20} ?:")
_WORDS = {"all": "Show all", "change": "What should it be instead?", "again": "Ask again"}


def words(entry: InboxEntry, files: Sequence[str] = ()) -> Shown:
    """What the user wrote. `files` are the names of what came with it."""
    return {
        "id": f"in-{entry.id}",
        "role": "user",
        "kind": "words",
        "text": entry.text,
        "format": "plain",
        "at": entry.received_at.isoformat(),
        "turn_id": entry.turn_id,
        "channel": entry.channel,
        "client_id": entry.external_id,
        "buttons": [],
        "files": list(files),
        "charts": [],
        "documents": [],
        "links": [],
        "cards": [],
        "calls": [],
    }


def said(
    entry: OutboxEntry, buttons: list[dict[str, Any]], cards: Sequence[Card] = (), calls: Sequence[AuditEntry] = ()
) -> Shown:
    """What was said to the user, with those of its buttons that still do something, the cards that stand with it, and the calls behind it."""
    text, links = str(entry.body.get("text", "")), links_in(entry.body)
    language = cards[0].language if cards else ""
    return {
        "id": f"out-{entry.id}",
        "role": "assistant",
        "kind": str(entry.body.get("kind", "reply")),
        "text": text if is_markdown(entry.body) else _without_lines(text, {link.url for link in links}),
        "format": "markdown" if is_markdown(entry.body) else "plain",
        "at": entry.created_at.isoformat(),
        "turn_id": entry.turn_id,
        "channel": entry.channel,
        "client_id": "",
        "buttons": buttons,
        "files": [],
        "charts": _pictures(entry),
        "documents": [
            {"name": file.name, "href": f"/chat/files/{entry.id}/{at}", "alt": worded(file.alt, language)}
            for at, file in enumerate(files_in(entry.body))
        ],
        "links": [{"href": link.url, "host": link.host, "title": link.title} for link in links],
        "cards": [shown_card(card) for card in cards],
        "calls": [_call(call) for call in calls[:_MOST_CALLS]],
    }


def _call(call: AuditEntry) -> str:
    """ "Add to “shopping”: milk"; how it ended where that wasn't simply done."""
    how = _ENDED_AS.get(call.outcome, "")
    return f"{in_words(call.tool, call.arguments)}{f' ({how})' if how else ''}"


def shown_card(card: Card) -> ShownCard:
    """One card."""
    heading = next(row.text for row in rows(card) if row.kind == "title")
    return {
        "action": card.action,
        "heading": heading,
        "fields": [
            {"name": field.name, "value": field.value, "more": counted(field, card.language) if field.cut else ""}
            for field in card.fields
        ],
        "read": read_before(card) if card.read_in else "",
        "ended": ending(card),
        "language": card.language,
        "words": {name: worded(phrase, card.language) for name, phrase in _WORDS.items()},
        "final": card.final,
    }


def _without_lines(text: str, urls: set[str]) -> str:
    """A text without the lines that hold such an address alone, or behind one word as in "Source: https://…": they stand under it as links."""
    kept = [line for line in text.split("\n") if not urls or not _names(line, urls)]
    return "\n".join(kept).rstrip("\n") if len(kept) < text.count("\n") + 1 else text


def _names(line: str, urls: set[str]) -> bool:
    label, _, url = line.strip().rpartition(" ")
    return url in urls and (not label or _LABEL.fullmatch(label) is not None)


def _pictures(entry: OutboxEntry) -> list[Picture]:
    return [
        {
            "title": chart.title,
            "alt": chart.alt,
            "wide": _address(entry, at, "wide"),
            "narrow": _address(entry, at, "narrow"),
        }
        for at, chart in enumerate(charts_in(entry.body))
    ]


def _address(entry: OutboxEntry, at: int, frame: str) -> str:
    return f"/chat/charts/{entry.id}/{at}/{frame}.svg"
