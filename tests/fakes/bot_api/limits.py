"""Telegram's rate limits, by switch: about one message a second to a chat with a small burst, thirty a second in all.

Telegram publishes these numbers as advice and keeps the real ones to itself.
"""

import math
import time
from collections import defaultdict
from dataclasses import dataclass, field

from tests.fakes.bot_api.refusals import too_many

METERED = {"sendmessage", "sendvoice", "sendaudio", "senddocument", "sendphoto", "editmessagetext"}


@dataclass(slots=True)
class Bucket:
    """Tokens that come back at a rate."""

    rate: float
    burst: float
    left: float
    seen: float

    def take(self, now: float) -> float:
        """Nothing when one was there; otherwise the seconds until there is."""
        self.left = min(self.burst, self.left + (now - self.seen) * self.rate)
        self.seen = now
        if self.left < 1:
            return (1 - self.left) / self.rate
        self.left -= 1
        return 0.0


@dataclass(slots=True)
class Limits:
    """Off until switched on."""

    enabled: bool = False
    per_chat: float = 1.0
    burst: float = 3.0
    overall: float = 30.0
    buckets: dict[str, Bucket] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def check(self, method: str, chat_id: str) -> None:
        """Let a call through or refuse it with the whole seconds to wait."""
        if not self.enabled or method.lower() not in METERED:
            return
        now = time.monotonic()
        wait = max(
            self.bucket(chat_id, self.per_chat, self.burst, now).take(now),
            self.bucket("all", self.overall, self.overall, now).take(now),
        )
        if wait:
            self.refused[chat_id] += 1
            raise too_many(math.ceil(wait))

    def bucket(self, name: str, rate: float, burst: float, now: float) -> Bucket:
        return self.buckets.setdefault(name, Bucket(rate, burst, burst, now))
