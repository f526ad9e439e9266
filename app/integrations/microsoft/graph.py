"""What all of Microsoft Graph has in common: where it is, how its lists are paged, how its texts and times are read and written.

Invariant: nothing that it answers is believed to be of the right kind; what isn't there is "" or None. A list is followed only so far as
its caller reads, and never to another server (`Calls` sees to that).
"""

from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime, tzinfo
from typing import Any, cast
from urllib.parse import quote, urlsplit

from app.errors import AccountAway, NotFound
from app.integrations.access import Access
from app.integrations.calls import Calls, Reply
from app.vendor_settings import MICROSOFT_GRAPH

Item = Mapping[str, Any]
"""One thing as Graph writes it in JSON."""

_VERSION = "v1.0"
IMMUTABLE = {"Prefer": 'IdType="ImmutableId"'}
"""Ids that stay when a thing is moved to another folder."""
_MOST_PAGES = 100
_YEARS = range(2, 9_990)
_ODD = "{host} doesn't answer just now (an answer of an unknown form). Try again in a moment."


def base_of(access: Access) -> str:
    """Where this account's Graph is: the public one, unless its settings say otherwise (a national cloud)."""
    return f"{str(access.account.settings.get('api') or MICROSOFT_GRAPH).rstrip('/')}/{_VERSION}"


def calls_to(access: Access) -> Calls:
    """The requests of one account."""
    return Calls(access, base_of(access))


async def listed(
    calls: Calls,
    path: str,
    params: Mapping[str, str | int | bool | list[str]] | None = None,
    headers: Mapping[str, str] | None = None,
) -> AsyncIterator[Item]:
    """What a list holds, page after page as it is read. Raises what `Calls.call` does."""
    url, asked = path, params
    for _ in range(_MOST_PAGES):
        page = thing(await calls.call("GET", url, params=asked, headers=headers))
        for one in things(page.get("value")):
            yield one
        url, asked = text(page, "@odata.nextLink"), None
        if not url:
            return


def thing(reply: Reply) -> Item:
    """The object that a reply holds. Raises AccountAway where it holds something else."""
    found = reply.json()
    if not isinstance(found, dict):
        raise AccountAway(_ODD.format(host=urlsplit(reply.url).hostname))
    return cast("Item", found)


def things(value: object) -> list[Item]:
    """The objects of a list."""
    return (
        [cast("Item", one) for one in cast("list[object]", value) if isinstance(one, dict)]
        if isinstance(value, list)
        else []
    )


def texts(value: object) -> list[str]:
    """The texts of a list, without empty ones."""
    return (
        [one for one in cast("list[object]", value) if isinstance(one, str) and one] if isinstance(value, list) else []
    )


def part(item: Item, name: str) -> Item:
    """An object inside an object."""
    value = item.get(name)
    return cast("Item", value) if isinstance(value, dict) else {}


def text(item: Item, *path: str) -> str:
    """The text at the end of a path of names."""
    for name in path[:-1]:
        item = part(item, name)
    value = item.get(path[-1])
    return value if isinstance(value, str) else ""


def number(item: Item, name: str) -> int:
    """A whole number; 0 for none."""
    value = item.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def moment(written: str, zone: tzinfo = UTC) -> datetime | None:
    """A time, aware; one without an offset is of `zone`. None for what is none, as "0001-01-01" is, and at the ends of the calendar, where
    nothing can be added or shown in another zone."""
    try:
        found = datetime.fromisoformat(written)
    except ValueError:
        return None
    if found.year not in _YEARS:
        return None
    return found if found.tzinfo else found.replace(tzinfo=zone)


def stamp(at: datetime) -> str:
    """A time in UTC, to the second, as Graph's filters want it."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def in_utc(at: datetime) -> dict[str, str]:
    """A dateTimeTimeZone of a moment."""
    return {"dateTime": at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S"), "timeZone": "UTC"}


def literal(value: str) -> str:
    """A text inside a filter."""
    return "'" + value.replace("'", "''") + "'"


def at(*parts: str) -> str:
    """A path of names and ids, each of which is one part of it whatever it holds. Raises NotFound for what can be no id."""
    if not {"", ".", ".."}.isdisjoint(parts):
        raise NotFound()
    return "/".join(quote(one, safe="$()") for one in parts)
