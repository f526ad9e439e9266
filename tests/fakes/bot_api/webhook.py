"""Delivery of updates by POST: again and again until the receiver says 2xx, in order within a chat.

As at Telegram, updates of different chats are on their way at once, and a person's taps do not wait for their messages.
The pauses between attempts are shorter than Telegram's, and a method call in the receiver's answer is not obeyed.
"""

import asyncio
import time
from typing import Any

import httpx

from tests.fakes.bot_api.updates import Update, Updates

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
AGAIN_SECONDS = 0.05
LONGEST_PAUSE = 1.0
PATIENCE_SECONDS = 60.0


def queue_of(update: Update) -> str:
    """The updates that wait for each other: those of a chat, and a person's taps."""
    if "callback_query" in update:
        return f"taps of {update['callback_query']['from']['id']}"
    content = next(value for name, value in update.items() if name != "update_id")
    return str(content["chat"]["id"])


class Webhook:
    """One address that updates go to; an empty one is no webhook."""

    def __init__(self, updates: Updates, url: str = "", secret: str = "", connections: int = 40) -> None:
        self.updates = updates
        self.url = url
        self.secret = secret
        self.connections = connections
        self.failed: tuple[int, str] | None = None
        self.task: asyncio.Task[None] | None = None
        self.sending: dict[str, asyncio.Task[None]] = {}

    def start(self) -> None:
        """Deliver from now on."""
        if self.url:
            self.task = asyncio.create_task(self.deliver())

    async def stop(self) -> None:
        """Deliver nothing any more."""
        tasks = [*self.sending.values(), *([self.task] if self.task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.sending.clear()
        self.task = None

    def state(self) -> dict[str, Any]:
        """What `getWebhookInfo` says of it."""
        if not self.url:
            return {}
        failed = {"last_error_date": self.failed[0], "last_error_message": self.failed[1]} if self.failed else {}
        return {"max_connections": self.connections, "ip_address": "127.0.0.1"} | failed

    async def deliver(self) -> None:
        """Forever: whatever waits and is not on its way."""
        headers = {SECRET_HEADER: self.secret} if self.secret else {}
        async with httpx.AsyncClient(headers=headers, timeout=PATIENCE_SECONDS, trust_env=False) as client:
            while True:
                for update in self.updates.ready():
                    self.begin(client, update)
                await self.updates.wait(PATIENCE_SECONDS)

    def begin(self, client: httpx.AsyncClient, update: Update) -> None:
        """Send an update, unless one of its queue is on its way or too many are."""
        queue = queue_of(update)
        if queue not in self.sending and len(self.sending) < self.connections:
            self.sending[queue] = asyncio.create_task(self.send(client, queue, update))

    async def send(self, client: httpx.AsyncClient, queue: str, update: Update) -> None:
        """Until the receiver has taken it."""
        pause = AGAIN_SECONDS
        while not await self.taken(client, update):
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
        self.updates.delivered(update)
        del self.sending[queue]
        self.updates.wake()

    async def taken(self, client: httpx.AsyncClient, update: Update) -> bool:
        """One attempt; true when the receiver took it."""
        self.updates.handed.setdefault(update["update_id"], time.monotonic())
        try:
            answer = await client.post(self.url, json=update)
        except httpx.HTTPError:
            self.failed = (int(time.time()), "Connection refused")
            return False
        if not answer.is_success:
            words = f"Wrong response from the webhook: {answer.status_code} {answer.reason_phrase}"
            self.failed = (int(time.time()), words)
        return answer.is_success
