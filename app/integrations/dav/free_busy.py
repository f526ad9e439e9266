"""When other people are busy, as their server tells it to ours (RFC 6638): a question put into the outbox, and its answer.

Invariant: whoever the server says nothing certain of is not in the answer.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial

from app.errors import ToolProblem
from app.integrations.calendar.free import Interval
from app.integrations.calendar.lines import Property, bare, parse
from app.integrations.calendar.values import read_length, read_wall, time_text
from app.integrations.dav.client import Dav, worked_out
from app.integrations.dav.multistatus import CALDAV, DAV, Node

log = logging.getLogger(__name__)

_KIND = "text/calendar; charset=utf-8; method=REQUEST"
_MOST_PEOPLE = 50
_MOST_INTERVALS = 5_000
_SUCCESS = "2."


async def asked(
    dav: Dav, outbox: str, own: str, others: Sequence[str], window: tuple[datetime, datetime]
) -> dict[str, Sequence[Interval]]:
    """Those of whom it was told, by address; nobody where the server doesn't take the question. Raises AccountAway, AccountClosed."""
    try:
        answer = await dav.post(outbox, _request(own, others[:_MOST_PEOPLE], window), _KIND)
    except ToolProblem:
        log.info("an outbox took no question", extra={"event": "dav.no_free_busy"})
        return {}
    return await worked_out(partial(_told, answer, set(others), window))


def _request(own: str, others: Iterable[str], window: tuple[datetime, datetime]) -> bytes:
    start, end = (f"{time_text(when.astimezone(UTC))}Z" for when in window)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Kwasi//Calendar//EN",
        "METHOD:REQUEST",
        "BEGIN:VFREEBUSY",
        f"UID:free-busy-{start}-{end}",
        f"DTSTAMP:{start}",
        f"DTSTART:{start}",
        f"DTEND:{end}",
        f"ORGANIZER:mailto:{bare(own)}",
        *(f"ATTENDEE:mailto:{bare(other)}" for other in others),
        "END:VFREEBUSY",
        "END:VCALENDAR",
    ]
    return "".join(f"{line}\r\n" for line in lines).encode()


def _told(answer: Node, others: set[str], window: tuple[datetime, datetime]) -> dict[str, Sequence[Interval]]:
    found: dict[str, Sequence[Interval]] = {}
    for response in answer.named(f"{CALDAV}response"):
        recipient = response.first(f"{CALDAV}recipient")
        written = recipient.text_of(f"{DAV}href") if recipient else ""
        address = written.casefold().removeprefix("mailto:").strip()
        if address in others and response.text_of(f"{CALDAV}request-status").startswith(_SUCCESS):
            found[address] = _merged(_busy(response.text_of(f"{CALDAV}calendar-data"), window))
    return found


def _busy(data: str, window: tuple[datetime, datetime]) -> Iterator[Interval]:
    """The busy times in a VFREEBUSY, cut to the window."""
    roots, _ = parse(data)
    periods = (
        period
        for root in roots
        for component in root.named("VFREEBUSY")
        for line in component.every("FREEBUSY")
        if line.params.get("FBTYPE", "BUSY").upper() != "FREE"
        for period in _periods(line)
    )
    first, last = (when.astimezone(UTC) for when in window)
    for start, end in periods:
        if max(start, first) < min(end, last):
            yield Interval(max(start, first), min(end, last))


def _periods(line: Property) -> Iterator[tuple[datetime, datetime]]:
    for text in line.value.split(",", _MOST_INTERVALS)[:_MOST_INTERVALS]:
        begins, _, rest = text.partition("/")
        start, end, lasts = read_wall(begins, UTC), read_wall(rest, UTC), read_length(rest)
        if start is not None and end is not None:
            yield start.moment(UTC), end.moment(UTC)
        elif start is not None and lasts is not None:
            begin = start.moment(UTC)
            yield begin, lasts[1].after(start, UTC, begin)


def _merged(found: Iterable[Interval]) -> Sequence[Interval]:
    """In order, without touching."""
    merged: list[Interval] = []
    for one in sorted(found, key=lambda one: (one.start, one.end)):
        if merged and one.start <= merged[-1].end:
            merged[-1] = Interval(merged[-1].start, max(merged[-1].end, one.end))
        else:
            merged.append(one)
    return tuple(merged)
