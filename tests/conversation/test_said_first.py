"""What is said first goes to one place: what they chose, where they were heard last, and never where it can't be read."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.conversation.outbox import CHANNELS, EVERYWHERE, is_copy
from app.messages import OutboundMessage
from app.timetable.said_first import SAID_FIRST_ON
from tests.conversation.conftest import NOON
from tests.house import open_house, settings_in

ALL = {"telegram_bot_token": "1:secret", "whatsapp_access_token": "w", "slack_bot_token": "xoxb-1"}
PUSHED = tuple(row.name for row in CHANNELS.values() if row.pushed)
ADDRESSES = {"telegram": "77", "whatsapp": "233200000001", "slack": "U012AB3CD"}


@asynccontextmanager
async def _house(tmp_path: Path, **settings: str) -> AsyncIterator[Services]:
    """An owner who is known on every channel, Telegram first."""
    made = settings_in(tmp_path, **(ALL | settings))
    async with open_house(tmp_path, settings=made, clock=ManualClock(NOON)) as house:
        for minutes, (channel, address) in enumerate(ADDRESSES.items()):
            await house.store.users.link(house.owner.id, channel, address, NOON + timedelta(minutes=minutes))
        yield house


async def _heard(house: Services, channel: str, *, hours_ago: float = 0, address: str = "") -> None:
    where, at = address or ADDRESSES[channel], NOON - timedelta(hours=hours_ago)
    await house.store.last_heard.put(house.owner.id, channel, where, at)


async def _said(house: Services, on: str = "") -> list[tuple[str, str]]:
    """Where a message for everywhere is copied to."""
    message = OutboundMessage(house.owner.id, EVERYWHERE, "k1", "Tea is ready.", kind="reminder", on=on)
    await house.conversation.mailroom.put(message, NOON)
    entries = await house.store.outbox.latest(house.owner.id, PUSHED, 9)
    assert all(is_copy(entry) for entry in entries)
    assert len(await house.store.outbox.latest(house.owner.id, ("local",), 9)) == 1
    return [(entry.channel, entry.address) for entry in entries]


async def test_it_goes_where_they_were_heard_last_and_nowhere_else(tmp_path: Path) -> None:
    async with _house(tmp_path) as house:
        await _heard(house, "telegram", hours_ago=3)
        await _heard(house, "slack", hours_ago=2)
        assert await _said(house) == [("slack", "U012AB3CD")]


async def test_before_they_were_heard_anywhere_it_goes_to_their_first_account(tmp_path: Path) -> None:
    async with _house(tmp_path) as house:
        assert await _said(house) == [("telegram", "77")]


@pytest.mark.parametrize(("channel", "group"), [("telegram", "-100123"), ("slack", "C0GENERAL")])
async def test_a_group_and_a_local_surface_are_no_place_to_say_things_first(
    tmp_path: Path, channel: str, group: str
) -> None:
    async with _house(tmp_path) as house:
        await _heard(house, channel, address=group)
        await house.store.last_heard.put(house.owner.id, "web", "", NOON)
        await _heard(house, "whatsapp", hours_ago=1)
        assert await _said(house) == [("whatsapp", "233200000001")]


async def test_the_channel_they_chose_stands_above_where_they_were_heard(tmp_path: Path) -> None:
    async with _house(tmp_path) as house:
        await house.store.users.set_setting(house.owner.id, SAID_FIRST_ON, "slack")
        await _heard(house, "telegram")
        assert await _said(house) == [("slack", "U012AB3CD")]


async def test_the_channel_a_message_is_wanted_on_stands_above_both(tmp_path: Path) -> None:
    async with _house(tmp_path) as house:
        await house.store.users.set_setting(house.owner.id, SAID_FIRST_ON, "slack")
        await _heard(house, "slack")
        assert await _said(house, on="telegram") == [("telegram", "77")]


@pytest.mark.parametrize(
    ("hours_ago", "settings", "expected"),
    [
        (23, {}, "whatsapp"),
        (25, {}, "telegram"),
        (25, {"whatsapp_template": "a_word_from_me"}, "whatsapp"),
        (25, {"telegram_bot_token": "", "slack_bot_token": ""}, "whatsapp"),
    ],
)
async def test_a_channel_that_takes_no_words_now_is_passed_over_while_another_does(
    tmp_path: Path, hours_ago: float, settings: dict[str, str], expected: str
) -> None:
    async with _house(tmp_path, **settings) as house:
        await house.store.users.set_setting(house.owner.id, SAID_FIRST_ON, "whatsapp")
        await _heard(house, "whatsapp", hours_ago=hours_ago)
        assert await _said(house) == [(expected, ADDRESSES[expected])]


async def test_what_is_put_again_stays_where_it_went(tmp_path: Path) -> None:
    async with _house(tmp_path) as house:
        await _heard(house, "slack", hours_ago=1)
        assert await _said(house) == [("slack", "U012AB3CD")]
        await _heard(house, "telegram")
        assert await _said(house) == [("slack", "U012AB3CD")]


async def test_an_account_that_is_off_the_list_is_not_spoken_to(tmp_path: Path) -> None:
    async with _house(tmp_path, allowed_slack_user_ids="U0BENSLACK") as house:
        ben = await house.store.users.add("ben", name="", time_zone="UTC", zone_source="said", locale="en", at=NOON)
        await house.store.users.link(ben.id, "telegram", "88", NOON)
        await house.store.users.link(ben.id, "slack", "U0BENSLACK", NOON)
        await house.store.last_heard.put(ben.id, "telegram", "88", NOON)
        await house.conversation.mailroom.put(OutboundMessage(ben.id, EVERYWHERE, "k", "Tea."), NOON)
        assert [one.address for one in await house.store.outbox.latest(ben.id, PUSHED, 9)] == ["U0BENSLACK"]
