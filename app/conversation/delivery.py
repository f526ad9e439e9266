"""Empties the outbox of one pushed channel: in order in each chat, with retries, every message once.

A message that can be edited is safe to send again, so a reply goes into the placeholder that stands for it. A new message is written
down before it is sent; where a crash or a time-out hides whether it was taken, it goes out again and says so. Runs in one process
at a time (whoever holds the channel's lease). No faster than the channel's vendor likes: a chat that has had its share waits. Knows no vendor: a Courier does the sending.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol, runtime_checkable
from zoneinfo import ZoneInfo

from app.charts.chart import Chart
from app.clock import Clock
from app.conversation.cards import ending
from app.conversation.outbox import CHANNELS
from app.conversation.outgoing import Outgoing
from app.conversation.spoken import language_of
from app.conversation.turn import trace_of
from app.errors import (
    DeliveryAway,
    DeliveryError,
    DeliveryGone,
    DeliveryKeyRefused,
    DeliveryLater,
    DeliveryRefused,
    DeliveryUnknown,
    StorageError,
)
from app.language.saying import in_language
from app.memory.ports import Database
from app.memory.records import Identity, OutboxEntry
from app.memory.repositories import Repositories
from app.messages import Button, Document
from app.tracing.spans import Record, Span, trace

log = logging.getLogger(__name__)

AGAIN = "(It isn't certain whether this reached you before, so here it is again.)"
_FOR_WHEN = "(This was for {when}; I could not reach you here before.)"
_OF_A_MOMENT = ("reminder", "unasked")
_LATE = timedelta(minutes=30)
_AT_ONCE = 20
_LOOK_AGAIN = 0.2  # seconds, while a slow chat is being written to
_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 300.0
_PICTURES = 1000  # the number of a message's first picture: a text that needs more parts than before takes none of them
_PICTURE_ATTEMPTS = 4
_MOST_LATE_ATTEMPTS = 6  # of a message that was taken each time and never arrived
_FAILED = "?"  # stands in the books for a picture that certainly didn't arrive yet
_CUT_OFF = (DeliveryAway, DeliveryKeyRefused, DeliveryUnknown)
NOT_SHOWN = "-"  # what a channel calls a part that it shows nothing of, for good


@dataclass(frozen=True, slots=True)
class Part:
    """One message of a channel, in the channel's own markup. `voice`: its text is spoken and sent as a voice note. `chart`: drawn and sent as a
    picture, its text under it. `file`: sent as it is."""

    text: str
    buttons: tuple[Button, ...] = ()
    voice: bool = False
    chart: Chart | None = None
    file: Document | None = None

    @property
    def is_beside(self) -> bool:
        """Whether it stands beside the text, which has the words already: a picture or a file."""
        return self.chart is not None or self.file is not None


class Courier(Protocol):
    """One pushed channel's door out. Each of its calls raises a DeliveryError, and nothing else, when it fails."""

    @property
    def channel(self) -> str:
        """Its name in CHANNELS."""
        ...

    async def parts(self, entry: OutboxEntry) -> list[Part]:
        """The messages an entry becomes, in order, pictures and files last; the same for the same entry."""
        ...

    async def send(self, address: str, part: Part) -> str:
        """Send a new message; the channel's id of it, NOT_SHOWN for a picture or a file that it can't or won't show."""
        ...

    async def edit(self, address: str, external_id: str, part: Part) -> None:
        """Let a message show this instead; harmless when it does already."""
        ...


@runtime_checkable
class Finder(Protocol):
    """What a courier can do besides, whose channel lets it look for what it sent."""

    async def find(self, address: str, part: Part) -> str:
        """The channel's id of this very part where an earlier attempt left it; "" where none is seen. Never fails."""
        ...


class Deliverer:
    """Delivers one channel's messages."""

    def __init__(
        self,
        store: Repositories,
        database: Database,
        clock: Clock,
        courier: Courier,
        *,
        record: Record | None = None,
        outgoing: Outgoing | None = None,
        heard: Callable[[DeliveryError | None], None] = lambda _: None,
    ) -> None:
        """Sends nothing yet. `record` takes the spans of deliveries; `outgoing` counts what goes out; `heard` is told how each message
        fared."""
        self._outgoing = outgoing or Outgoing(CHANNELS[courier.channel], clock)
        self._heard = heard
        self._cut_off: set[int] = set()  # what waits because the channel was away
        self._record = record
        self._store = store
        self._database = database
        self._clock = clock
        self._courier = courier

    async def take_over(self) -> None:
        """Before the first delivery of this process: what another one had in its hands when it ended is due again."""
        now = self._clock.now()
        for entry in await self._store.outbox.stuck(now + timedelta(days=1)):
            if entry.channel == self._courier.channel:
                await self._store.outbox.retry(entry.id, now)

    async def resume(self) -> None:
        """The channel is well again: what waited because it wasn't is due now."""
        waiting, self._cut_off = self._cut_off, set()
        for entry_id in waiting:
            await self._store.outbox.hasten(entry_id, self._clock.now())

    async def deliver_due(self) -> datetime | None:
        """Deliver all that is due, one message at a time in each chat, no chat waiting for another; when the next one is due."""
        channels, under_way = (self._courier.channel,), set[asyncio.Task[None]]()
        try:
            while True:
                entries = await self._store.outbox.claim(self._clock.now(), channels, _AT_ONCE - len(under_way))
                under_way |= {asyncio.create_task(self._deliver(entry)) for entry in entries}
                if not under_way:
                    break
                done, under_way = await asyncio.wait(
                    under_way, timeout=_LOOK_AGAIN, return_when=asyncio.FIRST_COMPLETED
                )
                for task in done:
                    task.result()
        finally:
            await _let_go(under_way)
        following = await self._store.outbox.next_attempt(channels)
        return following.next_attempt_at if following else None

    async def _deliver(self, entry: OutboxEntry) -> None:
        """Deliver one entry, or write down when to try again."""
        outbox = self._store.outbox
        if (seconds := self._outgoing.wait(entry.address)) > 0:  # it holds no place that another chat could use
            await outbox.postpone(entry.id, self._clock.now() + timedelta(seconds=seconds))
            return
        self._cut_off.discard(entry.id)
        try:
            with self._traced(entry):
                await self._show(entry)
        except DeliveryRefused as refused:
            log.warning("message refused", extra={"event": "delivery.refused", "entry": entry.id}, exc_info=refused)
            await outbox.failed(entry.id)
        except DeliveryError as problem:
            if isinstance(problem, _CUT_OFF):
                self._cut_off.add(entry.id)
            self._heard(problem)
            pause = _pause(problem, entry.attempts)
            event = "delivery.unknown" if isinstance(problem, DeliveryUnknown) else "delivery.later"
            log.info("message waits", extra={"event": event, "entry": entry.id, "seconds": pause})
            await outbox.retry(entry.id, self._clock.now() + timedelta(seconds=pause))
        except StorageError:
            raise
        except Exception:  # the edge of one message: a bug that it meets must not hold up the others
            log.exception("message not deliverable", extra={"event": "delivery.broken", "entry": entry.id})
            await outbox.failed(entry.id)
        else:
            self._heard(None)
            await outbox.sent(entry.id, self._clock.now(), revision=entry.revision)

    def _traced(self, entry: OutboxEntry) -> AbstractContextManager[Span]:
        """A part of the trace of the turn whose words they are."""
        record = self._record if entry.turn_id else None
        mark = trace_of(entry.turn_id or "")
        return trace(record, "delivery", mark, later=True, channel=entry.channel, attempt=entry.attempts)

    async def _show(self, entry: OutboxEntry) -> None:
        """Make the chat show the entry's parts: those that are there are edited, the others sent."""
        shown = await self._shown(entry)
        parts = await self._courier.parts(await self._late(_as_it_stands(entry)))
        for number, part in enumerate(part for part in parts if not part.is_beside):
            await self._show_part(entry, number, part, standing=shown.get(number))
        for number, part in enumerate((part for part in parts if part.is_beside), _PICTURES):
            await self._show_picture(entry, number, part, standing=shown.get(number))

    async def _late(self, entry: OutboxEntry) -> OutboxEntry:
        """What a channel took no earlier says for when it was."""
        waited = self._clock.now() - entry.created_at
        if CHANNELS[entry.channel].window is None or entry.body.get("kind") not in _OF_A_MOMENT or waited < _LATE:
            return entry
        user = await self._store.users.get(entry.user_id)
        at = entry.created_at.astimezone(ZoneInfo(user.time_zone if user else "UTC"))
        said = _FOR_WHEN.format(when=f"{at.day} {at:%B}, {at:%H:%M}")
        line = in_language(said, await language_of(self._store, entry.user_id))
        return replace(entry, body={**entry.body, "text": f"{line}\n{entry.body['text']}"})

    async def _show_picture(self, entry: OutboxEntry, number: int, part: Part, *, standing: str | None) -> None:
        """A picture or a file never changes. Its words stand above it, so after some attempts it is left: it holds up what comes behind."""
        if standing not in (None, "", _FAILED):
            return
        if standing is not None and entry.attempts > _PICTURE_ATTEMPTS:
            log.warning("picture left out", extra={"event": "delivery.picture_left", "entry": entry.id})
            return
        await self._send(entry, number, part, again=standing == "")

    async def _show_part(self, entry: OutboxEntry, number: int, part: Part, *, standing: str | None) -> None:
        if part.voice and standing is not None:
            return  # a voice note can't be changed, and is no loss: its words stand above
        if standing and not CHANNELS[entry.channel].edit:
            return
        if standing:
            await self._outgoing.pass_through(entry.address, change=True)
            try:
                await self._courier.edit(entry.address, standing, part)
            except DeliveryGone:
                await self._store.deliveries.forget(entry.user_id, entry.id, number)
            else:
                return
        await self._send(entry, number, part, again=standing == "")

    async def _send(self, entry: OutboxEntry, number: int, part: Part, *, again: bool) -> None:
        """Send a new message; `again` when an earlier attempt may have arrived."""
        deliveries = self._store.deliveries
        if again and (there := await self._found(entry, part)):
            await deliveries.put(entry.user_id, entry.id, number, there)
            return await self._show_part(entry, number, part, standing=there)  # it may show what the entry said then
        await self._outgoing.pass_through(entry.address)
        await deliveries.begin(entry.user_id, entry.id, number)
        try:
            if again:
                log.warning("sent again openly", extra={"event": "delivery.again", "entry": entry.id})
                part = await self._openly(entry, part)
            external_id = await self._courier.send(entry.address, part)
        except (DeliveryLater, DeliveryRefused):
            if part.is_beside and not again:
                await deliveries.put(entry.user_id, entry.id, number, _FAILED)
            elif not again:
                await deliveries.forget(entry.user_id, entry.id, number)
            raise
        await deliveries.put(entry.user_id, entry.id, number, external_id)
        return None

    async def _found(self, entry: OutboxEntry, part: Part) -> str:
        """The id of a part that arrived though nobody knew; "" where the channel can't tell."""
        return await self._courier.find(entry.address, part) if isinstance(self._courier, Finder) else ""

    async def _openly(self, entry: OutboxEntry, part: Part) -> Part:
        """The part behind AGAIN: in one message, so that nothing comes between, where there is room for both."""
        if len(part.text) <= CHANNELS[entry.channel].length / 2:
            return replace(part, text=f"{AGAIN}\n\n{part.text}".rstrip())
        await self._courier.send(entry.address, Part(AGAIN))
        return part

    async def _shown(self, entry: OutboxEntry) -> dict[int, str]:
        """The channel's ids of the parts that are there; empty text where it isn't known whether one is."""
        rows = await self._store.deliveries.of(entry.user_id, entry.id)
        if rows or not entry.turn_id:
            return {row.part: row.external_id for row in rows}
        async with self._database.transaction():
            standing = await self._store.placeholders.take(entry.user_id, entry.channel, entry.address, entry.turn_id)
            if standing is None:
                return {}
            await self._store.deliveries.put(entry.user_id, entry.id, 0, standing.external_id)
        return {0: standing.external_id}


async def undelivered(
    store: Repositories, database: Database, name: Identity, external_id: str, problem: DeliveryError, at: datetime
) -> bool:
    """A channel says that a message which it took didn't arrive at an account, for certain: it is due again where that may help. False
    where no such message is known, perhaps not yet."""
    async with database.transaction():
        lost = await store.deliveries.part_of(name.user_id, name.channel, external_id)
        if lost is None:
            return False
        due = at + timedelta(seconds=problem.seconds) if isinstance(problem, DeliveryLater) else None
        again = due is not None and await store.outbox.due_again(
            lost.user_id, lost.outbox_id, due, attempts=_MOST_LATE_ATTEMPTS
        )
        if again:
            await store.deliveries.forget(lost.user_id, lost.outbox_id, lost.part)
        else:
            log.warning("message lost", extra={"event": "delivery.lost", "entry": lost.outbox_id})
    await database.nudge("outbox")
    return True


async def _let_go(tasks: set[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _pause(problem: DeliveryError, attempts: int) -> float:
    """Seconds until the next attempt: longer each time, never less than the channel asked for."""
    backoff = min(_FIRST_PAUSE * 2 ** max(attempts - 1, 0), _LONGEST_PAUSE)
    return max(problem.seconds, backoff if attempts > 1 else 0.0) if isinstance(problem, DeliveryLater) else backoff


def _as_it_stands(entry: OutboxEntry) -> OutboxEntry:
    """The entry with what became of its card written under it."""
    endings = [words for verb in entry.body.get("ended", []) if (words := ending(verb))]
    if not endings:
        return entry
    text = "\n\n".join((entry.body["text"], *dict.fromkeys(endings)))
    return replace(entry, body={**entry.body, "text": text})
