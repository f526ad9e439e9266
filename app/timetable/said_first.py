"""Where somebody is told things first: the one place, of all where they are known, that is most likely to be looked at now.

The channel they chose, else where they were heard last, else the name by which they were known first. A channel that takes words only for
a while after it heard somebody is passed over once it doesn't, as long as another one does. Only places where one person reads alone: a
user's own accounts. Knows channels by name alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from app.memory.records import Identity, User
from app.memory.repositories import Repositories
from app.timetable.allowed import Allowlist

SAID_FIRST_ON = "said_first_on"  # the user's own setting of that name; without it, where they were heard last


class Place(NamedTuple):
    """One account of a user's: `is_open` says whether its channel takes words now, `heard` when it was heard last."""

    account: Identity
    is_open: bool
    heard: datetime | None


def chosen(user: User) -> str:
    """The channel this user chose to be told things on; "" where they left it to us."""
    own = user.settings.get(SAID_FIRST_ON)
    return own if isinstance(own, str) else ""


def first_of(places: Iterable[Place], wanted: Sequence[str]) -> Identity | None:
    """The one place to say something in, by the channels that are `wanted`, the most wanted first."""
    order = {channel: number for number, channel in reversed(list(enumerate(wanted)))}

    def rank(place: Place) -> tuple[bool, int, float, datetime]:
        account, heard = place.account, place.heard
        back = -heard.timestamp() if heard else 0.0
        return not place.is_open, order.get(account.channel, len(wanted)), back, account.created_at

    best = min(places, key=rank, default=None)
    return best.account if best else None


class SaidFirst:
    """Finds those places."""

    def __init__(self, store: Repositories, allowed: Allowlist, windows: Mapping[str, timedelta | None]) -> None:
        """`windows` has the channels that are switched on, with how long after somebody was heard each takes words; None for always."""
        self._store = store
        self.allowed = allowed
        self.windows = windows

    async def of(self, user_ids: Iterable[str], now: datetime) -> "Whereabouts":
        """Where these users may be spoken to."""
        ids = list(dict.fromkeys(user_ids)) if self.windows else []
        known = await self._store.users.known_on(ids, list(self.windows)) if ids else []
        accounts = await self.allowed.open_places(known) if known else []
        if not accounts:
            return Whereabouts({}, {})
        heard = {
            (row.user_id, row.channel, row.address): row.at
            for row in await self._store.last_heard.of_many(ids, list(self.windows))
        }
        places: dict[str, list[Place]] = {}
        for account in accounts:
            at = heard.get((account.user_id, account.channel, account.external_id))
            window = self.windows[account.channel]
            is_open = window is None or (at is not None and now - at < window)
            places.setdefault(account.user_id, []).append(Place(account, is_open, at))
        choices = {user.id: chosen(user) for user in await self._store.users.those(list(places))}
        return Whereabouts(places, choices)


class Whereabouts(NamedTuple):
    """Where some users may be spoken to, and which channel each of them chose."""

    places: Mapping[str, Sequence[Place]]
    choices: Mapping[str, str]

    def first(self, user_id: str, channel: str = "") -> Identity | None:
        """The one place for this user; `channel` is one that is wanted for this alone. None where there is none."""
        wanted = [name for name in (channel, self.choices.get(user_id, "")) if name]
        return first_of(self.places.get(user_id, ()), wanted)
