"""What stands in people's calendars, as briefings and the hour before a meeting get it, from a real CalDAV server."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.errors import AccountAway
from app.integrations.dav.connecting import DavLogin, connect_dav
from tests.house import open_house, settings_in, tell
from tests.servers.dav import ANA, PASSWORD, DavServer
from tests.servers.post import Post, post
from tests.servers.radicale import radicale

MORNING = datetime(2027, 3, 10, 8, 0, tzinfo=UTC)
DAY = timedelta(days=1)
BUDGET = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Somebody//Else//EN
BEGIN:VEVENT
UID:budget@example.org
DTSTAMP:20270301T080000Z
DTSTART:20270310T140000Z
DTEND:20270310T150000Z
SUMMARY:Budget
LOCATION:Room 3
ORGANIZER;CN=Kofi Boateng:mailto:kofi@acme.example
ATTENDEE;PARTSTAT=ACCEPTED:mailto:ana@example.org
ATTENDEE;CN=Kofi Boateng;PARTSTAT=ACCEPTED:mailto:kofi@acme.example
END:VEVENT
BEGIN:VEVENT
UID:holiday@example.org
DTSTAMP:20270301T080000Z
DTSTART;VALUE=DATE:20270310
SUMMARY:Farmers' Day
END:VEVENT
END:VCALENDAR
"""


@pytest.fixture(scope="module")
def dav_server() -> Iterator[DavServer]:
    """A real Radicale."""
    with radicale() as server:
        yield server


@pytest.fixture
def mail() -> Iterator[Post]:
    """A real Dovecot with a mail from who comes."""
    with post() as servers:
        servers.comes("Kofi Boateng <kofi@acme.example>", "Figures", "Can you send them by Friday?", number=1, hour=7)
        yield servers


@pytest.fixture(params=["sqlite", "postgres"])
async def house(
    request: pytest.FixtureRequest, tmp_path: Path, mail: Post, dav_server: DavServer
) -> AsyncIterator[Services]:
    """A house on a morning, with mail and calendars connected."""
    more = {} if request.param == "sqlite" else {"database_url": request.getfixturevalue("postgres_url")}
    dav_server.fresh()
    home = dav_server.add_calendar("home", "Home")
    for number, part in enumerate(BUDGET.split("BEGIN:VEVENT")[1:]):
        whole = f"{BUDGET.split('BEGIN:VEVENT')[0]}BEGIN:VEVENT{part.split('END:VEVENT')[0]}END:VEVENT\nEND:VCALENDAR\n"
        dav_server.put(f"{home}{number}.ics", whole)
    settings = settings_in(tmp_path, time_zone="UTC", **more)
    async with open_house(tmp_path, settings=settings, clock=ManualClock(MORNING)) as services:
        await mail.connected(services)
        await connect_dav(services.accounts, services.owner.id, DavLogin(ANA, SecretStr(PASSWORD), url=dav_server.url))
        yield services


async def test_meetings_and_days_are_given_with_who_comes(house: Services) -> None:
    [feed] = house.feeds.meetings
    assert await feed.users() == [house.owner.id]
    day, meeting = await feed.upcoming(house.owner.id, MORNING, MORNING + DAY)
    assert (day.title, day.all_day) == ("Farmers' Day", True)
    assert (meeting.title, meeting.place, meeting.people) == ("Budget", "Room 3", ("Kofi Boateng",))
    assert meeting.addresses == ("kofi@acme.example",)


async def test_a_morning_tells_of_mail_the_calendar_and_what_is_to_do(house: Services) -> None:
    await tell(house, "add buy rice to my shopping list for today")
    await tell(house, "remind me to call mum at 5pm")
    said = (await tell(house, "brief me")).text
    for words in ("14:00 Budget", "Farmers' Day", "Kofi Boateng: Figures", "rice", "17:00"):
        assert words.casefold() in said.casefold(), said


async def test_one_that_does_not_answer_is_a_problem(house: Services) -> None:
    [account] = await house.accounts.every(house.owner.id, "calendar")
    await house.vault.put(house.owner.id, account.vault_name, "password", SecretStr("wrong"))
    [feed] = house.feeds.meetings
    with pytest.raises(AccountAway):
        await feed.upcoming(house.owner.id, MORNING, MORNING + DAY)
