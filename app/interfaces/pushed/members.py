"""Who may use a channel, and who they are to us; `timetable/allowed` reads the lists.

Allowed are the accounts of the settings, and those linked by a one-time code. Where none is set, nobody but those. An account that the
settings call the owner's is the owner; any other on the list has a user, and so a memory, of its own. An account that a list knows by a
number, and the channel by an id, is known by the id from the moment it shows both.
"""

import logging
from collections.abc import Sequence

from app.clock import Clock
from app.config import Settings
from app.errors import ActionRefused
from app.interfaces.pushed.incoming import Sender
from app.memory.records import User
from app.memory.repositories import Repositories
from app.timetable.allowed import Allowlist, by_code, by_number

log = logging.getLogger(__name__)


class Members:
    """The accounts of one channel that are known."""

    def __init__(self, channel: str, settings: Settings, store: Repositories, owner: User, clock: Clock) -> None:
        """Reads the settings once."""
        self._channel = channel
        self._settings = settings
        self._store = store
        self._owner = owner
        self._clock = clock
        allowed = Allowlist(settings, store, owner.id)
        self._owner_account = allowed.owners(channel)
        self._listed = allowed.listed(channel)

    async def welcome_owner(self) -> None:
        """Let the account that the settings call the owner's be the owner, with all that is there, and one they called so before
        no more: it would go on getting what the owner is told everywhere."""
        await self._part_from_former_accounts()
        for account in self._owner_account:
            try:
                await self._store.users.link(self._owner.id, self._channel, account, self._clock.now())
            except ActionRefused:
                self._log(logging.WARNING, "the owner's account has a memory of its own", "owner_is_another")

    async def _part_from_former_accounts(self) -> None:
        """Keep as the owner's those accounts only that are in the settings or came by a code."""
        users = self._store.users
        names = await users.identities(self._owner.id)
        linked = {name.external_id for name in names if name.channel == by_code(self._channel)}
        numbers = {name.external_id for name in names if name.channel == by_number(self._channel)}
        known = {name.external_id for name in names if name.channel == self._channel}
        kept = linked | self._owner_account | (known - numbers if numbers & self._owner_account else set())
        for account in known - kept:
            if await users.unlink(self._owner.id, self._channel, account):
                await self._store.outbox.abandon(self._owner.id, self._channel, account)
                self._log(logging.INFO, "former account of the owner unlinked", "owner_unlinked")

    async def find(self, sender: Sender) -> User | None:
        """Who that is, or None for somebody who may not come in."""
        users = self._store.users
        if sender.numbers:
            await self._known_by_id(sender)
        if user := await users.find(by_code(self._channel), sender.id):
            return user
        known = await users.find(self._channel, sender.id)
        if not {sender.id, *sender.numbers} & self._listed:
            return known if known and await self._came_by_number(known) else None
        if known is None and await self._is_taken(sender):
            self._log(logging.WARNING, "another account has that number now; link it by a code", "number_taken")
            return None
        user = known or await self._add(sender)
        if sender.id not in self._listed:
            await self._number(user, sender)
        return user

    async def _came_by_number(self, user: User) -> bool:
        """Whether this user's account once showed a number that is on the list: it may come without it, or with another one."""
        names = await self._store.users.identities(user.id)
        return any(one.channel == by_number(self._channel) and one.external_id in self._listed for one in names)

    async def _is_taken(self, sender: Sender) -> bool:
        """Whether a number of the list that somebody comes with showed another id before: numbers are given to others, and memories aren't."""
        users = self._store.users
        for number in set(sender.numbers) & self._listed:
            holder = await users.find(by_number(self._channel), number)
            names = await users.identities(holder.id) if holder else []
            if any(one.channel == self._channel and not one.external_id.isdecimal() for one in names):
                return True
        return False

    async def renamed(self, old: Sequence[str], new: Sequence[str]) -> None:
        """An account goes by other names from now on, the best one first: the channel itself says so."""
        users, now = self._store.users, self._clock.now()
        for channel in (self._channel, by_code(self._channel)):
            for name in set(old) - set(new):
                user = await users.find(channel, name)
                if user is None or await users.find(channel, new[0]) is not None:
                    continue
                await users.link(user.id, channel, new[0], now)
                await users.unlink(user.id, channel, name)
                await self._store.outbox.readdress(user.id, self._channel, name, new[0])
                self._log(logging.INFO, "account goes by another name", "renamed")

    async def _known_by_id(self, sender: Sender) -> None:
        """An account that was known by its number alone is known by its id from now on; the number is kept first, as in `_add`."""
        for number in set(sender.numbers) & self._listed:
            if (user := await self._store.users.find(self._channel, number)) is not None:
                await self._number(user, sender)
        await self.renamed(sender.numbers, (sender.id,))

    async def _number(self, user: User, sender: Sender) -> None:
        """Keep under which number of the list an account came; one that was another's is theirs no more."""
        users, name = self._store.users, by_number(self._channel)
        for number in set(sender.numbers) & self._listed:
            before = await users.find(name, number)
            if before is not None and before.id != user.id:
                await users.unlink(before.id, name, number)
            if before is None or before.id != user.id:
                await users.link(user.id, name, number, self._clock.now())

    async def link(self, user_id: str, sender: Sender) -> None:
        """Let an account be this user from now on. Raises ActionRefused where it is somebody else already."""
        now = self._clock.now()
        for channel in (self._channel, by_code(self._channel)):
            await self._store.users.link(user_id, channel, sender.id, now)

    async def _add(self, sender: Sender) -> User:
        """A user for an account on the list that writes for the first time: the owner, where the settings say that it is theirs."""
        now = self._clock.now()
        if {sender.id, *sender.numbers} & self._owner_account:
            # The number first: an id without it is taken for an account that was the owner's before, and a start may look just now.
            await self._number(self._owner, sender)
            await self._store.users.link(self._owner.id, self._channel, sender.id, now)
            return self._owner
        user = await self._store.users.add(
            f"{self._channel}:{sender.id}",
            name=sender.name,
            time_zone=self._owner.time_zone,
            zone_source="system",
            locale=self._settings.locale,
            at=now,
        )
        try:
            await self._store.users.link(user.id, self._channel, sender.id, now)
        except ActionRefused:  # two first messages at once: the other one was quicker
            return await self._store.users.find(self._channel, sender.id) or user
        self._log(logging.INFO, "user added", "user_added")
        return user

    def _log(self, level: int, words: str, event: str) -> None:
        log.log(level, words, extra={"event": f"{self._channel}.{event}"})
