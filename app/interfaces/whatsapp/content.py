"""What a message holds besides text: files as references to fetch them by, everything else in words. A row for each kind."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from app.interfaces.pushed.file_names import clean_name, media_type_of
from app.interfaces.whatsapp.fields import Json, digits, line, number, part, parts, text
from app.messages import Attachment

CHANNEL = "whatsapp"
_MOST_CONTACTS, _MOST_NUMBERS, _MOST_ANSWERS = 20, 5, 40
_VOICE = "voice"


class File(NamedTuple):
    """A kind of message that is a file: what it is where WhatsApp doesn't say more."""

    media_type: str
    name: str


class Content(NamedTuple):
    """`caption` is the sender's own; `words` tell of what came; `strangers` names whose words those are where they aren't the sender's."""

    caption: str = ""
    attachments: tuple[Attachment, ...] = ()
    words: str = ""
    strangers: str = ""


_FILES = {
    "audio": File("audio/ogg", "audio.ogg"),
    "image": File("image/jpeg", "photo.jpg"),
    "video": File("video/mp4", "video.mp4"),
    "document": File("application/octet-stream", "document"),
}


def content_of(kind: str, message: Json) -> Content | None:
    """Files and descriptions of a message of this kind; None for a kind that isn't told."""
    if kind == "text":
        return Content(caption=text(part(message, "text"), "body"))
    if kind in _FILES:
        return _file(kind, part(message, kind))
    tell = _TOLD.get(kind)
    return tell(message) if tell else None


def _file(kind: str, file: Json) -> Content:
    media_id, usual = text(file, "id"), _FILES[kind]
    caption = text(file, "caption")
    if not media_id:
        return Content(caption, words=f"({usual.name.partition('.')[0]} that WhatsApp didn't hand over)")
    name = clean_name(text(file, "filename")[:1000]) or usual.name
    shown = (
        "" if kind == "audio" and file.get(_VOICE) is True else name
    )  # what was spoken just now is no file of anybody's
    media_type = media_type_of(text(file, "mime_type"), usual.media_type)
    return Content(caption, (Attachment(shown, media_type, b"", reference=f"{CHANNEL}:{media_id}"),))


def _sticker(_: Json) -> Content:
    return Content(words="(sticker)")


def _location(message: Json) -> Content:
    place = part(message, "location")
    latitude, longitude = number(place, "latitude"), number(place, "longitude")
    named = ", ".join(filter(None, (line(place, "name"), line(place, "address"))))
    where = f"location: {latitude:.6f}, {longitude:.6f}" if latitude is not None and longitude is not None else ""
    words = "; ".join(filter(None, (f"place: {named}" if named else "", where))) or "location"
    return Content(words=f"({words})", strangers="a place's entry" if named else "")


def _contacts(message: Json) -> Content:
    cards = parts(message, "contacts")
    told = [_contact(card) for card in cards[:_MOST_CONTACTS]]
    more = [f"and {len(cards) - _MOST_CONTACTS} more"] if len(cards) > _MOST_CONTACTS else []
    kind = "contacts" if len(cards) > 1 else "contact"
    return Content(words=f"({kind}: {'; '.join(told + more)})", strangers="a contact card")


def _contact(card: Json) -> str:
    name = part(card, "name")
    shown = line(name, "formatted_name") or " ".join(filter(None, (line(name, "first_name"), line(name, "last_name"))))
    known = (
        line(phone, "phone", 40) or digits(text(phone, "wa_id")) for phone in parts(card, "phones")[:_MOST_NUMBERS]
    )
    mails = (line(mail, "email", 80) for mail in parts(card, "emails")[:_MOST_NUMBERS])
    return ", ".join(filter(None, (shown or "no name", *known, *mails)))


def form_of(reply: Json) -> str:
    """A filled form's answers, in words."""
    try:
        answers: Any = json.loads(text(reply, "response_json"))
    except (ValueError, RecursionError):
        answers = None
    known = part(answers)
    told = [
        f"{line({'': name}, '', 60)}: {line(known, name)}"
        for name in list(known)[:_MOST_ANSWERS]
        if name != "flow_token" and line(known, name)
    ]
    words = "; ".join(told) or line(reply, "body")
    return f"(filled in a form: {words})" if words else "(filled in a form)"


_TOLD: dict[str, Callable[[Json], Content]] = {"sticker": _sticker, "location": _location, "contacts": _contacts}
