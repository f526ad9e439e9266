"""Questions whose answers stand in mails, in files attached to them, in events and address books: real servers, offline model, no encoder."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.cards.drawing import as_one_text
from app.clock import ManualClock
from app.integrations.dav.connecting import DavLogin, connect_dav
from tests.house import open_house, settings_in, tell
from tests.servers.dav import ANA, PASSWORD, DavServer
from tests.servers.post import Post, post

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
TICKET = "Dear Ana,\r\n\r\nthank you for booking.\r\n\r\nYour seat is 14C, with one bag.\r\nThe desk closes an hour before.\r\n"
CALL = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Example//EN
BEGIN:VEVENT
UID:call-1
DTSTAMP:20270301T080000Z
DTSTART:20270310T150000Z
DTEND:20270310T160000Z
SUMMARY:Sampling call
ORGANIZER:mailto:ana@example.org
ATTENDEE;CN=Abena Tetteh;PARTSTAT=NEEDS-ACTION:mailto:abena@work.example
ATTENDEE;CN=Yaw Darko;PARTSTAT=ACCEPTED:mailto:yaw@work.example
END:VEVENT
END:VCALENDAR
"""
INVITED = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Example//EN
BEGIN:VEVENT
UID:{uid}
DTSTAMP:20270301T080000Z
DTSTART:202703{day}T100000Z
DTEND:202703{day}T110000Z
SUMMARY:{title}
ORGANIZER;CN={host}:mailto:{address}
ATTENDEE;CN={host};PARTSTAT=ACCEPTED:mailto:{address}
ATTENDEE;CN=Esi Owusu;PARTSTAT=ACCEPTED:mailto:esi@work.example
ATTENDEE;PARTSTAT={answer}:mailto:ana@example.org
END:VEVENT
END:VCALENDAR
"""


@pytest.fixture
def mail() -> Iterator[Post]:
    with post() as servers:
        servers.comes("Adomi Air <desk@air.example>", "Your ticket to Lagos", TICKET, number=1)
        servers.comes(
            "Esi Owusu <esi@work.example>",
            "Sunday lunch",
            "Are you coming to lunch?\r\nWe begin at 12:30.",
            number=2,
            hour=10,
        )
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = "School Office <office@school.example>", ANA, "Trip to Kakum"
        letter["Date"], letter["Message-ID"] = "Tue, 09 Mar 2027 09:00:00 +0000", "<trip@school.example>"
        letter.set_content("Dear parents,\n\nplease see the letter about Kakum.\n")
        letter.add_attachment("The bus leaves the school gate at 7:30 sharp.\n", filename="letter.txt")
        servers.box.deliver(ANA, letter.as_bytes())
        yield servers


@pytest.fixture
async def house(tmp_path: Path, mail: Post, dav_server: DavServer) -> AsyncIterator[Services]:
    """A house at noon in UTC with mail and calendar connected."""
    dav_server.fresh()
    home = dav_server.add_calendar("home", "Home")
    dav_server.put(f"{home}call-1.ics", CALL)
    for uid, day, title, host, answer in (
        ("b-1", "15", "Budget", "Esi Owusu", "NEEDS-ACTION"),
        ("w-1", "18", "Workshop", "Yaw Darko", "NEEDS-ACTION"),
        ("r-1", "19", "Retreat", "Yaw Darko", "ACCEPTED"),
    ):
        address = f"{host.split()[0].casefold()}@work.example"
        dav_server.put(
            f"{home}{uid}.ics", INVITED.format(uid=uid, day=day, title=title, host=host, address=address, answer=answer)
        )
    async with open_house(
        tmp_path, settings=settings_in(tmp_path, time_zone="UTC"), clock=ManualClock(NOON)
    ) as services:
        await mail.connected(services)
        await connect_dav(services.accounts, services.owner.id, DavLogin(ANA, SecretStr(PASSWORD), url=dav_server.url))
        yield services


async def _says(house: Services, text: str) -> str:
    reply = await tell(house, text)
    return as_one_text(reply.text, reply.cards)


async def test_the_sentence_that_answers_is_quoted_with_its_mail(house: Services) -> None:
    told = await _says(house, "what seat is on my ticket to Lagos?")
    assert "Adomi Air wrote: “Your seat is 14C, with one bag.”" in told
    assert "Your ticket to Lagos" in told
    assert "closes" not in told


async def test_a_question_in_a_mail_answers_nothing(house: Services) -> None:
    told = await _says(house, "when does Esi's lunch on Sunday begin?")
    assert "“We begin at 12:30.”" in told


async def test_what_stands_in_an_attached_file_answers_and_taints_with_its_name(house: Services) -> None:
    assert "“The bus leaves the school gate at 7:30 sharp.”" in await _says(house, "when does the bus to Kakum leave?")
    [turn] = await house.store.turns.recent(house.owner.id, 1)
    assert any("letter.txt" in source for source in turn.taint)


async def test_who_has_answered_an_invitation_is_told(house: Services) -> None:
    assert "Abena Tetteh has not answered yet." in await _says(house, "has Abena answered for the sampling call?")


async def test_invitations_that_wait_are_told_apart_from_those_that_are_answered(house: Services) -> None:
    told = await _says(house, "which invitations are still waiting on me?")
    assert "Budget" in told
    assert "Workshop" in told
    assert "Retreat" not in told
    asked = await _says(house, "accept Esi's, decline Yaw's")
    assert "say yes to esi@work.example" in asked
    assert "say no to yaw@work.example" in asked
    assert "Answered" in await _says(house, "yes, both")
    assert "No invitation waits" in await _says(house, "which invitations are still waiting on me?")


async def test_a_mail_becomes_an_event_whose_words_stay_its_writers(
    house: Services, mail: Post, dav_server: DavServer
) -> None:
    mail.comes(
        "Emma <emma@homes.example>",
        "Re: Boiler",
        "The technician comes on Friday 12 March between 10 and 12.",
        number=7,
    )
    await _says(house, "what's new in my mail?")
    await _says(house, "read the boiler one")
    told = await _says(house, "add that to my calendar")
    told = told if "In your calendar" in told else await _says(house, "yes")
    assert "Boiler, Friday 12 March, 10:00–12:00" in told
    [event] = [one for path in dav_server.files(f"{dav_server.home}home/") if "Boiler" in (one := dav_server.get(path))]
    assert "From the mail of emma@homes.example." in event.replace("\r\n ", "")
    assert "Not" not in await _says(house, "what's on my calendar on friday?")
    [turn] = await house.store.turns.recent(house.owner.id, 1)
    assert any("emma@homes.example" in source for source in turn.taint)


async def test_an_end_that_moves_keeps_the_beginning_and_nothing_new_is_no_change(house: Services) -> None:
    await _says(house, "put picnic in my calendar on saturday at 14:00")
    assert "14:00–17:00" in await _says(house, "end it at five")
    assert "It is so already" in await _says(house, "end it at 17:00")
    assert "before it begins" in await _says(house, "end it at 13:00")
