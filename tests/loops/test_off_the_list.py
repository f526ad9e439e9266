"""Whoever is taken off the allowlist hears nothing more, of whatever kind; it is written down, and goes on when they are put back."""

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.errors import DeliveryRefused
from app.interfaces.pushed.chats import Chats
from app.interfaces.pushed.incoming import Sender
from app.interfaces.pushed.members import Members
from app.interfaces.telegram.bot import build_bot
from app.interfaces.telegram.courier import TelegramCourier
from app.loops.table import LOOPS
from app.messages import InboundMessage
from app.timetable.allowed import OFF_THE_LIST, Allowlist
from tests.house import open_house

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
KOFI, KOFIS_ID = "telegram:2002", "2002"
SAYING = ("reminders", "scheduled tasks", "alerts and intentions", "routines")


@asynccontextmanager
async def _house(home: Settings, folder: Path, at: datetime, listed: str) -> AsyncIterator[Services]:
    """A house with a bot and this list, at this moment; its bot has met its members."""
    changes = {
        "allowed_telegram_user_ids": listed,
        "telegram_bot_token": SecretStr("1:x"),
        "quiet_hours": "",
        "telegram_joining_window": timedelta(0),
    }
    settings = home.model_copy(update={**changes, "briefing_time": "", "evening_recap_time": ""})
    async with open_house(folder, settings=settings, clock=ManualClock(at)) as house:
        members = Members("telegram", house.settings, house.store, house.owner, house.clock)
        await members.welcome_owner()
        await members.find(Sender(KOFIS_ID, "Kofi"))
        yield house


async def _kofi_says(house: Services, text: str) -> str:
    message = InboundMessage(KOFI, "telegram", uuid.uuid4().hex, text, house.clock.now(), address=KOFIS_ID)
    receipt = await house.conversation.receive(message)
    return (await house.conversation.answer(KOFI, receipt.inbox_id, timeout=20)).text


async def _pushed(house: Services) -> list[str]:
    """What is said to Kofi's chat by one run of all that speaks first."""
    last = await house.store.outbox.last_id(KOFI, ("telegram",))
    for loop in LOOPS:
        if loop.name in SAYING:
            await loop.function(house.ground)
    await house.background.drain()
    return [entry.body["text"] for entry in await house.store.outbox.after(KOFI, ("telegram",), last, 50)]


async def _endings(house: Services, at: datetime) -> list[tuple[str, str, str]]:
    rows = await house.store.occurrences.recent(KOFI, 50)
    return sorted((row.owner_kind, row.status, row.reason) for row in rows if row.ended_at == at)


async def test_who_is_taken_off_hears_nothing_and_who_is_put_back_hears_what_is_due_then(
    home: Settings, tmp_path: Path
) -> None:
    async with _house(home, tmp_path, NOON, KOFIS_ID) as house:
        await _kofi_says(house, "remind me every day at 3pm to stretch")
        await _kofi_says(house, "every day at 3pm list my tasks")
        await _kofi_says(house, "tell me when a task is more than 1 hour overdue")
        await _kofi_says(house, "add call the bank to my tasks for today at 3pm")
        await house.store.intentions.add(
            KOFI,
            text="Ask how the interview went",
            due_at=NOON + timedelta(hours=4),
            expires_at=NOON + timedelta(days=30),
            source="reflection",
            turn_id=None,
            taint=[],
            at=NOON,
        )
    gone = NOON + timedelta(hours=7)
    async with _house(home, tmp_path, gone, "") as house:
        assert await _pushed(house) == []
        found = await _endings(house, gone)
        assert [kind for kind, _, _ in found] == ["alert", "intention", "reminder", "schedule", "task"]
        assert {(status, reason) for _, status, reason in found} == {("skipped", OFF_THE_LIST)}
    back = NOON + timedelta(days=1, hours=3)
    async with _house(home, tmp_path, back, KOFIS_ID) as house:
        said = await _pushed(house)
        assert any("stretch" in text for text in said)
        assert any("call the bank" in text for text in said)
        assert not any("interview" in text or "Missed" in text for text in said)


@pytest.mark.parametrize("coded", [True, False])
async def test_who_came_by_a_code_needs_no_list(home: Settings, tmp_path: Path, coded: bool) -> None:
    async with _house(home, tmp_path, NOON, "") as house:
        await house.store.users.add(KOFI, name="Kofi", time_zone="UTC", zone_source="user", locale="en-GB", at=NOON)
        for channel in ("telegram", "telegram:code") if coded else ("telegram",):
            await house.store.users.link(KOFI, channel, KOFIS_ID, NOON)
        allowed = house.conversation.mailroom.allowed
        assert await allowed.lets(KOFI) == coded
        assert await allowed.lets("owner")
        assert await allowed.lets("somebody with no account anywhere")


async def test_an_answer_that_was_on_its_way_is_not_sent(home: Settings, tmp_path: Path) -> None:
    async with _house(home, tmp_path, NOON, KOFIS_ID) as house:
        await _kofi_says(house, "hello")
        [entry] = await house.store.outbox.after(KOFI, ("telegram",), 0, 9)
        for listed, refused in ((KOFIS_ID, False), ("", True)):
            settings = house.settings.model_copy(update={"allowed_telegram_user_ids": listed})
            bot = build_bot(SecretStr("1:x"), "http://127.0.0.1:9")
            courier = TelegramCourier(bot, house.store, Chats(), allowed=Allowlist(settings, house.store, "owner"))
            with pytest.raises(DeliveryRefused) if refused else nullcontext():
                assert await courier.parts(entry)


async def test_an_answer_to_an_account_off_the_list_is_not_sent_though_another_one_is_on_it(
    home: Settings, tmp_path: Path
) -> None:
    async with _house(home, tmp_path, NOON, KOFIS_ID) as house:
        await _kofi_says(house, "hello")
        [entry] = await house.store.outbox.after(KOFI, ("telegram",), 0, 9)
        await house.store.users.link(KOFI, "telegram", "7770001", NOON)
        for listed, refused in ((KOFIS_ID, False), ("7770001", True), (f"{KOFIS_ID},7770001", False)):
            settings = house.settings.model_copy(update={"allowed_telegram_user_ids": listed})
            allowed = Allowlist(settings, house.store, "owner")
            assert await allowed.lets(KOFI)
            courier = TelegramCourier(
                build_bot(SecretStr("1:x"), "http://127.0.0.1:9"), house.store, Chats(), allowed=allowed
            )
            with pytest.raises(DeliveryRefused) if refused else nullcontext():
                assert await courier.parts(entry)
