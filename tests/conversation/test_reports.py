"""What /usage and /context say, on both engines: money by day, month and model, what is left under each cap, and a request by part."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.config import Settings
from app.conversation.reports import NO_CAPS, NO_REQUEST, NOTHING, bar, context_report, usage_report
from app.memory.repositories.usage import UsageDraft
from tests.conversation.conftest import NOON

TODAY, YESTERDAY, LAST_MONTH = NOON, NOON - timedelta(days=1), NOON - timedelta(days=11)


async def _used(house: Services, model: str, at: datetime, cost: float, *, tokens: int = 1_000) -> None:
    await house.store.usage.add_many(house.owner.id, "t1", [UsageDraft("primary", model, tokens, tokens, cost, at)])


async def _usage(house: Services, **caps: Any) -> str:
    settings = Settings(**{**house.settings.model_dump(), **caps})
    return await usage_report(house.owner, house.store, settings, house.clock)


async def _answered(house: Services, turn_id: str, usage: dict[str, Any], *, hours: float = 0) -> None:
    at = NOON + timedelta(hours=hours)
    await house.store.turns.add(
        house.owner.id,
        id=turn_id,
        channel="web",
        text="hello",
        reply="Hello!",
        status="done",
        route={},
        taint=[],
        usage=usage,
        model="gpt-5-mini",
        trace_id="t",
        started_at=at,
        finished_at=at,
        messages=[],
    )


async def test_who_spent_nothing_is_told_so_and_how_to_set_a_cap(stored_house: Services) -> None:
    said = await _usage(stored_house)
    assert NOTHING in said
    assert NO_CAPS in said
    assert "100,000 tokens (MAX_TURN_TOKENS)" in said


async def test_money_and_tokens_of_the_day_and_the_month_and_by_model(stored_house: Services) -> None:
    await _used(stored_house, "small", TODAY, 0.02)
    await _used(stored_house, "large", YESTERDAY, 0.3)
    await _used(stored_house, "mine", YESTERDAY, 0.0)
    await _used(stored_house, "large", LAST_MONTH, 9.0)
    lines = (await _usage(stored_house)).splitlines()
    assert lines[:2] == ["Today: $0.02, 2,000 tokens in 1 call", "This month: $0.32, 6,000 tokens in 3 calls"]
    assert lines[3:7] == [
        "This month, by model:",
        "▓▓▓▓▓▓▓▓▓░ large: $0.30, 1,000 tokens in, 1,000 out",
        "▓░░░░░░░░░ small: $0.02, 1,000 tokens in, 1,000 out",
        "░░░░░░░░░░ mine: 1,000 tokens in, 1,000 out; I know no price for it",
    ]


async def test_a_quiet_day_in_a_month_that_was_not(stored_house: Services) -> None:
    await _used(stored_house, "small", YESTERDAY, 0.02)
    assert (await _usage(stored_house)).startswith("Today: nothing\nThis month: $0.02")


async def test_each_cap_shows_what_is_left_and_until_when(stored_house: Services) -> None:
    await _used(stored_house, "small", TODAY, 0.25, tokens=500)
    said = await _usage(stored_house, max_daily_cost=1.0, max_monthly_tokens=4_000, max_turn_cost=0.1)
    assert "▓▓░░░░░░░░ $0.25 of $1.00, $0.75 left until midnight (MAX_DAILY_COST)" in said
    assert "1,000 tokens of 4,000 tokens, 3,000 tokens left until 1 April (MAX_MONTHLY_TOKENS)" in said
    assert "A single message: at most $0.10 (MAX_TURN_COST)." in said
    assert NO_CAPS not in said


async def test_a_cap_that_is_passed_has_nothing_left(stored_house: Services) -> None:
    await _used(stored_house, "small", TODAY, 1.25)
    assert "▓▓▓▓▓▓▓▓▓▓ $1.25 of $1.00, $0.00 left until midnight" in await _usage(stored_house, max_daily_cost=1.0)


async def test_what_is_set_aside_counts_under_the_caps_and_is_said(stored_house: Services) -> None:
    await stored_house.store.reservations.add(
        stored_house.owner.id, id="r1", turn_id="t9", model="small", tokens=3_000, cost=0.5, at=NOON
    )
    said = await _usage(stored_house, max_daily_cost=1.0)
    assert "Set aside for calls that are under way or were cut off: 3,000 tokens, $0.50." in said
    assert "$0.50 of $1.00" in said


async def test_the_last_request_is_shown_by_part(stored_house: Services) -> None:
    parts = {"rules": 2_000, "tools": 6_000, "about": 1_500, "words": 400, "results": 100}
    await _answered(stored_house, "t1", {"parts": {"rules": 1}}, hours=-2)
    await _answered(stored_house, "t2", {"requests": 1, "parts": parts}, hours=-1)
    await _answered(stored_house, "t3", {})  # the offline model answered this one
    assert (await context_report(stored_house.owner, stored_house.store)).splitlines() == [
        "Your message of 10 March at 12:00 went to the language model as 10.0 kB:",
        "",
        "▓▓░░░░░░░░ 20 % · 2.0 kB · persona and rules",
        "▓▓░░░░░░░░ 15 % · 1.5 kB · what I know about you",
        "▓▓▓▓▓▓░░░░ 60 % · 6.0 kB · tools",
        "▓░░░░░░░░░ 1 % · 100 bytes · what tools answered",
        "▓░░░░░░░░░ 4 % · 400 bytes · your words",
    ]


async def test_where_nothing_was_sent_nothing_is_shown(stored_house: Services) -> None:
    assert await context_report(stored_house.owner, stored_house.store) == NO_REQUEST
    await _answered(stored_house, "t1", {})
    assert await context_report(stored_house.owner, stored_house.store) == NO_REQUEST


@pytest.mark.parametrize(("share", "blocks"), [(0, 0), (0.001, 1), (0.5, 5), (0.99, 10), (1.7, 10)])
def test_a_bar_has_ten_blocks_and_a_little_is_never_none(share: float, blocks: int) -> None:
    assert bar(share) == "▓" * blocks + "░" * (10 - blocks)
