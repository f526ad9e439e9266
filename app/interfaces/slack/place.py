"""Where a message is: with one person, or in a thread of a channel. As text it is "U123", "U123/1700000000.000100" or "C123/1700000000.000100"."""

import re
from typing import NamedTuple

from app.interfaces.slack.fields import ID

_ADDRESS = re.compile(rf"({ID})(?:/(\d{{1,10}}\.\d{{1,6}}))?", re.ASCII)


class Place(NamedTuple):
    """`name` is a person's or a channel's id; `thread` the message that a thread hangs on, "" for none."""

    name: str
    thread: str = ""

    @property
    def is_person(self) -> bool:
        """Whether it is a talk with one person."""
        return self.name.startswith(("U", "W"))


def place_at(address: str) -> Place:
    """The place of an address. Raises ValueError for one that isn't Slack's."""
    found = _ADDRESS.fullmatch(address)
    if not found:
        raise ValueError("no address of Slack's")
    return Place(found[1], found[2] or "")
