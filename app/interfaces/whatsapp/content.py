"""What a message holds besides text: files as references to fetch them by, everything else in words. A row for each kind."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, cast

from app.interfaces.pushed.file_names import clean_name, media_type_of
from app.interfaces.whatsapp.fields import Json, digits, line, number, part, parts, text
from app.messages import Attachment

CHANNEL = "whatsapp"
CATALOGUE = "a catalogue's entry"
_MOST_CONTACTS, _MOST_NUMBERS, _MOST_ANSWERS, _MOST_PRODUCTS = 20, 5, 40, 30
_DEEPEST = 4  # objects in objects of a form's answers
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
    _VOICE: File("audio/ogg", "audio.ogg"),
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
    is_spoken = kind == _VOICE or (kind == "audio" and file.get(_VOICE) is True)
    shown = "" if is_spoken else name  # what was spoken just now is no file of anybody's
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
    name, firm = part(card, "name"), part(card, "org")
    own = line(name, "formatted_name") or " ".join(filter(None, (line(name, "first_name"), line(name, "last_name"))))
    told = [own, line(firm, "title", 80), line(firm, "company", 120)]
    told += [
        line(phone, "phone", 40) or digits(text(phone, "wa_id")) for phone in parts(card, "phones")[:_MOST_NUMBERS]
    ]
    told += [line(mail, "email", 80) for mail in parts(card, "emails")[:_MOST_NUMBERS]]
    told += [_address(each) for each in parts(card, "addresses")[:_MOST_NUMBERS]]
    told += [line(site, "url", 200) for site in parts(card, "urls")[:_MOST_NUMBERS]]
    born = line(card, "birthday", 20)
    told += [f"born {born}"] if born else []
    return ", ".join(filter(None, told if own or told[2] else ["no name", *told]))


def _address(place: Json) -> str:
    return " ".join(filter(None, (line(place, name, 120) for name in ("street", "zip", "city", "state", "country"))))


def _order(message: Json) -> Content | None:
    """What somebody put into a cart, with what they wrote beside it; None where neither is told. Whoever made the catalogue named the products."""
    order = part(message, "order")
    products = parts(order, "product_items")
    if not products:
        return Content(text(order, "text")) if text(order, "text").strip() else None
    told = [_product(each) for each in products[:_MOST_PRODUCTS]]
    more = [f"and {len(products) - _MOST_PRODUCTS} more"] if len(products) > _MOST_PRODUCTS else []
    return Content(text(order, "text"), words=f"(order: {'; '.join(told + more)})", strangers=CATALOGUE)


def _product(product: Json) -> str:
    name, price = line(product, "product_retailer_id", 100) or "a product", _figure(product.get("item_price"))
    each = f" at {price} {line(product, 'currency', 10)}".rstrip() if price else ""
    return f"{_figure(product.get('quantity')) or '1'} × {name}{each}"


def about_of(message: Json) -> str:
    """The product that a message asks about; empty for none."""
    product = line(part(message, "context", "referred_product"), "product_retailer_id", 100)
    return f"(about the product {product})" if product else ""


def form_of(reply: Json) -> str:
    """A filled form's answers, in words."""
    answers: Any = reply.get("response_json")
    try:
        answers = json.loads(text(reply, "response_json")) if isinstance(answers, str) else answers
    except (ValueError, RecursionError):
        answers = None
    told = [f"{name}: {value}" for name, value in _answers(part(answers))]
    more = [f"and {len(told) - _MOST_ANSWERS} more"] if len(told) > _MOST_ANSWERS else []
    words = "; ".join(told[:_MOST_ANSWERS] + more) or line(reply, "body")
    return f"(filled in a form: {words})" if words else "(filled in a form)"


def _answers(known: Json, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Each answer by its name; those of a part of the form stand under their own names."""
    for name, value in known.items():
        if name == "flow_token":
            continue
        if isinstance(value, Mapping) and depth < _DEEPEST:
            yield from _answers(part(cast("Json", value)), depth + 1)
        elif said := _answer(value):
            yield line({"": name}, "", 60), said


def _answer(value: object) -> str:
    """One answer, or several that were chosen together."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        chosen = [_figure(each) for each in cast("list[object]", value)[:_MOST_ANSWERS]]
        return ", ".join(filter(None, chosen))
    return _figure(value)


def _figure(value: object) -> str:
    """Text or a number as a line."""
    found = number({"": value}, "") if isinstance(value, float) else None
    return f"{found:g}" if found is not None else line({"": value}, "")


_TOLD: dict[str, Callable[[Json], Content | None]] = {
    "sticker": _sticker,
    "location": _location,
    "contacts": _contacts,
    "order": _order,
}
KINDS = ("text", *_FILES, *_TOLD)
