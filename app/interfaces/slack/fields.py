"""Reading JSON that anybody may have written: each value of its type, or an empty one."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from app.interfaces.writing.runs import clean

ID = r"[A-Z]\w{1,40}"  # Slack names no shape of its ids but the letter that they begin with
_ID = re.compile(ID, re.ASCII)
_TS = re.compile(r"(\d{1,10})\.(\d{1,6})")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def table(value: Any, *names: str) -> Mapping[str, Any]:
    """The object at the end of these names; empty where there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def tables(value: Any, name: str, most: int = 100) -> list[Mapping[str, Any]]:
    """The objects of a list."""
    listed = value.get(name) if isinstance(value, Mapping) else None
    return [each for each in listed[:most] if isinstance(each, dict)] if isinstance(listed, list) else []


def text(value: Mapping[str, Any], *names: str) -> str:
    """The first text under these names that isn't blank; without what can't be shown or stored."""
    found = (value.get(name) for name in names)
    return next((clean(each) for each in found if isinstance(each, str) and each.strip()), "")


def line(value: Mapping[str, Any], *names: str) -> str:
    """The same on one line."""
    return " ".join(text(value, *names).split())


def name_of(value: Mapping[str, Any], name: str) -> str:
    """An id of Slack's; empty where it is none."""
    found = value.get(name)
    return found if isinstance(found, str) and _ID.fullmatch(found) else ""


def ts_of(value: Mapping[str, Any], *names: str) -> str:
    """A message's name in its channel, which is the moment it was sent; empty where it is none."""
    found = (value.get(name) for name in names)
    return next((each for each in found if isinstance(each, str) and _TS.fullmatch(each)), "")


def moment(ts: str) -> datetime:
    """When a message was sent, by its name."""
    found = _TS.fullmatch(ts)
    seconds, fraction = (found[1], found[2]) if found else ("0", "0")
    return _EPOCH + timedelta(seconds=int(seconds), microseconds=int(fraction.ljust(6, "0")))
