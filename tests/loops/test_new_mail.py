"""Mails that somebody waits for, from the sentence in the chat to the message, over a real Dovecot and without a language model."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.conversation.holder import this_process
from app.loops import alerts, new_mail
from app.memory.records import Account
from tests.house import open_house, settings_in, tell
from tests.servers.post import Post, post
from tests.tools.test_email import NOON


@pytest.fixture
def mail() -> Iterator[Post]:
    with post() as servers:
        servers.comes("Kofi <kofi@acme.example>", "Old news", "From before.", number=1)
        yield servers


@pytest.fixture(params=["sqlite", "postgres"])
async def house(request: pytest.FixtureRequest, tmp_path: Path, mail: Post) -> AsyncIterator[Services]:
    """A house with Ana's mail connected, on either engine."""
    more = {} if request.param == "sqlite" else {"database_url": request.getfixturevalue("postgres_url")}
    settings = settings_in(tmp_path, time_zone="UTC", **more)
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        await mail.connected(services)
        yield services


async def _account(house: Services) -> Account:
    [account] = await house.accounts.every(house.owner.id)
    return account


async def _until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(30):
        while not await holds():
            await asyncio.sleep(0.02)


async def _heard(house: Services) -> bool:
    return (await _account(house)).watermark != ""


async def _told(house: Services) -> list[str]:
    said = await house.store.outbox.after(house.owner.id, ("local",), 0, 50)
    return [entry.body["text"] for entry in said if entry.key.startswith("alert:")]


async def _waits(house: Services, sentence: str) -> str:
    """Ask for an alert, and begin to hear of the inbox."""
    said = (await tell(house, sentence)).text
    assert await new_mail.keep_watch(house.ground) == 1
    await _until(lambda: _heard(house))
    house.clock.advance(timedelta(minutes=11))  # type: ignore[attr-defined] - nobody is told in the middle of a talk
    return said


async def test_who_was_waited_for_is_told_at_once_with_who_and_what(house: Services, mail: Post) -> None:
    assert "I'll tell you when mail comes from Kofi" in await _waits(house, "tell me when Kofi writes")
    mail.comes("Esi <esi@home.example>", "Sunday lunch", "Are you coming?", number=2)
    mail.comes("Kofi Boateng <kofi@acme.example>", "Invoice 214", "Please pay.", number=3)
    await _until(lambda: _one_told(house))
    [text] = await _told(house)
    assert "Mail from Kofi Boateng <kofi@acme.example>: “Invoice 214” (#1)." in text
    assert "You asked me to tell you when mail comes from Kofi" in text
    assert "Words from mail from kofi@acme.example: Invoice 214" in text
    assert [one.subject for one in await house.store.mails.latest(house.owner.id)] == ["Invoice 214"]


async def _one_told(house: Services) -> bool:
    return len(await _told(house)) == 1


async def test_nothing_is_told_twice_whoever_looks(house: Services, mail: Post) -> None:
    await _waits(house, "tell me when Kofi writes")
    mail.comes("Kofi <kofi@acme.example>", "Invoice", "Please pay.", number=3)
    await _until(lambda: _one_told(house))
    house.clock.advance(timedelta(hours=2))  # type: ignore[attr-defined]
    await alerts.check_due(house.ground)
    assert len(await _told(house)) == 1


async def test_a_kill_between_the_writing_down_and_the_telling_loses_nothing(
    house: Services, mail: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object) -> int:
        raise asyncio.CancelledError

    with monkeypatch.context() as broken:
        broken.setattr(new_mail, "check_source", killed)
        await _waits(house, "tell me when Kofi writes")
        before = (await _account(house)).watermark
        mail.comes("Kofi <kofi@acme.example>", "Invoice", "Please pay.", number=3)

        async def moved() -> bool:
            return (await _account(house)).watermark != before

        await _until(moved)
    assert await _told(house) == []
    await house.beside.close()
    await new_mail.keep_watch(house.ground)
    await alerts.check_due(house.ground)
    assert len(await _told(house)) == 1


async def test_who_looks_like_somebody_written_to_is_pointed_out(house: Services, mail: Post) -> None:
    account = await _account(house)
    sent = await house.store.mail_outbox.put(
        house.owner.id,
        account.id,
        message_id="x@example.org",
        recipients=["esi@home-bank.example"],
        subject="Hello",
        mime=b"",
        answers="",
        send_at=NOON,
        turn_id=None,
        taint=[],
        at=NOON,
    )
    await house.store.mail_outbox.take(sent.id, "waiting", 0, NOON + timedelta(minutes=3))
    await house.store.mail_outbox.end(sent.id, "sent", "", NOON)
    await _waits(house, "tell me when Esi writes")
    mail.comes("Esi <esi@home-bamk.example>", "Transfer", "Send it here.", number=3)
    await _until(lambda: _one_told(house))
    assert "looks like home-bank.example" in (await _told(house))[0]


async def test_nobody_is_listened_to_for_whom_nobody_waits(house: Services, mail: Post) -> None:
    assert await new_mail.keep_watch(house.ground) == 0
    await _waits(house, "tell me when Kofi writes")
    await tell(house, "stop the alert about Kofi")
    if await house.store.alert_rules.list(house.owner.id):
        [rule] = await house.store.alert_rules.list(house.owner.id)
        await house.store.alert_rules.set_status(house.owner.id, rule.id, "cancelled", NOON)
    assert await new_mail.keep_watch(house.ground) == 0
    assert house.beside.names == frozenset()
    assert (await _account(house)).watermark == ""


async def test_an_inbox_that_another_process_hears_is_left_to_it(house: Services, mail: Post) -> None:
    await tell(house, "tell me when Kofi writes")
    account, leases = await _account(house), house.store.leases
    await leases.acquire(f"new mail:{account.id}", "elsewhere|1|1|x", now=NOON, ttl=timedelta(minutes=10))
    await new_mail.keep_watch(house.ground)

    async def ended() -> bool:
        return not house.beside.names

    await _until(ended)
    assert (await _account(house)).watermark == ""
    await leases.release(f"new mail:{account.id}", "elsewhere|1|1|x")
    await new_mail.keep_watch(house.ground)
    await _until(lambda: _heard(house))
    lease = await leases.get(f"new mail:{account.id}")
    assert lease is not None
    assert lease.holder == this_process()
    await house.beside.close()
    assert await leases.get(f"new mail:{account.id}") is None


async def test_a_server_that_is_away_for_a_while_loses_nothing(
    house: Services, mail: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_mail, "_FIRST_PAUSE", 0.05)
    await _waits(house, "tell me when Kofi writes")
    await house.beside.close()
    settings = (await _account(house)).settings
    away = {**settings, "imap": {**settings["imap"], "port": 1}}
    row = await _account(house)
    await house.store.accounts.put(
        row.user_id, row.provider, row.identity, label=row.label, settings=away, scopes=[], at=house.clock.now()
    )
    mail.comes("Kofi <kofi@acme.example>", "Invoice", "Please pay.", number=3)
    await new_mail.keep_watch(house.ground)

    async def broken() -> bool:
        return (await _account(house)).state == "attention"

    await _until(broken)
    house.clock.advance(timedelta(seconds=1))  # type: ignore[attr-defined]
    await house.store.accounts.put(
        row.user_id, row.provider, row.identity, label=row.label, settings=settings, scopes=[], at=house.clock.now()
    )
    assert await new_mail.keep_watch(house.ground) == 1
    await _until(lambda: _one_told(house))
    assert (await _account(house)).state == "ok"


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        ("tell me when Kofi writes", {"from": "Kofi", "words": ""}),
        ("let me know if mail comes from the school", {"from": "school", "words": ""}),
        ("ping me when the invoice from ECG arrives", {"from": "ECG", "words": "invoice"}),
        ("préviens-moi quand Kofi m'écrit", {"from": "Kofi", "words": ""}),
        ("let me know when mail from Ama about the invoice comes", {"from": "Ama", "words": "invoice"}),
        ("alert me if the landlord emails", {"from": "landlord", "words": ""}),
    ],
)
async def test_a_sentence_is_an_alert_with_no_model(tmp_path: Path, sentence: str, condition: dict[str, str]) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        await tell(house, sentence)
        assert [(rule.source, rule.condition) for rule in await house.store.alert_rules.list(house.owner.id)] == [
            ("mail", condition)
        ]
