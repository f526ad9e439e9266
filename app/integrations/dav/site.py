"""What an account has at its server: where its calendars and its address books are, and each of them.

Invariant: no two of one kind have the same name. Asks once for each home.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

from app.integrations.dav.client import Dav, joined
from app.integrations.dav.multistatus import CALDAV, CARDDAV, DAV, Member
from app.schedule.zones import is_zone

Kind = Literal["VEVENT", "VTODO", "VCARD"]

CALENDAR = f"{CALDAV}calendar"
ADDRESS_BOOK = f"{CARDDAV}addressbook"
_TYPE = f"{DAV}resourcetype"
_NAME = f"{DAV}displayname"
_RIGHTS = f"{DAV}current-user-privilege-set"
_HOLDS = f"{CALDAV}supported-calendar-component-set"
_ZONE = f"{CALDAV}calendar-timezone"
_USUAL = (
    "default",
    "personal",
    "home",
    "calendar",
    "my calendar",
    "privat",
    "persönlich",
    "personnel",
    "tasks",
    "contacts",
)
_DEFAULT = f"{CALDAV}schedule-default-calendar-URL"
_CS, _OC = "http://calendarserver.org/ns/", "http://owncloud.org/ns"
_INVITED = (f"{_CS}|invite", f"{_OC}|invite")  # with whom a calendar is shared, and how
_ASKED = (_TYPE, _NAME, _RIGHTS, _HOLDS, _ZONE, _DEFAULT, *_INVITED)
_SHARED_WITH_US = f"{_CS}|shared"
_MAY_WRITE = (f"{_CS}|read-write", f"{_OC}|read-write")
_SUBSCRIBED = "http://calendarserver.org/ns/|subscribed"
_TO_WRITE = tuple(f"{DAV}{name}" for name in ("all", "write", "write-content", "bind"))
_MOST = 100
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Site:
    """Where an account's things are, as whole URLs; "" for what the server doesn't have. `outbox` is asked when others are busy;
    `addresses` are those that its server knows its owner by."""

    calendars: str = ""
    contacts: str = ""
    outbox: str = ""
    addresses: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As it is stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Site":
        """From what `as_json` gave."""
        return cls(stored["calendars"], stored["contacts"], stored["outbox"], tuple(stored["addresses"]))


@dataclass(frozen=True, slots=True)
class Collection:
    """A calendar, a list of tasks or an address book. `zone` is an IANA name or "". `is_shared`: others may write into it."""

    url: str
    name: str
    holds: frozenset[Kind]
    is_writable: bool
    is_default: bool = False
    zone: str = ""
    is_shared: bool = False


async def collections(dav: Dav, home: str, kind: Kind) -> list[Collection]:
    """Those of a home that hold such things, the default first, then by name. Raises as Dav.properties does."""
    members = await dav.properties(home, _ASKED, depth=1)
    default = next((joined(one.href, url) for one in members if (url := _default(one))), "")
    found = [one for member in members if (one := _collection(member)) and kind in one.holds]
    found.sort(key=lambda one: (one.name.casefold(), one.url))
    writable = [one for one in found if one.is_writable]
    usual = next((one for one in found if one.url == default), None) or min(writable, key=_unusual, default=None)
    named = _named(found[:_MOST] if usual in found[:_MOST] else [*found[: _MOST - 1], *([usual] if usual else [])])
    first = [replace(one, is_default=True) for one in named if usual and one.url == usual.url]
    return [*first, *(one for one in named if usual is None or one.url != usual.url)]


def _unusual(one: Collection) -> int:
    """How far its name is from those that a person's own first calendar has; where the server doesn't say which it is."""
    names = {one.name.casefold(), one.url.rstrip("/").rpartition("/")[2].casefold()}
    return next((place for place, usual in enumerate(_USUAL) if usual in names), len(_USUAL))


def _default(member: Member) -> str:
    found = member.properties.get(_DEFAULT)
    return found.text_of(f"{DAV}href") if found else ""


def _collection(member: Member) -> Collection | None:
    """What a resource is, if it is one of ours."""
    kinds = {child.name for child in member.properties[_TYPE].children} if _TYPE in member.properties else set[str]()
    if not kinds & {CALENDAR, ADDRESS_BOOK}:
        return None
    rights = member.properties.get(_RIGHTS)
    given = {right.name for one in rights.named(f"{DAV}privilege") for right in one.children} if rights else set[str]()
    return Collection(
        member.href,
        member.text(_NAME)[:_LONGEST_NAME] or unquote(urlsplit(member.href).path.rstrip("/").rpartition("/")[2]),
        frozenset({"VCARD"}) if ADDRESS_BOOK in kinds else _holds(member),
        is_writable=_SUBSCRIBED not in kinds and (rights is None or any(name in given for name in _TO_WRITE)),
        zone=_zone(member.text(_ZONE)),
        is_shared=_SHARED_WITH_US in kinds or _is_written_by_others(member),
    )


def _is_written_by_others(member: Member) -> bool:
    """Whether its server names anybody who may write there beside its owner. (Radicale and Xandikos tell nothing of that.)"""
    invited = (member.properties[name] for name in _INVITED if name in member.properties)
    return any(True for one in invited for name in _MAY_WRITE for _ in one.every(name))


def _holds(member: Member) -> frozenset[Kind]:
    """What a calendar takes: everything where the server doesn't say."""
    said = member.properties.get(_HOLDS)
    named = {one.attributes.get("name", "").upper() for one in said.children} if said else {"VEVENT", "VTODO"}
    kinds: tuple[Kind, ...] = ("VEVENT", "VTODO")
    return frozenset(kind for kind in kinds if kind in named)


def _zone(text: str) -> str:
    """The name of the zone that a VTIMEZONE is of."""
    lines = (line.strip() for line in text[:2_000].splitlines())
    name = next((line.partition(":")[2] for line in lines if line.startswith("TZID")), "")
    return name if is_zone(name) else ""


def _named(found: Sequence[Collection]) -> list[Collection]:
    """Each with a name of its own: the second “Home” is “Home (2)”."""
    taken: set[str] = set()
    named: list[Collection] = []
    for one in found:
        number, name = 1, one.name
        while name.casefold() in taken:
            number += 1
            name = f"{one.name} ({number})"
        taken.add(name.casefold())
        named.append(replace(one, name=name))
    return named
