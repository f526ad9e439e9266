"""The methods about files: sending one, and telling the bot where the bytes of one are.

Durations and sizes of pictures are not read from the bytes: what the sender says counts, and a picture is 640 x 480.
"""

from collections.abc import Awaitable, Callable
from pathlib import PurePosixPath
from typing import Any

from tests.fakes.bot_api.entities import checked_caption, fields
from tests.fakes.bot_api.parameters import Parameters, Upload
from tests.fakes.bot_api.refusals import Refusal, bad_request
from tests.fakes.bot_api.texting import CAPTION, formatted, post
from tests.fakes.bot_api.world import File, Message, World

LARGEST_DOWNLOAD = 20 * 1024 * 1024
LARGEST_UPLOAD = 50 * 1024 * 1024
LARGEST_PHOTO = 10 * 1024 * 1024
WRONG_FILE = "wrong file identifier/HTTP URL specified"
Fields = dict[str, Any]
Describe = Callable[[Fields, Upload, Parameters], Any]


def voice(kept: Fields, upload: Upload, asked: Parameters) -> Fields:
    return kept | {"duration": asked.integer("duration"), "mime_type": "audio/ogg"}


def audio(kept: Fields, upload: Upload, asked: Parameters) -> Fields:
    said = {name: asked.text(name) for name in ("performer", "title") if asked.text(name)}
    named = {"file_name": upload.name, "mime_type": upload.media_type or "audio/mpeg"}
    return kept | {"duration": asked.integer("duration")} | said | named


def document(kept: Fields, upload: Upload, asked: Parameters) -> Fields:
    return kept | {"file_name": upload.name, "mime_type": upload.media_type or "application/octet-stream"}


def photo(kept: Fields, upload: Upload, asked: Parameters) -> list[Fields]:
    return [kept | {"width": 640, "height": 480}]


KINDS: dict[str, tuple[Describe, str]] = {
    "voice": (voice, "voice/file_{number}.oga"),
    "audio": (audio, "music/file_{number}.mp3"),
    "document": (document, "documents/file_{number}"),
    "photo": (photo, "photos/file_{number}.jpg"),
}


def sender(kind: str) -> Callable[[World, Parameters], Awaitable[Message]]:
    """The method that sends one kind of file."""
    describe, path = KINDS[kind]

    async def send(world: World, asked: Parameters) -> Message:
        chat = world.chat(asked.text("chat_id"), to_send=True)
        upload, kept = kept_file(world, asked, kind, path)
        caption, entities = checked_caption(*formatted(asked, "caption", "caption_entities"))
        content = {kind: describe(kept, upload, asked)}
        return post(world, chat, asked, content | fields(CAPTION, caption, entities))

    return send


def kept_file(world: World, asked: Parameters, kind: str, path: str) -> tuple[Upload, Fields]:
    """The file of a call, uploaded now or known already."""
    given = asked.upload(kind)
    if isinstance(given, Upload):
        if not given.data:
            raise bad_request("file must be non-empty")
        if len(given.data) > (LARGEST_PHOTO if kind == "photo" else LARGEST_UPLOAD):
            raise bad_request("file is too big") if kind == "photo" else too_large()
        return given, world.keep(given.data, path + PurePosixPath(given.name).suffix * (kind == "document"))
    if not given:
        raise bad_request(f"there is no {kind} in the request")
    known = world.files.get(given)
    if known is None:
        raise bad_request(WRONG_FILE)
    again = {"file_id": given, "file_unique_id": known.unique, "file_size": known.size}
    return Upload(PurePosixPath(known.path).name, "", known.data), again


def too_large() -> Exception:
    return Refusal(413, "Request Entity Too Large")


async def get_file(world: World, asked: Parameters) -> Fields:
    known = world.files.get(asked.text("file_id"))
    if known is None:
        raise bad_request("invalid file_id")
    if known.size > LARGEST_DOWNLOAD:
        raise bad_request("file is too big")
    described = {"file_id": asked.text("file_id"), "file_unique_id": known.unique, "file_size": known.size}
    return described | {"file_path": known.path}


def download(world: World, path: str) -> File | None:
    """The file at a path that `getFile` gave out."""
    return next((kept for kept in world.files.values() if kept.path == path and kept.size <= LARGEST_DOWNLOAD), None)
