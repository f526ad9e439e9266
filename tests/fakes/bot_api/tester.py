"""A test's grip on a server, the same whether it runs in this process or in one of its own.

Invariant: everything goes through the verbs of `controls`; waiting ends at once when what is waited for is there.
"""

import asyncio
import base64
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx

from tests.fakes.bot_api.controls import Controls
from tests.fakes.bot_api.world import TOKEN

Ask = Callable[[str, dict[str, Any]], Awaitable[Any]]
PATIENCE = 10.0
LOOK_AGAIN = 0.01


@dataclass(frozen=True, slots=True)
class Shown:
    """One message as a chat shows it now."""

    message: dict[str, Any]
    history: list[dict[str, Any]]
    times: list[float]
    deleted: bool
    by_bot: bool

    @property
    def id(self) -> int:
        return self.message["message_id"]

    @property
    def text(self) -> str:
        """The text, or the caption."""
        return self.message.get("text") or self.message.get("caption") or ""

    @property
    def entities(self) -> list[dict[str, Any]]:
        return self.message.get("entities") or self.message.get("caption_entities") or []

    @property
    def buttons(self) -> list[str]:
        """The words on its buttons, row by row."""
        return [button["text"] for row in self.rows for button in row]

    @property
    def rows(self) -> list[list[dict[str, Any]]]:
        return self.message.get("reply_markup", {}).get("inline_keyboard", [])

    @property
    def texts(self) -> list[str]:
        """Everything it ever said, oldest first."""
        return [version.get("text") or version.get("caption") or "" for version in [*self.history, self.message]]


class Tester:
    """Verbs for a test."""

    __test__ = False  # the name is not an invitation to pytest

    def __init__(self, url: str, ask: Ask, token: str = TOKEN) -> None:
        self.url = url
        self.ask = ask
        self.token = token

    @property
    def base_url(self) -> str:
        """For python-telegram-bot's `base_url`."""
        return f"{self.url}/bot"

    @property
    def base_file_url(self) -> str:
        """For python-telegram-bot's `base_file_url`."""
        return f"{self.url}/file/bot"

    def person(self, user_id: int, **about: Any) -> "Person":
        """Somebody; unknown to Telegram until they do something or `meet`."""
        return Person(self, user_id, about)

    async def do(self, verb: str, **arguments: Any) -> Any:
        """Any verb of `controls`."""
        return await self.ask(verb, arguments)

    async def chat(self, chat_id: int, *, deleted: bool = False) -> list[Shown]:
        """The messages of a chat, oldest first."""
        messages = [Shown(**stored) for stored in await self.ask("chat", {"chat_id": chat_id})]
        return [shown for shown in messages if deleted or not shown.deleted]

    async def said(self, chat_id: int) -> list[Shown]:
        """The bot's messages of a chat."""
        return [shown for shown in await self.chat(chat_id) if shown.by_bot]

    async def calls(self, method: str = "", *, since: int = 0) -> list[dict[str, Any]]:
        """What the bot called: method, parameters, outcome, result, at, answered."""
        return await self.ask("calls", {"method": method, "since": since})

    async def state(self) -> dict[str, Any]:
        """Counts and what waits (see `Controls.state`)."""
        return await self.ask("state", {})

    async def order(self, kind: str, method: str = "*", **fault: Any) -> None:
        """Order a fault (see `faults.Fault`)."""
        await self.ask("order", {"kind": kind, "method": method} | fault)

    async def until(self, found: Callable[[], Awaitable[Any]], *, seconds: float = PATIENCE) -> Any:
        """What `found` returns once it is true; looks again whenever something has changed."""
        ends = time.monotonic() + seconds
        revision = -1
        while True:
            revision = await self.ask("changes", {"after": revision, "seconds": max(ends - time.monotonic(), 0)})
            if result := await found():
                return result
            if time.monotonic() >= ends:
                raise AssertionError(f"not seen within {seconds} s; calls: {await self.recent()}")

    async def answers(self) -> dict[str, dict[str, Any] | None]:
        """Taps by their id, each with the answer it got (text, show_alert) or nothing."""
        return await self.ask("queries", {})

    async def actions(self, chat_id: int) -> list[str]:
        """Every "typing" and the like that a chat was shown."""
        return [action for _, action in await self.ask("actions", {"chat_id": chat_id})]

    async def recent(self) -> list[str]:
        """The last calls in a few words, for a failure's message."""
        calls = [call for call in await self.calls() if call["method"] != "getUpdates"][-10:]
        return [f"{call['method']} {call['parameters'].get('text', '')[:80]!r} {call['outcome']}" for call in calls]

    async def until_said(self, chat_id: int, words: str, *, seconds: float = PATIENCE, after: int = 0) -> Shown:
        """The bot's newest message with these words, once it is there; `after` a message id."""

        async def found() -> Shown | None:
            said = [shown for shown in await self.said(chat_id) if words in shown.text and shown.id > after]
            return said[-1] if said else None

        return await self.until(found, seconds=seconds)

    async def until_polled(self, *, seconds: float = PATIENCE) -> None:
        """Wait until a long poll is open."""
        async with asyncio.timeout(seconds):
            while not (await self.state())["polling"]:
                await asyncio.sleep(LOOK_AGAIN)

    async def quiet(self, *, seconds: float = 0.2) -> None:
        """Wait until nothing was called (but polls) for so long."""
        seen = -1
        while (count := (await self.state())["asked"]) != seen:
            seen = count
            await asyncio.sleep(seconds)


class Person:
    """Somebody with a telephone; `chat_id` is their private chat unless a group is named in `where`."""

    def __init__(self, tester: Tester, user_id: int, about: dict[str, Any]) -> None:
        self.tester = tester
        self.id = user_id
        self.about = about

    async def do(self, verb: str, **arguments: Any) -> Any:
        """A verb of `people`."""
        if self.about:
            await self.tester.do("meet", user_id=self.id, **self.about)
            self.about = {}
        return await self.tester.do(verb, user_id=self.id, **arguments)

    async def meets(self) -> None:
        """Open the chat with the bot without a word."""
        await self.do("meet")

    async def says(self, text: str, **where: Any) -> dict[str, Any]:
        """Write; `where` as in `people.Where`. Returns the update, or nothing when the bot does not hear it."""
        return await self.do("say", text=text, **where)

    async def sends(self, kind: str, data: bytes | None = None, *, caption: str = "", **about: Any) -> dict[str, Any]:
        """Send one of `contents.CONTENTS`; `where` is a table like the parameters of `says`."""
        content = {} if data is None else {"data": base64.b64encode(data).decode()}
        return await self.do("send", kind=kind, caption=caption, **content, **about)

    async def sends_album(
        self, *pictures: bytes, caption: str = "", kind: str = "photo", **about: Any
    ) -> list[dict[str, Any]]:
        """Several pictures (or files) as one."""
        items = [{"kind": kind, "data": base64.b64encode(picture).decode()} for picture in pictures]
        return await self.do("album", items=items, caption=caption, **about)

    async def taps(self, message_id: int, button: str = "", **how: Any) -> dict[str, Any]:
        """Press a button; `data` alters what is sent, `expired` makes the answer come too late."""
        return await self.do("tap", message_id=message_id, button=button, **how)

    async def edits(self, message_id: int, text: str, **where: Any) -> dict[str, Any]:
        """Change an own message."""
        return await self.do("edit", message_id=message_id, text=text, **where)

    async def blocks(self) -> None:
        """Block the bot, which is told."""
        await self.do("block")

    async def unblocks(self) -> None:
        """Let it back."""
        await self.do("unblock")

    async def deletes(self, message_id: int, **where: Any) -> None:
        """Take a message away."""
        await self.do("remove", message_id=message_id, **where)


def here(url: str, controls: Controls) -> Tester:
    """The grip on a server in this process."""
    return Tester(url, controls.do)


def there(url: str, client: httpx.AsyncClient) -> Tester:
    """The grip on a server in another process."""

    async def ask(verb: str, arguments: dict[str, Any]) -> Any:
        answer = await client.post(f"{url}/_test/{verb}", json=arguments)
        if not answer.is_success:
            raise AssertionError(answer.text)
        return answer.json()

    return Tester(url, ask)
