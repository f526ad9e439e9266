"""Who may use the bot, and who they are to the house; `timetable/allowed` reads the lists.

Allowed are the ids of the settings, and accounts linked by a one-time code. Where no id is set, nobody but those. An account that
BRIEFING_CHAT_ID names is the owner; any other id on the list has a user, and so a memory, of its own.
"""

import logging
from dataclasses import dataclass

from app.clock import Clock
from app.config import Settings
from app.errors import ActionRefused
from app.interfaces.telegram.bot import CHANNEL
from app.memory.records import User
from app.memory.repositories import Repositories
from app.timetable.allowed import Allowlist, by_code

log = logging.getLogger(__name__)
BY_CODE = by_code(CHANNEL)


@dataclass(frozen=True, slots=True)
class Sender:
    """A Telegram account as it shows itself."""

    id: int
    name: str = ""


class Members:
    """The accounts that are known."""

    def __init__(self, settings: Settings, store: Repositories, owner: User, clock: Clock) -> None:
        """Reads the settings once."""
        self._settings = settings
        self._store = store
        self._owner = owner
        self._clock = clock
        allowed = Allowlist(settings, store, owner.id)
        self._owner_account = allowed.owners(CHANNEL)
        self._listed = allowed.listed(CHANNEL)

    async def welcome_owner(self) -> None:
        """Let the account that the settings call the owner's be the owner, with all that is there, and one they called so before
        no more: it would go on getting what the owner is told everywhere."""
        await self._part_from_former_accounts()
        for account in self._owner_account:
            try:
                await self._store.users.link(self._owner.id, CHANNEL, account, self._clock.now())
            except ActionRefused:
                log.warning("the owner's account has a memory of its own", extra={"event": "telegram.owner_is_another"})

    async def _part_from_former_accounts(self) -> None:
        """Keep as the owner's those accounts only that are in the settings or came by a code."""
        users = self._store.users
        names = await users.identities(self._owner.id)
        linked = {name.external_id for name in names if name.channel == BY_CODE}
        known = {name.external_id for name in names if name.channel == CHANNEL}
        for account in known - linked - self._owner_account:
            if await users.unlink(self._owner.id, CHANNEL, account):
                log.info("former account of the owner unlinked", extra={"event": "telegram.owner_unlinked"})

    async def find(self, sender: Sender) -> User | None:
        """Who that is, or None for somebody who may not come in."""
        account = str(sender.id)
        if account not in self._listed:
            return await self._store.users.find(BY_CODE, account)
        return await self._store.users.find(CHANNEL, account) or await self._add(sender)

    async def link(self, user_id: str, sender: Sender) -> None:
        """Let an account be this user from now on. Raises ActionRefused where it is somebody else already."""
        now = self._clock.now()
        for channel in (CHANNEL, BY_CODE):
            await self._store.users.link(user_id, channel, str(sender.id), now)

    async def _add(self, sender: Sender) -> User:
        """A user for an account on the list that writes for the first time."""
        account, now = str(sender.id), self._clock.now()
        user = await self._store.users.add(
            f"{CHANNEL}:{account}",
            name=sender.name,
            time_zone=self._owner.time_zone,
            zone_source="system",
            locale=self._settings.locale,
            at=now,
        )
        try:
            await self._store.users.link(user.id, CHANNEL, account, now)
        except ActionRefused:  # two first messages at once: the other one was quicker
            return await self._store.users.find(CHANNEL, account) or user
        log.info("user added", extra={"event": "telegram.user_added", "user": user.id})
        return user
