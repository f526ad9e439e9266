"""What an account has: as servers with rights, subscriptions and a default tell it. The answers have the shape of RFC 3744, 4791 and 6638."""

from app.integrations.dav.client import reached
from app.integrations.dav.site import Collection, Kind, Site, collections
from tests.servers.dav import ANA, access
from tests.servers.scripted import multistatus, reply, response, scripted

CALENDAR = "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>"
SUBSCRIBED = CALENDAR.replace("<c:calendar/>", '<c:calendar/><s:subscribed xmlns:s="http://calendarserver.org/ns/"/>')
INBOX = (
    "<d:resourcetype><d:collection/><c:schedule-inbox/></d:resourcetype>"
    "<c:schedule-default-calendar-URL><d:href>/home/work/</d:href></c:schedule-default-calendar-URL>"
)


def _named(name: str) -> str:
    return f"<d:displayname>{name}</d:displayname>"


def _rights(*rights: str) -> str:
    given = "".join(f"<d:privilege><d:{right}/></d:privilege>" for right in rights)
    return f"<d:current-user-privilege-set>{given}</d:current-user-privilege-set>"


def _holds(name: str) -> str:
    return f'<c:supported-calendar-component-set><c:comp name="{name}"/></c:supported-calendar-component-set>'


HOME = multistatus(
    response("/home/", "<d:resourcetype><d:collection/></d:resourcetype>"),
    response("/home/inbox/", INBOX),
    response("/home/a/", CALENDAR + _named("Family") + _rights("read", "write-content")),
    response("/home/work/", CALENDAR + _named("Work") + _rights("read", "bind")),
    response("/home/shared/", CALENDAR + _named("family") + _rights("read")),
    response("/home/holidays/", SUBSCRIBED + _named("Holidays")),
    response("/home/no%20name/", CALENDAR),
    response("/home/list/", CALENDAR + _named("List") + _holds("VTODO")),
    response("/home/gone/", CALENDAR, 404),
    response("/home/picture.jpg", "<d:resourcetype/>"),
)


async def _found(kind: Kind, home: str = HOME) -> list[Collection]:
    async with scripted(lambda _: reply(207, home)) as server, reached(access({}), server.url, ANA) as dav:
        found = await collections(dav, f"{server.url}/home/", kind)
        assert server.methods == ["PROPFIND"]
        return found


async def test_calendars_have_names_of_their_own_and_the_rights_their_server_gives() -> None:
    assert [(one.name, one.is_writable, one.is_default) for one in await _found("VEVENT")] == [
        ("Work", True, True),
        ("Family", True, False),
        ("family (2)", False, False),
        ("Holidays", False, False),
        ("no name", True, False),
    ]


async def test_a_calendar_that_does_not_say_what_it_holds_holds_tasks_too() -> None:
    assert {one.name for one in await _found("VTODO")} == {
        "Work",
        "Family",
        "family (2)",
        "Holidays",
        "no name",
        "List",
    }
    assert await _found("VCARD") == []


async def test_the_default_is_one_that_may_be_written_in_where_none_is_said() -> None:
    home = HOME.replace("schedule-default-calendar-URL", "other")
    assert [one.name for one in await _found("VEVENT", home) if one.is_default] == ["Family"]


async def test_there_are_never_more_than_are_bearable() -> None:
    many = multistatus(*(response(f"/home/{number}/", CALENDAR + _named("Same")) for number in range(300)))
    found = await _found("VEVENT", many)
    assert (len(found), len({one.name for one in found})) == (100, 100)


async def test_a_zone_is_known_by_its_name_only() -> None:
    texts = {"TZID:Europe/Paris": "Europe/Paris", "TZID:Mars/Olympus": "", "": ""}
    for text, name in texts.items():
        zone = f"<c:calendar-timezone>BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\n{text}\nEND:VTIMEZONE</c:calendar-timezone>"
        [one] = await _found("VEVENT", multistatus(response("/home/a/", CALENDAR + zone)))
        assert one.zone == name


def test_a_site_is_stored_and_read() -> None:
    site = Site("https://a.example/c/", "", "https://a.example/o/", ("ana@a.example",))
    assert Site.from_json(site.as_json()) == site


def _invite(space: str, access: str) -> str:
    user = f"<s:user><d:href>mailto:kofi@acme.example</d:href><s:access><s:{access}/></s:access></s:user>"
    return f'<s:invite xmlns:s="{space}">{user}</s:invite>'


async def test_a_calendar_that_others_write_into_is_told_as_shared() -> None:
    spaces = ("http://calendarserver.org/ns/", "http://owncloud.org/ns")
    shared = CALENDAR.replace("<c:calendar/>", '<c:calendar/><s:shared xmlns:s="http://calendarserver.org/ns/"/>')
    home = multistatus(
        response("/home/a/", CALENDAR + _named("Alone")),
        response("/home/b/", CALENDAR + _named("Both") + _invite(spaces[0], "read-write")),
        response("/home/c/", CALENDAR + _named("Cloud") + _invite(spaces[1], "read-write")),
        response("/home/d/", CALENDAR + _named("Display") + _invite(spaces[1], "read")),
        response("/home/e/", shared + _named("Else's")),
    )
    assert {one.name for one in await _found("VEVENT", home) if one.is_shared} == {"Both", "Cloud", "Else's"}
