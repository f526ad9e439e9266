"""Mails on their way out: one a Message-ID, taken by one."""

from app.memory.records import OutgoingMail
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def _put(house: Repositories, message_id: str = "m@b.org", answers: str = "") -> OutgoingMail:
    account = await house.accounts.put("ana", "imap", "a@b.org", label="x", settings={}, scopes=(), at=NOON)
    return await house.mail_outbox.put(
        "ana",
        account.id,
        message_id=message_id,
        recipients=["Kofi@b.org"],
        subject="Invoice",
        mime=b"\x00bytes\xff",
        answers=answers,
        send_at=later(seconds=20),
        turn_id=None,
        taint=[],
        at=NOON,
    )


async def test_the_same_message_id_is_one_mail(house: Repositories) -> None:
    first = await _put(house)
    assert ((await _put(house)).id, first.mime, first.recipients) == (first.id, b"\x00bytes\xff", ["Kofi@b.org"])
    assert await house.mail_outbox.next_due() == later(seconds=20)
    assert await house.mail_outbox.due(NOON, 9) == []
    assert [one.id for one in await house.mail_outbox.due(later(seconds=20), 9)] == [first.id]


async def test_one_takes_it(house: Repositories) -> None:
    mail = await _put(house)
    assert await house.mail_outbox.take(mail.id, "waiting", 0, later(minutes=3))
    assert not await house.mail_outbox.take(mail.id, "waiting", 0, later(minutes=3))
    assert not await house.mail_outbox.take_back("ana", mail.id, NOON)
    assert await house.mail_outbox.later(mail.id, "busy", later(minutes=5))
    assert await house.mail_outbox.take(mail.id, "waiting", 1, later(minutes=9))
    assert await house.mail_outbox.end(mail.id, "sent", "", later(minutes=9))
    assert not await house.mail_outbox.end(mail.id, "failed", "", later(minutes=9))
    assert await house.mail_outbox.recipients("ana") == {"kofi@b.org"}
    assert await house.mail_outbox.recipients("ben") == set()
    assert await house.mail_outbox.next_due() is None


async def test_what_waits_is_taken_back_by_its_owner(house: Repositories) -> None:
    mail = await _put(house)
    assert not await house.mail_outbox.take_back("ben", mail.id, NOON)
    assert await house.mail_outbox.take_back("ana", mail.id, NOON)
    assert await house.mail_outbox.get("ben", mail.id) is None
    row = await house.mail_outbox.get("ana", mail.id)
    assert row is not None
    assert row.state == "taken_back"


async def test_what_waits_and_answers_the_same_gives_way(house: Repositories) -> None:
    first, taken = await _put(house, answers="event:a"), await _put(house, "n@b.org", answers="event:a")
    other = await _put(house, "o@b.org", answers="event:b")
    assert await house.mail_outbox.take(taken.id, "waiting", 0, later(minutes=3))
    assert await house.mail_outbox.supersede("ben", "event:a", NOON) == 0
    assert await house.mail_outbox.supersede("ana", "event:a", NOON) == 1
    rows = [await house.mail_outbox.get("ana", one.id) for one in (first, taken, other)]
    assert [row.state for row in rows if row] == ["taken_back", "sending", "waiting"]
