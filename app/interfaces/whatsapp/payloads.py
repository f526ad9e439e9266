"""A webhook call of the Cloud API as what it means for us: events in the order in which they happened.

Pure: asks nobody, keeps nothing, and says the same of a repeated delivery. Whatever the JSON is, nothing raises. Who may write is
asked elsewhere.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast, get_args

from app.interfaces.pushed.choices import choice
from app.interfaces.pushed.incoming import Command, Ignored, Origin, Sender, Unread
from app.interfaces.whatsapp.content import CATALOGUE, KINDS, Content, about_of, content_of, form_of
from app.interfaces.whatsapp.fields import Json, digits, line, moment, part, parts, text
from app.interfaces.whatsapp.incoming import Event, Heard, Moved, Said, State, Status, Tap

UNREADABLE = "unreadable"
ACCOUNT = "whatsapp_business_account"
CODE_LENGTH = 32  # of a code that links an account
_COMMAND = re.compile(r"/(?P<name>[A-Za-z0-9_]{1,64})(?![\w/@<>])\s*(?P<rest>.*)", re.DOTALL)
# What our own wa.me address puts into the box to send: the command without its stroke.
_LINK = re.compile(rf"(?P<name>link)\s+(?P<rest>[A-Za-z0-9_-]{{{CODE_LENGTH}}})", re.IGNORECASE)
_MOVES = {"user_changed_number", "customer_changed_number", "user_changed_user_id"}
_STATES = frozenset(get_args(State))
_LONGEST_NAME = 120
_ANOTHERS_BUTTON = "a button that isn't mine"
_ANOTHERS_FORM = "a form that isn't mine"
_NOBODY_WROTE = frozenset((UNREADABLE, "ephemeral_setting", "request_welcome", "poll_update", "pin", "keep"))
_WRAPPED = "whatsapp_business_api_data"  # stands between a change and what is in it with some who pass calls on
_REPLIES = ("button_reply", "list_reply", "nfm_reply")
_LATER = datetime.max.replace(tzinfo=UTC)


class Contacts:
    """The people that a change tells of, found by what a message calls its sender."""

    def __init__(self, contacts: list[Json]) -> None:
        """All of a change's."""
        self._by_id = {text(each, "user_id"): each for each in reversed(contacts)}
        self._by_number = {digits(text(each, "wa_id")): each for each in reversed(contacts)}
        self._only: Json = contacts[0] if len(contacts) == 1 else {}

    def find(self, user_id: str, number: str) -> Json:
        """Who it is. The only one may lack what the message calls it by, but must not contradict it."""
        found = (self._by_id.get(user_id) if user_id else None) or (self._by_number.get(number) if number else None)
        if found:
            return found
        pairs = ((user_id, text(self._only, "user_id")), (number, digits(text(self._only, "wa_id"))))
        return {} if any(one and other for one, other in pairs) else self._only


class Incoming(NamedTuple):
    """One message of a payload, with who sent it and when."""

    kind: str
    message: Json
    origin: Origin
    forwarded: str


def events_of(payload: object, number_id: str = "", at: datetime | None = None) -> list[Event]:
    """What a webhook call tells. `number_id` is our own number's; what is for another one is ignored. `at`: when the call came, for what
    doesn't tell its time. Never empty."""
    body = part(payload)
    if text(body, "object") not in ("", ACCOUNT):
        return [Ignored("object")]
    found = [
        told
        for entry in (_timed(each, at) for each in _entries(body))
        for change in parts(entry, "changes")
        for told in _change(entry, change, number_id)
    ]
    if not found:
        return [Ignored(UNREADABLE)]
    return [event for _, event in sorted(found, key=lambda each: each[0])]


def _entries(body: Json) -> list[Json]:
    """The entries of a call. Meta's sample is a change alone, and who passes calls on may send an entry or what is in a change."""
    if "entry" in body:
        return parts(body, "entry")
    if "changes" in body:
        return [body]
    if "value" in body:
        return [{"changes": [body]}]
    return [{"changes": [{"value": body}]}] if "messages" in body or "statuses" in body else []


def _timed(entry: Json, at: datetime | None) -> Json:
    """An entry that says when it is of."""
    return entry if at is None or moment(entry, "time") else {**entry, "time": int(at.timestamp())}


def _change(entry: Json, change: Json, number_id: str) -> Iterator[tuple[datetime, Event]]:
    """The events of one change, each with its time; what has none comes last."""
    value, field = part(change, "value"), line(change, "field", 60)
    value = part(value, _WRAPPED) or value
    ours = text(part(value, "metadata"), "phone_number_id")
    if field not in ("", "messages"):
        yield _LATER, Ignored(field)
    elif number_id and ours and ours != number_id:
        yield _LATER, Ignored("another number")
    else:
        people = Contacts(parts(value, "contacts"))
        told = [(_sent(entry, each), _message(entry, people, each)) for each in parts(value, "messages")]
        told += [(_sent(entry, each), _status(entry, people, each)) for each in parts(value, "statuses")]
        yield from told or [(_LATER, Ignored(_without(value)))]


def _without(value: Json) -> str:
    """What a change without messages was about, for the log."""
    code = next((text(each, "code") for each in parts(value, "errors")), "")
    return f"error {code}" if code else "empty"


def _sent(entry: Json, told: Json) -> datetime:
    return moment(told, "timestamp") or moment(entry, "time") or _LATER


def _message(entry: Json, people: Contacts, message: Json) -> Event:
    """One message of somebody."""
    kind, wamid, sent_at = _kind(message), text(message, "id") or _unnamed(message), _sent(entry, message)
    if not wamid or sent_at == _LATER:
        return Ignored(UNREADABLE)
    if "group_id" in message:
        return Ignored("group")
    if kind == "system":
        return _system(message, sent_at)
    sender = _sender(people, message)
    if not sender.id:
        return Ignored("no sender")
    original, revision, forwarded = wamid, "", _forwarded(message)
    if kind == "edit":
        change = part(message, "edit")
        original, revision, message = text(change, "original_message_id") or wamid, wamid, part(change, "message")
        kind = _kind(message)
    origin = Origin(
        sender=sender, address=sender.id, message=original, original_id=original, sent_at=sent_at, revision=revision
    )
    read = _READERS.get(kind, _said)
    return read(Incoming(kind, message, origin, forwarded or _forwarded(message)))


def _kind(message: Json) -> str:
    """What a message is; where it doesn't say anything known, what it holds."""
    kind = line(message, "type", 60)
    if kind in _KINDS or kind in _NOBODY_WROTE:
        return kind
    return next((each for each in _KINDS if part(message, each) or parts(message, each)), kind)


def _unnamed(message: Json) -> str:
    """A name for a message that came without one: the same for the same, so that a repeated delivery is known. It takes a time of its own,
    or who says the same word twice would be heard once."""
    if not moment(message, "timestamp"):
        return ""
    try:
        whole = json.dumps(message, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return ""
    return f"unnamed.{hashlib.sha256(whole.encode()).hexdigest()[:40]}"


def _said(incoming: Incoming) -> Event:
    """Words and files, or a command."""
    content = content_of(incoming.kind, incoming.message)
    if content is None:
        return _unread(incoming)
    called = _called(content.caption) if incoming.kind == "text" and not incoming.forwarded else None
    if called:
        return Command(**_fields(incoming.origin), name=called["name"].lower(), arguments=called["rest"].strip())
    return _words(incoming, content)


def _words(incoming: Incoming, content: Content) -> Event:
    words = "\n".join(filter(None, (content.caption, content.words)))
    if not words.strip() and not content.attachments:
        return _heard(incoming, "empty")
    about = about_of(incoming.message)
    sources = dict.fromkeys(filter(None, (incoming.forwarded, content.strangers, CATALOGUE if about else "")))
    replies_to = text(part(incoming.message, "context"), "id")
    return Said(
        **_fields(incoming.origin),
        text="\n".join(filter(None, (words.rstrip("\n"), about))),
        attachments=content.attachments,
        untrusted=", ".join(sources),
        replies_to=replies_to,
    )


def _called(words: str) -> re.Match[str] | None:
    """The command that a text is."""
    return _COMMAND.fullmatch(words) or _LINK.fullmatch(words.strip())


def _interactive(incoming: Incoming) -> Event:
    """An answer by a button, by a row of a list, or by a form."""
    told = part(incoming.message, "interactive")
    kind = line(told, "type", 60)
    kind = kind if kind and kind in told else next((each for each in _REPLIES if part(told, each)), kind)
    if kind == "nfm_reply":
        return _words(incoming, Content(words=form_of(part(told, kind)), strangers=_ANOTHERS_FORM))
    reply = part(told, kind)
    title = "\n".join(filter(None, (text(reply, "title"), text(reply, "description"))))
    return _chosen(incoming, text(reply, "id"), title, kind or "interactive")


def _button(incoming: Incoming) -> Event:
    """An answer by a template's button."""
    told = part(incoming.message, "button")
    return _chosen(incoming, text(told, "payload"), text(told, "text"), "button")


def _chosen(incoming: Incoming, data: str, title: str, kind: str) -> Event:
    """A tap on a button of ours; another's says its title, which whoever made it wrote, so it decides nothing."""
    if choice(data) is None:
        titled = Content(caption=title, strangers=_ANOTHERS_BUTTON)
        return _words(incoming, titled) if title.strip() else _heard(incoming, kind)
    origin = incoming.origin
    return Tap(
        id=origin.original_id,
        sender=origin.sender,
        address=origin.address,
        message=text(part(incoming.message, "context"), "id"),
        data=data,
        sent_at=origin.sent_at,
    )


def _reaction(incoming: Incoming) -> Event:
    return _heard(incoming, "reaction")


def _revoked(_: Incoming) -> Event:
    return Ignored("revoke")


def _unread(incoming: Incoming) -> Event:
    """Something of a kind that isn't read: a person sent it, but where the service only tells that something happened."""
    kind = incoming.kind or UNREADABLE
    return _heard(incoming, kind) if kind in _NOBODY_WROTE else Unread(**_fields(incoming.origin), kind=kind)


def _heard(incoming: Incoming, reason: str) -> Heard:
    return Heard(reason, incoming.origin.sender, incoming.origin.address, incoming.origin.sent_at)


_READERS: dict[str, Callable[[Incoming], Event]] = {
    "interactive": _interactive,
    "button": _button,
    "reaction": _reaction,
    "revoke": _revoked,
}


_KINDS = (*KINDS, *_READERS, "edit", "system")


def _fields(origin: Origin) -> dict[str, Any]:
    names = ("sender", "address", "message", "original_id", "sent_at", "revision")
    return {name: getattr(origin, name) for name in names}


def _forwarded(message: Json) -> str:
    """ "forwarded" where the words are passed on; from whom isn't told."""
    context = part(message, "context")
    return "forwarded" if context.get("forwarded") is True or context.get("frequently_forwarded") is True else ""


def _system(message: Json, at: datetime) -> Event:
    """A number or an id that changed; anything else the service tells is ignored."""
    told = part(message, "system")
    old = (text(message, "from_user_id"), digits(text(message, "from")), digits(text(told, "customer")))
    new = (text(told, "user_id"), digits(text(told, "wa_id")), digits(text(told, "new_wa_id")))
    gone, come = _distinct(old), _distinct(new)
    if text(told, "type") not in _MOVES or not gone or not come:
        return Ignored("system")
    return Moved(gone, come, at)


def _status(entry: Json, people: Contacts, told: Json) -> Event:
    """What became of a message of ours."""
    state, wamid, at = text(told, "status").casefold(), text(told, "id"), _sent(entry, told)
    if state not in _STATES or not wamid or at == _LATER:
        return Ignored(f"status {line(told, 'status', 30)}".rstrip())
    named = {"from": text(told, "recipient_id"), "from_user_id": text(told, "recipient_user_id")}
    problem = next(iter(parts(told, "errors")), {})
    code = digits(text(problem, "code"))[:9]
    return Status(
        wamid, cast("State", state), at, _sender(people, named).id, int(code) if code else 0, line(problem, "title")
    )


def _sender(people: Contacts, message: Json) -> Sender:
    """Who it was: by the id that the person has towards this business, which is there even where the number isn't; else by the number."""
    user_id, number = text(message, "from_user_id"), digits(text(message, "from"))
    contact = people.find(user_id, number)
    numbers = _distinct((number, digits(text(contact, "wa_id"))))
    known = text(contact, "user_id") or user_id
    name = line(part(contact, "profile"), "name", _LONGEST_NAME)
    return Sender(known or next(iter(numbers), ""), name, numbers)


def _distinct(ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, ids)))
