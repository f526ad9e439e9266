"""The port of calendars over real servers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.errors import AccountAway, ChangedElsewhere, NotFound, OutcomeUnknown, ToolProblem
from app.integrations.calendar.changing import Change
from app.integrations.calendar.event import Event, Guest
from app.integrations.calendar.former import Former
from app.integrations.calendar.free import Interval
from app.integrations.dav.calendars import DavCalendar, opened_calendar
from app.integrations.dav.site import Site
from tests.servers.dav import ANA, NOON, DavServer, access
from tests.servers.scripted import Answer, Asked, Scripted, multistatus, reply, response, scripted

_ICS = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Other//EN
BEGIN:VEVENT
UID:{uid}
DTSTAMP:20270301T090000Z
DTSTART:20270317T100000Z
DTEND:20270317T110000Z
SUMMARY:{title}
{rest}END:VEVENT
END:VCALENDAR
"""
PARIS = ZoneInfo("Europe/Paris")
SPRING = (datetime(2027, 3, 1, tzinfo=PARIS), datetime(2027, 5, 1, tzinfo=PARIS))


@pytest.fixture
async def calendar(server: DavServer) -> AsyncIterator[DavCalendar]:
    server.add_calendar("home", "Home")
    async with opened_calendar(access({"site": server.site.as_json(), "user": ANA})) as opened:
        yield opened


def _event(title: str = "Dentist", **fields: object) -> Event:
    start = datetime(2027, 3, 16, 15, 0, tzinfo=PARIS)
    given = {"uid": "a-uid", "key": "a-uid", "start": start, "end": start + timedelta(hours=1), "zone": "Europe/Paris"}
    return Event(title=title, **given | fields)  # type: ignore[arg-type]


async def _made(calendar: DavCalendar, **fields: object) -> list[Event]:
    await calendar.create(_event(**fields), zone=PARIS, at=NOON)  # type: ignore[arg-type]
    return await _all(calendar)


async def _all(calendar: DavCalendar) -> list[Event]:
    return list(await calendar.between(*SPRING, zone=PARIS))


async def test_what_is_created_lies_there_and_a_second_time_makes_no_second(calendar: DavCalendar) -> None:
    first = await calendar.create(_event(notes="Bring the card; floor 2, left"), zone=PARIS, at=NOON)
    again = await calendar.create(_event("Another"), zone=PARIS, at=NOON)
    [found] = await _all(calendar)
    assert (again.title, again.etag, again.href) == ("Dentist", first.etag, first.href)
    assert (found.title, found.notes, found.calendar) == ("Dentist", "Bring the card; floor 2, left", "Home")
    assert (found.start, found.zone, found.href, found.etag) == (
        datetime(2027, 3, 16, 15, 0, tzinfo=PARIS),
        "Europe/Paris",
        first.href,
        first.etag,
    )


async def test_a_uid_that_another_program_put_under_another_name_is_given(
    calendar: DavCalendar, server: DavServer
) -> None:
    server.put(f"{server.home}home/other.ics", _ICS.format(uid="a-uid", title="Theirs", rest=""))
    made = await calendar.create(_event("Ours"), zone=PARIS, at=NOON)
    assert (made.title, [one.title for one in await _all(calendar)]) == ("Theirs", ["Theirs"])


_WEEKLY = {"uid": "w", "key": "w", "rule": "FREQ=WEEKLY;COUNT=6"}


async def test_a_series_keeps_its_hour_over_the_change_of_clocks(calendar: DavCalendar) -> None:
    found = await _made(calendar, **_WEEKLY)
    assert [one.start.hour for one in found if isinstance(one.start, datetime)] == [15] * 6
    offsets = [one.start.utcoffset() for one in found if isinstance(one.start, datetime)]
    assert (offsets[1], offsets[2]) == (timedelta(hours=1), timedelta(hours=2))
    week = await calendar.between(datetime(2027, 4, 5, tzinfo=PARIS), datetime(2027, 4, 12, tzinfo=PARIS), zone=PARIS)
    assert [one.start for one in week] == [datetime(2027, 4, 6, 15, tzinfo=PARIS)]


async def test_one_of_a_series_is_changed_and_one_taken_away(calendar: DavCalendar) -> None:
    first, second, third, *_ = await _made(calendar, **_WEEKLY)
    moved = datetime(2027, 3, 24, 9, tzinfo=PARIS)
    await calendar.change(second, Change(second.key, "one", start=moved, title="Moved"), zone=PARIS, at=NOON)
    now = await _all(calendar)
    assert [(one.title, one.start) for one in now][:3] == [
        ("Dentist", first.start),
        ("Moved", moved),
        ("Dentist", third.start),
    ]
    await calendar.delete(now[2], "one", zone=PARIS, at=NOON)
    assert [one.start.day for one in await _all(calendar)] == [16, 24, 6, 13, 20]


async def test_this_and_the_following_become_a_series_of_their_own(calendar: DavCalendar) -> None:
    found = await _made(calendar, **_WEEKLY)
    third = found[2]
    await calendar.change(third, Change(third.key, "following", title="Later"), zone=PARIS, at=NOON)
    now = await _all(calendar)
    assert [one.title for one in now] == ["Dentist"] * 2 + ["Later"] * 4
    assert [one.start for one in now] == [one.start for one in found]
    assert len({one.href for one in now}) == 2
    await calendar.delete(now[4], "following", zone=PARIS, at=NOON)
    await calendar.delete(now[0], "all", zone=PARIS, at=NOON)
    assert [one.title for one in await _all(calendar)] == ["Later"] * 2


async def test_a_series_that_was_half_parted_when_we_ended_is_parted_once(
    calendar: DavCalendar, server: DavServer
) -> None:
    found = await _made(calendar, **_WEEKLY)
    path = found[0].href.removeprefix(server.url)
    whole = server.ask("GET", path, status=200).content
    await calendar.change(found[2], Change(found[2].key, "following", title="First try"), zone=PARIS, at=NOON)
    server.ask("PUT", path, status=204, data=whole, content_type="text/calendar; charset=utf-8")
    third = next(one for one in await _all(calendar) if one.key == found[2].key)
    await calendar.change(third, Change(third.key, "following", title="Second try"), zone=PARIS, at=NOON)
    assert [one.title for one in await _all(calendar)] == ["Dentist"] * 2 + ["Second try"] * 4


async def test_a_series_that_was_changed_elsewhere_is_not_parted(calendar: DavCalendar, server: DavServer) -> None:
    found = await _made(calendar, **_WEEKLY)
    await calendar.change(found[0], Change("w", title="Theirs"), zone=PARIS, at=NOON)
    third = found[2]
    with pytest.raises(ChangedElsewhere):
        await calendar.change(third, Change(third.key, "following", title="Ours"), zone=PARIS, at=NOON)
    assert [one.title for one in await _all(calendar)] == ["Theirs"] * 6


async def test_what_was_changed_elsewhere_is_left(calendar: DavCalendar) -> None:
    [event] = await _made(calendar)
    await calendar.change(event, Change(event.key, title="Doctor"), zone=PARIS, at=NOON)
    with pytest.raises(ChangedElsewhere):
        await calendar.change(event, Change(event.key, title="Hairdresser"), zone=PARIS, at=NOON)
    with pytest.raises(ChangedElsewhere):
        await calendar.delete(event, "all", zone=PARIS, at=NOON)
    [now] = await _all(calendar)
    assert now.title == "Doctor"
    await calendar.delete(now, "all", zone=PARIS, at=NOON)
    assert await _all(calendar) == []
    for changing in (
        calendar.delete(now, "all", zone=PARIS, at=NOON),
        calendar.change(now, "declined", zone=PARIS, at=NOON),
    ):
        with pytest.raises(NotFound):
            await changing


RICH = """CLASS:CONFIDENTIAL
CATEGORIES:Health,Family
ATTACH:https://example.org/form.pdf
X-COLOUR;X-SHADE=dark:teal
BEGIN:VALARM
ACTION:DISPLAY
TRIGGER:-PT90M
DESCRIPTION:Leave
X-SNOOZE:5
END:VALARM
"""


async def test_what_was_taken_away_is_put_back_with_all_that_others_keep_in_it(
    calendar: DavCalendar, server: DavServer
) -> None:
    url = f"{server.home}home/theirs.ics"
    server.put(url, _ICS.format(uid="rich@example.org", title="Dentist", rest=RICH))
    before = server.get(url)
    [found] = await _all(calendar)
    former = await calendar.delete(found, "all", zone=PARIS, at=NOON)
    assert former is not None
    assert await _all(calendar) == []
    stored = await calendar.create(Former.from_json(former.as_json()), zone=PARIS, at=NOON)
    assert (stored.uid, stored.href, stored.title) == (found.uid, found.href, "Dentist")
    assert server.get(url) == before
    assert (await calendar.create(former, zone=PARIS, at=NOON)).etag == stored.etag


async def test_what_was_changed_is_put_as_it_was_unless_others_changed_it_since(
    calendar: DavCalendar, server: DavServer
) -> None:
    url = f"{server.home}home/theirs.ics"
    server.put(url, _ICS.format(uid="rich@example.org", title="Dentist", rest=RICH))
    before = server.get(url)
    [found] = await _all(calendar)
    former = await calendar.change(found, Change(key=found.key, title="Doctor"), zone=PARIS, at=NOON)
    assert former is not None
    assert [one.title for one in await _all(calendar)] == ["Doctor"]
    await calendar.create(former, zone=PARIS, at=NOON)
    assert server.get(url) == before
    [found] = await _all(calendar)
    former = await calendar.change(found, Change(key=found.key, title="Doctor"), zone=PARIS, at=NOON)
    assert former is not None
    [found] = await _all(calendar)
    await calendar.change(found, Change(key=found.key, title="Surgeon"), zone=PARIS, at=NOON)
    with pytest.raises(ChangedElsewhere):
        await calendar.create(former, zone=PARIS, at=NOON)
    assert [one.title for one in await _all(calendar)] == ["Surgeon"]


async def test_what_is_too_large_to_be_kept_is_not_kept(calendar: DavCalendar, server: DavServer) -> None:
    noise = "".join(f"{number * 2654435761 % 2**64:016x}" for number in range(30_000))
    server.put(f"{server.home}home/large.ics", _ICS.format(uid="l@x", title="Large", rest=f"X-NOISE:{noise}\n"))
    [found] = await _all(calendar)
    assert await calendar.delete(found, "all", zone=PARIS, at=NOON) is None


async def test_a_place_that_stays_shut_is_not_the_only_one() -> None:
    """A server that remembers the name of what was deleted, as some do."""
    kept: dict[str, bytes] = {}

    def answer(asked: Asked) -> bytes:
        if asked.method == "PUT" and "again-" not in asked.path:
            return reply(403)
        if asked.method == "PUT":
            kept[asked.path] = asked.body.encode()
            return reply(201, etag='"2"')
        return reply(200, kept[asked.path].decode(), etag='"2"')

    async with _over(answer) as (calendar, server):
        data = _ICS.format(uid="a-uid", title="Dentist", rest=RICH).encode()
        lay = Event("a-uid", "a-uid", "Dentist", NOON, NOON, calendar="Home", href=f"{server.url}/cal/home/a-uid.ics")
        former = Former.of(lay, data)
        assert former is not None
        stored = await calendar.create(former, zone=PARIS, at=NOON)
    assert stored.uid == "a-uid"
    assert stored.href.endswith("again-a-uid.ics")
    assert [*kept.values()] == [data]


async def test_days_and_floating_times_are_the_readers(calendar: DavCalendar, server: DavServer) -> None:
    day = _event("Holiday", uid="d", key="d", start=date(2027, 3, 20), end=date(2027, 3, 22), all_day=True, zone="")
    await calendar.create(day, zone=PARIS, at=NOON)
    floating = "DTSTART:20270322T230000\nDTEND:20270322T233000"
    text = _ICS.format(uid="f", title="Pills", rest="").replace("DTSTART:20270317T100000Z", floating)
    server.put(f"{server.home}home/f.ics", text.replace("DTEND:20270317T110000Z\n", ""))
    accra = ZoneInfo("Pacific/Auckland")
    one, other = await calendar.between(*SPRING, zone=accra)
    assert (one.all_day, one.start, one.end) == (True, date(2027, 3, 20), date(2027, 3, 22))
    assert (other.floating, other.start) == (True, datetime(2027, 3, 22, 23, tzinfo=accra))
    night = (datetime(2027, 3, 22, 22, tzinfo=accra), datetime(2027, 3, 23, tzinfo=accra))
    assert [found.title for found in await calendar.between(*night, zone=accra)] == ["Pills"]
    assert [found.title for found in await calendar.between(*night, zone=PARIS)] == []


async def test_an_invitation_is_answered(calendar: DavCalendar, server: DavServer) -> None:
    invited = f"ORGANIZER:mailto:kofi@acme.example\nATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:{ANA}\n"
    server.put(f"{server.home}home/i.ics", _ICS.format(uid="i", title="Review", rest=invited))
    [event] = await _all(calendar)
    await calendar.change(event, "accepted", zone=PARIS, at=NOON)
    [now] = await _all(calendar)
    assert [(guest.address, guest.status) for guest in now.guests] == [(ANA, "accepted")]
    [mine] = await _made(calendar, uid="m", key="m", start=SPRING[0], end=SPRING[0]) and [
        one for one in await _all(calendar) if one.uid == "m"
    ]
    with pytest.raises(ToolProblem, match="guests"):
        await calendar.change(mine, "declined", zone=PARIS, at=NOON)


async def test_who_invites_is_the_organizer(calendar: DavCalendar) -> None:
    [event] = await _made(calendar, guests=(Guest("Kofi", "kofi@acme.example"),))
    assert event.organizer is not None
    assert (event.organizer.address, [guest.address for guest in event.guests]) == (ANA, ["kofi@acme.example"])


async def test_all_calendars_are_read_and_one_is_chosen_by_its_name(calendar: DavCalendar, server: DavServer) -> None:
    zone = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\nBEGIN:VTIMEZONE\nTZID:Africa/Accra\nBEGIN:STANDARD\n"
    zone += (
        "DTSTART:19700101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0000\nEND:STANDARD\nEND:VTIMEZONE\nEND:VCALENDAR\n"
    )
    server.add_calendar("work", "Work")
    server.add_calendar("second", "Home", zone=zone)
    server.add_calendar("list", "Tasks", holds="VTODO")
    known = await calendar.calendars()
    assert sorted(one.name for one in known) == ["Home", "Home (2)", "Work"]
    assert [(one.is_default, one.is_writable) for one in known] == [(True, True), (False, True), (False, True)]
    assert known[0].name.startswith("Home")
    for name in ("Work", "home (2)", known[0].id):
        await calendar.create(_event(name, uid=name[:4], key=name[:4], calendar=name), zone=PARIS, at=NOON)
    assert sorted(one.calendar for one in await _all(calendar)) == ["Home", "Home (2)", "Work"]
    assert [one.title for one in await calendar.between(*SPRING, zone=PARIS, calendar="work")] == ["Work"]
    with pytest.raises(NotFound, match="Work"):
        await calendar.between(*SPRING, zone=PARIS, calendar="School")


async def test_we_are_busy_by_our_own_events_and_nobody_tells_of_others(calendar: DavCalendar) -> None:
    await _made(calendar)
    start = datetime(2027, 3, 16, 14, tzinfo=UTC)
    told = await calendar.busy((ANA.title(), "kofi@acme.example"), *SPRING)
    assert told == {ANA.title(): (Interval(start, start + timedelta(hours=1)),), "kofi@acme.example": None}


async def test_a_change_that_can_not_be_is_said(calendar: DavCalendar) -> None:
    [event] = await _made(calendar)
    wrong = Change(event.key, end=datetime(2027, 3, 1, tzinfo=PARIS))
    with pytest.raises(ToolProblem, match="before"):
        await calendar.change(event, wrong, zone=PARIS, at=NOON)


async def test_another_programs_words_are_kept_when_a_time_changes(calendar: DavCalendar, server: DavServer) -> None:
    server.put(f"{server.home}home/k.ics", _ICS.format(uid="k", title="Keep", rest="X-THEIRS:sacred\n"))
    [event] = await _all(calendar)
    later = datetime(2027, 3, 18, 10, tzinfo=UTC)
    await calendar.change(event, Change(event.key, start=later), zone=PARIS, at=NOON)
    [now] = await _all(calendar)
    path = now.href.removeprefix(server.url)
    assert (now.start, "X-THEIRS:sacred" in server.ask("GET", path, status=200).text) == (later, True)


async def test_a_uid_no_file_can_be_named_by_is_put_under_another(calendar: DavCalendar) -> None:
    uid = "../../etc/p?x=1#é " + "long" * 100
    made = await calendar.create(_event(uid=uid, key=uid), zone=PARIS, at=NOON)
    again = await calendar.create(_event(uid=uid, key=uid), zone=PARIS, at=NOON)
    assert (made.uid, made.href, len(await _all(calendar))) == (uid, again.href, 1)


HOME = multistatus(
    *(
        response(f"/home/{name}/", "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>")
        for name in ("one", "two", "three", "four")
    )
)
FILE = _ICS.format(uid="w", title="Standup", rest="RRULE:FREQ=WEEKLY;COUNT=6\n")


def _listed(asked: Asked) -> bytes:
    """One series in the first calendar."""
    if asked.method == "PROPFIND":
        return reply(207, HOME)
    data = f'<d:getetag>"1"</d:getetag><c:calendar-data>{FILE}</c:calendar-data>'
    return reply(207, multistatus(*([response("/home/one/w.ics", data)] if asked.path == "/home/one/" else [])))


@asynccontextmanager
async def _over(answer: Answer) -> AsyncIterator[tuple[DavCalendar, Scripted]]:
    async with scripted(answer) as server:
        site = Site(f"{server.url}/home/", "", "", ())
        async with opened_calendar(access({"site": site.as_json(), "user": ANA})) as opened:
            yield opened, server


async def test_a_stretch_of_time_takes_one_question_a_calendar() -> None:
    async with _over(_listed) as (calendar, server):
        assert len(await _all(calendar)) == 6
        assert server.methods == ["PROPFIND"] + ["REPORT"] * 4
        await calendar.calendars()
        await _all(calendar)
        assert server.methods.count("PROPFIND") == 1


@pytest.mark.parametrize(
    ("old", "removed", "problem", "methods"),
    [
        (reply(412), reply(204), ChangedElsewhere, ["GET", "PUT", "PUT", "DELETE"]),
        (reply(503, retry_after="99"), reply(204), AccountAway, ["GET", "PUT", "PUT", "DELETE"]),
        (reply(412), reply(503, retry_after="99"), OutcomeUnknown, ["GET", "PUT", "PUT", "DELETE"]),
        (None, reply(204), OutcomeUnknown, ["GET", "PUT", "PUT"]),
    ],
)
async def test_half_a_series_is_taken_back_where_the_other_half_can_not_be_put(
    old: bytes | None, removed: bytes, problem: type[Exception], methods: list[str]
) -> None:
    def answer(asked: Asked) -> bytes | None:
        if asked.method == "PUT":
            return old if asked.path == "/home/one/w.ics" else reply(201, etag='"2"')
        answers = {"GET": reply(200, FILE, etag='"1"'), "DELETE": removed}
        return answers.get(asked.method) or _listed(asked)

    async with _over(answer) as (calendar, server):
        third = (await _all(calendar))[2]
        server.asked.clear()
        with pytest.raises(problem):
            await calendar.change(third, Change(third.key, "following", title="Later"), zone=PARIS, at=NOON)
        assert server.methods == methods
        assert [one.path != "/home/one/w.ics" for one in server.asked if one.method != "GET"][:2] == [True, False]
        assert all(one.path != "/home/one/w.ics" for one in server.asked if one.method == "DELETE")


async def test_rubbish_in_a_calendar_hides_nothing_else() -> None:
    rubbish = ("", "no calendar", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x", FILE.replace("WEEKLY", "SECONDLY"), FILE)

    def answer(asked: Asked) -> bytes:
        if asked.method == "PROPFIND" or asked.path != "/home/one/":
            return _listed(asked) if asked.method == "PROPFIND" else reply(207, multistatus())
        files = enumerate(text.replace("UID:w", f"UID:w{number}") for number, text in enumerate(rubbish))
        listed = (
            response(f"/home/one/{number}.ics", f"<c:calendar-data>{text}</c:calendar-data>") for number, text in files
        )
        return reply(207, multistatus(*listed))

    async with _over(answer) as (calendar, _):
        found = await _all(calendar)
        assert [one.uid for one in found].count("w4") == 6
        assert {one.uid for one in found} <= {"w3", "w4"}
        with pytest.raises(NotFound):
            await calendar.change(replace(found[0], href=""), "accepted", zone=PARIS, at=NOON)
