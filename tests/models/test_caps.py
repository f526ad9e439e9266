"""Which caps are set, what fits under them, and the sentence for what does not."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.errors import BudgetSpent, ModelError
from app.memory.repositories.reservations import Spent
from app.models.caps import Cap, Need, caps_of, check, reopens, starts
from tests.house import settings_in

EVENING = datetime(2026, 12, 31, 21, 0, tzinfo=ZoneInfo("Europe/Paris"))
CALL = Need("gpt-5-mini", 1_000, 0.02)


def _caps(**caps: Any) -> tuple[Cap, ...]:
    return caps_of(settings_in(Path("/nowhere"), **caps))


def _refusal(spent: Spent, need: Need = CALL, **caps: Any) -> str:
    with pytest.raises(BudgetSpent) as caught:
        check(_caps(**caps), spent, need, EVENING)
    assert isinstance(caught.value, ModelError)
    return caught.value.sentence


def test_a_turns_tokens_are_always_capped_and_the_rest_by_setting() -> None:
    assert [cap.setting for cap in _caps()] == ["MAX_TURN_TOKENS"]
    every = _caps(
        max_turn_cost=1.0, max_daily_tokens=5_000, max_daily_cost=2.0, max_monthly_tokens=9_000, max_monthly_cost=3.0
    )
    assert [(cap.setting, cap.span, cap.unit) for cap in every] == [
        ("MAX_TURN_TOKENS", "turn", "tokens"),
        ("MAX_TURN_COST", "turn", "cost"),
        ("MAX_DAILY_TOKENS", "day", "tokens"),
        ("MAX_DAILY_COST", "day", "cost"),
        ("MAX_MONTHLY_TOKENS", "month", "tokens"),
        ("MAX_MONTHLY_COST", "month", "cost"),
    ]


def test_what_fits_to_the_last_token_passes() -> None:
    check(_caps(max_daily_tokens=5_000, max_daily_cost=1.0), Spent(day_tokens=4_000, day_cost=0.98), CALL, EVENING)


def test_the_sentence_names_the_cap_when_it_opens_and_the_setting() -> None:
    assert _refusal(Spent(day_cost=1.0), max_daily_cost=1.0) == (
        "Today's budget for language models is used up: $1.00 of $1.00. I answer without one until midnight;"
        " MAX_DAILY_COST changes that."
    )
    assert _refusal(Spent(month_tokens=9_500), max_monthly_tokens=10_000) == (
        "This month's budget for language models is used up: 9,500 tokens of 10,000 tokens, and one more call can take"
        " 1,000 tokens. I answer without one until 1 January; MAX_MONTHLY_TOKENS changes that."
    )
    assert "until your next message; MAX_TURN_COST" in _refusal(Spent(turn_cost=0.5), max_turn_cost=0.5)


def test_a_cap_below_a_single_call_says_so() -> None:
    said = _refusal(Spent(), max_daily_cost=0.01)
    assert said.startswith("One call of gpt-5-mini can take $0.02, and MAX_DAILY_COST allows $0.01 a day.")
    assert "MAX_OUTPUT_TOKENS" in said


def test_the_narrowest_cap_is_named() -> None:
    spent = Spent(day_tokens=5_000, month_tokens=9_000)
    assert _refusal(spent, max_daily_tokens=5_000, max_monthly_tokens=9_000).startswith("Today's")


def test_a_call_without_a_price_passes_every_cap_on_money() -> None:
    check(_caps(max_daily_cost=1.0), Spent(day_cost=5.0), Need("my-own", 1_000, 0.0), EVENING)


@pytest.mark.parametrize(
    ("zone", "day", "month"),
    [
        ("Europe/Paris", (2026, 2, 28, 23), (2026, 2, 28, 23)),  # the first of March has begun there
        ("America/New_York", (2026, 2, 28, 5), (2026, 2, 1, 5)),
        ("UTC", (2026, 2, 28, 0), (2026, 2, 1, 0)),
    ],
)
def test_a_day_and_a_month_begin_on_the_users_clock(zone: str, day: tuple[int, ...], month: tuple[int, ...]) -> None:
    assert starts(datetime(2026, 2, 28, 23, 30, tzinfo=UTC), zone) == (
        datetime(*day, tzinfo=UTC),  # type: ignore[arg-type]
        datetime(*month, tzinfo=UTC),  # type: ignore[arg-type]
    )


def test_a_day_without_a_midnight_begins_where_the_clocks_go_on() -> None:
    day, _ = starts(datetime(2026, 4, 24, 9, 0, tzinfo=UTC), "Africa/Cairo")  # the clocks jump from 0:00 to 1:00
    assert day == datetime(2026, 4, 23, 22, 0, tzinfo=UTC)


def test_a_month_reopens_on_its_first() -> None:
    assert reopens("month", datetime(2026, 1, 31, tzinfo=UTC)) == "1 February"
