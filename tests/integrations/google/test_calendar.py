"""Google's calendars, at the fake."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.errors import AccountAway, ChangedElsewhere, InputRefused, NotFound, OutcomeUnknown
from app.integrations.access import Access
from app.integrations.calendar.changing import Answer, Change, Scope
from app.integrations.calendar.event import Event, Guest
from app.integrations.calendar.exporting import exported
from app.integrations.calendar.former import Former
from app.integrations.calendar.free import Interval
from app.integrations.calendar.ics import between, read
from app.integrations.calendar.importing import arrivals, as_own
from app.integrations.calendar_files import bring_in
from app.integrations.google import opening
from tests.fakes.vendors.google_api import GoogleApi
from tests.fakes.vendors.google_api.server import Trouble

ANA, KOFI = "ana@example.org", "kofi@acme.example"
PARIS, NEW_YORK = ZoneInfo("Europe/Paris"), ZoneInfo("America/New_York")
AT = datetime(2026, 5, 4, 12, tzinfo=UTC)
MONDAY = datetime(2026, 5, 4, 9, 0, tzinfo=PARIS)
HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(weeks=1)


def event(**of: Any) -> Event:
    return Event(**{"uid": "u1", "key": "u1", "title": "Dentist", "start": MONDAY, "end": MONDAY + HOUR, **of})


def weekly(**of: Any) -> Event:
    return event(**{"title": "Stand-up", "rule": "FREQ=WEEKLY;COUNT=5", "repeats": True, **of})


async def listed(access: Access, days: int = 60, calendar: str = "") -> Sequence[Event]:
    async with opening.calendar(access) as calendars:
        start = MONDAY - DAY
        return await calendars.between(start, start + timedelta(days=days), zone=PARIS, calendar=calendar)


async def made(access: Access, wanted: Event | Former) -> Event:
    async with opening.calendar(access) as calendars:
        return await calendars.create(wanted, zone=PARIS, at=AT)


async def changed(access: Access, one: Event, wanted: Change | Answer) -> Former | None:
    async with opening.calendar(access) as calendars:
        return (await calendars.change(one, wanted, zone=PARIS, at=AT)).former


async def deleted(access: Access, one: Event, scope: Scope) -> Former | None:
    async with opening.calendar(access) as calendars:
        return (await calendars.delete(one, scope, zone=PARIS, at=AT)).former


def starts(events: Sequence[Event]) -> list[str]:
    return [f"{one.start:%d.%m. %H:%M} {one.title}" for one in events]


async def test_all_calendars_are_told_the_default_first_and_each_by_its_own_name(
    fake: GoogleApi, access: Access
) -> None:
    fake.calendars.has("club#1@group", "Club", "reader", "America/New_York")
    fake.calendars.has("club2@group", "Club", "writer", summaryOverride="Ana")
    fake.calendars.page = 1
    async with opening.calendar(access) as calendars:
        found = await calendars.calendars()
    assert [(one.id, one.name, one.is_writable, one.is_default, one.zone) for one in found] == [
        (ANA, "Ana", True, True, "Europe/Paris"),
        ("club#1@group", "Club", False, False, "America/New_York"),
        ("club2@group", "Ana (club2@group)", True, False, "Europe/Paris"),
    ]


async def test_what_is_put_there_is_read_again_as_it_was(fake: GoogleApi, access: Access) -> None:
    wanted = event(
        place="12 rue X",
        notes="bring <b and a & b",
        guests=(Guest("Kofi", KOFI),),
        busy=False,
        url="https://meet.example/x",
        reminders=(timedelta(minutes=30), DAY),
        status="tentative",
    )
    there = await made(access, wanted)
    assert [there] == list(await listed(access))
    same = ("title", "start", "end", "place", "notes", "busy", "url", "reminders", "status", "guests", "all_day")
    assert {name: getattr(there, name) for name in same} == {name: getattr(wanted, name) for name in same}
    assert (there.zone, there.calendar, there.key) == ("Europe/Paris", "Ana", there.uid)
    assert there.organizer == Guest("", ANA, "accepted", is_organizer=True)
    assert fake.calendars.told == [("insert", "Dentist")]


async def test_one_without_guests_has_no_organizer_and_the_calendars_own_reminders(
    fake: GoogleApi, access: Access
) -> None:
    there = await made(access, event())
    assert (there.organizer, there.guests, there.reminders) == (None, (), (timedelta(minutes=10),))
    assert fake.calendars.told == []
    assert [one.query["sendUpdates"] for one in fake.asked if one.id == "calendar.events.insert"] == [["none"]]


async def test_the_same_uid_makes_one_event(fake: GoogleApi, access: Access) -> None:
    first = await made(access, event())
    assert not first.was_there
    assert await made(access, event(title="Another")) == replace(first, was_there=True)
    assert len(await listed(access)) == 1


@pytest.mark.parametrize("is_done", [True, False])
async def test_where_google_breaks_off_the_event_is_looked_for(
    fake: GoogleApi, access: Access, *, is_done: bool
) -> None:
    fake.troubles.append(Trouble("calendar.events.insert", is_done=is_done))
    if is_done:
        assert (await made(access, event())).title == "Dentist"
    else:
        with pytest.raises(OutcomeUnknown):
            await made(access, event())
    assert len(await listed(access)) == int(is_done)


async def test_days_and_other_zones_and_times_without_one_are_kept(access: Access) -> None:
    day = await made(access, event(start=date(2026, 5, 5), end=date(2026, 5, 7), all_day=True))
    assert (day.start, day.end, day.all_day, day.zone) == (date(2026, 5, 5), date(2026, 5, 7), True, "")
    far = await made(
        access,
        event(
            uid="u2",
            start=datetime(2026, 5, 5, 8, tzinfo=NEW_YORK),
            end=datetime(2026, 5, 5, 9, tzinfo=NEW_YORK),
            zone="America/New_York",
        ),
    )
    assert (far.zone, f"{far.start:%H:%M %z}") == ("America/New_York", "08:00 -0400")
    floating = await made(
        access,
        event(uid="u3", floating=True, start=datetime(2026, 5, 5, 8), end=datetime(2026, 5, 5, 9)),  # noqa: DTZ001
    )
    assert (floating.zone, floating.start) == ("Europe/Paris", datetime(2026, 5, 5, 8, tzinfo=PARIS))


@pytest.mark.parametrize(
    "wrong",
    [
        {"end": MONDAY - HOUR},
        {"end": date(2026, 5, 9)},
        {"rule": "FREQ=SECONDLY"},
        {"reminders": (timedelta(days=40),)},
        {"reminders": tuple(timedelta(minutes=one) for one in range(6))},
    ],
)
async def test_what_can_not_be_is_refused_before_it_is_asked_for(
    fake: GoogleApi, access: Access, wrong: dict[str, Any]
) -> None:
    with pytest.raises(InputRefused):
        await made(access, event(**wrong))
    assert "calendar.events.insert" not in fake.ids()


async def test_an_unknown_calendar_is_told_with_those_there_are(fake: GoogleApi, access: Access) -> None:
    fake.calendars.has("club@group", "Club", "writer")
    with pytest.raises(NotFound, match=r"Ana, Club"):
        await made(access, event(calendar="Work"))
    with pytest.raises(NotFound):
        await listed(access, calendar="Work")
    await made(access, event(calendar="club"))
    assert [one.calendar for one in await listed(access)] == ["Club"]
    assert await listed(access, calendar=ANA) == []


async def test_each_time_of_a_series_has_a_name_of_its_own(fake: GoogleApi, access: Access) -> None:
    fake.calendars.page = 2
    master = await made(access, weekly())
    found = await listed(access)
    assert [one.start for one in found] == [MONDAY + number * WEEK for number in range(5)]
    assert found[1].key == f"{master.uid}/20260511T070000Z"
    assert {(one.repeats, one.rule, one.uid) for one in found} == {(True, "FREQ=WEEKLY;COUNT=5", master.uid)}


async def test_a_series_stays_at_its_hour_over_the_change_of_clocks(access: Access) -> None:
    start = datetime(2026, 10, 20, 9, tzinfo=PARIS)
    await made(access, weekly(start=start, end=start + HOUR))
    async with opening.calendar(access) as calendars:
        found = await calendars.between(start, start + 2 * WEEK, zone=PARIS)
    assert [f"{one.start:%d %H:%M %z}" for one in found] == ["20 09:00 +0200", "27 09:00 +0100"]


async def test_one_event_is_changed_and_only_as_the_version_that_was_read(fake: GoogleApi, access: Access) -> None:
    old = await made(access, event(guests=(Guest("", KOFI),), notes="bring it"))
    await changed(
        access,
        old,
        Change(
            old.key,
            title="Doctor",
            start=MONDAY + DAY,
            notes="",
            guests=(Guest("", KOFI), Guest("", "esi@home.example")),
        ),
    )
    [new] = await listed(access)
    assert (new.title, new.start, new.end, new.notes, new.sequence) == (
        "Doctor",
        MONDAY + DAY,
        MONDAY + DAY + HOUR,
        "",
        1,
    )
    assert [one.address for one in new.guests] == [KOFI, "esi@home.example"]
    assert fake.calendars.told == [("insert", "Dentist"), ("patch", "Doctor")]
    with pytest.raises(ChangedElsewhere):
        await changed(access, old, Change(old.key, title="Late"))
    with pytest.raises(ChangedElsewhere):
        await deleted(access, old, "all")
    await changed(access, new, Change(new.key, start=date(2026, 5, 8)))
    [day] = await listed(access)
    assert (day.start, day.end, day.all_day) == (date(2026, 5, 8), date(2026, 5, 9), True)


async def test_what_changes_between_reading_and_writing_is_noticed(fake: GoogleApi, access: Access) -> None:
    old = await made(access, event())
    fake.troubles.append(Trouble("calendar.events.patch", 412, is_done=False))
    with pytest.raises(ChangedElsewhere):
        await changed(access, old, Change(old.key, title="Doctor"))
    fake.troubles.append(Trouble("calendar.events.delete", 412, is_done=False))
    with pytest.raises(ChangedElsewhere):
        await deleted(access, old, "all")
    writes = [one for one in fake.asked if one.id in ("calendar.events.patch", "calendar.events.delete")]
    assert [one.headers["if-match"] for one in writes] == [old.etag, old.etag]


async def test_a_guest_keeps_the_answer_when_others_are_invited(fake: GoogleApi, access: Access) -> None:
    old = await made(access, event(guests=(Guest("Kofi", KOFI),)))
    [kept] = fake.calendars.events[ANA].values()
    kept["attendees"][0]["responseStatus"] = "accepted"
    await changed(access, old, Change(old.key, guests=(Guest("", KOFI.upper()), Guest("Esi", "esi@home.example"))))
    [new] = await listed(access)
    assert [(one.address, one.status) for one in new.guests] == [
        (KOFI, "accepted"),
        ("esi@home.example", "needs-action"),
    ]


async def test_one_time_of_a_series_is_changed_alone(fake: GoogleApi, access: Access) -> None:
    await made(access, weekly())
    second = (await listed(access))[1]
    await changed(access, second, Change(second.key, scope="one", start=second.start + HOUR, title="Later"))
    found = await listed(access)
    assert starts(found[:3]) == ["04.05. 09:00 Stand-up", "11.05. 10:00 Later", "18.05. 09:00 Stand-up"]
    assert found[1].key == second.key
    with pytest.raises(InputRefused):
        await changed(access, found[1], Change(second.key, scope="one", rule="FREQ=DAILY"))
    await deleted(access, found[1], "one")
    assert starts(await listed(access))[:2] == ["04.05. 09:00 Stand-up", "18.05. 09:00 Stand-up"]


async def test_a_series_that_was_just_made_is_known_again_by_each_of_its_times(access: Access) -> None:
    whole = await made(access, weekly(rule="FREQ=WEEKLY;BYDAY=MO;UNTIL=20260601T235959Z"))
    assert {one.uid for one in await listed(access)} == {whole.key}


async def test_a_whole_series_goes_with_one_of_its_times(fake: GoogleApi, access: Access) -> None:
    await made(access, weekly(rule="FREQ=WEEKLY;BYDAY=MO;UNTIL=20260601T235959Z"))
    third = (await listed(access))[2]
    await changed(access, third, Change(third.key, start=third.start + DAY + HOUR, title="Moved"))
    found = await listed(access)
    assert starts(found) == [f"{day} 10:00 Moved" for day in ("05.05.", "12.05.", "19.05.", "26.05.", "02.06.")]
    await changed(access, found[0], Change(found[0].key, rule=""))
    assert starts(await listed(access)) == ["05.05. 10:00 Moved"]


async def test_this_and_the_following_become_a_series_of_their_own(fake: GoogleApi, access: Access) -> None:
    await made(access, weekly(guests=(Guest("", KOFI),), place="Room 1"))
    third = (await listed(access))[2]
    fake.troubles.append(Trouble("calendar.events.patch", 503, is_done=False))
    fake.troubles.append(Trouble("calendar.events.patch", 503, is_done=False))
    wanted = Change(third.key, scope="following", start=third.start + HOUR, title="New")
    with pytest.raises(Exception, match="moment"):
        await changed(access, third, wanted)
    await changed(access, third, wanted)  # again, after it was cut short: once made
    found = await listed(access)
    assert starts(found) == [
        "04.05. 09:00 Stand-up",
        "11.05. 09:00 Stand-up",
        "18.05. 10:00 New",
        "25.05. 10:00 New",
        "01.06. 10:00 New",
    ]
    assert {one.place for one in found} == {"Room 1"}
    assert [one.address for one in found[4].guests] == [KOFI]


async def test_where_the_first_half_changed_meanwhile_no_second_is_left(fake: GoogleApi, access: Access) -> None:
    await made(access, weekly())
    third = (await listed(access))[2]
    fake.troubles.append(Trouble("calendar.events.patch", 412, is_done=False))
    with pytest.raises(ChangedElsewhere):
        await changed(access, third, Change(third.key, scope="following", title="New"))
    assert {one.title for one in await listed(access)} == {"Stand-up"}


@pytest.mark.parametrize(("scope", "left"), [("one", 4), ("following", 2), ("all", 0)])
async def test_of_a_series_as_much_goes_as_is_wanted(fake: GoogleApi, access: Access, scope: Scope, left: int) -> None:
    await made(access, weekly(guests=(Guest("", KOFI),)))
    third = (await listed(access))[2]
    await deleted(access, third, scope)
    assert len(await listed(access)) == left
    assert len(fake.calendars.told) == 2
    with pytest.raises((NotFound, ChangedElsewhere)):
        await deleted(access, third, scope)


async def test_all_following_the_first_is_the_whole(access: Access) -> None:
    await made(access, weekly())
    await deleted(access, (await listed(access))[0], "following")
    assert await listed(access) == []


async def test_one_without_repetition_goes_and_is_gone(access: Access) -> None:
    there = await made(access, event())
    await deleted(access, there, "one")
    assert await listed(access) == []
    with pytest.raises(NotFound):
        await deleted(access, replace(there, etag=""), "all")
    with pytest.raises(NotFound):
        await changed(access, replace(there, href=there.href + "x"), Change(there.key, title="x"))


def invited(fake: GoogleApi, guests: int = 2, **of: Any) -> None:
    others = [
        {"email": f"guest{number}@x.example", "responseStatus": "accepted", "comment": "bringing cake"}
        for number in range(guests)
    ]
    me = {"email": ANA, "self": True, "responseStatus": "needsAction"}
    when = (
        {"dateTime": MONDAY.isoformat(), "timeZone": "Europe/Paris"},
        {"dateTime": (MONDAY + HOUR).isoformat(), "timeZone": "Europe/Paris"},
    )
    fake.calendars.holds(
        ANA,
        {"id": "party", "summary": "Party", "attendees": [*others, me], "start": when[0], "end": when[1], "organizer": {"email": KOFI, "displayName": "Kofi"}, **of},
    )  # fmt: skip


@pytest.mark.parametrize("guests", [2, 150])
async def test_an_invitation_is_answered_and_nobody_elses_answer_is_lost(
    fake: GoogleApi, access: Access, guests: int
) -> None:
    invited(fake, guests)
    [party] = await listed(access)
    assert party.organizer == Guest("Kofi", KOFI, "accepted", is_organizer=True)
    await changed(access, party, "accepted")
    kept = fake.calendars.events[ANA]["party"]["attendees"]
    assert len(kept) == guests + 1
    assert [one["responseStatus"] for one in kept if one.get("self")] == ["accepted"]
    assert {one["comment"] for one in kept if not one.get("self")} == {"bringing cake"}
    assert fake.calendars.told == [("patch", "Party")]


async def test_an_answer_to_one_of_a_series_is_one_to_all_of_it(fake: GoogleApi, access: Access) -> None:
    invited(fake, recurrence=["RRULE:FREQ=WEEKLY;COUNT=3"])
    await changed(access, (await listed(access))[1], "declined")
    assert [[one.status for one in each.guests if one.address == ANA] for each in await listed(access)] == [
        ["declined"]
    ] * 3


async def test_who_is_not_invited_can_not_answer(access: Access) -> None:
    with pytest.raises(InputRefused):
        await changed(access, await made(access, event()), "accepted")


async def test_when_people_are_busy_is_told_as_far_as_google_tells_it(fake: GoogleApi, access: Access) -> None:
    fake.calendars.busy[KOFI] = [{"start": "2026-05-04T09:00:00+02:00", "end": "2026-05-04T10:00:00+02:00"}]
    others = [f"{number}@x.example" for number in range(60)]
    async with opening.calendar(access) as calendars:
        found = await calendars.busy([KOFI, *others], MONDAY, MONDAY + DAY)
    assert found[KOFI] == [Interval(datetime(2026, 5, 4, 7, tzinfo=UTC), datetime(2026, 5, 4, 8, tzinfo=UTC))]
    assert {found[one] for one in others} == {None}


async def test_a_calendar_that_google_lists_and_does_not_show_leaves_the_others(
    fake: GoogleApi, access: Access
) -> None:
    await made(access, event())
    fake.calendars.has("gone@group", "Gone", "reader")
    fake.calendars.unread.add("gone@group")
    assert [one.title for one in await listed(access)] == ["Dentist"]
    with pytest.raises(NotFound):
        await listed(access, calendar="Gone")


async def test_what_a_lying_server_says_is_no_event(fake: GoogleApi, access: Access) -> None:
    fake.calendars.holds(
        ANA, {"id": "odd", "summary": "Odd", "start": {"date": "2026-05-04"}, "end": {"date": "2026-05-05"}}
    )
    there = (await listed(access))[0]
    fake.calendars.events[ANA]["odd"]["sequence"] = "many"
    with pytest.raises(AccountAway):
        await listed(access)
    with pytest.raises(AccountAway):
        await changed(access, there, Change(there.key, title="x"))
    assert all("int" in fault for fault in fake.faults)
    fake.faults.clear()


RICH: dict[str, Any] = {
    "id": "theirs1",
    "summary": "Dentist",
    "description": "<b>Floor 2</b>",
    "colorId": "7",
    "visibility": "private",
    "attachments": [{"fileUrl": "https://drive.example/form", "title": "Form"}],
    "extendedProperties": {"private": {"shade": "dark"}},
    "reminders": {"useDefault": False, "overrides": [{"method": "email", "minutes": 90}]},
    "start": {"dateTime": "2026-05-04T09:00:00+02:00", "timeZone": "Europe/Paris"},
    "end": {"dateTime": "2026-05-04T10:00:00+02:00", "timeZone": "Europe/Paris"},
}


def told(fake: GoogleApi) -> dict[str, Any]:
    """What Google keeps of it, but for which version that is."""
    [event] = [one for one in fake.calendars.events[ANA].values() if one["status"] != "cancelled"]
    return {name: value for name, value in event.items() if name not in ("etag", "sequence")}


async def test_what_was_taken_away_is_put_back_with_all_that_google_keeps(fake: GoogleApi, access: Access) -> None:
    fake.calendars.holds(ANA, RICH)
    before = told(fake)
    [one] = await listed(access)
    former = await deleted(access, one, "all")
    assert former is not None
    assert await listed(access) == []
    stored = await made(access, former)
    assert (stored.title, stored.href) == (one.title, one.href)
    assert told(fake) == before
    assert (await made(access, former)).etag == stored.etag


async def test_what_google_has_forgotten_is_made_anew_with_all_that_may_be_written(
    fake: GoogleApi, access: Access
) -> None:
    fake.calendars.holds(ANA, RICH)
    before = told(fake)
    [one] = await listed(access)
    former = await deleted(access, one, "all")
    assert former is not None
    fake.calendars.events[ANA].clear()
    await made(access, former)
    await made(access, former)
    new = told(fake)
    assert new.pop("id") != before.pop("id")
    assert {name: new[name] for name in RICH if name != "id"} == {name: RICH[name] for name in RICH if name != "id"}


async def test_what_was_changed_is_put_as_it_was_unless_others_changed_it_since(
    fake: GoogleApi, access: Access
) -> None:
    fake.calendars.holds(ANA, RICH)
    before = told(fake)
    [one] = await listed(access)
    former = await changed(access, one, Change(one.key, title="Doctor", notes="Floor 3", start=MONDAY + HOUR))
    assert former is not None
    assert told(fake)["description"] == "Floor 3"
    await made(access, former)
    assert told(fake) == before
    [one] = await listed(access)
    former = await changed(access, one, Change(one.key, title="Doctor"))
    assert former is not None
    [one] = await listed(access)
    await changed(access, one, Change(one.key, title="Surgeon"))
    with pytest.raises(ChangedElsewhere):
        await made(access, former)
    assert told(fake)["summary"] == "Surgeon"


async def test_who_put_an_event_there_is_told_and_what_a_mail_became_is_not_our_own(
    fake: GoogleApi, access: Access
) -> None:
    whole = {name: RICH[name] for name in ("start", "end")}
    fake.calendars.holds(ANA, {"id": "mine1", "summary": "Mine", "creator": {"email": ANA, "self": True}, **whole})
    fake.calendars.holds(ANA, {"id": "theirs2", "summary": "Theirs", "creator": {"email": KOFI}, **whole})
    flight = {"eventType": "fromGmail", "creator": {"email": ANA, "self": True}}
    fake.calendars.holds(ANA, {"id": "mail1", "summary": "Flight", **flight, **whole})
    assert {one.title: one.creator for one in await listed(access)} == {
        "Mine": "",
        "Theirs": KOFI,
        "Flight": "Gmail, from a mail",
    }


async def test_a_file_is_brought_in_once_and_comes_out_as_the_same_series(fake: GoogleApi, access: Access) -> None:
    file = (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:class\nDTSTART;TZID=Europe/Paris:20260505T180000\nDTEND;TZID=Europe/Paris:20260505T190000\n"
        "RRULE:FREQ=WEEKLY;COUNT=4\nEXDATE;TZID=Europe/Paris:20260512T180000\nSUMMARY:Class\nEND:VEVENT\n"
        "BEGIN:VEVENT\nUID:class\nRECURRENCE-ID;TZID=Europe/Paris:20260519T180000\nDTSTART;TZID=Europe/Paris:20260519T200000\n"
        "DTEND;TZID=Europe/Paris:20260519T210000\nSUMMARY:Late class\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    found = [as_own(one, "class.ics", "") for one in arrivals(read(file, zone=PARIS))]
    async with opening.calendar(access) as calendars:
        first = await bring_in(calendars, found, zone=PARIS, at=AT)
        again = await bring_in(calendars, found, zone=PARIS, at=AT)
    assert (len(first.made), first.there, first.problems) == (1, 0, [])
    assert (len(again.made), again.there, again.problems) == (0, 1, [])
    events = await listed(access)
    assert [(f"{one.start:%d %H}", one.title) for one in events] == [
        ("05 18", "Class"),
        ("19 20", "Late class"),
        ("26 18", "Class"),
    ]
    back = between(
        read(exported(events, zone=PARIS, at=AT).data, zone=PARIS),
        events[0].start - timedelta(days=9),
        events[0].start + timedelta(days=90),
    )
    assert [(one.key, one.start, one.end, one.title) for one in back] == [
        (one.key, one.start, one.end, one.title) for one in events
    ]


async def test_what_was_deleted_is_brought_in_anew_though_google_remembers_it(fake: GoogleApi, access: Access) -> None:
    file = (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:talk\nDTSTART:20260505T160000Z\nSUMMARY:Talk\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    found = [as_own(one, "talk.ics", "") for one in arrivals(read(file, zone=PARIS))]
    for _ in range(3):
        async with opening.calendar(access) as calendars:
            brought = await bring_in(calendars, found, zone=PARIS, at=AT)
        assert (len(brought.made), brought.there) == (1, 0)
        await deleted(access, brought.made[0], "all")
        assert await listed(access) == []
