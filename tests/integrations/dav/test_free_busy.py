"""Others' busy times by the outbox: the answer is that of RFC 6638, appendix B.5, with more that servers say. No real server was asked."""

from datetime import UTC, datetime

from app.integrations.calendar.free import Interval
from app.integrations.dav.calendars import DavCalendar
from app.integrations.dav.client import reached
from app.integrations.dav.site import Site
from tests.servers.dav import ANA, access
from tests.servers.scripted import Asked, reply, scripted

DAY = (datetime(2027, 3, 16, tzinfo=UTC), datetime(2027, 3, 17, tzinfo=UTC))
DATA = """BEGIN:VCALENDAR
VERSION:2.0
METHOD:REPLY
BEGIN:VFREEBUSY
UID:4FD3AD926350
DTSTAMP:20270316T190420Z
DTSTART:20270316T000000Z
DTEND:20270317T000000Z
ORGANIZER:mailto:ana@example.org
ATTENDEE:mailto:kofi@acme.example
FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20270315T220000Z/20270316T080000Z,20270316T220000Z/20270317T080000Z
FREEBUSY:20270316T120000Z/PT1H,20270316T123000Z/20270316T140000Z,nonsense,/,20270316T150000Z/
FREEBUSY;FBTYPE=FREE:20270316T160000Z/20270316T170000Z
END:VFREEBUSY
END:VCALENDAR
"""
ANSWER = f"""<?xml version="1.0" encoding="utf-8"?>
<C:schedule-response xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
<C:response><C:recipient><D:href>mailto:Kofi@acme.example</D:href></C:recipient>
<C:request-status>2.0;Success</C:request-status><C:calendar-data>{DATA}</C:calendar-data></C:response>
<C:response><C:recipient><D:href>mailto:esi@home.example</D:href></C:recipient>
<C:request-status>3.7;Invalid calendar user</C:request-status></C:response>
<C:response><C:recipient><D:href>mailto:nobody@asked.example</D:href></C:recipient>
<C:request-status>2.0;Success</C:request-status><C:calendar-data>{DATA}</C:calendar-data></C:response>
</C:schedule-response>"""


def _interval(start: int, end: int) -> Interval:
    return Interval(*(datetime(2027, 3, 16 + hour // 24, hour % 24, tzinfo=UTC) for hour in (start, end)))


async def _busy(answer: bytes) -> tuple[dict[str, object], list[Asked]]:
    async with scripted(lambda _: answer) as server, reached(access({}), server.url, ANA) as dav:
        calendar = DavCalendar(dav, Site(f"{server.url}/c/", "", f"{server.url}/out/", ()), (ANA,))
        told = await calendar.busy(("Kofi@Acme.example", "esi@home.example"), *DAY)
        return dict(told), server.asked


async def test_who_is_told_of_is_busy_then_and_of_the_others_nothing_is_known() -> None:
    told, asked = await _busy(reply(200, ANSWER))
    assert told == {
        "Kofi@Acme.example": (_interval(0, 8), _interval(12, 14), _interval(22, 24)),
        "esi@home.example": None,
    }
    [one] = asked
    assert (one.method, one.path, "METHOD:REQUEST" in one.body) == ("POST", "/out/", True)
    assert [line for line in one.body.split("\r\n") if line.startswith(("ORGANIZER", "ATTENDEE"))] == [
        f"ORGANIZER:mailto:{ANA}",
        "ATTENDEE:mailto:esi@home.example",
        "ATTENDEE:mailto:kofi@acme.example",
    ]


async def test_a_server_that_takes_no_question_tells_nothing() -> None:
    told, _ = await _busy(reply(403, "no"))
    assert told == {"Kofi@Acme.example": None, "esi@home.example": None}
