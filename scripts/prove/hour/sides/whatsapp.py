"""WhatsApp: the Graph API server of the tests in a process of its own. It calls the program's webhook, again until it is taken; some calls
come twice, some after later ones. A tap is a message there, and nothing that was said changes."""

import base64
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from scripts.prove.hour.sides.side import Shown
from tests.fakes.graph_api import GraphApiProcess, graph_api_process

_NUMBER = "33612345678"
_PORTS = (20_000, 32_000)  # below those that connections go out from: while the program is down nobody else takes it
_MEDIA = {"photo": "image/png", "voice": "audio/ogg; codecs=opus", "document": "application/pdf"}


class WhatsAppSide:
    """Sam's chat."""

    channel = "whatsapp"

    def __init__(self, api: GraphApiProcess, port: int) -> None:
        """Nobody has written yet; the program listens at `port`."""
        self._api = api
        self._port = port

    @property
    def settings(self) -> dict[str, str]:
        """The number, and Sam as its owner."""
        world = self._api.world
        return {
            "PORT": str(self._port),
            "WHATSAPP_ACCESS_TOKEN": world.token,
            "WHATSAPP_PHONE_NUMBER_ID": world.number_id,
            "WHATSAPP_APP_SECRET": world.app_secret,
            "WHATSAPP_VERIFY_TOKEN": world.verify_token,
            "WHATSAPP_API_URL": self._api.url,
            "OWNER_WHATSAPP_NUMBER": f"+{_NUMBER}",
            "WHATSAPP_JOINING_WINDOW": "0.15",
        }

    async def says(self, text: str, *, forwarded: bool = False) -> int:
        """Write."""
        return _place(await self._api.do("say", text=text, forwarded=forwarded))

    async def sends(self, kind: str, data: bytes, *, caption: str = "", name: str = "") -> int:
        """Send a file."""
        content = {"data": base64.b64encode(data).decode(), "media_type": _MEDIA[kind]}
        return _place(await self._api.do("send", kind=kind, caption=caption, name=name, **content))

    async def taps(self, shown: Shown, button: str) -> str:
        """Press a button, which is a message: it comes to the program, however late."""
        return await self._api.do("tap", message=shown.id, label=button)

    async def told(self, tap: str) -> str:
        """WhatsApp has no passing words."""
        return ""

    async def all_taken(self) -> bool:
        """Whether every webhook was answered with 200."""
        return not (await self._api.do("state"))["waiting"]

    async def chat(self) -> list[Shown]:
        """By the numbers in their ids."""
        return sorted(map(_shown, await self._api.do("chat")), key=lambda shown: shown.place)

    async def is_listening(self) -> bool:
        """Whether the webhook answers Meta's check."""
        return (await self._api.do("state"))["listening"]

    async def asked(self) -> int:
        """All calls."""
        return (await self._api.do("state"))["asked"]

    async def slow(self, seconds: float) -> None:
        """Messages and files."""
        await self._api.do("slow", seconds=seconds)

    async def calls(self) -> list[dict[str, Any]]:
        """All of them."""
        return await self._api.do("calls")


def _place(wamid: str) -> int:
    return int(wamid[-12:])


def _shown(each: dict[str, Any]) -> Shown:
    return Shown(
        each["id"],
        _place(each["id"]),
        (each["text"],),
        tuple(each["buttons"]),
        each["mine"],
        file=each["file"],
    )


def free_port(rng: Random) -> int:
    """One that nothing listens on."""
    while True:
        port = rng.randint(*_PORTS)
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)):
                return port


@asynccontextmanager
async def whatsapp(rng: Random) -> AsyncIterator[WhatsAppSide]:
    """One that runs."""
    port = free_port(rng)
    async with graph_api_process(seed=str(rng.random())) as api:
        await api.do("hook", url=f"http://127.0.0.1:{port}/webhooks/whatsapp", number=_NUMBER)
        yield WhatsAppSide(api, port)
