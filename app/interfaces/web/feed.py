"""The page's feed: what was said, page by page and then live, each message once however often a reader comes back.

The outbox is its spine: its rising id is the reader's bookmark, so a reconnect, a second tab or a restart continues after the last
id seen. The user's own words stand before the reply of the turn they led to; words that no turn has answered yet stand last.
Drafts and activity are passed on as they come and are worth nothing once the message is there. Knows no HTTP.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from app.charts.chart import Chart
from app.charts.selection import charts_in
from app.conversation.cards import standing_cards, whole
from app.conversation.outbox import CHANNELS, LOCAL, SAID_BEFORE, is_copy
from app.conversation.spoken import language_of
from app.conversation.stream import EventKind, Hub, TurnEvent
from app.interfaces.web.buttons import LiveButtons
from app.interfaces.web.rows import Shown, ShownCard, said, shown_card, words
from app.memory.records import InboxEntry, OutboxEntry
from app.memory.repositories import Repositories
from app.messages import Document, files_in

# One history for all the owner's channels. What was said first (reminders, notices) stands in the local feed for every surface and
# is copied to other channels besides; a copy is not shown twice, nor is what a command was answered elsewhere.
FEEDS = tuple(sorted({channel.feed for channel in CHANNELS.values()}))
HEARTBEAT_SECONDS = 15.0
MOST_READERS = 12
_BATCH = 100
_RECENT_CARDS = 20
_HEARTBEAT = TurnEvent("outbox", user_id="")


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """One thing for the page. `name` is message, user, draft, activity, status, changed (a list or a setting is other than before), or
    elsewhere at the end of a stream whose place a newer one took; `bookmark` is where to continue after it."""

    name: str
    data: dict[str, Any]
    bookmark: int | None = None


@dataclass(frozen=True, slots=True)
class History:
    """A page of the past, oldest first. `earlier` and `later` are the bookmarks of the pages before and behind it, None where there are none;
    `cursor` is where live events continue; `sought` the message that was looked for, "" for none."""

    messages: list[Shown]
    earlier: int | None
    cursor: int
    later: int | None = None
    sought: str = ""


@dataclass(slots=True)
class Reader:
    """Where one open stream stands: its bookmark, the turns whose words it has shown, what it showed of messages that may change; and
    whether a newer one took its place."""

    cursor: int
    told: set[str] = field(default_factory=set)
    replaced: asyncio.Event = field(default_factory=asyncio.Event)
    cards: dict[int, Shown] = field(default_factory=dict)


Allowed = Callable[[], Awaitable[bool]]
Teller = Callable[[TurnEvent, Reader], AsyncIterator[FeedEvent]]


class Feed:
    """One user's feed."""

    def __init__(
        self,
        store: Repositories,
        hub: Hub,
        user_id: str,
        *,
        buttons: LiveButtons,
        closing: asyncio.Event,
        most_readers: int = MOST_READERS,
        feeds: tuple[str, ...] = FEEDS,
    ) -> None:
        """`closing` ends every open stream; of more than `most_readers` the oldest ends; `feeds` are the outbox channels that make the one history."""
        self._feeds = feeds
        self._store = store
        self._hub = hub
        self._user_id = user_id
        self._buttons = buttons
        self._closing = closing
        self._most_readers = most_readers
        self._readers: list[Reader] = []
        self._tellers: dict[EventKind, Teller] = {
            "started": self._tell_started,
            "activity": self._tell_passing,
            "draft": self._tell_passing,
            "settled": self._tell_settled,
            "outbox": self._tell_news,
            "changed": self._tell_changed,
        }

    async def history(self, *, before: int | None, limit: int) -> History:
        """The newest `limit` things said (before a bookmark), with the user's words that led to them."""
        entries = await self._latest(limit) if before is None else await self._before(before, limit)
        shown = [message for entry in entries for message in await self._with_words(entry)]
        if before is None:
            shown += await self._open_words()
        shown.sort(key=lambda message: (message["at"], message["role"] == "assistant"))
        return History(
            shown,
            earlier=entries[0].id if len(entries) >= limit else None,
            cursor=entries[-1].id if entries else 0,
        )

    async def around(self, bookmark: int, limit: int) -> History:
        """What was said up to a bookmark and behind it, a third of `limit` before it."""
        behind = await self._store.outbox.after(self._user_id, self._feeds, bookmark - 1, limit - limit // 3)
        before = await self._before(bookmark, limit // 3)
        return await self._stretch(before, behind, limit, sought=bookmark)

    async def following(self, after: int, limit: int) -> History:
        """What was said behind a bookmark, and at the end of it what nobody has answered yet."""
        return await self._stretch([], await self._store.outbox.after(self._user_id, self._feeds, after, limit), limit)

    async def first_since(self, moment: datetime) -> int:
        """The bookmark of what was said first since then, of the last thing said where nothing was; 0 where nothing was said at all."""
        last = await self._store.outbox.last_before(self._user_id, self._feeds, moment)
        found = await self._store.outbox.after(self._user_id, self._feeds, last, 1)
        return found[0].id if found else last

    async def found(self, turn_ids: Sequence[str]) -> dict[str, int]:
        """Where the answers of these turns stand, as bookmarks; turns that left none are left out."""
        entries = [await self._store.outbox.get_by_key(self._user_id, f"reply:{turn_id}") for turn_id in turn_ids]
        return {
            turn_id: entry.id
            for turn_id, entry in zip(turn_ids, entries, strict=True)
            if entry is not None and entry.channel in self._feeds
        }

    async def _stretch(
        self, before: Sequence[OutboxEntry], behind: Sequence[OutboxEntry], limit: int, *, sought: int = 0
    ) -> History:
        entries = [*before, *behind]
        shown = [message for entry in entries for message in await self._with_words(entry)]
        asked = limit - limit // 3 if sought else limit
        is_last = len(behind) < asked
        if is_last:
            shown += await self._open_words()
        shown.sort(key=lambda message: (message["at"], message["role"] == "assistant"))
        at = (
            next((message["id"] for entry in behind[:1] for message in shown if message["id"] == f"out-{entry.id}"), "")
            if sought
            else ""
        )
        return History(
            shown,
            earlier=entries[0].id if entries and entries[0].id > 1 else None,
            cursor=entries[-1].id if entries else 0,
            later=None if is_last else entries[-1].id,
            sought=at,
        )

    async def chart(self, entry_id: int, number: int) -> Chart | None:
        """A chart of something said, or None where there is none (any more)."""
        charts = charts_in(await self._body(entry_id))
        return charts[number] if number < len(charts) else None

    async def file(self, entry_id: int, number: int) -> Document | None:
        """A file that went with something said, or None where there is none (any more)."""
        files = files_in(await self._body(entry_id))
        return files[number] if number < len(files) else None

    async def _body(self, entry_id: int) -> Mapping[str, Any]:
        found = await self._store.outbox.after(self._user_id, self._feeds, entry_id - 1, 1)
        return found[0].body if found and found[0].id == entry_id else {}

    async def events(self, after: int, *, allowed: Allowed | None = None) -> AsyncGenerator[FeedEvent, None]:
        """What was said after the bookmark, then what is going on, then whatever happens until the reader or we leave, or the
        reader is no longer `allowed`, which is asked before each thing that happens."""
        with self._hub.watch(self._user_id) as queue, self._admitted(Reader(after)) as reader:
            async for event in self._tell_standing(reader):
                yield event
            async for happened in self._happenings(queue, reader):
                if allowed is not None and not await allowed():
                    return
                async for event in self._tellers[happened.kind](happened, reader):
                    yield event
            if reader.replaced.is_set():
                yield FeedEvent("elsewhere", {})

    @contextmanager
    def _admitted(self, reader: Reader) -> Iterator[Reader]:
        """Count a reader. The newest is the one that is looked at, so the oldest goes where there are too many."""
        self._readers.append(reader)
        for oldest in self._readers[: -self._most_readers]:
            oldest.replaced.set()
            self._readers.remove(oldest)
        try:
            yield reader
        finally:
            if not reader.replaced.is_set():
                self._readers.remove(reader)

    async def _tell_standing(self, reader: Reader) -> AsyncIterator[FeedEvent]:
        async for event in self._changed_cards(reader):
            yield event
        async for event in self._news(reader):
            yield event
        for message in await self._open_words():
            yield FeedEvent("user", dict(message))
        yield await self._status()

    async def _tell_started(self, event: TurnEvent, reader: Reader) -> AsyncIterator[FeedEvent]:
        for message in await self._words_of(event.turn_id):
            yield FeedEvent("user", dict(message))
        reader.told.add(event.turn_id)
        yield FeedEvent("status", {"busy": True, "turn_id": event.turn_id})

    async def _tell_passing(self, event: TurnEvent, reader: Reader) -> AsyncIterator[FeedEvent]:
        yield FeedEvent(event.kind, {"turn_id": event.turn_id, "text": event.text})

    async def _tell_settled(self, event: TurnEvent, reader: Reader) -> AsyncIterator[FeedEvent]:
        async for told in self._news(reader):
            yield told
        reader.told.discard(event.turn_id)
        yield await self._status()

    async def _tell_news(self, event: TurnEvent, reader: Reader) -> AsyncIterator[FeedEvent]:
        async for told in self._changed_cards(reader):
            yield told
        async for told in self._news(reader):
            yield told
        if event is _HEARTBEAT:  # a browser that hears nothing for long takes the line for dead
            yield await self._status()

    async def _tell_changed(self, event: TurnEvent, reader: Reader) -> AsyncIterator[FeedEvent]:
        yield FeedEvent("changed", {"turn_id": event.turn_id})
        yield await self._status()

    async def _news(self, reader: Reader) -> AsyncIterator[FeedEvent]:
        """Everything after the reader's bookmark, which moves along."""
        while entries := await self._store.outbox.after(self._user_id, self._feeds, reader.cursor, _BATCH):
            for entry in entries:
                reader.cursor = entry.id
                for message in await self._with_words(entry, told=reader.told):
                    if message["buttons"]:
                        reader.cards[entry.id] = message
                    name = "user" if message["role"] == "user" else "message"
                    yield FeedEvent(name, dict(message), bookmark=entry.id if name == "message" else None)

    async def _changed_cards(self, reader: Reader) -> AsyncIterator[FeedEvent]:
        """Recent messages that changed since this reader saw them: answered in another tab, undone, expired, a plan going on."""
        for entry in await self._latest(_RECENT_CARDS):
            if entry.id > reader.cursor or not (entry.body.get("buttons") or entry.id in reader.cards):
                continue
            shown = await self._said(entry)
            if reader.cards.get(entry.id) != shown:
                yield FeedEvent("message", dict(shown))
            reader.cards[entry.id] = shown

    async def _happenings(self, queue: asyncio.Queue[TurnEvent], reader: Reader) -> AsyncIterator[TurnEvent]:
        """Events as they come, overtaken drafts left out; a look at the outbox now and then, for what nobody told us."""
        closed = asyncio.ensure_future(_either(self._closing, reader.replaced))
        try:
            while not closed.done():
                event = await self._next(queue, closed)
                while event.kind == "draft" and not queue.empty():
                    event = queue.get_nowait()
                if not closed.done():
                    yield event
        finally:
            closed.cancel()

    async def _next(self, queue: asyncio.Queue[TurnEvent], closed: asyncio.Future[Any]) -> TurnEvent:
        getting = asyncio.ensure_future(queue.get())
        try:
            await asyncio.wait({getting, closed}, timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            return getting.result() if getting.done() else _HEARTBEAT
        finally:
            getting.cancel()

    async def _status(self) -> FeedEvent:
        running = await self._store.inbox.running_turns(self._user_id)
        waiting = len(await self._store.pending.waiting(self._user_id, self._buttons.now()))
        return FeedEvent(
            "status", {"busy": bool(running), "turn_id": running[0] if running else "", "waiting": waiting}
        )

    async def _latest(self, limit: int) -> list[OutboxEntry]:
        return list(await self._store.outbox.latest(self._user_id, self._feeds, limit))

    async def _before(self, before: int, limit: int) -> list[OutboxEntry]:
        """The `limit` entries before a bookmark. Ids are shared by all users, so the window widens until it holds enough."""
        span = 2 * limit
        while True:
            start = max(before - 1 - span, 0)
            window = await self._store.outbox.after(self._user_id, self._feeds, start, span)
            entries = [entry for entry in window if entry.id < before]
            if len(entries) >= limit or start == 0:
                return entries[-limit:]
            span *= 4

    async def _with_words(self, entry: OutboxEntry, told: set[str] | None = None) -> list[Shown]:
        """What was said, after the words it answers unless the reader was told them; nothing for what the local feed has anyway."""
        is_reply = bool(entry.turn_id) and entry.key.startswith(f"reply:{entry.turn_id}")
        if entry.channel != LOCAL and (is_copy(entry) or entry.body.get("kind") == "command"):
            return []
        asked: list[Shown] = []
        if is_reply and entry.turn_id and entry.turn_id not in (told or ()):
            asked = await self._words_of(entry.turn_id)
        return asked if entry.body.get(SAID_BEFORE) else [*asked, await self._said(entry)]

    async def _said(self, entry: OutboxEntry) -> Shown:
        """What was said, as it stands now."""
        is_reply = entry.key.startswith(f"reply:{entry.turn_id}")
        calls = await self._store.audit.of_turn(self._user_id, entry.turn_id or "") if is_reply else []
        return said(entry, await self._buttons.of(entry.body), await standing_cards(self._store, entry), calls)

    async def card(self, action_id: str) -> ShownCard | None:
        """What a held call of this user's would do, with nothing cut; None where there is no such call (any more)."""
        action = await self._store.pending.get(self._user_id, action_id)
        return shown_card(whole(action, await language_of(self._store, action.user_id))) if action else None

    async def _words_of(self, turn_id: str) -> list[Shown]:
        return await self._as_words(await self._store.inbox.of_turn(self._user_id, turn_id))

    async def _open_words(self) -> list[Shown]:
        """What was received and has no answer yet."""
        running = [
            message
            for turn_id in await self._store.inbox.running_turns(self._user_id)
            for message in await self._words_of(turn_id)
        ]
        return running + await self._as_words(await self._store.inbox.waiting(self._user_id))

    async def _as_words(self, entries: list[InboxEntry]) -> list[Shown]:
        """Words as they are shown; where there are none, the names of the files that came instead."""
        wordless = [entry.id for entry in entries if not entry.text.strip()]
        files = await self._store.inbox.attachments(self._user_id, wordless)
        return [words(entry, [file.name for file in files if file.inbox_id == entry.id]) for entry in entries]


async def _either(*events: asyncio.Event) -> None:
    """Until one of them is set."""
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waiting:
            one.cancel()
