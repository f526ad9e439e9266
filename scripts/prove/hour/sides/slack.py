"""Slack: `emulate` behind the front of the tests, and Socket Mode from which events come again until they are acknowledged. A tap comes once;
Slack shows a sign under it where it wasn't acknowledged in time. What can be seen stays in the servers while the program is killed."""

import asyncio
import html
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from scripts.prove.hour.sides.side import Shown
from tests.servers.emulate_slack import ANA_TOKEN, BOT_TOKEN, EmulatedSlack, emulated_slack
from tests.servers.slack_events import SlackEvents
from tests.servers.slack_front import TAPS, SlackFront, slack_front
from tests.servers.slack_socket import slack_socket

_NAMES = {"photo": "photo.png", "voice": "voice.ogg", "document": "paper.pdf"}
_TYPES = {"photo": "image/png", "voice": "audio/ogg", "document": "application/pdf"}
_SOCKET = "apps.connections.open"
_TEAM = {"token": "x", "team_id": "T000000001", "api_app_id": "A1"}


class SlackSide:
    """Sam's talk with the bot; the account is Ana's."""

    channel = "slack"

    def __init__(self, slack: EmulatedSlack, front: SlackFront, events: SlackEvents, token: str = ANA_TOKEN) -> None:
        """Nobody has written yet; the person is whose token that is."""
        self._slack, self._front, self._events, self._token = slack, front, events, token
        self._account = slack.ana if token == ANA_TOKEN else slack.ben
        self._talk = slack.talk(self._account)
        self._taps = 0
        self._written = 0
        self._seen: tuple[tuple[int, int], list[Shown]] = ((-1, -1), [])

    @property
    def settings(self) -> dict[str, str]:
        """The app, and Sam as its owner."""
        return {
            "SLACK_BOT_TOKEN": BOT_TOKEN,
            "SLACK_APP_TOKEN": "xapp-test",
            "SLACK_API_URL": self._front.api,
            "OWNER_SLACK_USER_ID": self._slack.ana,
            "SLACK_JOINING_WINDOW": "0.15",
        }

    @property
    def accounts(self) -> tuple[str, str]:
        """Ana's and Ben's."""
        return self._slack.ana, self._slack.ben

    def another(self, token: str) -> "SlackSide":
        """Somebody else's talk with the same bot."""
        return SlackSide(self._slack, self._front, self._events, token)

    def is_prompt(self) -> None:
        """From now on each event comes once and at once."""
        self._events.is_prompt = True

    async def says(self, text: str, *, forwarded: bool = False) -> int:
        """Write; a message that is passed on is no text of its own."""
        ts = await asyncio.to_thread(self._slack.says, self._talk, self._token, text=text)
        shared = {"is_share": True, "author_name": "Kofi", "author_id": "U055", "text": text, "fallback": text}
        more = {"text": "", "attachments": [shared]} if forwarded else {"text": text}
        return self._tells(ts, **more)

    async def sends(self, kind: str, data: bytes, *, caption: str = "", name: str = "") -> int:
        """Send a file."""
        name = name or _NAMES[kind]
        file = await asyncio.to_thread(self._slack.sends, self._talk, name, data, caption, self._token)
        [message] = [each for each in await self._messages() if file in (own["id"] for own in each.get("files", []))]
        about = {**message["files"][0], "mimetype": _TYPES[kind]}
        about |= {"subtype": "slack_audio"} if kind == "voice" else {}
        return self._tells(message["ts"], text=caption, subtype="file_share", files=[about])

    def _tells(self, ts: str, **message: Any) -> int:
        """The program is told of a message."""
        self._written += 1
        event = {"type": "message", "channel": self._talk, "channel_type": "im", "user": self._account, "ts": ts}
        outer = {**_TEAM, "type": "event_callback", "event_id": f"Ev{ts}", "event_time": int(float(ts))}
        self._events.tell({**outer, "event": {**event, "event_ts": ts, **message}})
        return _place(ts)

    async def taps(self, shown: Shown, button: str) -> str:
        """Press a button."""
        [message] = [each for each in await self._messages() if each["ts"] == shown.id]
        pressed = [each for each in _buttons(message) if each["text"]["text"] == button]
        if not pressed:
            return ""
        self._taps += 1
        where = f"{TAPS}{self._taps}"
        payload = {
            **_TEAM,
            "type": "block_actions",
            "user": {"id": self._account, "username": "ana", "name": "ana"},
            "container": {"type": "message", "message_ts": shown.id, "channel_id": self._talk, "is_ephemeral": False},
            "trigger_id": f"1.2.{self._taps}",
            "channel": {"id": self._talk, "name": "directmessage"},
            "message": message,
            "response_url": f"{self._front.url}{where}",
            "actions": [{**pressed[0], "block_id": "b", "action_ts": f"{self._taps}.000001"}],
        }
        return where if await self._events.ask(payload, "interactive") else ""

    async def told(self, tap: str) -> str:
        """What only who tapped sees."""
        return "\n".join(str(each.get("text", "")) for each in self._front.answers.get(tap, []))

    async def all_taken(self) -> bool:
        """Whether every event was acknowledged."""
        return not self._events.waiting

    async def chat(self) -> list[Shown]:
        """Without those that are gone: Slack keeps none."""
        now = (self._front.done, self._written)
        if now != self._seen[0]:
            self._seen = (now, [self._shown(each) for each in await self._messages()])
        return self._seen[1]

    def _shown(self, message: dict[str, Any]) -> Shown:
        mine = message["user"] != self._account
        texts = [*self._front.said.get(message["ts"], []), message["text"]]
        files = {_TYPES[kind]: kind for kind in _TYPES}
        kinds = [files.get(each["mimetype"], "document") for each in message.get("files", [])]
        return Shown(
            message["ts"],
            _place(message["ts"]),
            tuple(html.unescape(text) for text in texts),
            tuple(each["text"]["text"] for each in _buttons(message)),
            mine,
            file=next(iter(kinds), ""),
        )

    async def _messages(self) -> list[dict[str, Any]]:
        return await asyncio.to_thread(self._slack.messages, self._talk)

    async def is_listening(self) -> bool:
        """Whether a socket is open."""
        return bool(self._events.connections)

    async def asked(self) -> int:
        """All calls but those for sockets."""
        return sum(method != _SOCKET for method, _ in self._front.asked)

    async def slow(self, seconds: float) -> None:
        """All of the API."""
        self._front.slow = seconds

    async def calls(self) -> list[dict[str, Any]]:
        """All of them."""
        return [{"call": method, "fields": fields} for method, fields in self._front.asked]


def _place(ts: str) -> int:
    seconds, _, rest = ts.partition(".")
    return int(seconds) * 1_000_000 + int(rest)


def _buttons(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for block in message.get("blocks", []) if block["type"] == "actions" for each in block["elements"]]


@asynccontextmanager
async def slack(rng: Random) -> AsyncIterator[SlackSide]:
    """One that runs."""
    async with slack_socket() as socket:
        with emulated_slack() as emulated, slack_front(emulated.url) as front:
            front.sockets = socket.api
            events = SlackEvents(socket, rng)
            try:
                yield SlackSide(emulated, front, events)
            finally:
                await events.close()
