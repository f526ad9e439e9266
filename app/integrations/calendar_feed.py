"""What stands in people's calendars, as the clock asks for it: for briefings, and for what to know before a meeting."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from app.errors import AccountAway
from app.integrations import agenda
from app.integrations.accounts import Accounts, offers
from app.integrations.calendar.event import span
from app.memory.repositories import Repositories
from app.timetable.feeds import Meeting


class CalendarFeed:
    """The calendars that people of this house have connected."""

    name = "calendar"

    def __init__(self, accounts: Accounts, store: Repositories) -> None:
        """`accounts` reaches them."""
        self._accounts = accounts
        self._store = store

    async def users(self) -> Sequence[str]:
        """As the port says."""
        every = await self._store.accounts.everyones()
        return list(dict.fromkeys([one.user_id for one in every if "calendar" in offers(one)]))

    async def upcoming(self, user_id: str, since: datetime, until: datetime) -> Sequence[Meeting]:
        """As the port says. Raises AccountAway where no account answers."""
        user, accounts = await self._store.users.get(user_id), await self._accounts.every(user_id, "calendar")
        zone = ZoneInfo(user.time_zone if user else "UTC")
        found = await agenda.between(self._accounts, accounts, since, until, zone=zone)
        if found.problems and len(found.problems) == len(accounts):
            raise AccountAway(found.problems[0])
        return [
            _meeting(one, zone)
            for one in found.entries
            if since <= span(one.event, zone)[0] < until or (one.event.all_day and one.event.busy)
        ]


def _meeting(entry: agenda.Entry, zone: ZoneInfo) -> Meeting:
    event, own = entry.event, entry.own
    starts, ends = span(event, zone)
    people = [one.name or one.address for one in event.guests if one.address.casefold() not in own]
    if event.organizer and event.organizer.address.casefold() not in own:
        people = [event.organizer.name or event.organizer.address, *people]
    return Meeting(
        key=f"{entry.account.id}:{event.key}",
        title=event.title or "(no title)",
        start=starts,
        end=ends,
        place=event.place,
        people=tuple(dict.fromkeys(people)),
        notes=event.notes,
        addresses=entry.others,
        all_day=event.all_day,
    )
