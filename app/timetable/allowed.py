"""Which accounts on a channel may use the assistant: the one place where allowlists are read.

Allowed are the ids of the settings, and accounts that were linked by a one-time code. Whoever is taken off a list is neither answered nor
spoken to first, and what comes due for them is written down as skipped; put back on it, they get what is due from then on. Knows
channels by name alone.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from app.config import Settings
from app.memory.records import Identity
from app.memory.repositories import Repositories

OFF_THE_LIST = "its user is off the list of those who may use me"


def _numbers(setting: str) -> frozenset[str]:
    """Ids that are numbers; leading zeros don't make another person. A group's is negative, and a group is nobody."""
    return frozenset(str(int(number)) for number in _ID.findall(setting))


def _telephones(setting: str) -> frozenset[str]:
    """Telephone numbers as WhatsApp has them, digits alone; and its own ids of people, such as "US.134…"."""
    return frozenset(
        each if _PERSON.fullmatch(each) else re.sub(r"\D", "", each.replace("(0)", "")).removeprefix("00")
        for each in (part.strip() for part in re.split(r"[,;\n]", setting))
        if _PERSON.fullmatch(each) or _TELEPHONE.fullmatch(each)
    )


def _members(setting: str) -> frozenset[str]:
    """Slack's ids of people."""
    return frozenset(_MEMBER.findall(setting.upper()))


_ID = re.compile(r"(?<![\w.+-])\d{1,19}(?![\w.])")
_PERSON = re.compile(r"[A-Z]{2}\.(?:ENT\.)?\w{1,128}")
_TELEPHONE = re.compile(
    r"(?:\+|00)?[1-9][\d ()./-]{5,24}"
)  # a number that begins with 0 is of some country, nobody says which
_MEMBER = re.compile(r"(?<!\w)[UW](?=[A-Z]*\d)[A-Z0-9]{2,20}(?!\w)")


class _Lists(NamedTuple):
    """The settings of a channel that say whose account is the owner's and who else may come, and how one is read."""

    owner: str
    others: str
    read: Callable[[str], frozenset[str]]


_LISTS: Mapping[str, _Lists] = {
    "telegram": _Lists("briefing_chat_id", "allowed_telegram_user_ids", _numbers),
    "whatsapp": _Lists("owner_whatsapp_number", "allowed_whatsapp_numbers", _telephones),
    "slack": _Lists("owner_slack_user_id", "allowed_slack_user_ids", _members),
}


def by_code(channel: str) -> str:
    """The second name of an account that came by a code, so that one which is only on a list is not let in when it is taken off it."""
    return f"{channel}:code"


def by_number(channel: str) -> str:
    """The second name of an account that the lists know under another name than its channel does, such as a telephone number."""
    return f"{channel}:number"


class Allowlist:
    """The lists of the settings, read once."""

    def __init__(self, settings: Settings, store: Repositories, owner_id: str) -> None:
        """The owner has the page and the terminal, and is on no list."""
        self._store = store
        self._owner_id = owner_id
        self._owners = {channel: row.read(getattr(settings, row.owner)) for channel, row in _LISTS.items()}
        self._others = {channel: row.read(getattr(settings, row.others)) for channel, row in _LISTS.items()}

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
        second = [name(channel) for channel in self._others for name in (by_code, by_number)]
        names = await self._store.users.known_on(list(dict.fromkeys(place.user_id for place in closed)), second)
        return [place for place in places if place not in closed or self._is_open_by_another_name(place, names)]

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

    def _is_open_by_another_name(self, place: Identity, names: Sequence[Identity]) -> bool:
        """Whether it came by a code, or its user is listed by their number."""
        own = [name for name in names if name.user_id == place.user_id]
        coded = any((name.channel, name.external_id) == (by_code(place.channel), place.external_id) for name in own)
        listed = self.listed(place.channel)
        return coded or any(name.channel == by_number(place.channel) and name.external_id in listed for name in own)

    def _is_unlisted(self, place: Identity) -> bool:
        listed = place.external_id in self.listed(place.channel)
        return place.channel in self._others and place.user_id != self._owner_id and not listed
