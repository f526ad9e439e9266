"""Where in Telegram something stands: addresses "chat" or "chat/thread", and ids of messages within them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A chat, and the thread in it where there are threads. Ids of groups are negative."""

    chat: int
    thread: int | None = None

    @property
    def is_group(self) -> bool:
        """More than one person reads it."""
        return self.chat < 0


def place_at(address: str) -> Place:
    """The place of an address. Raises ValueError for what is none."""
    chat, _, thread = address.partition("/")
    return Place(int(chat), int(thread) if thread else None)


def message_number(external_id: str) -> int:
    """The message's own number in the id it is kept under; 0 where that was not made here."""
    number = external_id.split(":")[1:2]
    return int(number[0]) if number and number[0].isdecimal() else 0


def address_of(place: Place) -> str:
    """Where answers go: "chat" or "chat/thread"."""
    return str(place.chat) if place.thread is None else f"{place.chat}/{place.thread}"
