"""No call goes out that could pass a cap, and what it did use is counted: on both engines, with a real server behind the chain."""

import asyncio
from datetime import UTC, datetime

import pytest

from app.clock import ManualClock
from app.memory.ports import Database
from app.memory.repositories import Repositories
from app.memory.repositories.usage import UsageDraft
from app.models.budget import Budget, Spending
from app.models.offline.model import NAME as OFFLINE
from app.models.roles import Models
from tests.memory.databases import NOON, Opener
from tests.models.openai_server import refused, streamed
from tests.models.paying import ANA, MODEL, ask, budget_on, left_open, reported, shop


async def _spent(store: Repositories) -> tuple[int, int, float]:
    totals = await store.usage.totals("ana", NOON.replace(year=2000))
    return totals.requests, totals.input_tokens + totals.output_tokens, round(totals.cost, 6)


async def test_a_call_is_set_aside_while_it_runs_and_counted_by_what_the_provider_reports(
    house: Repositories, database: Database
) -> None:
    async with shop(reported(1_000, 500)) as seller:
        seller.open.clear()
        with budget_on(database, max_daily_cost=1.0).spends(ANA, "t1", NOON):
            asking = asyncio.create_task(ask(seller.models()))
            await seller.model.was_asked(1)
            tokens, cost = await left_open(house)
            assert tokens > 1_000
            assert cost > 0.002  # the longest answer alone
            seller.open.set()
            assert await asking == MODEL
    assert await left_open(house) == (0, 0.0)
    assert await _spent(house) == (1, 1_500, 0.00125)
    assert seller.model.bodies[0]["max_completion_tokens"] == 1_000


async def test_a_call_that_could_pass_a_cap_is_not_made_and_the_offline_model_answers(
    house: Repositories, database: Database
) -> None:
    await house.usage.add_many("ana", "t0", [UsageDraft("primary", MODEL, 1, 1, 0.999, NOON)])
    async with shop(reported(10, 5)) as seller:
        with budget_on(database, max_daily_cost=1.0).spends(ANA, "t1", NOON) as spending:
            assert await ask(seller.models()) == OFFLINE
    assert seller.asked == 0
    assert spending.refusal is not None
    assert spending.refusal.sentence.startswith("Today's budget for language models is used up: $1.00 of $1.00")
    assert "MAX_DAILY_COST" in spending.refusal.sentence
    assert spending.summary() == {}
    assert await left_open(house) == (0, 0.0)


async def test_a_cheaper_link_may_still_fit(house: Repositories, database: Database) -> None:
    async with shop(reported(10, 5)) as seller:
        models = seller.models(model_name="openai-chat:gpt-5", fallback_model_names="openai-chat:gpt-5-nano")
        with budget_on(database, max_daily_cost=0.005).spends(ANA, "t1", NOON):
            assert await ask(models) == MODEL  # as the server names itself
    assert [body["model"] for body in seller.model.bodies] == ["gpt-5-nano"]
    assert (await house.usage.by_model("ana", NOON))[0].model == "gpt-5-nano"


async def test_a_new_day_and_a_new_month_on_the_users_clock_open_the_budget_again(
    house: Repositories, database: Database
) -> None:
    clock = ManualClock(datetime(2026, 3, 31, 21, 59, tzinfo=UTC))  # a minute before April in Paris
    await house.usage.add_many("ana", "t0", [UsageDraft("primary", MODEL, 900, 90, 0.0, clock.now())])
    async with shop(reported(10, 5)) as seller:
        for caps in ({"max_daily_tokens": 1_500}, {"max_monthly_tokens": 1_500}):
            clock.set(datetime(2026, 3, 31, 21, 59, tzinfo=UTC))
            budget = budget_on(database, clock, **caps)
            with budget.spends(ANA, "t1", clock.now()):
                assert await ask(seller.models()) == OFFLINE
            clock.set(datetime(2026, 3, 31, 22, 0, tzinfo=UTC))
            with budget.spends(ANA, "t2", clock.now()):
                assert await ask(seller.models()) == MODEL
            await database.execute("DELETE FROM usage WHERE turn_id = $1", "t2")


async def test_one_turns_cap_is_not_anothers(house: Repositories, database: Database) -> None:
    budget = budget_on(database, max_turn_cost=0.004)
    async with shop(reported(4_000, 900)) as seller:
        with budget.spends(ANA, "t1", NOON) as first:
            assert [await ask(seller.models()) for _ in range(2)] == [MODEL, OFFLINE]
        with budget.spends(ANA, "t1", NOON):  # taken up again after a crash: what it has spent is still spent
            assert await ask(seller.models()) == OFFLINE
        with budget.spends(ANA, "t2", NOON):
            assert await ask(seller.models()) == MODEL
    assert first.refusal is not None
    assert first.refusal.sentence.startswith("This message's budget")


async def test_a_server_that_says_no_costs_nothing(house: Repositories, database: Database) -> None:
    async with shop(refused(503, "busy")) as seller:
        with budget_on(database, max_daily_cost=1.0).spends(ANA, "t1", NOON) as spending:
            assert await ask(seller.models()) == OFFLINE
    assert seller.asked == 1
    assert (await left_open(house), await _spent(house), spending.calls) == ((0, 0.0), (0, 0, 0.0), [])


async def test_a_server_that_is_not_there_costs_nothing(house: Repositories, database: Database) -> None:
    async with shop(reported(1, 1)) as seller:
        models = seller.models(openai_base_url="http://127.0.0.1:1/v1")
        with budget_on(database, max_daily_cost=1.0).spends(ANA, "t1", NOON):
            assert await ask(models) == OFFLINE
    assert (await left_open(house), await _spent(house)) == ((0, 0.0), (0, 0, 0.0))


async def test_a_server_that_hangs_may_have_cost_all_that_was_set_aside(
    house: Repositories, database: Database
) -> None:
    async with shop(reported(1, 1)) as seller:
        seller.open.clear()
        with budget_on(database, max_daily_cost=1.0).spends(ANA, "t1", NOON):
            assert await ask(seller.models(model_timeout=0.3)) == OFFLINE
        seller.open.set()
    requests, tokens, cost = await _spent(house)
    assert (requests, tokens > 1_000, cost > 0.002) == (1, True, True)


async def test_a_call_that_is_cancelled_stays_set_aside_until_the_turn_is_written_down(
    house: Repositories, database: Database
) -> None:
    async with shop(reported(1, 1)) as seller:
        seller.open.clear()
        with budget_on(database, max_daily_cost=1.0).spends(ANA, "t1", NOON) as spending:
            asking = asyncio.create_task(ask(seller.models()))
            await seller.model.was_asked(1)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        seller.open.set()
        held = await left_open(house)
        assert held[0] > 1_000
        await _write_down(spending, database)
        await _write_down(spending, database)  # a settling that is tried again
    assert await left_open(house) == (0, 0.0)
    requests, tokens, cost = await _spent(house)
    assert (requests, tokens) == (1, held[0])
    assert cost == pytest.approx(held[1], abs=1e-6)


async def test_an_answer_whose_use_nobody_reports_is_estimated(house: Repositories, database: Database) -> None:
    async with shop(streamed("word " * 300)) as seller:
        with budget_on(database, max_daily_cost=1.0).spends(ANA, "t1", NOON):
            await ask(seller.models())
    _, tokens, _ = await _spent(house)
    assert 300 < tokens < 800


async def test_without_caps_nothing_is_written_before_the_turns_end(house: Repositories, database: Database) -> None:
    async with shop(reported(1_000, 500)) as seller:
        seller.open.clear()
        with budget_on(database).spends(ANA, "t1", NOON) as spending:
            asking = asyncio.create_task(ask(seller.models()))
            await seller.model.was_asked(1)
            assert await left_open(house) == (0, 0.0)
            seller.open.set()
            await asking
            await ask(seller.models())
    assert await _spent(house) == (0, 0, 0.0)
    await _write_down(spending, database)
    assert await _spent(house) == (2, 3_000, 0.0025)
    summary = spending.summary()
    assert (summary["requests"], summary["input_tokens"], summary["output_tokens"]) == (2, 2_000, 1_000)
    assert summary["parts"]["rules"] > 0


async def test_a_turns_tokens_are_capped_without_any_other_cap(house: Repositories, database: Database) -> None:
    async with shop(reported(1_500, 400)) as seller:
        with budget_on(database, max_turn_tokens=2_500).spends(ANA, "t1", NOON):
            assert [await ask(seller.models()) for _ in range(2)] == [MODEL, OFFLINE]
    assert await left_open(house) == (0, 0.0)


async def test_a_model_without_a_price_is_held_by_tokens_alone(house: Repositories, database: Database) -> None:
    async with shop(reported(400, 100)) as seller:
        models = seller.models(model_name="openai-chat:my-own")
        with budget_on(database, max_daily_cost=0.01, max_daily_tokens=1_600).spends(ANA, "t1", NOON):
            assert [await ask(models) for _ in range(2)] == [MODEL, MODEL]
            assert await ask(models) == OFFLINE
    assert await _spent(house) == (2, 1_000, 0.0)


async def test_background_work_is_under_the_same_caps(house: Repositories, database: Database) -> None:
    budget = budget_on(database, max_daily_tokens=1_900)
    async with shop(reported(900, 100)) as seller:
        async with budget.background(ANA, "reflection:1"):
            assert await ask(seller.models()) == MODEL
        async with budget.background(ANA, "reflection:2"):
            assert await ask(seller.models()) == OFFLINE
    assert await _spent(house) == (1, 1_000, 0.000425)


async def test_outside_every_spending_a_call_is_just_made() -> None:
    async with shop(reported(1, 1)) as seller:
        assert await ask(seller.models()) == MODEL
    assert "max_completion_tokens" not in seller.model.bodies[0]


async def test_many_calls_at_once_stay_within_the_cap(another: Opener, house: Repositories, database: Database) -> None:
    """Through two connections, as two processes would."""
    second = another()
    await second.open()
    async with shop(reported(500, 500)) as seller:
        seller.open.clear()
        budgets = [budget_on(each, max_daily_tokens=4_000) for each in (database, second)]
        asking = [asyncio.create_task(_turn(seller.models(), budgets[n % 2], f"t{n}")) for n in range(12)]
        await seller.model.was_asked(3)
        while sum(task.done() for task in asking) < 9:  # all that do not fit were told so while the others run
            await asyncio.sleep(0.01)
        seller.open.set()
        answered = await asyncio.gather(*asking)
    await second.close()
    assert (answered.count(MODEL), seller.asked) == (3, 3)
    assert await _spent(house) == (3, 3_000, 0.003375)


async def _turn(models: Models, budget: Budget, turn_id: str) -> str:
    with budget.spends(ANA, turn_id, NOON):
        return await ask(models)


async def _write_down(spending: Spending, database: Database) -> None:
    async with database.transaction():
        await spending.write_down()
