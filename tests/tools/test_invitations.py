"""Guests of a calendar whose server writes to nobody are told by mail: real Radicale, Dovecot and SMTP, on the offline model."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.cards.drawing import as_one_text
from app.clock import ManualClock
from app.integrations.dav.connecting import DavLogin, connect_dav
from app.integrations.mail.writing import address
from app.loops.mail import send_due
from tests.house import open_house, settings_in, tell
from tests.integrations.calendar.messages import checked
from tests.servers.dav import ANA, PASSWORD, DavServer
from tests.servers.post import Post, post
from tests.servers.radicale import radicale

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)  # a Wednesday
KOFI, ESI = "kofi@acme.example", "esi@home.example"
INVITED = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Somebody//Else//EN
BEGIN:VEVENT
UID:budget@example.org
DTSTAMP:20270301T080000Z
DTSTART:20270312T140000Z
DTEND:20270312T150000Z
SUMMARY:Budget
SEQUENCE:2
ORGANIZER;CN=Kofi Boateng:mailto:kofi@acme.example
ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ana@example.org
ATTENDEE;PARTSTAT=ACCEPTED:mailto:kofi@acme.example
END:VEVENT
END:VCALENDAR
"""


@pytest.fixture(scope="module")
def dav_server() -> Iterator[DavServer]:
    """A real Radicale, which schedules nothing."""
    with radicale() as server:
        yield server


@pytest.fixture(scope="module")
def mail_servers() -> Iterator[Post]:
    """A real Dovecot and SMTP."""
    with post() as servers:
        yield servers


@dataclass
class Ana:
    """What she says, and what others get of it."""

    house: Services
    mail: Post
    dav: DavServer

    async def says(self, text: str) -> str:
        """The whole answer, with its cards."""
        reply = await tell(self.house, text)
        return as_one_text(reply.text, reply.cards)

    async def goes_out(self) -> list[EmailMessage]:
        """The mails that left within the next minute."""
        before = len(self.mail.smtp.taken)
        self.house.clock.set(self.house.clock.now() + timedelta(minutes=1))  # type: ignore[attr-defined]
        await send_due(self.house.ground)
        sent = (message_from_bytes(one, policy=policy.default) for _, _, one in self.mail.smtp.taken[before:])
        return [one for one in sent if isinstance(one, EmailMessage)]


def calendar_part(mail: EmailMessage) -> tuple[str, bytes]:
    """Method and file of the one part for calendars, which lies beside the same in words (RFC 6047)."""
    assert mail.get_content_type() == "multipart/alternative"
    words, calendar = mail.iter_parts()
    assert (words.get_content_type(), calendar.get_content_type()) == ("text/plain", "text/calendar")
    assert calendar.get_content_charset() == "utf-8"
    data = calendar.get_payload(decode=True)
    assert isinstance(data, bytes)
    return calendar["Content-Type"].params["method"], data


@pytest.fixture
async def without_mail(
    engine: dict[str, Any], tmp_path: Path, dav_server: DavServer, mail_servers: Post
) -> AsyncIterator[Ana]:
    """Ana with her calendar alone, on one of the engines."""
    dav_server.fresh()
    dav_server.add_calendar("home", "Home")
    settings = settings_in(tmp_path, time_zone="UTC", **engine)
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        login = DavLogin(ANA, SecretStr(PASSWORD), url=dav_server.url)
        await connect_dav(services.accounts, services.owner.id, login)
        yield Ana(services, mail_servers, dav_server)


@pytest.fixture
async def ana(without_mail: Ana) -> Ana:
    """Ana with her calendar and her mail."""
    await without_mail.mail.connected(without_mail.house)
    return without_mail


async def _invites(ana: Ana) -> str:
    held = await ana.says(f"schedule a call about rent tomorrow at 2pm and invite {KOFI}")
    assert f"(inviting {KOFI} by mail from {ANA})" in held
    return await ana.says("confirm 1")


async def test_a_guest_is_invited_by_mail_once_after_an_ok(ana: Ana) -> None:
    done = await _invites(ana)
    assert f"The invitation goes by mail from {ANA} in 20 seconds." in done
    [mail] = await ana.goes_out()
    method, data = calendar_part(mail)
    [event] = checked(data, method).walk("VEVENT")
    assert (method, mail["To"], address(mail["From"])) == ("REQUEST", KOFI, ANA)
    assert "rent" in mail["Subject"]
    assert (str(event["ORGANIZER"]), str(event["ATTENDEE"])) == (f"mailto:{ANA}", f"mailto:{KOFI}")
    assert "Thursday 11 March 2027, 14:00–15:00 (UTC)" in mail.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert await ana.goes_out() == []
    there = await ana.says("what's on my calendar tomorrow?")
    assert "14:00–15:00 [Home]" in there


async def test_a_change_and_the_end_are_told_under_the_same_uid_in_rising_versions(ana: Ana) -> None:
    await _invites(ana)
    mails = await ana.goes_out()
    held = await ana.says("move my rent call to 4")
    assert f"told to {KOFI} by mail from {ANA}" in held
    assert "The change goes by mail" in await ana.says("confirm 2")
    mails += await ana.goes_out()
    held = await ana.says("cancel the call about rent")
    assert f"told to {KOFI} by mail from {ANA}" in held
    assert "The cancellation goes by mail" in await ana.says("confirm 3")
    mails += await ana.goes_out()
    parts = [calendar_part(one) for one in mails]
    found = [checked(data, method).walk("VEVENT")[0] for method, data in parts]
    assert [method for method, _ in parts] == ["REQUEST", "REQUEST", "CANCEL"]
    assert len({str(one["UID"]) for one in found}) == 1
    assert [int(one["SEQUENCE"]) for one in found] == [0, 1, 2]
    assert [one["DTSTART"].dt.hour for one in found] == [14, 16, 16]


async def test_an_invitation_that_is_taken_away_before_it_went_out_is_told_to_nobody(ana: Ana) -> None:
    await _invites(ana)
    await ana.says("cancel the call about rent")
    assert "had not gone out yet" in await ana.says("confirm 2")
    assert await ana.goes_out() == []


async def test_of_two_changes_that_wait_the_last_goes_out(ana: Ana) -> None:
    await _invites(ana)
    await ana.says("move my rent call to 4")
    await ana.says("confirm 2")
    [mail] = await ana.goes_out()
    assert checked(calendar_part(mail)[1], "REQUEST").walk("VEVENT")[0]["DTSTART"].dt.hour == 16


async def test_without_a_mail_account_the_card_and_the_answer_say_that_nobody_is_told(without_mail: Ana) -> None:
    held = await without_mail.says(f"schedule a call about rent tomorrow at 2pm and invite {KOFI}")
    assert "nobody is told of it: that calendar's server sends no invitations" in held
    done = await without_mail.says("confirm 1")
    assert "Nobody was told" in done
    assert "connect my mail" in done


async def test_who_was_not_told_is_told_once_there_is_mail(without_mail: Ana) -> None:
    await without_mail.says(f"schedule a call about rent tomorrow at 2pm and invite {KOFI}")
    await without_mail.says("confirm 1")
    await without_mail.mail.connected(without_mail.house)
    await without_mail.says("what's on my calendar tomorrow?")
    held = await without_mail.says(f"add {ESI} to my rent call")
    assert f"by mail from {ANA}" in held
    await without_mail.says("confirm 2")
    [mail] = await without_mail.goes_out()
    assert mail["To"] == f"{KOFI}, {ESI}"


async def test_an_own_event_without_guests_is_told_to_nobody(ana: Ana) -> None:
    await ana.says("put dentist in my calendar tomorrow at 3")
    await ana.says("move it to 4")
    await ana.says("cancel the dentist appointment")
    assert await ana.goes_out() == []


async def test_an_invitation_in_the_calendar_is_answered_by_mail(ana: Ana) -> None:
    ana.dav.put(f"{ana.dav.home}home/budget.ics", INVITED)
    await ana.says("what's on my calendar on Friday?")
    held = await ana.says("decline the budget invitation")
    assert f"say no to {KOFI} by mail from {ANA}" in held
    assert "The answer goes by mail" in await ana.says("confirm 1")
    [mail] = await ana.goes_out()
    method, data = calendar_part(mail)
    [event] = checked(data, method).walk("VEVENT")
    assert (method, mail["To"], mail["Subject"]) == ("REPLY", KOFI, "Declined: Budget")
    assert (str(event["ATTENDEE"]), event["ATTENDEE"].params["PARTSTAT"]) == (f"mailto:{ANA}", "DECLINED")
    assert (str(event["UID"]), int(event["SEQUENCE"])) == ("budget@example.org", 2)


async def test_who_signs_in_by_a_name_organizes_by_their_mail_address(without_mail: Ana) -> None:
    house = without_mail.house
    await house.accounts.disconnect(house.owner.id, await house.accounts.one(house.owner.id, "", "calendar"))
    await connect_dav(
        house.accounts, house.owner.id, DavLogin("ana", SecretStr(PASSWORD), ANA, url=without_mail.dav.url)
    )
    await without_mail.mail.connected(house)
    await _invites(without_mail)
    [mail] = await without_mail.goes_out()
    assert str(checked(calendar_part(mail)[1], "REQUEST").walk("VEVENT")[0]["ORGANIZER"]) == f"mailto:{ANA}"
    assert f"told to {KOFI} by mail from {ANA}" in await without_mail.says("cancel the call about rent")


async def test_somebody_elses_event_that_is_taken_away_cancels_it_for_nobody(ana: Ana) -> None:
    ana.dav.put(f"{ana.dav.home}home/budget.ics", INVITED)
    await ana.says("what's on my calendar on Friday?")
    assert f"nobody is told: {KOFI} organizes it" in await ana.says("cancel the budget meeting")
    await ana.says("confirm 1")
    assert await ana.goes_out() == []
