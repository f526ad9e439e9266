"""What is asked of the server from another process, by POST to /_test/<verb>: one person's chat, and what the vendor does by itself."""

import asyncio
import base64
import contextlib
from random import Random
from typing import Any

import httpx

from tests.fakes.graph_api.people import Person
from tests.fakes.graph_api.redelivery import Redelivery
from tests.fakes.graph_api.server import GraphApiServer
from tests.fakes.graph_api.world import Shown

_STATES = 0.3  # the share of our messages of which a webhook tells that they arrived
_KINDS = {"photo": "image", "voice": "audio", "document": "document"}


class Controls:
    """The verbs. There is one person, and what they send is delivered until it is taken."""

    def __init__(self, server: GraphApiServer, rng: Random) -> None:
        self.server = server
        self.rng = rng
        self.delivery = Redelivery(server.webhooks, rng)
        self.person: Person = server.person()
        self.sent: list[dict[str, Any]] = []

    async def do(self, verb: str, given: dict[str, Any]) -> Any:
        """A verb's answer, as JSON has it."""
        return await getattr(self, f"do_{verb}")(**given)

    async def do_hook(self, url: str, number: str) -> str:
        """Where webhooks go from now on; the person's number."""
        self.server.webhooks.url, self.person.number = url, number
        return number

    async def do_say(self, text: str, *, forwarded: bool = False) -> str:
        """Words of theirs, or somebody else's."""
        return self._put(self.person.forwards(text) if forwarded else self.person.text(text), text)

    async def do_send(self, kind: str, data: str, media_type: str, caption: str = "", name: str = "") -> str:
        """A file of theirs."""
        more = {key: value for key, value in {"caption": caption, "filename": name}.items() if value}
        more |= {"voice": True} if kind == "voice" else {}
        return self._put(self.person.file(_KINDS[kind], base64.b64decode(data), media_type, **more), caption, kind)

    async def do_tap(self, message: str, label: str) -> str:
        """A tap on a button that is really there."""
        [shown] = [each for each in self.person.sees if each.wamid == message]
        return self._put(self.person.taps_again(shown.buttons[label], message, label), "", "tap")

    async def do_chat(self) -> list[dict[str, Any]]:
        """What stands in their chat."""
        theirs = [each for each in self.sent if each["file"] != "tap"]
        return theirs + [_told(each) for each in self.person.sees]

    async def do_state(self) -> dict[str, Any]:
        """Counts, and whether the program answers Meta's check of its address."""
        return {
            "asked": len(self.server.world.calls),
            "waiting": self.delivery.waiting,
            "posts": self.delivery.posts,
            "faults": self.server.world.faults,
            "listening": await self._is_answered(),
        }

    async def do_slow(self, seconds: float) -> float:
        """How much later a call is answered than it is done."""
        self.server.world.slow = seconds
        return seconds

    async def do_calls(self) -> list[dict[str, Any]]:
        """What was asked of the server."""
        return [{"call": call, "body": body} for call, body in self.server.world.calls]

    def showed(self, shown: Shown) -> None:
        """Meta tells of some of our messages that they arrived."""
        if self.rng.random() < _STATES:
            self.delivery.put(self.server.webhooks.status(self.person, shown.wamid, "delivered"))

    def _put(self, message: dict[str, Any], text: str, file: str = "") -> str:
        self.sent.append({"id": message["id"], "text": text, "buttons": [], "mine": False, "file": file})
        self.delivery.put(self.server.webhooks.payload(message))
        return message["id"]

    async def _is_answered(self) -> bool:
        with contextlib.suppress(httpx.TransportError, asyncio.TimeoutError):
            async with asyncio.timeout(1):
                return await self.server.webhooks.verify("42") == "42"
        return False


def _told(shown: Shown) -> dict[str, Any]:
    file = {"audio": "voice", "image": "photo", "document": "document"}.get(shown.kind, "")
    return {"id": shown.wamid, "text": shown.text, "buttons": [*shown.buttons], "mine": True, "file": file}
