"""What a message holds besides text: files as references to fetch them by, everything else in words.

Two tables: fields that are files, and fields that can be told. What is in neither is a service message or nothing we know.
"""

import unicodedata
from collections.abc import Callable
from typing import Any, NamedTuple

from telegram import (
    ChatShared,
    Checklist,
    ChecklistTasksAdded,
    Contact,
    Dice,
    Game,
    GiftInfo,
    Giveaway,
    Invoice,
    Location,
    Message,
    PaidMediaInfo,
    PhotoSize,
    Poll,
    Sticker,
    Story,
    UsersShared,
    Venue,
    WebAppData,
)
from telegram.constants import FileSizeLimit

from app.interfaces.pushed.file_names import clean_name, media_type_of
from app.messages import Attachment

LARGEST = int(FileSizeLimit.FILESIZE_DOWNLOAD)  # bytes a bot is given
_MEGABYTE = 1_000_000


class File(NamedTuple):
    """A field of a message that is a file: what it is where Telegram doesn't say more."""

    field: str
    media_type: str
    name: str


class Content(NamedTuple):
    """What came with a message. `words` tell of it; `strangers` names whose words those are where they may not be the sender's."""

    attachments: tuple[Attachment, ...] = ()
    words: str = ""
    strangers: str = ""


class Telling(NamedTuple):
    """How a field is told, and whose words are in it ("" where none are)."""

    field: str
    tell: Callable[[Any], str]
    strangers: str = ""


# An animation is told as a document too, a live photo as a photo: the first field that is set counts.
_FILES = (
    File("voice", "audio/ogg", "voice note.ogg"),
    File("audio", "audio/mpeg", "audio.mp3"),
    File("video_note", "video/mp4", "video note.mp4"),
    File("video", "video/mp4", "video.mp4"),
    File("animation", "video/mp4", "animation.mp4"),
    File("document", "application/octet-stream", "document"),
)
_PHOTO = File("photo", "image/jpeg", "photo.jpg")


def content_of(message: Message) -> Content:
    """Files and descriptions; empty where the message is text alone."""
    if message.photo:
        return _photo(message.photo)
    kind = next((kind for kind in _FILES if getattr(message, kind.field)), None)
    if kind:
        return _file(getattr(message, kind.field), kind)
    telling = next((telling for telling in _TOLD if getattr(message, telling.field)), None)
    if telling is None:
        return Content()
    told = getattr(message, telling.field)
    own_card = isinstance(told, Contact) and message.from_user and told.user_id == message.from_user.id
    return Content(words=f"({telling.tell(told)})", strangers="" if own_card else telling.strangers)


def kind_of(message: Any) -> str:
    """What a message, or the part of one that a reply from elsewhere tells of, is: "a photo"; empty where it is text alone."""
    names = {kind.field: kind.name.partition(".")[0] for kind in (_PHOTO, *_FILES)}
    names |= {telling.field: telling.field.replace("_", " ") for telling in _TOLD}
    name = next((name for field, name in names.items() if getattr(message, field, None)), "")
    return f"{'an' if name[:1] in set('aeiou') else 'a'} {name}" if name else ""


def _photo(sizes: tuple[PhotoSize, ...]) -> Content:
    """The largest picture a bot may fetch."""
    by_size = sorted(sizes, key=lambda size: (size.width * size.height, size.file_size or 0))
    fitting = [size for size in by_size if (size.file_size or 0) <= LARGEST]
    return _file((fitting or by_size)[-1], _PHOTO)


def _file(file: Any, kind: File) -> Content:
    name = clean_name(getattr(file, "file_name", None) or "") or kind.name
    if (file.file_size or 0) > LARGEST:
        return Content(words=_too_big(name, file.file_size), strangers="a file's name")
    media_type = media_type_of(getattr(file, "mime_type", None) or "", kind.media_type)
    shown = "" if kind.field == "voice" else name  # what was spoken just now is no file of anybody's
    return Content((Attachment(shown, media_type, b"", reference=f"telegram:{file.file_id}"),))


def _too_big(name: str, size: int) -> str:
    return (
        f"(came with “{name}”, {size / _MEGABYTE:.0f} MB, which was too big to fetch: Telegram gives a bot files of up to "
        f"{LARGEST // _MEGABYTE} MB. A smaller version, or a link to it, will work.)"
    )


def _sticker(sticker: Sticker) -> str:
    emoji = sticker.emoji or ""
    names = (unicodedata.name(each, "").casefold() for each in emoji if unicodedata.category(each) == "So")
    return " ".join(["sticker", emoji, *filter(None, names)]).strip()


def _location(location: Location) -> str:
    return f"location: {location.latitude:.6f}, {location.longitude:.6f}"


def _venue(venue: Venue) -> str:
    return f"place: {_line(venue.title)}, {_line(venue.address)}; {_location(venue.location)}"


def _contact(contact: Contact) -> str:
    name = _line(f"{contact.first_name} {contact.last_name or ''}")
    return f"contact: {name}, {_line(contact.phone_number)}"


def _poll(poll: Poll) -> str:
    return f"poll: {_line(poll.question)} {_listed(option.text for option in poll.options)}"


def _checklist(checklist: Checklist) -> str:
    return f"checklist: {_line(checklist.title)} {_listed(task.text for task in checklist.tasks)}"


def _dice(dice: Dice) -> str:
    return f"rolled {dice.emoji}: {dice.value}"


def _game(game: Game) -> str:
    return f"game: {_line(game.title)}"


def _story(story: Story) -> str:
    return f"shared a story of {_line(story.chat.effective_name or 'somebody')}; bots can't open stories"


def _paid(paid: PaidMediaInfo) -> str:
    return f"sent media that cost {paid.star_count} stars; bots can't open it"


def _web_app(told: WebAppData) -> str:
    return f"sent by the button “{_line(told.button_text)}”: {_line(told.data)}"


def _people(shared: UsersShared) -> str:
    names = (" ".join(filter(None, (each.first_name, each.last_name))) for each in shared.users)
    named = (
        _line(name) or f"somebody with the id {each.user_id}" for name, each in zip(names, shared.users, strict=True)
    )
    return f"shared: {'; '.join(named)}"


def _chat(shared: ChatShared) -> str:
    return f"shared a chat: {_line(shared.title or shared.username or str(shared.chat_id))}"


def _invoice(invoice: Invoice) -> str:
    return f"invoice: {_line(invoice.title)}, {_line(invoice.description)}"


def _giveaway(giveaway: Giveaway) -> str:
    names = (_line(chat.effective_name or "somebody") for chat in giveaway.chats)
    return f"giveaway by {', '.join(names)}: {giveaway.winner_count} will win"


def _gift(gift: GiftInfo) -> str:
    return f"sent a gift: {_line(gift.text)}" if gift.text else "sent a gift"


def _added(added: ChecklistTasksAdded) -> str:
    return f"added to a checklist {_listed(task.text for task in added.tasks)}"


def _line(text: str) -> str:
    return " ".join(text.split())


def _listed(texts: Any) -> str:
    return "– " + "; ".join(map(_line, texts))


# A venue is a location too.
_TOLD = (
    Telling("sticker", _sticker),
    Telling("venue", _venue, "a place's entry"),
    Telling("location", _location),
    Telling("contact", _contact, "a contact card"),
    Telling("poll", _poll),
    Telling("checklist", _checklist),
    Telling("dice", _dice),
    Telling("game", _game, "a game"),
    Telling("story", _story, "a story"),
    Telling("paid_media", _paid),
    Telling("web_app_data", _web_app, "a web app"),
    Telling("users_shared", _people, "a contact card"),
    Telling("chat_shared", _chat, "a chat's name"),
    Telling("invoice", _invoice, "an invoice"),
    Telling("giveaway", _giveaway, "a giveaway"),
    Telling("gift", _gift),
    Telling("checklist_tasks_added", _added),
)
