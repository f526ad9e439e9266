"""What an account elsewhere can do for us: one small port a thing, in words of the domain. No vendor's types, names or errors here.

Every method may raise AccountAway (later may work) or AccountClosed (the account is to be connected again); one that changes something may
raise OutcomeUnknown (it was handed over, and nobody knows how that ended), ChangedElsewhere (it is no longer the version that was given) and
ToolProblem with the vendor's refusal in a user's words. Texts are other people's words. Times are aware.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from app.integrations.calendar.changing import Answer, Change, Scope
from app.integrations.calendar.event import Event
from app.integrations.calendar.former import Former
from app.integrations.calendar.free import Interval
from app.integrations.calendar.itip import Notice
from app.integrations.calendar.todo import Todo

PLACES = ("inbox", "sent", "drafts", "archive", "trash", "junk")
"""What every mailbox has, under whatever name it has there."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was written at a service: the service's own id of it, and its page."""

    id: str
    url: str


@dataclass(frozen=True, slots=True)
class Remark:
    """What somebody wrote below an item or a ticket; `verdict` where it is a review, `place` the file and line where it stands in a diff, `author_id`
    how the service names them where that is no name."""

    author: str
    at: datetime
    text: str
    verdict: str = ""
    place: str = ""
    author_id: str = ""


@dataclass(frozen=True, slots=True)
class MailQuery:
    """Which mails: every field that is set must fit. `words` stand anywhere, `sender` and `recipient` are names or addresses; days are of
    the user's calendar, `until` included; `folder` is a name, or one of PLACES ("" is the inbox), or "*" for all but trash and junk; `thread` are Message-IDs of one conversation: all mails that are one of them or answer one; `zone` is the IANA name of the clock that days are of."""

    words: str = ""
    sender: str = ""
    recipient: str = ""
    subject: str = ""
    since: date | None = None
    until: date | None = None
    unread: bool | None = None
    has_files: bool = False
    folder: str = ""
    message_id: str = ""
    thread: tuple[str, ...] = ()
    zone: str = "UTC"


@dataclass(frozen=True, slots=True)
class MailKey:
    """Where a mail lies: `uid` is the folder's own number of it, with the folder's generation where it has one."""

    folder: str
    uid: str


@dataclass(frozen=True, slots=True)
class ListedMail:
    """A mail as its folder lists it. `received_at` is aware; `size` in bytes."""

    key: MailKey
    message_id: str
    sender_name: str
    sender: str
    subject: str
    received_at: datetime
    is_unread: bool
    size: int


class Mailbox(Protocol):
    """One account's mail."""

    async def search(self, query: MailQuery, limit: int) -> Sequence[ListedMail]:
        """The newest `limit` that fit, newest first."""
        ...

    async def fetch(self, key: MailKey) -> bytes | None:
        """The whole message, as it came; None where it no longer lies there."""
        ...

    async def mark(self, key: MailKey, *, unread: bool) -> bool:
        """As read, or as unread; False where it no longer lies there."""
        ...

    async def move(self, key: MailKey, place: str) -> MailKey | None:
        """Put it into one of PLACES, or a folder of that name; where it lies now. None where it no longer lay there. Raises NotFound with the
        folders there are."""
        ...

    async def send(self, message: bytes, sender: str, recipients: Sequence[str]) -> None:
        """Hand a mail over, and keep it among those sent. Raises SendRefused where it was not taken for good, SendUnknown where nobody knows
        whether it was, AccountAway where it certainly was not and may be later."""
        ...

    async def draft(self, message: bytes) -> MailKey | None:
        """Put a message of our own among the drafts; where it lies, where that can be told."""
        ...


@dataclass(frozen=True, slots=True)
class NewMail:
    """What came since a watermark, oldest first, and the watermark after it. `missed`: the vendor no longer knows the old one, so that
    there may be more than is told here."""

    mails: tuple[ListedMail, ...]
    watermark: str
    missed: bool = False


class MailWatch(Protocol):
    """What comes into one account's inbox."""

    async def news(self, watermark: str, limit: int) -> NewMail:
        """What came into the inbox since that watermark, at most `limit` of it; with "" nothing, and the watermark of now."""
        ...

    async def wait(self, seconds: float) -> bool:
        """Until something comes, or that long; whether something came. Asks nothing of the vendor oftener than it likes; a vendor that
        can't tell waits the whole time and says True."""
        ...


@dataclass(frozen=True, slots=True)
class CalendarInfo:
    """One of an account's calendars, shared and subscribed ones too. `id` is its server's name for it, `name` the shown one, unique in
    the account; `zone` an IANA name or "". `is_shared`: others may write into it too, as far as its server says. `tells_guests`: its server
    writes to the guests of what is put, changed or taken away there."""

    id: str
    name: str
    is_writable: bool = True
    is_default: bool = False
    zone: str = ""
    is_shared: bool = False
    tells_guests: bool = True


@dataclass(frozen=True, slots=True)
class Changed:
    """What a change of an event leaves: `former` puts it back as it was, where that can be kept; `notices` are what its guests are to be told,
    where the calendar doesn't tell them."""

    former: Former | None = None
    notices: Sequence[Notice] = ()


class Calendar(Protocol):
    """One account's calendars. An event that is given back here is one that was read here: its `href` and `etag` say which version."""

    async def calendars(self) -> Sequence[CalendarInfo]:
        """All of them, the default first."""
        ...

    async def between(self, start: datetime, end: datetime, *, zone: ZoneInfo, calendar: str = "") -> Sequence[Event]:
        """What overlaps [start, end), each time of a series by itself, soonest first, cancelled ones included; of all calendars, or of the
        one with that name or id. `zone` is the reader's: days and floating times are read in it. Raises NotFound with the names."""
        ...

    async def create(self, event: Event | Former, *, zone: ZoneInfo, at: datetime, invited: bytes = b"") -> Event:
        """Put a new one into the calendar that `event.calendar` names ("" is the default); as it lies there. `event.uid` is the caller's own:
        where one with it is there already, that one is given (`was_there`) and nothing is made. Guests are invited by the vendor where it does
        that. `invited` is the file of an invitation to it, which a calendar that doesn't tell guests keeps as it is, in the place of an older
        version. A Former is put back with all its server knew of it; raises ChangedElsewhere where it isn't as the change of then left it."""
        ...

    async def change(self, event: Event, wanted: Change | Answer, *, zone: ZoneInfo, at: datetime) -> Changed:
        """Change it, or answer its invitation. Raises NotFound where it is gone, ChangedElsewhere."""
        ...

    async def delete(self, event: Event, scope: Scope, *, zone: ZoneInfo, at: datetime) -> Changed:
        """Take it away: this one, this and the following, or the whole series. Raises NotFound
        where it is gone, ChangedElsewhere."""
        ...

    async def busy(
        self, addresses: Sequence[str], start: datetime, end: datetime
    ) -> dict[str, Sequence[Interval] | None]:
        """When these people are busy, as far as the vendor tells; None for whom it doesn't."""
        ...


@dataclass(frozen=True, slots=True)
class TaskListInfo:
    """One of an account's lists of tasks."""

    id: str
    name: str
    is_default: bool = False


class TaskList(Protocol):
    """One account's lists of tasks. A task's `uid` is its server's name for it, `href` where it lies, `etag` which version this is."""

    async def lists(self) -> Sequence[TaskListInfo]:
        """All of them, the default first."""
        ...

    async def items(self, list_id: str, *, zone: ZoneInfo) -> Sequence[Todo]:
        """All tasks of a list, done ones too where the vendor keeps them. `zone` is the reader's. Raises NotFound for a list that is gone."""
        ...

    async def add(self, list_id: str, todo: Todo, *, at: datetime) -> Todo:
        """Put a new one there; as it lies there. `todo.uid` is the caller's own, kept where the vendor lets one choose; where one with it is
        there already, that one is given and nothing is made."""
        ...

    async def change(self, list_id: str, todo: Todo, *, at: datetime) -> Todo:
        """Make it as it is given here (title, due, done, priority, notes), everything else kept; as it lies there then. Raises NotFound,
        ChangedElsewhere."""
        ...

    async def delete(self, list_id: str, todo: Todo) -> None:
        """Take it away; one that is gone already is well."""
        ...


@dataclass(frozen=True, slots=True)
class Contact:
    """Somebody in an address book. Addresses and numbers are as they are written there, the preferred first."""

    id: str
    name: str
    addresses: tuple[str, ...] = ()
    phones: tuple[str, ...] = ()
    organisation: str = ""
    birthday: str = ""
    nicknames: tuple[str, ...] = ()


class AddressBook(Protocol):
    """One account's contacts, in all its books."""

    async def find(self, words: str, limit: int) -> Sequence[Contact]:
        """Those whose name, nickname, organisation or address holds each of these words, whatever their case or accents."""
        ...

    async def all(self, limit: int) -> Sequence[Contact]:
        """The first so many, by name."""
        ...


@dataclass(frozen=True, slots=True)
class Me:
    """Whom an account's vendor takes us for: `handle` is how they are mentioned there, `name` what they are called, `site` which of the
    vendor's sites it is where one has many at the same address."""

    handle: str
    name: str = ""
    site: str = ""


class KnowsMe(Protocol):
    """What every service of work can say."""

    async def me(self) -> Me:
        """Whose account it is."""
        ...
