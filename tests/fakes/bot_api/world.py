"""What Telegram's side holds: people, chats and what they show, files, the bot, and a log of all that was asked.

Invariant: a chat's messages are never lost, only edited (the versions before are kept) or marked as deleted. Knows
nothing of HTTP or of the methods.
"""

import asyncio
import contextlib
import itertools
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.bot_api.faults import Faults
from tests.fakes.bot_api.limits import Limits
from tests.fakes.bot_api.refusals import BLOCKED, UNAUTHORIZED, Refusal, bad_request
from tests.fakes.bot_api.updates import Updates
from tests.fakes.bot_api.webhook import Webhook

TOKEN = "424242:AAtesttesttesttesttesttesttesttestt"
BOT = {
    "id": 424242,
    "is_bot": True,
    "first_name": "Kwasi",
    "username": "kwasi_test_bot",
}
Message = dict[str, Any]


@dataclass(slots=True)
class Stored:
    """One message of a chat: what it shows now, what it showed before, and when that changed."""

    message: Message
    history: list[Message] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    deleted: bool = False

    def shown(self) -> dict[str, Any]:
        """For a test to read."""
        return {
            "message": self.message,
            "history": self.history,
            "times": self.times,
            "deleted": self.deleted,
            "by_bot": self.message["from"]["id"] == BOT["id"],
        }


@dataclass(slots=True)
class Chat:
    """One conversation; `about` is Telegram's Chat object."""

    about: dict[str, Any]
    ids: "itertools.count[int]"
    messages: dict[int, Stored] = field(default_factory=dict)
    blocked: bool = False
    actions: list[tuple[float, str]] = field(default_factory=list)

    def find(self, message_id: int) -> Stored | None:
        """A message that is still there."""
        stored = self.messages.get(message_id)
        return None if stored is None or stored.deleted else stored


@dataclass(slots=True)
class File:
    """Bytes that Telegram keeps."""

    data: bytes
    path: str
    unique: str
    size: int


@dataclass(slots=True)
class Query:
    """A tap that waits for its answer."""

    asked: float
    answer: dict[str, Any] | None = None
    expired: bool = False


@dataclass(slots=True)
class World:
    """Everything, for one bot."""

    token: str = TOKEN
    updates: Updates = field(default_factory=Updates)
    faults: Faults = field(default_factory=Faults)
    limits: Limits = field(default_factory=Limits)
    people: dict[int, dict[str, Any]] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    files: dict[str, File] = field(default_factory=dict)
    queries: dict[str, Query] = field(default_factory=dict)
    commands: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    calls: list[dict[str, Any]] = field(default_factory=list)
    private_ids: "itertools.count[int]" = field(default_factory=lambda: itertools.count(101))
    webhook: Webhook = field(init=False)
    gaps: list[str] = field(default_factory=list)
    revision: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.webhook = Webhook(self.updates)

    def touch(self) -> None:
        """Say that something is to be seen."""
        self.revision += 1
        self.changed.set()
        self.changed = asyncio.Event()

    async def changes(self, after: int, seconds: float) -> int:
        """The revision, once it is past one that was seen, or when the time is over."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.revision <= after:
                    await self.changed.wait()
        return self.revision

    def revoke(self) -> None:
        """No call is let in any more, and the open poll ends."""
        self.token = ""
        self.updates.interrupt(Refusal(*UNAUTHORIZED))

    def restore(self) -> None:
        """Let the bot in again."""
        self.token = TOKEN

    def person(self, user_id: int, **about: Any) -> dict[str, Any]:
        """A person as Telegram's User, met now if never before."""
        known = self.people.setdefault(user_id, {"id": user_id, "is_bot": False, "first_name": f"Person {user_id}"})
        known |= about
        return known

    def private_chat(self, user_id: int) -> Chat:
        """The chat between a person and the bot, begun now if never before."""
        if user_id not in self.chats:
            person = self.person(user_id)
            names = {name: person[name] for name in ("first_name", "last_name", "username") if name in person}
            self.chats[user_id] = Chat({"id": user_id, "type": "private"} | names, self.private_ids)
        return self.chats[user_id]

    def group(self, chat_id: int, title: str) -> Chat:
        """A supergroup the bot is in; it counts its messages for itself."""
        about = {"id": chat_id, "type": "supergroup", "title": title}
        return self.chats.setdefault(chat_id, Chat(about, itertools.count(1)))

    def chat(self, chat_id: str, *, to_send: bool = False) -> Chat:
        """The chat a call names."""
        if not chat_id:
            raise bad_request("chat_id is empty")
        known = {str(number): chat for number, chat in self.chats.items()}
        if chat_id not in known:
            raise bad_request("chat not found")
        if to_send and known[chat_id].blocked:
            raise Refusal(*BLOCKED)
        return known[chat_id]

    def place(self, chat: Chat, sender: dict[str, Any], **content: Any) -> Stored:
        """Put a message into a chat."""
        message = {
            "message_id": next(chat.ids),
            "date": int(time.time()),
            "chat": dict(chat.about),
            "from": dict(sender),
            **content,
        }
        stored = chat.messages[message["message_id"]] = Stored(message, times=[time.monotonic()])
        self.touch()
        return stored

    def change(self, stored: Stored, message: Message) -> None:
        """Let a message show something else."""
        stored.history.append(stored.message)
        stored.times.append(time.monotonic())
        stored.message = message
        self.touch()

    def keep(self, data: bytes, path: str, *, size: int | None = None) -> dict[str, Any]:
        """Store a file; `size` pretends that it is larger. Returns the fields every file object has."""
        number = len(self.files)
        file_id = f"BQACAgIAAxkB{number:06d}{secrets.token_urlsafe(24)}"
        kept = File(data, path.format(number=number), f"AgAD{number:06d}AAk", len(data) if size is None else size)
        self.files[file_id] = kept
        return {"file_id": file_id, "file_unique_id": kept.unique, "file_size": kept.size}

    @contextlib.asynccontextmanager
    async def logged(self, call: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        """Write a call down with the time it came and the time it was answered."""
        call["at"] = time.monotonic()
        self.calls.append(call)
        try:
            yield call
        finally:
            call["answered"] = time.monotonic()
            self.touch()
