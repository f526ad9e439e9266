"""Which accounts on a channel may use the assistant: the one place where allowlists are read.

Allowed are the ids of the settings, and accounts that were linked by a one-time code. Whoever is taken off a list is neither answered nor
spoken to first, and what comes due for them is written down as skipped; put back on it, they get what is due from then on. Knows
channels by name alone.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from app.config import Settings
from app.memory.records import Identity
from app.memory.repositories import Repositories

OFF_THE_LIST = "its user is off the list of those who may use me"
_OWNERS: Mapping[str, str] = {"telegram": "briefing_chat_id"}
_OTHERS: Mapping[str, str] = {"telegram": "allowed_telegram_user_ids"}
_ID = re.compile(r"(?<![\w.+-])\d{1,19}(?![\w.])")  # a group's id is negative, and a group is nobody


def by_code(channel: str) -> str:
    """The second name of an account that came by a code, so that one which is only on a list is not let in when it is taken off it."""
    return f"{channel}:code"


class Allowlist:
    """The lists of the settings, read once."""

    def __init__(self, settings: Settings, store: Repositories, owner_id: str) -> None:
        """The owner has the page and the terminal, and is on no list."""
        self._store = store
        self._owner_id = owner_id
        self._owners = {channel: _ids(getattr(settings, name)) for channel, name in _OWNERS.items()}
        self._others = {channel: _ids(getattr(settings, name)) for channel, name in _OTHERS.items()}

    def owners(self, channel: str) -> frozenset[str]:
        """The accounts that the settings call the owner's."""
        return self._owners.get(channel, frozenset())

    def listed(self, channel: str) -> frozenset[str]:
        """All that the settings name."""
        return self.owners(channel) | self._others.get(channel, frozenset())

    def is_owner(self, user_id: str) -> bool:
        """Whether the page and the machine's commands are this user's."""
        return user_id == self._owner_id

    async def open_places(self, places: Sequence[Identity]) -> list[Identity]:
        """Those of these accounts that may be spoken to."""
        closed = [place for place in places if self._is_unlisted(place)]
        if not closed:
            return list(places)
        coded = await self._store.users.known_on(
            list(dict.fromkeys(place.user_id for place in closed)), [by_code(channel) for channel in self._others]
        )
        linked = {(name.user_id, name.channel, name.external_id) for name in coded}
        shut = [place for place in closed if (place.user_id, by_code(place.channel), place.external_id) not in linked]
        return [place for place in places if place not in shut]

    async def barred(self, user_ids: Iterable[str]) -> frozenset[str]:
        """Those of these users all of whose accounts are off the list; who has none was never on one."""
        others = [user_id for user_id in dict.fromkeys(user_ids) if user_id != self._owner_id]
        places = await self._store.users.known_on(others, list(self._others)) if others else []
        known = {place.user_id for place in places}
        return frozenset(known - {place.user_id for place in await self.open_places(places)})

    async def lets(self, user_id: str) -> bool:
        """Whether one user may be spoken to."""
        return user_id not in await self.barred([user_id])

    async def lets_at(self, place: Identity) -> bool:
        """Whether one account may be spoken to; another one of its user says nothing of it."""
        return bool(await self.open_places([place]))

    def _is_unlisted(self, place: Identity) -> bool:
        listed = place.external_id in self.listed(place.channel)
        return place.channel in self._others and place.user_id != self._owner_id and not listed


def _ids(setting: str) -> frozenset[str]:
    """The ids in a setting, however they are set apart; leading zeros don't make another person."""
    return frozenset(str(int(number)) for number in _ID.findall(setting))
