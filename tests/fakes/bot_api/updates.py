"""The queue of updates: numbered, kept until the bot acknowledges them, fetched by one long poll at a time.

Invariant: an update stays until a later offset is asked for, however often it was handed out. Updates do not grow old
here (Telegram forgets a message after a day, a tap after 150 seconds). Knows nothing of what an update says.
"""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.bot_api.refusals import Refusal, conflict

Update = dict[str, Any]
FIRST_ID = 700_000_001
LARGEST_PAGE = 100
LONGEST_POLL = 50
BETWEEN_CONFLICTS = 3.0  # a second conflict so soon after the first is answered that much later
NOT_BY_DEFAULT = {"chat_member", "message_reaction", "message_reaction_count"}
ANOTHER_POLL = "terminated by other getUpdates request; make sure that only one bot instance is running"
POLL_BY_WEBHOOK = "terminated by setWebhook request"
WEBHOOK_SET = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"


@dataclass(slots=True)
class Updates:
    """What the bot has not acknowledged yet, in the order it will be handed out.

    `told` are all there ever were, `again` those that are handed out once more whatever was acknowledged, `repeats` how
    many of the next ones will be, `handed` when each was handed out first, `held` keeps new ones back.
    """

    waiting: list[Update] = field(default_factory=list)
    told: list[Update] = field(default_factory=list)
    again: list[Update] = field(default_factory=list)
    handed: dict[int, float] = field(default_factory=dict)
    allowed: list[str] = field(default_factory=list)
    next_id: int = FIRST_ID
    repeats: int = 0
    held: bool = False
    poll: asyncio.Future[None] | None = None
    next_conflict: float = 0.0

    def add(self, kind: str, content: dict[str, Any]) -> Update | None:
        """Queue something that happened; nothing when the bot does not want to hear of it."""
        if not self.wanted(kind):
            return None
        update = {"update_id": self.next_id, kind: content}
        self.next_id += 1
        self.told.append(update)
        self.waiting.append(update)
        self.wake()
        return update

    def repeat(self, update_id: int) -> None:
        """Hand an update out once more, acknowledged or not."""
        self.again += [update for update in self.told if update["update_id"] == update_id]
        self.wake()

    def release(self) -> None:
        """Hand out what was held back."""
        self.held = False
        self.wake()

    def wake(self) -> None:
        """End the open poll, so that it looks again."""
        if not self.held and self.poll is not None and not self.poll.done():
            self.poll.set_result(None)

    def ready(self, offset: int = 0) -> list[Update]:
        """What may be handed out now."""
        later = [update for update in self.waiting if update["update_id"] >= offset]
        return [] if self.held else [update for update in self.again if update not in later] + later

    def wanted(self, kind: str) -> bool:
        """Whether the bot asked to be told of such things."""
        return kind in self.allowed if self.allowed else kind not in NOT_BY_DEFAULT

    def allow(self, kinds: list[str] | None) -> None:
        """Which updates are made from now on; nothing said leaves it as it is."""
        if kinds is not None:
            self.allowed = kinds

    def forget_before(self, offset: int) -> int:
        """Acknowledge what comes before an offset; a negative one counts from the end, one from the future counts not."""
        if offset < 0:
            offset += self.next_id
        if not 0 < offset <= self.next_id:
            return 0
        self.waiting = [update for update in self.waiting if update["update_id"] >= offset]
        return offset

    async def fetch(self, offset: int, limit: int, seconds: float) -> list[Update]:
        """The updates from an offset on; waits for the first one, which ends another poll that waits."""
        offset = self.forget_before(offset)
        if not self.ready(offset) and seconds > 0:
            self.interrupt(conflict(ANOTHER_POLL))
            await self.wait(min(seconds, LONGEST_POLL))
        page = self.ready(offset)[: min(max(limit, 1), LARGEST_PAGE)]
        self.note(page)
        return page

    def note(self, page: list[Update]) -> None:
        """Remember what was handed out."""
        for update in page:
            self.handed.setdefault(update["update_id"], time.monotonic())
        self.again = [update for update in self.again if update not in page]
        repeated = page[: self.repeats]
        self.repeats -= len(repeated)
        self.again += repeated

    def delivered(self, update: Update) -> None:
        """An update was taken by the webhook."""
        for queue in (self.again, self.waiting):
            if update in queue:
                queue.remove(update)
                break
        if self.repeats:
            self.repeats -= 1
            self.again.append(update)

    async def wait(self, seconds: float) -> None:
        """Until there is an update, the time is over, or another poll takes over (which raises)."""
        poll = self.poll = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                await poll
        except TimeoutError:
            return
        finally:
            if self.poll is poll:
                self.poll = None

    def interrupt(self, refusal: Refusal) -> None:
        """Answer the poll that waits, if there is one, with a refusal."""
        poll, self.poll = self.poll, None
        if poll is None or poll.done():
            return
        now = time.monotonic()
        if now >= self.next_conflict:
            self.next_conflict = now + BETWEEN_CONFLICTS
            poll.set_exception(refusal)
        else:
            poll.get_loop().call_later(BETWEEN_CONFLICTS, fail, poll, refusal)


def fail(poll: asyncio.Future[None], refusal: Refusal) -> None:
    """Refuse a poll, unless it has ended by itself."""
    if not poll.done():
        poll.set_exception(refusal)
