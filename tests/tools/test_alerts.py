"""Alerts in chat, without a model: made, listed, changed, paused, deleted, taken back."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from tests.house import open_house, settings_in, tell

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=settings_in(tmp_path), clock=ManualClock(NOON)) as services:
        yield services


async def _says(house: Services, text: str) -> str:
    return (await tell(house, text)).text


async def _stands(house: Services, number: int = 1) -> tuple[str, dict[str, object]]:
    rule = await house.store.alert_rules.get(house.owner.id, number)
    assert rule is not None
    return rule.status, rule.condition


async def test_what_is_watched_is_listed(house: Services) -> None:
    assert "not watching" in await _says(house, "what are my alerts?")
    await tell(house, "let me know if any task is overdue")
    await tell(house, "warn me when there's news about cocoa, at most once a day")
    listed = await _says(house, "show my alerts")
    assert "- a task is overdue, at most every 6 hours (#1)" in listed
    assert "- there is news about “cocoa”, at most every 1 day (#2)" in listed


@pytest.mark.parametrize(
    ("asked", "what", "service"),
    [
        ("tell me when mail comes from Ama", "mail comes from Ama", "mail"),
        ("alert me when my resting heart rate is above 80", "resting heart rate", "health"),
    ],
)
async def test_what_cannot_come_true_yet_is_not_promised(house: Services, asked: str, what: str, service: str) -> None:
    said = await _says(house, asked)
    assert said.startswith("I can't tell you that yet.")
    assert "I'll tell you" not in said
    assert "I keep the alert until then: " in said
    assert what in said
    assert f"can't be told yet: no {service} comes in" in await _says(house, "what are my alerts?")
    await tell(house, "pause alert 1")
    assert f"can't be told yet: no {service} comes in" in await _says(house, "resume alert 1")


async def test_an_alert_is_paused_resumed_deleted_and_each_is_taken_back(house: Services) -> None:
    await tell(house, "tell me when a task is overdue")
    assert (await _says(house, "pause the overdue alert")).startswith("Paused: a task is overdue")
    assert (await _stands(house))[0] == "paused"
    await tell(house, "undo")
    assert (await _stands(house))[0] == "active"
    assert await _says(house, "delete alert 1") == "I no longer watch whether a task is overdue."
    assert (await _stands(house))[0] == "cancelled"
    await tell(house, "undo")
    assert (await _stands(house))[0] == "active"


async def test_a_new_alert_can_be_taken_back(house: Services) -> None:
    await tell(house, "tell me when a task is overdue")
    await tell(house, "undo")
    assert (await _stands(house))[0] == "cancelled"


async def test_the_same_is_not_watched_twice(house: Services) -> None:
    await tell(house, "tell me when a task is overdue")
    assert "already" in await _says(house, "tell me when a task is overdue")
    assert len(await house.store.alert_rules.list(house.owner.id)) == 1


async def test_until_must_lie_ahead(house: Services) -> None:
    answer = await _says(house, "tell me when a task is overdue until 1 March 2027")
    assert "That day is over" in answer
    assert "until Friday 12 March" in await _says(house, "tell me when a task is overdue until 12 March")


async def test_stopping_reminders_that_people_call_alerts_still_works(house: Services) -> None:
    await tell(house, "remind me at 6pm to call mum")
    assert "Cancelled: call mum" in await _says(house, "cancel the call mum alert")
