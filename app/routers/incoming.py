"""What a sender posts, JSON or form, as one checked record: words, files, the sender's own id for it, its time zone.

Refuses with a precise 4xx. Text is made storable here (no lone surrogates, no NUL); nothing else is read into it.
"""

import asyncio
import base64
import binascii
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from app.messages import Attachment, InboundMessage
from app.routers.body import MAX_BODY, media_type, read_form, read_json
from app.routers.errors import DoorError
from app.routers.pictures import picture_type
from app.schedule.zones import is_zone

_ID = re.compile(r"[A-Za-z0-9._-]{1,200}")  # no colon: ids with one are the house's own
_DATA_URL = re.compile(r"data:[^,]*;base64,")
_PICTURE_FIELDS = frozenset({"image", "images", "images[]", "photo"})
_NAMES = re.compile(r"[^\w .()-]+")


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True)


class PostedPicture(_Strict):
    """A picture inside JSON, base64."""

    data: str
    media_type: str = ""
    name: str = ""


class PostedMessage(_Strict):
    """A message as JSON."""

    text: str = ""
    images: list[str | PostedPicture] = []
    id: str | None = None
    time_zone: str | None = None
    deliver: bool = True


# What OpenAPI says of a body that is read by hand.
BODY_SCHEMA: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": PostedMessage.model_json_schema()},
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "properties": {
                        "text": {"type": "string"},
                        "images": {"type": "array", "items": {"type": "string", "format": "binary"}},
                        "id": {"type": "string"},
                        "time_zone": {"type": "string"},
                        "deliver": {"type": "boolean", "default": True},
                    },
                }
            },
        },
    }
}


@dataclass(frozen=True, slots=True)
class Incoming:
    """A message at the door."""

    text: str
    files: tuple[Attachment, ...]
    id: str | None
    time_zone: str | None
    deliver: bool = True  # whether the answer goes to the owner's chat too, where a program asks

    def to_message(self, *, user_id: str, channel: str, external_id: str, at: datetime) -> InboundMessage:
        """As the conversation takes it."""
        return InboundMessage(
            user_id=user_id,
            channel=channel,
            external_id=external_id,
            text=self.text,
            received_at=at,
            attachments=self.files,
            time_zone=self.time_zone,
        )


OTHER_WORDS = (
    409,
    "id_taken",
    "I had another message under that id, so I didn't take this one. Send it again with an id of its own.",
)


async def read_incoming(request: Request, *, limit: int = MAX_BODY) -> Incoming:
    """The message in a request's body. Raises DoorError: 400, 413, 415 or 422."""
    reader = READERS.get(media_type(request))
    if reader is None:
        raise DoorError(415, "unsupported_type", "Send this as application/json or multipart/form-data.")
    incoming = await reader(request, limit)
    if not incoming.text.strip() and not incoming.files:
        raise DoorError(422, "empty", "There's nothing in that message. Send some words or a picture.")
    return incoming


def checked_id(value: str | None) -> str | None:
    """An id the sender chose, or None. Raises DoorError for one that can't be kept."""
    if not value:
        return None
    if not _ID.fullmatch(value):
        raise DoorError(422, "bad_id", "An id is up to 200 letters, digits, dots, dashes or underscores.")
    return value


async def _from_json(request: Request, limit: int) -> Incoming:
    posted = await read_json(request, limit)
    return await asyncio.to_thread(_read, posted)  # ten megabytes of pictures take a while to decode


def _read(json: Any) -> Incoming:
    try:
        posted = PostedMessage.model_validate(json)
    except ValidationError as error:
        field = next((str(part) for part in error.errors()[0]["loc"] if isinstance(part, str)), "body")
        raise DoorError(422, "wrong_value", f"I can't use the value given for {field}.") from error
    pictures = [item if isinstance(item, PostedPicture) else PostedPicture(data=item) for item in posted.images]
    files = tuple(_decoded(picture, number) for number, picture in enumerate(pictures, start=1))
    return replace(_incoming(posted.text, files, posted.id, posted.time_zone), deliver=posted.deliver)


async def _from_form(request: Request, limit: int) -> Incoming:
    form = await read_form(request, limit)
    try:
        parts = [(name, part) for name, part in form.multi_items() if isinstance(part, UploadFile) and _is_used(part)]
        files = tuple([await _uploaded(name, part) for name, part in parts])
        incoming = _incoming(_field(form, "text") or "", files, _field(form, "id"), _field(form, "time_zone"))
        return replace(incoming, deliver=_truth(form, "deliver"))
    finally:
        await form.close()


READERS: dict[str, Callable[[Request, int], Awaitable[Incoming]]] = {
    "application/json": _from_json,
    "multipart/form-data": _from_form,
}


def _incoming(text: str, files: tuple[Attachment, ...], own_id: str | None, time_zone: str | None) -> Incoming:
    zone = time_zone if time_zone and is_zone(time_zone) else None
    return Incoming(_storable(text), files, checked_id(own_id), zone)


def _storable(text: str) -> str:
    """Text that every database takes: lone surrogates become U+FFFD, NUL goes."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\x00", "")


def _decoded(picture: PostedPicture, number: int) -> Attachment:
    text = "".join(_DATA_URL.sub("", picture.data, count=1).split())  # some phones break base64 into lines
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise DoorError(
            400, "invalid_base64", f"Image {number} isn't valid base64. Encode it again and resend."
        ) from error
    return _picture(file_name(picture.name) or f"image-{number}", data)


def _is_used(part: UploadFile) -> bool:
    """A browser sends a file field nobody used as an empty file without a name."""
    return bool(part.filename or part.size)


async def _uploaded(field: str, part: UploadFile) -> Attachment:
    data, claimed = await part.read(), part.content_type or "application/octet-stream"
    name = file_name(part.filename or "") or "file"
    if field in _PICTURE_FIELDS or claimed.startswith("image/"):
        return _picture(name, data)
    return Attachment(name, picture_type(data) or claimed, data)


def _picture(name: str, data: bytes) -> Attachment:
    kind = picture_type(data)
    if kind is None:
        raise DoorError(
            422, "not_an_image", f"“{name}” isn't a picture I can open. Send a PNG, JPEG, GIF, WebP or HEIC instead."
        )
    return Attachment(name, kind, data)


def file_name(claimed: str) -> str:
    """The last part of a file name, without anything a file system or a log could trip over."""
    return _NAMES.sub("_", _storable(claimed).replace("\\", "/").rpartition("/")[2]).strip()[:120]


_TRUTHS = {
    "": True,
    "true": True,
    "1": True,
    "yes": True,
    "on": True,
    "false": False,
    "0": False,
    "no": False,
    "off": False,
}


def _truth(form: FormData, name: str) -> bool:
    """Yes or no as forms say it; yes where they say neither."""
    said = (_field(form, name) or "").strip().casefold()
    if said not in _TRUTHS:
        raise DoorError(422, "wrong_value", f"I can't use the value given for {name}.")
    return _TRUTHS[said]


def _field(form: FormData, name: str) -> str | None:
    value = form.get(name)
    return value if isinstance(value, str) else None
