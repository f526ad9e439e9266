"""What waits for somebody at their issue trackers, for briefings: their open tickets, those that are due first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.cards import sources
from app.integrations.accounts import Accounts
from app.integrations.fetching.addresses import host_of
from app.integrations.tracker.port import Ticket, TicketQuery
from app.timetable.feeds import Task

_MOST, _ASKED = 7, 30
_LATER = date.max


@dataclass(frozen=True, slots=True)
class TrackerFeed:
    """All issue trackers of everybody."""

    accounts: Accounts
    name: str = "Jira"

    async def waiting(self, user_id: str) -> Sequence[Task]:
        """As the port says."""
        found = list[Ticket]()
        for account in await self.accounts.every(user_id, "issues"):
            async with self.accounts.issue_tracker(account) as tracker:
                found += await tracker.tickets(TicketQuery(whose="mine", status="open"), _ASKED)
        found.sort(key=lambda one: one.due or _LATER)
        return [_task(one) for one in found[:_MOST]]


def _task(one: Ticket) -> Task:
    due = f"{one.due:%A} {one.due.day} {one.due:%B}" if one.due else ""
    why = f"{one.status}, due {due}" if due else one.status
    source = sources.project(one.project, host_of(one.url) or "nowhere")
    return Task(one.key, one.title, why, one.updated_at, source)
