"""What every kind of watching is made of. Data and Protocols only."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app.integrations.accounts import Accounts
from app.integrations.web import NO_WEB, Web
from app.memory.ports import Database
from app.memory.records import AlertRule, Json, User
from app.memory.repositories import Repositories


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that fulfils a rule: `key` names it, so that it is told once; `text` is a sentence; `taint` whose words it holds."""

    key: str
    text: str
    taint: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """One look at one rule."""

    store: Repositories
    database: Database
    user: User
    rule: AlertRule
    now: datetime
    web: Web = NO_WEB
    accounts: Accounts | None = None  # None: nothing elsewhere is reached from here

    @property
    def local(self) -> datetime:
        """The moment on the user's wall clock."""
        return self.now.astimezone(ZoneInfo(self.user.time_zone))


Condition = Json
Read = Callable[[str, datetime], Condition]
Has = Callable[[Repositories, str], Awaitable[bool]]
Told = Callable[["Look", Sequence[Finding]], Awaitable[None]]
Finder = Callable[[Look], Awaitable[Sequence[Finding]]]


@dataclass(frozen=True, slots=True)
class Watch:
    """A kind of thing that can be watched.

    `read` turns the words of a condition, said at a moment on the user's clock, into what is stored, or raises ToolProblem with what to say
    instead; `say` turns it back; `find` looks. `service` is what must be connected before there is anything to find, "" for nothing;
    `has` says for a user whether there is something already. `told` writes down what was said, where others say it too.
    """

    source: str
    example: str
    read: Read
    say: Callable[[Condition], str]
    find: Finder
    cooldown: timedelta
    service: str = ""
    has: Has | None = None
    told: Told | None = None
