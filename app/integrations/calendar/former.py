"""An event as its own server had it, kept so that exactly that can be put back. Pure."""

import base64
import binascii
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from app.integrations.calendar.event import Event

_MOST_PACKED = 100_000  # characters
_MOST_BYTES = 4_000_000
_MOST_WORDS = 20_000  # characters


@dataclass(frozen=True, slots=True)
class Former:
    """An event before it was changed or taken away.

    `uid`, `calendar` and `href` are those of its `Event`. `etag` is the version that the change left; "" where it was taken away. `packed` is
    what its server wrote, in its server's form. `lost` is a sentence about what of it can't be put back, or "". `words` are what it says, as who
    wants something forgotten finds nothing in what is packed."""

    uid: str
    calendar: str
    href: str
    etag: str
    packed: str
    lost: str = ""
    words: str = ""

    @classmethod
    def of(cls, event: Event, data: bytes, *, etag: str = "", lost: str = "") -> "Former | None":
        """None for what is too large to be kept."""
        packed = base64.b64encode(zlib.compress(data, 9)).decode("ascii")
        if len(packed) > _MOST_PACKED:
            return None
        people = " ".join(f"{one.name} {one.address}" for one in event.guests)
        words = f"{event.title}\n{event.place}\n{event.notes}\n{people}"[:_MOST_WORDS]
        return cls(event.uid, event.calendar, event.href, etag, packed, lost, words)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Former":
        """What `as_json` gave."""
        return cls(**{name: str(kept.get(name, "")) for name in cls.__slots__})

    def as_json(self) -> dict[str, str]:
        """As it is kept."""
        return asdict(self)

    @property
    def was_taken_away(self) -> bool:
        """Whether it is there no more, as far as we know."""
        return not self.etag

    @property
    def data(self) -> bytes:
        """What its server wrote; b"" for what isn't that."""
        try:
            return zlib.decompressobj().decompress(base64.b64decode(self.packed), _MOST_BYTES)
        except (binascii.Error, zlib.error):
            return b""
