"""Every word that leaves goes through here: replies, and what loops say first. Durable and keyed, so it is said once.

The page and the terminals read one feed, "local", each from where it left off: a message there is delivered when it is
committed. Channels that are pushed to are rows of CHANNELS with `pushed` set; `delivery.py` empties their rows. What is said first
goes to EVERYWHERE: into the local feed, and as a copy to the one place on a pushed channel where its user is told things first.

Nothing is said where others read along unless its sender says that anybody may hear it: the rest goes to its user alone, and one
sentence there says so.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from app.config import Settings
from app.conversation.buckets import Rate
from app.conversation.spoken import language_of
from app.conversation.stream import Hub, TurnEvent
from app.language.saying import in_language
from app.memory.ports import Database
from app.memory.records import Identity, OutboxEntry
from app.memory.repositories import Repositories
from app.memory.repositories.outbox import OutboxDraft
from app.messages import OutboundMessage
from app.timetable.said_first import SaidFirst


def _is_never_one(_: str) -> bool:
    return False


def _is_telegram_group(address: str) -> bool:
    return address.startswith("-")


def _is_slack_group(address: str) -> bool:
    return bool(address) and not address.startswith(("U", "W", "D"))  # a person, or a talk with one


@dataclass(frozen=True, slots=True)
class Channel:
    """What a channel can do. `feed` is where its messages are stored for reading; `length` in characters; `title` as people call it.

    `edit`: a message that stands there can be changed. `buttons`, `voice`, `files`: what it takes beside words; `typing`: it can show that
    an answer is on its way; `window`: how long after a person's last message anything can be said to them, None for always.

    `needs` names the setting without which a pushed channel is off, `joining` the one that says how long its messages wait for each other,
    `is_group` says whether more than one person reads at an address. `person`: somebody reads there what is said; `pace` names the setting
    that says how many messages a minute of one person are answered one by one.

    What its vendor takes: `in_chat` a chat, `in_group` one that several read, `in_all` of the whole channel; `changes` of messages where they
    are counted apart, else they count as messages. None: as many as you like."""

    name: str
    feed: str
    pushed: bool
    edit: bool
    buttons: bool
    length: int
    title: str
    voice: bool = False
    files: bool = True
    typing: bool = False
    window: timedelta | None = None
    needs: str = ""
    joining: str = "joining_window"
    pace: str = "local_messages_per_minute"
    person: bool = True
    in_chat: Rate | None = None
    in_group: Rate | None = None
    in_all: Rate | None = None
    changes: Rate | None = None
    is_group: Callable[[str], bool] = _is_never_one


LOCAL = "local"
COPIED = "@first"  # what a copy's key ends with: one copy a message, wherever its user was when it was put again
EVERYWHERE = "everywhere"
SAID_BEFORE = "said_before"  # marks in its body what the same words, said just before in the same place, stand for
POINTER = "pointer:"  # what begins the key of the sentence that stands in a group for what was said to its user alone
ANSWERED_APART = "I've answered you in a direct message."
ANSWERED_ELSEWHERE = "I've answered you where only you read along."
CHANNELS: dict[str, Channel] = {
    row.name: row
    for row in (
        Channel("web", LOCAL, pushed=False, edit=True, buttons=True, length=100_000, title="the page", typing=True),
        Channel(
            "cli",
            LOCAL,
            pushed=False,
            edit=False,
            buttons=True,
            length=100_000,
            title="the terminal",
            files=False,
            typing=True,
        ),
        Channel("http", LOCAL, pushed=False, edit=False, buttons=True, length=100_000, title="a program", person=False),
        Channel(LOCAL, LOCAL, pushed=False, edit=True, buttons=True, length=100_000, title="the page"),
        Channel(EVERYWHERE, LOCAL, pushed=False, edit=True, buttons=True, length=100_000, title="everywhere"),
        Channel(
            "telegram",
            "telegram",
            pushed=True,
            edit=True,
            buttons=True,
            length=4096,
            title="Telegram",
            voice=True,
            typing=True,
            needs="telegram_bot_token",
            joining="telegram_joining_window",
            pace="messages_per_minute",
            is_group=_is_telegram_group,
            in_chat=Rate(60, 20),
            in_group=Rate(12, 8),  # twenty within a minute
            in_all=Rate(1800, 30),
        ),
        Channel(
            "whatsapp",
            "whatsapp",
            pushed=True,
            edit=False,
            buttons=True,
            length=4096,
            title="WhatsApp",
            voice=True,
            typing=True,
            window=timedelta(hours=24),
            needs="whatsapp_access_token",
            in_chat=Rate(10, 45),
            in_all=Rate(4800, 80),
            joining="whatsapp_joining_window",
            pace="messages_per_minute",
        ),
        Channel(
            "slack",
            "slack",
            pushed=True,
            edit=True,
            buttons=True,
            length=3000,
            title="Slack",
            needs="slack_bot_token",
            joining="slack_joining_window",
            pace="messages_per_minute",
            is_group=_is_slack_group,
            in_chat=Rate(60, 5),
            in_all=Rate(240, 60),
            changes=Rate(40, 10),  # fifty within a minute
        ),
    )
}


def pushed_channels(settings: Settings) -> tuple[str, ...]:
    """The pushed channels that are switched on."""
    return tuple(row.name for row in CHANNELS.values() if row.pushed and getattr(settings, row.needs))


def windows(settings: Settings) -> dict[str, timedelta | None]:
    """The pushed channels that are switched on, with how long after a person's last message each takes words; None for always."""
    has_template = {"whatsapp": bool(settings.whatsapp_template)}
    return {name: None if has_template.get(name) else CHANNELS[name].window for name in pushed_channels(settings)}


def is_group(channel: str, address: str) -> bool:
    """Whether others read along there."""
    return CHANNELS[channel].is_group(address)


def is_copy(entry: OutboxEntry) -> bool:
    """Whether a row only repeats on a pushed channel what stands in the local feed."""
    return entry.key.endswith((COPIED, f"@{entry.channel}/{entry.address}"))  # the latter as they were once written


class Mailroom:
    """Puts messages into the outbox and tells whoever is watching."""

    def __init__(
        self,
        database: Database,
        store: Repositories,
        hub: Hub,
        said_first: SaidFirst,
    ) -> None:
        """`said_first` knows where a user is told things first, and who may be spoken to at all."""
        self._database = database
        self._store = store
        self._hub = hub
        self.allowed = said_first.allowed
        self.said_first = said_first

    async def put(self, message: OutboundMessage, at: datetime, *, unless_since: datetime | None = None) -> OutboxEntry:
        """Store `message` once; inside a transaction it goes with it. Call `announce` after the commit. Where the same words were said in
        the same place since `unless_since`, it is kept, and neither sent nor shown."""
        message, *beside = await self._apart([message], at)
        draft = _draft(message)
        async with self._database.transaction():
            if unless_since is not None and await self._store.outbox.was_said(draft.user_id, draft, unless_since):
                draft = replace(draft, status="sent", body={**draft.body, SAID_BEFORE: True})
            await self._store.outbox.put_many([*await self._copies([message], at), *map(_draft, beside)], at)
            return await self._store.outbox.put(
                draft.user_id,
                channel=draft.channel,
                address=draft.address,
                key=draft.key,
                body=draft.body,
                turn_id=draft.turn_id,
                status=draft.status,
                at=at,
            )

    async def put_many(self, messages: Sequence[OutboundMessage], at: datetime) -> None:
        """Store several, of whatever users, once each; inside a transaction they go with it. Call `announce` after the commit."""
        messages = await self._apart(messages, at)
        drafts = [*await self._copies(messages, at), *map(_draft, messages)]
        await self._store.outbox.put_many(drafts, at)

    async def revise(self, user_id: str, entry: OutboxEntry, body: dict[str, Any], at: datetime) -> None:
        """Change what a message shows, also where it was delivered already. What was said where others read along says nothing new."""
        if is_group(entry.channel, entry.address):
            body = {**body, "text": entry.body["text"]}
        again = CHANNELS[entry.channel].pushed and CHANNELS[entry.channel].edit
        await self._store.outbox.revise(user_id, entry.id, body, at=at, again=again)

    def look(self) -> None:
        """Another process may have said something: whoever watches in this one looks."""
        self._hub.refresh()

    async def announce(self, *user_ids: str) -> None:
        """There is something new for these users: here, and in every other process."""
        for user_id in user_ids:
            self._hub.publish(TurnEvent(kind="outbox", user_id=user_id))
        await self._database.nudge("outbox")

    async def _apart(self, messages: Sequence[OutboundMessage], at: datetime) -> list[OutboundMessage]:
        """The same messages, each that is private and was for a group sent to its user alone; what stands in the group for it comes last. One
        whose user can't be reached alone on that channel is said where they are told things first."""
        private = [message for message in messages if not message.aloud and is_group(message.channel, message.address)]
        if not private:
            return list(messages)
        known = await self.said_first.of([message.user_id for message in private], at)
        said, pointers = list[OutboundMessage](), list[OutboundMessage]()
        for message in messages:
            if message not in private:
                said.append(message)
                continue
            channel, address = _alone(message, known.first(message.user_id, message.channel))
            said.append(replace(message, channel=channel, address=address))
            words = ANSWERED_ELSEWHERE if channel == EVERYWHERE else ANSWERED_APART
            pointers.append(_pointer(message, in_language(words, await language_of(self._store, message.user_id))))
        return [*said, *pointers]

    async def _copies(self, messages: Sequence[OutboundMessage], at: datetime) -> list[OutboxDraft]:
        """What is for everywhere, once more for the place where its user is told things first, and never twice: one that was put before
        stays where it went."""
        copied = [message for message in messages if message.channel == EVERYWHERE or message.lead]
        known = await self.said_first.of([message.user_id for message in copied], at)
        copies = [
            _copy(message, place)
            for message in copied
            if (place := known.first(message.user_id, message.on)) is not None
        ]
        return [_draft(copy) for copy in copies]

    async def say(self, message: OutboundMessage, at: datetime, *, unless_since: datetime | None = None) -> OutboxEntry:
        """Store and announce."""
        async with self._database.transaction():
            entry = await self.put(message, at, unless_since=unless_since)
        await self.announce(message.user_id)
        return entry


def _alone(message: OutboundMessage, account: Identity | None) -> tuple[str, str]:
    """The channel and the address at which its user alone reads a message that is for a group."""
    if account is None or account.channel != message.channel or is_group(account.channel, account.external_id):
        return EVERYWHERE, ""
    return account.channel, account.external_id


def _pointer(message: OutboundMessage, words: str) -> OutboundMessage:
    """What a group reads in place of a message; it stands for the same turn, so it goes into what was shown while that ran."""
    return OutboundMessage(
        message.user_id,
        message.channel,
        f"{POINTER}{message.key}",
        words,
        address=message.address,
        kind="notice",
        turn_id=message.turn_id,
        aloud=True,
    )


def _copy(message: OutboundMessage, place: Identity) -> OutboundMessage:
    text = f"{message.lead}\n\n{message.text}" if message.lead else message.text
    key = f"{message.key}{COPIED}"
    return replace(message, channel=place.channel, address=place.external_id, key=key, text=text)


def _draft(message: OutboundMessage) -> OutboxDraft:
    channel = CHANNELS[message.channel]
    return OutboxDraft(
        user_id=message.user_id,
        channel=channel.feed,
        address=message.address,
        key=message.key,
        body=message.body(),
        turn_id=message.turn_id,
        status="pending" if channel.pushed else "sent",
    )
