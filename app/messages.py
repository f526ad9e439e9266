"""What crosses the door in both directions: frozen, free of any vendor's types.

An interface translates a vendor's event into an InboundMessage and an OutboundMessage into the vendor's call; nothing else
in the house knows a vendor. Data only: no behaviour beyond turning itself into JSON and back.
"""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from app.cards.card import Card
from app.charts.chart import Chart

ButtonVerb = Literal["confirm", "cancel", "edit", "undo"]
Format = Literal["plain", "markdown"]


@dataclass(frozen=True, slots=True)
class Attachment:
    """Bytes that came with a message. `media_type` is what the sender claims; nobody trusts it unread.

    Where the bytes are still at the channel, `data` is empty and `reference` says "<channel>:<how it names the file>"."""

    name: str
    media_type: str
    data: bytes
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A file that goes with a message, to be kept or opened elsewhere. It is kept with the message, so it is small. `text` is what it
    says; where `encoding` is "base64", its bytes written so. `alt` says what a picture shows, and only what we made ourselves is one."""

    name: str
    media_type: str
    text: str
    encoding: Literal["", "base64"] = ""
    alt: str = ""

    @classmethod
    def of_bytes(cls, name: str, media_type: str, data: bytes, *, alt: str = "") -> "Document":
        """A file that isn't text, such as a picture."""
        return cls(name, media_type, base64.b64encode(data).decode("ascii"), "base64", alt)

    @property
    def data(self) -> bytes:
        """What it is made of."""
        return base64.b64decode(self.text) if self.encoding else self.text.encode()

    def as_dict(self) -> dict[str, str]:
        """JSON form, as the outbox stores it."""
        more = {name: value for name, value in (("encoding", self.encoding), ("alt", self.alt)) if value}
        return {"name": self.name, "media_type": self.media_type, "text": self.text, **more}


@dataclass(frozen=True, slots=True)
class Link:
    """A page that an answer was made from: its address, its host as DNS has it, its title on one line ("" where it has none). `opened`: it was
    read itself; else a search or the news showed it. All of it is a stranger's, and text only."""

    url: str
    host: str
    title: str
    opened: bool = False

    def as_dict(self) -> dict[str, str]:
        """JSON form, as the outbox stores it."""
        return {"url": self.url, "host": self.host, "title": self.title}


@dataclass(frozen=True, slots=True)
class InboundMessage:
    """One message as it was received.

    `external_id` is unique within the channel and makes a repeated delivery one message. `time_zone` is what the sender's
    device says it is, where a device says so. `untrusted` names whose words these are where they are not the sender's own
    (a forwarded message); `corrects` the held action that they change. `deliver`: the answer also goes to where its user is told things first.
    """

    user_id: str
    channel: str
    external_id: str
    text: str
    received_at: datetime
    address: str = ""
    attachments: tuple[Attachment, ...] = ()
    time_zone: str | None = None
    untrusted: str = ""
    corrects: str = ""
    deliver: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """A choice under a message: `verb` on the pending action or ledger entry named by `target`."""

    label: str
    verb: ButtonVerb
    target: str

    def as_dict(self) -> dict[str, str]:
        """JSON form, as the outbox stores it and the page reads it."""
        return {"label": self.label, "verb": self.verb, "target": self.target}


@dataclass(frozen=True, slots=True)
class OutboundMessage:
    """One message to be delivered, by the outbox and by nobody else.

    `key` makes it one delivery however often it is enqueued: "reply:<turn>" or "reminder:<id>:<due>". `voice`: say it aloud too.
    `files` go with it to be kept. `links` are its sources, for channels that show them apart; the text names them too. `charts` go with it as data; each channel shows them its own way, or not at all: the text says what there is to know. `cards` too, and
    those every channel draws, apart from the text. `format`: a text that no language model wrote is shown letter by letter, for
    what is stored may stand in it; only a model's own words are Markdown. `on`: the channel that a message for everywhere is wanted on. `lead`: with it
    a message is copied to where its user is told things first, and the copy begins with it: there they haven't seen what it answers.
    `aloud`: it holds nothing of its user's own, so where others read along it may be said; any other is said to its user alone.
    """

    user_id: str
    channel: str
    key: str
    text: str
    address: str = ""
    kind: Literal["reply", "reminder", "unasked", "notice", "card", "command"] = "reply"
    turn_id: str | None = None
    buttons: tuple[Button, ...] = field(default=())
    voice: bool = False
    charts: tuple[Chart, ...] = ()
    cards: tuple[Card, ...] = ()
    files: tuple[Document, ...] = ()
    links: tuple[Link, ...] = ()
    format: Format = "plain"
    on: str = ""
    lead: str = ""
    aloud: bool = False

    def body(self) -> dict[str, Any]:
        """JSON form of what the reader sees."""
        shown: dict[str, Any] = {
            "text": self.text,
            "kind": self.kind,
            "format": self.format,
            "buttons": [button.as_dict() for button in self.buttons],
        }
        if self.voice:
            shown["voice"] = True
        if self.aloud:
            shown["aloud"] = True
        if self.cards:
            shown["cards"] = [card.as_dict() for card in self.cards]
        if self.charts:
            shown["charts"] = [chart.as_dict() for chart in self.charts]
        if self.files:
            shown["files"] = [file.as_dict() for file in self.files]
        if self.links:
            shown["links"] = [link.as_dict() for link in self.links]
        return shown


def files_in(body: Mapping[str, Any]) -> tuple[Document, ...]:
    """The files of a stored message."""
    rows = body.get("files", ())
    return tuple(
        Document(row["name"], row["media_type"], row["text"], row.get("encoding", ""), row.get("alt", ""))
        for row in rows
    )


def links_in(body: Mapping[str, Any]) -> tuple[Link, ...]:
    """The sources of a stored message."""
    return tuple(Link(row["url"], row["host"], row["title"]) for row in body.get("links", ()))


def is_markdown(body: Mapping[str, Any]) -> bool:
    """Whether a stored message's text is Markdown; it is where nothing says so, as it was before a format was written down."""
    return body.get("format", "markdown") == "markdown"
