"""Who is in a team, kept for a short while: a team's list is long, and is needed for each message that is read or written.

In memory, apart for each account, bounded. Who isn't found in what is kept is looked for in a new list.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.clock import Clock
from app.integrations.access import Access
from app.integrations.team.port import Colleague

_KEPT_FOR = timedelta(minutes=5)
_NEW = timedelta(seconds=5)  # a list that is no older has nobody missing
_MOST_TEAMS = 50
_kept: OrderedDict[tuple[int, str, str], tuple[datetime, Mapping[str, Colleague]]] = OrderedDict()


@dataclass(slots=True)
class Known:
    """The people of one account's team, by their ids."""

    clock: Clock
    key: tuple[int, str, str]

    @classmethod
    def of(cls, access: Access) -> "Known":
        """Those that this account sees."""
        account = access.account
        return cls(access.clock, (account.id, account.identity, str(account.settings.get("api", ""))))

    def get(self, *, is_missing: bool = False) -> Mapping[str, Colleague]:
        """What is kept; {} for nothing, and where `is_missing` says that somebody wasn't found in a list that is not new."""
        at, people = _kept.get(self.key, (None, {}))
        age = self.clock.now() - at if at else _KEPT_FOR
        return people if timedelta(0) <= age < (_NEW if is_missing else _KEPT_FOR) else {}

    def keep(self, people: Mapping[str, Colleague]) -> None:
        """The list as it is now. One of an account that isn't kept yet is not kept either."""
        if not self.key[0]:
            return
        _kept[self.key] = (self.clock.now(), people)
        _kept.move_to_end(self.key)
        while len(_kept) > _MOST_TEAMS:
            _kept.popitem(last=False)
