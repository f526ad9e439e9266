"""Somebody who uses WhatsApp: what they send, as the messages of webhooks."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.fakes.graph_api.world import Shown, World


@dataclass(slots=True, eq=False)
class Person:
    """`number` is "" for somebody who goes by a user name. Whatever they send is sent now, and opens the 24 hours."""

    world: "World"
    name: str
    user_id: str
    number: str
    wrote_at: datetime | None = None

    @property
    def contact(self) -> dict[str, Any]:
        """How a webhook describes them."""
        known = {"wa_id": self.number} if self.number else {}
        return {"profile": {"name": self.name}, **known, "user_id": self.user_id}

    @property
    def sees(self) -> "list[Shown]":
        """The messages of the number in their chat."""
        return self.world.seen.setdefault(self.user_id, [])

    def message(self, kind: str, content: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
        """Anything that they send."""
        self.wrote_at = self.world.now()
        known = {"from": self.number} if self.number else {}
        return {
            **known,
            "from_user_id": self.user_id,
            "id": self.world.new_id("wamid.in"),
            "timestamp": str(int(self.wrote_at.timestamp())),
            "type": kind,
            **({kind: content} if content is not None else {}),
            **more,
        }

    def text(self, body: str, **more: Any) -> dict[str, Any]:
        """Words."""
        return self.message("text", {"body": body}, **more)

    def forwards(self, body: str) -> dict[str, Any]:
        """Somebody else's words."""
        return self.text(body, context={"forwarded": True})

    def replies(self, body: str, to: str) -> dict[str, Any]:
        """Words to a message, of which only the id is told."""
        return self.text(body, context={"from": self.world.display, "id": to})

    def file(self, kind: str, data: bytes, media_type: str, **more: Any) -> dict[str, Any]:
        """A file, kept at the server."""
        from tests.fakes.graph_api.world import File

        media_id = self.world.keep(File("", media_type, data))
        return self.message(kind, {"id": media_id, "mime_type": media_type, "sha256": "x", **more})

    def speaks(self, data: bytes) -> dict[str, Any]:
        """A voice note."""
        return self.file("audio", data, "audio/ogg; codecs=opus", voice=True)

    def reacts(self, emoji: str, to: str) -> dict[str, Any]:
        """An emoji under a message."""
        return self.message("reaction", {"message_id": to, "emoji": emoji})

    def taps(self, label: str) -> dict[str, Any]:
        """A tap on a button, or a row, that is really there; the last one of that label."""
        shown = next((each for each in reversed(self.sees) if label in each.buttons), None)
        assert shown is not None, f"no button {label!r} in {[each.buttons for each in self.sees]}"
        reply = {"id": shown.buttons[label], "title": label}
        kind = "list_reply" if shown.kind == "list" else "button_reply"
        context = {"from": self.world.display, "id": shown.wamid}
        return self.message("interactive", {"type": kind, kind: reply}, context=context)

    def taps_again(self, data: str, wamid: str, label: str = "Confirm") -> dict[str, Any]:
        """A tap whose button may be none: any data for any message."""
        reply = {"id": data, "title": label}
        context = {"from": self.world.display, "id": wamid}
        return self.message("interactive", {"type": "button_reply", "button_reply": reply}, context=context)
