"""Calendars at Microsoft, against our Graph server."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.errors import ChangedElsewhere, InputRefused, NotFound, OutcomeUnknown, ToolProblem
from app.integrations.access import Access
from app.integrations.calendar.changing import Change
from app.integrations.calendar.event import Event, Guest
from app.integrations.calendar.exporting import exported
from app.integrations.calendar.former import Former
from app.integrations.calendar.ics import between, read
from app.integrations.calendar.importing import arrivals, as_own
from app.integrations.calendar_files import bring_in
from app.integrations.microsoft import opening
from tests.fakes.vendors.graph import Fault, GraphServer
from tests.fakes.vendors.graph.calendars import calendar, event

PARIS = ZoneInfo("Europe/Paris")
ACCRA = ZoneInfo("Africa/Accra")
NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)


def at(day: int, hour: int, minute: int = 0, *, month: int = 12, zone: ZoneInfo = PARIS) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=zone)


def own(uid: str = "ours-1", **fields: Any) -> Event:
    start = fields.pop("start", at(1, 9))
    end = fields.pop("end", start + (timedelta(hours=1) if isinstance(start, datetime) else timedelta(days=1)))
    return Event(uid=uid, key=uid, title=fields.pop("title", "Dentist"), start=start, end=end, **fields)


async def made(access: Access, wanted: Event | Former) -> Event:
    async with opening.calendar(access) as there:
        return await there.create(wanted, zone=PARIS, at=NOON)


async def listed(access: Access, *, first: int = 1, last: int = 31, zone: ZoneInfo = PARIS) -> Sequence[Event]:
    async with opening.calendar(access) as there:
        return await there.between(at(first, 0), at(last, 0), zone=zone)


async def changed(access: Access, old: Event, wanted: Any) -> Former | None:
    async with opening.calendar(access) as there:
        return (await there.change(old, wanted, zone=PARIS, at=NOON)).former


def starts(events: Sequence[Event]) -> list[str]:
    return [f"{one.start:%d %H:%M}" if isinstance(one.start, datetime) else f"{one.start:%d}" for one in events]


async def test_calendars_are_told_with_the_default_first_and_names_of_their_own(
    server: GraphServer, access: Access
) -> None:
    calendar(server.world, "Family", can_edit=False, owner="ama@example.com")
    calendar(server.world, "Calendar", owner="kofi@example.com")
    async with opening.calendar(access) as there:
        found = await there.calendars()
    assert [(one.name, one.is_default, one.is_writable) for one in found] == [
        ("Calendar", True, True),
        ("Family", False, False),
        ("Calendar (kofi@example.com)", False, True),
    ]


@pytest.mark.parametrize(
    ("roles", "is_shared"), [((), False), (("freeBusyRead", "read"), False), (("freeBusyRead", "write"), True)]
)
async def test_whether_others_write_into_the_default_calendar_is_told(
    server: GraphServer, access: Access, roles: Sequence[str], is_shared: bool
) -> None:
    next(one for one in server.world.calendars.values() if one["isDefaultCalendar"])["_roles"] = list(roles)
    async with opening.calendar(access) as there:
        assert [one.is_shared for one in await there.calendars()] == [is_shared]


async def test_where_that_is_not_told_others_may_write(server: GraphServer, access: Access) -> None:
    server.fail(Fault(on="calendarPermissions", status=403))
    async with opening.calendar(access) as there:
        assert [one.is_shared for one in await there.calendars()] == [True]


async def test_an_event_is_made_as_it_was_wanted_and_read_back(server: GraphServer, access: Access) -> None:
    wanted = own(
        place="Rue 1",
        notes="Bring\nthe card",
        busy=False,
        guests=(Guest("Kofi", "kofi@example.com"),),
        reminders=(timedelta(minutes=30),),
        zone="Europe/Paris",
    )
    lies = await made(access, wanted)
    [read] = await listed(access)
    assert read == lies
    assert (read.title, read.start, read.end, read.zone) == ("Dentist", wanted.start, wanted.end, "Europe/Paris")
    assert (read.place, read.notes, read.busy, read.reminders) == (
        "Rue 1",
        "Bring\nthe card",
        False,
        (timedelta(minutes=30),),
    )
    assert [(one.address, one.status) for one in read.guests] == [("kofi@example.com", "needs-action")]
    assert read.organizer is not None
    assert read.organizer.address == "ana@example.org"
    assert not read.repeats
    assert read.key == read.uid


async def test_a_second_event_with_our_id_is_the_first_one(server: GraphServer, access: Access) -> None:
    first = await made(access, own())
    assert not first.was_there
    assert await made(access, own(title="Something else")) == replace(first, was_there=True)
    assert len(server.world.events) == 1


@pytest.mark.parametrize("how", ["lost", "cut"])
async def test_an_event_whose_answer_was_lost_is_found_and_not_made_twice(
    server: GraphServer, access: Access, how: Any
) -> None:
    server.fail(Fault(on="POST", how=how))
    assert (await made(access, own())).title == "Dentist"
    assert len(server.world.events) == server.count("POST") == 1


async def test_an_event_that_may_have_been_made_and_is_not_there_is_said_so(
    server: GraphServer, access: Access
) -> None:
    server.fail(Fault(on="POST", status=500))
    with pytest.raises(OutcomeUnknown):
        await made(access, own())


async def test_a_calendar_that_is_not_there_or_not_ours_takes_nothing(server: GraphServer, access: Access) -> None:
    calendar(server.world, "Family", can_edit=False)
    with pytest.raises(NotFound, match="There are: Calendar, Family"):
        await made(access, own(calendar="Work"))
    with pytest.raises(ToolProblem, match="can only be read"):
        await made(access, own(calendar="family"))


async def test_days_stay_days_in_every_zone(server: GraphServer, access: Access) -> None:
    await made(access, own(start=date(2026, 12, 3), end=date(2026, 12, 5), all_day=True))
    for zone in (PARIS, ZoneInfo("Pacific/Auckland"), ZoneInfo("Pacific/Honolulu")):
        async with opening.calendar(access) as there:
            [read] = await there.between(at(1, 0), at(31, 0), zone=zone)
            assert (read.start, read.end, read.all_day, read.zone) == (date(2026, 12, 3), date(2026, 12, 5), True, "")
            day = datetime(2026, 12, 5, tzinfo=zone)
            assert not await there.between(day, day + timedelta(days=1), zone=zone)


async def test_a_zone_without_a_name_of_windows_is_kept(server: GraphServer, access: Access) -> None:
    read = await made(access, own(start=at(1, 9, zone=ACCRA), zone="Africa/Accra"))
    assert (read.start, read.zone) == (at(1, 9, zone=ACCRA), "Africa/Accra")


async def test_a_series_keeps_its_hour_over_a_change_of_clocks_and_each_time_has_a_key(
    server: GraphServer, access: Access
) -> None:
    await made(access, own(start=at(22, 9, month=10), rule="FREQ=DAILY;COUNT=5", zone="Europe/Paris"))
    async with opening.calendar(access) as there:
        found = await there.between(at(20, 0, month=10), at(30, 0, month=10), zone=PARIS)
    assert [one.start for one in found] == [at(day, 9, month=10) for day in range(22, 27)]
    assert {one.start.astimezone(UTC).hour for one in found if isinstance(one.start, datetime)} == {7, 8}
    assert found[0].key == f"{found[0].uid}/20261022T070000Z"
    assert len({one.key for one in found}) == 5
    assert {one.rule for one in found} == {"FREQ=DAILY;COUNT=5"}
    assert all(one.repeats for one in found)
    assert server.count("GET /me/events/") == 1


async def test_a_series_that_was_just_made_is_known_again_by_each_of_its_times(access: Access) -> None:
    whole = await made(access, own(rule="FREQ=WEEKLY;COUNT=3"))
    assert {one.uid for one in await listed(access)} == {whole.key}


async def test_one_time_of_a_series_is_moved_alone_and_keeps_its_key(server: GraphServer, access: Access) -> None:
    await made(access, own(rule="FREQ=WEEKLY;COUNT=3"))
    second = (await listed(access))[1]
    await changed(access, second, Change(second.key, "one", start=at(9, 15), title="Dentist, later"))
    found = await listed(access)
    assert starts(found) == ["01 09:00", "09 15:00", "15 09:00"]
    assert (found[1].key, found[1].title) == (second.key, "Dentist, later")
    assert found[1].end == at(9, 16)
    with pytest.raises(InputRefused):
        await changed(access, found[1], Change(second.key, "one", rule="FREQ=DAILY"))


async def test_a_whole_series_goes_as_far_as_the_one_time_that_was_named(server: GraphServer, access: Access) -> None:
    await made(access, own(rule="FREQ=WEEKLY;BYDAY=TU;COUNT=3", zone="Europe/Paris"))
    second = (await listed(access))[1]
    await changed(access, second, Change(second.key, "all", start=at(10, 14), end=at(10, 16)))
    found = await listed(access)
    assert starts(found) == ["03 14:00", "10 14:00", "17 14:00"]
    assert found[0].end == at(3, 16)
    assert found[0].rule == "FREQ=WEEKLY;BYDAY=TH;COUNT=3"


async def test_a_series_that_only_changes_its_hour_keeps_a_rule_that_we_could_not_write(
    server: GraphServer, access: Access
) -> None:
    home = next(iter(server.world.calendars))
    pattern = {"type": "absoluteMonthly", "interval": 1, "dayOfMonth": 31}
    when = {"timeZone": "Romance Standard Time"}
    event(
        server.world,
        home,
        subject="Rent",
        start={"dateTime": "2026-12-31T09:00:00", **when},
        end={"dateTime": "2026-12-31T10:00:00", **when},
        recurrence={"pattern": pattern, "range": {"type": "noEnd", "startDate": "2026-12-31"}},
    )
    async with opening.calendar(access) as there:
        [first] = await there.between(at(31, 0), at(31, 23), zone=PARIS)
    assert first.rule == "FREQ=MONTHLY;BYMONTHDAY=31"
    await changed(access, first, Change(first.key, "all", start=at(31, 11)))
    async with opening.calendar(access) as there:
        assert starts(await there.between(at(31, 0), at(31, 23), zone=PARIS)) == ["31 11:00"]


async def test_what_follows_becomes_a_series_of_its_own_with_what_is_left(server: GraphServer, access: Access) -> None:
    await made(access, own(rule="FREQ=WEEKLY;COUNT=4", zone="Europe/Paris"))
    third = (await listed(access))[2]
    await changed(access, third, Change(third.key, "following", start=at(16, 10), title="Elsewhere"))
    found = await listed(access)
    assert starts(found) == ["01 09:00", "08 09:00", "16 10:00", "23 10:00"]
    assert [one.title for one in found] == ["Dentist", "Dentist", "Elsewhere", "Elsewhere"]
    assert len({one.uid for one in found}) == 2


async def test_a_parting_that_broke_in_the_middle_loses_nothing_and_can_be_asked_again(
    server: GraphServer, access: Access
) -> None:
    await made(access, own(rule="FREQ=WEEKLY;COUNT=4"))
    third = (await listed(access))[2]
    server.fail(Fault(on="PATCH", status=500))
    with pytest.raises(OutcomeUnknown):
        await changed(access, third, Change(third.key, "following", title="Elsewhere"))
    assert len(server.world.events) == 2
    await changed(access, third, Change(third.key, "following", title="Elsewhere"))
    assert [one.title for one in await listed(access)] == ["Dentist", "Dentist", "Elsewhere", "Elsewhere"]


async def test_following_the_first_is_all_of_it(server: GraphServer, access: Access) -> None:
    await made(access, own(rule="FREQ=WEEKLY;COUNT=2"))
    first = (await listed(access))[0]
    await changed(access, first, Change(first.key, "following", title="All"))
    assert len(server.world.events) == 1
    assert [one.title for one in await listed(access)] == ["All", "All"]


@pytest.mark.parametrize(
    ("scope", "left"), [("one", ["01 09:00", "15 09:00"]), ("following", ["01 09:00"]), ("all", [])]
)
async def test_taking_away_takes_what_was_named(
    server: GraphServer, access: Access, scope: Any, left: list[str]
) -> None:
    await made(access, own(rule="FREQ=WEEKLY;COUNT=3"))
    second = (await listed(access))[1]
    async with opening.calendar(access) as there:
        await there.delete(second, scope, zone=PARIS, at=NOON)
        assert starts(await listed(access)) == left
        with (
            pytest.raises(NotFound, match="isn't in the calendar") if scope != "following" else pytest.raises(NotFound)
        ):
            await there.delete(second, scope, zone=PARIS, at=NOON)


async def test_a_whole_series_can_be_taken_away_by_what_making_it_gave(server: GraphServer, access: Access) -> None:
    whole = await made(access, own(rule="FREQ=WEEKLY;COUNT=3"))
    async with opening.calendar(access) as there:
        with pytest.raises(ToolProblem, match="which time"):
            await there.delete(whole, "one", zone=PARIS, at=NOON)
        await there.delete(whole, "all", zone=PARIS, at=NOON)
    assert server.world.events == {}


async def test_what_was_changed_elsewhere_is_left_as_it_is(server: GraphServer, access: Access) -> None:
    old = await made(access, own())
    await changed(access, old, Change(old.key, title="Doctor"))
    with pytest.raises(ChangedElsewhere):
        await changed(access, old, Change(old.key, title="Baker"))
    async with opening.calendar(access) as there:
        with pytest.raises(ChangedElsewhere):
            await there.delete(old, "all", zone=PARIS, at=NOON)
        with pytest.raises(NotFound):
            await there.change(replace(old, href="gone"), Change(old.key, title="x"), zone=PARIS, at=NOON)
    assert [one.title for one in await listed(access)] == ["Doctor"]


async def test_a_change_between_reading_and_writing_is_caught_by_the_version(
    server: GraphServer, access: Access
) -> None:
    old = await made(access, own())
    server.fail(Fault(on="PATCH", status=412))
    with pytest.raises(ChangedElsewhere):
        await changed(access, old, Change(old.key, title="Baker"))


async def test_every_field_of_a_change_is_written_and_guests_keep_their_answers(
    server: GraphServer, access: Access
) -> None:
    old = await made(access, own(guests=(Guest("Kofi", "kofi@example.com"),), rule="FREQ=WEEKLY"))
    raw = server.world.events[old.href]
    raw["attendees"][0]["status"] = {"response": "accepted", "time": "2026-11-26T12:00:00Z"}
    await changed(
        access,
        old,
        Change(
            old.key,
            place="Here",
            notes="New",
            rule="",
            status="tentative",
            guests=(Guest("Kofi", "KOFI@example.com"), Guest("", "ama@example.com")),
            reminders=(),
        ),
    )
    [read] = await listed(access)
    assert (read.place, read.notes, read.rule, read.repeats, read.status) == ("Here", "New", "", False, "tentative")
    assert [(one.address, one.status) for one in read.guests] == [
        ("kofi@example.com", "accepted"),
        ("ama@example.com", "needs-action"),
    ]
    assert read.reminders == ()
    await changed(access, read, Change(read.key, status="confirmed", start=date(2026, 12, 2)))
    [read] = await listed(access)
    assert (read.status, read.start, read.end, read.all_day) == (
        "confirmed",
        date(2026, 12, 2),
        date(2026, 12, 3),
        True,
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (Change("", url="https://example.com"), "no place for a link"),
        (Change("", reminders=(timedelta(hours=1), timedelta(days=1))), "one reminder"),
        (Change("", end=at(1, 8)), "can't end before"),
        (Change("", start=date(2026, 12, 1), end=at(1, 8)), "can't end before"),
        (Change("", rule="FREQ=YEARLY;BYWEEKNO=20"), "can't repeat an event like that"),
        (Change("", rule="FREQ=SECONDLY"), "can't repeat an event like that"),
    ],
)
async def test_what_microsoft_cannot_keep_is_refused_before_anything_is_changed(
    server: GraphServer, access: Access, change: Change, why: str
) -> None:
    old = await made(access, own())
    with pytest.raises(InputRefused, match=why):
        await changed(access, old, replace(change, key=old.key))
    assert server.count("PATCH") == 0


@pytest.mark.parametrize(
    ("answer", "action", "status"),
    [
        ("accepted", "accept", "accepted"),
        ("declined", "decline", "declined"),
        ("tentative", "tentativelyAccept", "tentative"),
    ],
)
async def test_an_invitation_is_answered(
    server: GraphServer, access: Access, answer: Any, action: str, status: str
) -> None:
    old = await made(access, own(guests=(Guest("", "ana@example.org"),)))
    with pytest.raises(ToolProblem, match="organise that event yourself"):
        await changed(access, old, answer)
    server.world.events[old.href]["isOrganizer"] = False
    await changed(access, old, answer)
    assert server.world.told == [(action, old.href)]
    [read] = await listed(access)
    assert [one.status for one in read.guests] == [status]


async def test_calling_an_event_off_tells_its_guests(server: GraphServer, access: Access) -> None:
    old = await made(access, own(guests=(Guest("", "kofi@example.com"),)))
    await changed(access, old, Change(old.key, status="cancelled"))
    assert server.world.told == [("cancel", old.href)]
    alone = await made(access, own("ours-2"))
    await changed(access, alone, Change(alone.key, status="cancelled"))
    assert server.world.events == {}


async def test_one_calendar_is_read_by_its_name(server: GraphServer, access: Access) -> None:
    calendar(server.world, "Family")
    await made(access, own())
    await made(access, own("ours-2", title="Dinner", calendar="Family"))
    async with opening.calendar(access) as there:
        [read] = await there.between(at(1, 0), at(2, 0), zone=PARIS, calendar="family")
        assert (read.title, read.calendar) == ("Dinner", "Family")
        with pytest.raises(NotFound, match="There are: Calendar, Family"):
            await there.between(at(1, 0), at(2, 0), zone=PARIS, calendar="x")
    assert [one.calendar for one in await listed(access)] == ["Calendar", "Family"]


async def test_many_series_are_read_four_at_a_time_and_many_events_page_by_page(
    server: GraphServer, access: Access
) -> None:
    for number in range(9):
        await made(access, own(f"ours-{number}", rule="FREQ=DAILY"))
    found = await listed(access)
    assert len(found) == 9 * 30
    assert server.count("calendarView") == 3


async def test_a_link_of_an_event_goes_into_its_notes(server: GraphServer, access: Access) -> None:
    assert (
        await made(access, own(notes="Call", url="https://meet.example/1"))
    ).notes == "Call\n\nhttps://meet.example/1"


RICH: dict[str, Any] = {
    "subject": "Dentist",
    "body": {"contentType": "html", "content": "<b>Floor 2</b>"},
    "categories": ["Health"],
    "sensitivity": "private",
    "importance": "high",
    "isReminderOn": True,
    "reminderMinutesBeforeStart": 90,
}


def rich(server: GraphServer, **more: Any) -> None:
    """An event of another program's, with what only that shows."""
    start = {"dateTime": "2026-12-01T09:00:00", "timeZone": "UTC"}
    end = {"dateTime": "2026-12-01T10:00:00", "timeZone": "UTC"}
    home = next(id_ for id_, one in server.world.calendars.items() if one["isDefaultCalendar"])
    event(server.world, home, start=start, end=end, **RICH, **more)


def kept(server: GraphServer) -> dict[str, Any]:
    [one] = server.world.events.values()
    return {name: one[name] for name in (*RICH, "_start", "_end")}


async def test_what_was_taken_away_is_made_anew_with_all_that_may_be_written(
    server: GraphServer, access: Access
) -> None:
    rich(server, hasAttachments=True)
    before = kept(server)
    [one] = await listed(access)
    async with opening.calendar(access) as there:
        former = (await there.delete(one, "all", zone=PARIS, at=NOON)).former
    assert former is not None
    assert server.world.events == {}
    assert former.lost == "Its files could not be put back."
    first = await made(access, former)
    assert (await made(access, former)).href == first.href
    assert kept(server) == before


async def test_what_was_changed_is_put_as_it_was_unless_others_changed_it_since(
    server: GraphServer, access: Access
) -> None:
    rich(server)
    before = kept(server)
    [one] = await listed(access)
    former = await changed(access, one, Change(one.key, title="Doctor", notes="Floor 3", start=at(1, 15)))
    assert former is not None
    assert kept(server)["body"] == {"contentType": "text", "content": "Floor 3"}
    await made(access, former)
    assert kept(server) == before
    [one] = await listed(access)
    former = await changed(access, one, Change(one.key, title="Doctor"))
    assert former is not None
    [one] = await listed(access)
    await changed(access, one, Change(one.key, title="Surgeon"))
    with pytest.raises(ChangedElsewhere):
        await made(access, former)
    assert kept(server)["subject"] == "Surgeon"


async def test_a_file_is_brought_in_once_and_comes_out_as_the_same_series(server: GraphServer, access: Access) -> None:
    file = (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:class\nDTSTART;TZID=Europe/Paris:20261203T180000\nDTEND;TZID=Europe/Paris:20261203T190000\n"
        "RRULE:FREQ=WEEKLY;COUNT=4\nEXDATE;TZID=Europe/Paris:20261210T180000\nSUMMARY:Class\nEND:VEVENT\n"
        "BEGIN:VEVENT\nUID:class\nRECURRENCE-ID;TZID=Europe/Paris:20261217T180000\nDTSTART;TZID=Europe/Paris:20261217T200000\n"
        "DTEND;TZID=Europe/Paris:20261217T210000\nSUMMARY:Late class\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    found = [as_own(one, "class.ics", "") for one in arrivals(read(file, zone=PARIS))]
    async with opening.calendar(access) as calendars:
        first = await bring_in(calendars, found, zone=PARIS, at=NOON)
        again = await bring_in(calendars, found, zone=PARIS, at=NOON)
    assert (len(first.made), first.there, first.problems) == (1, 0, [])
    assert (len(again.made), again.there, again.problems) == (0, 1, [])
    events = await listed(access)
    assert [(f"{one.start:%d %H}", one.title) for one in events] == [
        ("03 18", "Class"),
        ("17 20", "Late class"),
        ("24 18", "Class"),
    ]
    back = between(
        read(exported(events, zone=PARIS, at=NOON).data, zone=PARIS),
        events[0].start - timedelta(days=9),
        events[0].start + timedelta(days=90),
    )
    assert [(one.key, one.start, one.end, one.title) for one in back] == [
        (one.key, one.start, one.end, one.title) for one in events
    ]
