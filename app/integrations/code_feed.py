"""What waits for somebody at their code hosts, for briefings: reviews that are wanted from them, and what they are assigned."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.cards import sources
from app.integrations.accounts import Accounts
from app.integrations.code.port import ME, ItemQuery
from app.integrations.tokens import own_host, place
from app.timetable.feeds import Task

_MOST = 7
_ASKED = (
    (ItemQuery(kind="pull request", reviewer=ME, state="open"), "your review is wanted"),
    (ItemQuery(assignee=ME, state="open"), "assigned to you"),
)


@dataclass(frozen=True, slots=True)
class CodeFeed:
    """All code hosts of everybody."""

    accounts: Accounts
    name: str = "GitHub"

    async def waiting(self, user_id: str) -> Sequence[Task]:
        """As the port says."""
        found = dict[str, Task]()
        for account in await self.accounts.every(user_id, "code"):
            async with self.accounts.code_host(account) as host:
                for query, why in _ASKED:
                    for one in await host.items(query, _MOST):
                        source = sources.repository(one.repo, own_host(account))
                        task = Task(one.name, one.title, why, one.updated_at, source, place(account))
                        found.setdefault(f"{account.id} {one.name}", task)
        return list(found.values())[:_MOST]
