"""Mails on their way out, over a real SMTP server and a real Dovecot: handed over once, and told where it is not as promised."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.loops.mail import send_due
from app.memory.records import Account, OutgoingMail
from tests.house import open_house, settings_in
from tests.servers.post import Post, post

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
MESSAGE = b"From: ana@example.org\r\nTo: kofi@acme.example\r\nSubject: Invoice\r\nMessage-ID: <m1@example.org>\r\n\r\nI'll pay.\r\n"


@pytest.fixture
def mail() -> Iterator[Post]:
    with post() as servers:
        yield servers


@pytest.fixture(params=["sqlite", "postgres"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Services]:
    """A house at noon in UTC, on either engine."""
    more = {} if request.param == "sqlite" else {"database_url": request.getfixturevalue("postgres_url")}
    settings = settings_in(tmp_path, time_zone="UTC", **more)
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        yield services


async def _waiting(house: Services, account: Account) -> OutgoingMail:
    return await house.store.mail_outbox.put(
        house.owner.id,
        account.id,
        message_id="m1@example.org",
        recipients=["kofi@acme.example"],
        subject="Invoice",
        mime=MESSAGE,
        answers="",
        send_at=NOON,
        turn_id=None,
        taint=[],
        at=NOON,
    )


async def _state(house: Services, row: OutgoingMail) -> str:
    now = await house.store.mail_outbox.get(house.owner.id, row.id)
    return now.state if now else ""


async def _told(house: Services) -> list[str]:
    return [entry.body["text"] for entry in await house.store.outbox.after(house.owner.id, ("local",), 0, 50)]


def _later(house: Services, **span: int) -> None:
    house.clock.set(house.clock.now() + timedelta(**span))  # type: ignore[attr-defined]


async def test_a_mail_goes_out_once_and_lies_among_the_sent(house: Services, mail: Post) -> None:
    row = await _waiting(house, await mail.connected(house))
    assert (await send_due(house.ground))[0] == 1
    assert (await send_due(house.ground))[0] == 0
    assert (await _state(house, row), len(mail.smtp.taken), await _told(house)) == ("sent", 1, [])
    assert mail.smtp.taken[0][:2] == ("ana@example.org", ("kofi@acme.example",))
    assert len(list((mail.box.root / "mail" / "ana@example.org" / ".Sent" / "cur").iterdir())) == 1


async def test_what_is_taken_back_does_not_go_out(house: Services, mail: Post) -> None:
    row = await _waiting(house, await mail.connected(house))
    assert await house.store.mail_outbox.take_back(house.owner.id, row.id, NOON)
    assert (await send_due(house.ground), mail.smtp.taken) == ((0, None), [])
    assert not await house.store.mail_outbox.take_back(house.owner.id, row.id, NOON)


async def test_what_is_refused_is_told_and_not_tried_again(house: Services, mail: Post) -> None:
    row = await _waiting(house, await mail.connected(house))
    mail.smtp.break_at = "refuse"
    await send_due(house.ground)
    assert await _state(house, row) == "failed"
    [told] = await _told(house)
    assert "was not sent" in told
    assert "not wanted" in told


async def test_a_busy_server_is_asked_again_later(house: Services, mail: Post) -> None:
    row = await _waiting(house, await mail.connected(house))
    mail.smtp.break_at = "busy"
    await send_due(house.ground)
    assert (await _state(house, row), await _told(house)) == ("waiting", [])
    mail.smtp.break_at = ""
    assert (await send_due(house.ground))[0] == 0
    _later(house, minutes=2)
    await send_due(house.ground)
    assert (await _state(house, row), len(mail.smtp.taken)) == ("sent", 1)


@pytest.mark.parametrize("break_at", ["before", "after"])
async def test_an_answer_that_is_lost_is_told_and_the_mail_not_sent_again(
    house: Services, mail: Post, break_at: str
) -> None:
    row = await _waiting(house, await mail.connected(house))
    mail.smtp.break_at = break_at
    await send_due(house.ground)
    mail.smtp.break_at = ""
    _later(house, hours=1)
    await send_due(house.ground)
    assert (await _state(house, row), len(mail.smtp.taken)) == ("unknown", 1 if break_at == "after" else 0)
    [told] = await _told(house)
    assert "can't tell whether" in told


async def test_what_a_crash_left_is_looked_for_among_the_sent(house: Services, mail: Post) -> None:
    account = await mail.connected(house)
    row = await _waiting(house, account)
    async with house.accounts.mailbox(
        account
    ) as box:  # it went out, and whoever sent it crashed before it could say so
        await box.send(MESSAGE, "ana@example.org", ["kofi@acme.example"])
    assert await house.store.mail_outbox.take(row.id, "waiting", 0, NOON + timedelta(minutes=3))
    assert (await send_due(house.ground))[0] == 0
    _later(house, minutes=5)
    assert (await send_due(house.ground))[0] == 1
    assert (await _state(house, row), len(mail.smtp.taken), await _told(house)) == ("sent", 1, [])


async def test_a_mail_of_an_account_that_no_longer_lets_us_in_is_told(house: Services, mail: Post) -> None:
    account = await mail.connected(house)
    row = await _waiting(house, account)
    await house.vault.delete(house.owner.id, account.vault_name)
    await send_due(house.ground)
    assert (await _state(house, row), mail.smtp.taken) == ("failed", [])
    assert "Connect that account again" in (await _told(house))[0]
