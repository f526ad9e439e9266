"""What can be in a person's message besides text: files, a place, a contact; each as the fields it has at Telegram.

Bytes come as base64. `size` pretends that a file is larger than its bytes.
"""

import base64
from typing import Any

from tests.fakes.bot_api.world import World

PHOTO_SIZES = ((90, 67), (320, 240), (1280, 960))
Fields = dict[str, Any]


def kept(world: World, data: str, path: str, size: int | None = None) -> Fields:
    """A file that a person sends."""
    return world.keep(base64.b64decode(data), path, size=size)


def voice(
    world: World, *, data: str, duration: int = 3, mime_type: str = "audio/ogg", size: int | None = None
) -> Fields:
    return {
        "voice": kept(world, data, "voice/file_{number}.oga", size) | {"duration": duration, "mime_type": mime_type}
    }


def audio(
    world: World, *, data: str, duration: int = 3, file_name: str = "audio.mp3", mime_type: str = "audio/mpeg"
) -> Fields:
    file = kept(world, data, "music/file_{number}.mp3")
    return {"audio": file | {"duration": duration, "file_name": file_name, "mime_type": mime_type}}


def photo(world: World, *, data: str, size: int | None = None) -> Fields:
    """One picture in three sizes, the largest last; all three hold the same bytes."""
    sizes = [kept(world, data, "photos/file_{number}.jpg", size) for _ in PHOTO_SIZES]
    return {
        "photo": [
            file | {"width": width, "height": height} for file, (width, height) in zip(sizes, PHOTO_SIZES, strict=True)
        ]
    }


def document(world: World, *, data: str, file_name: str = "", mime_type: str = "", size: int | None = None) -> Fields:
    """A file; its name and type are what the sender says, or missing."""
    suffix = f".{file_name.rpartition('.')[2]}" if "." in file_name else ""
    file = kept(world, data, "documents/file_{number}" + suffix.replace("{", "").replace("}", ""), size)
    named = ({"file_name": file_name} if file_name else {}) | ({"mime_type": mime_type} if mime_type else {})
    return {"document": file | named}


def video_note(world: World, *, data: str, duration: int = 4) -> Fields:
    return {"video_note": kept(world, data, "video_notes/file_{number}.mp4") | {"length": 240, "duration": duration}}


def video(world: World, *, data: str, duration: int = 4) -> Fields:
    file = kept(world, data, "videos/file_{number}.mp4")
    return {"video": file | {"width": 640, "height": 480, "duration": duration, "mime_type": "video/mp4"}}


def sticker(world: World, *, emoji: str = "👍") -> Fields:
    shape = {"width": 512, "height": 512, "is_animated": False, "is_video": False, "type": "regular"}
    return {
        "sticker": kept(world, "UklGRg==", "stickers/file_{number}.webp")
        | shape
        | {"emoji": emoji, "set_name": "Hands"}
    }


def location(world: World, *, latitude: float = 5.6037, longitude: float = -0.187) -> Fields:
    return {"location": {"latitude": latitude, "longitude": longitude}}


def contact(world: World, *, phone_number: str = "+233200000000", first_name: str = "Ama", user_id: int = 0) -> Fields:
    return {
        "contact": {"phone_number": phone_number, "first_name": first_name} | ({"user_id": user_id} if user_id else {})
    }


def dice(world: World, *, value: int = 4) -> Fields:
    return {"dice": {"emoji": "🎲", "value": value}}


CONTENTS = {
    "voice": voice,
    "audio": audio,
    "photo": photo,
    "document": document,
    "video": video,
    "video_note": video_note,
    "sticker": sticker,
    "location": location,
    "contact": contact,
    "dice": dice,
}
