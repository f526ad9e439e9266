"""A metered link: its role stands in the usage, its answers have a longest length, plain and streamed calls are booked alike."""

from typing import Any

import pytest
from pydantic_ai.models import Model
from pydantic_ai.settings import ModelSettings

from app.memory.ports import Database
from app.memory.repositories import Repositories
from app.models.roles import Models, Role
from tests.memory.databases import NOON
from tests.models.openai_server import said
from tests.models.paying import AGENT, ANA, MODEL, ask, budget_on, reported, shop


async def _roles(database: Database) -> list[str]:
    return [row["role"] for row in await database.fetch("SELECT role FROM usage ORDER BY id")]


def _link(models: Models, role: Role = "primary") -> Model:
    chain: Any = models.chain(role)
    return chain.models[0]


@pytest.mark.parametrize("role", ["primary", "mini", "reflection"])
async def test_every_role_is_booked_under_its_name(house: Repositories, database: Database, role: Role) -> None:
    async with shop(said("ok")) as seller:
        models = seller.models(mini_model_name=f"openai-chat:{MODEL}")
        with budget_on(database, max_daily_cost=1.0).spends(ANA, "t1", NOON):
            await AGENT.run("hello", model=models.chain(role))
        await _link(models, role).client.close()  # type: ignore[attr-defined]
    assert await _roles(database) == [role]
    assert (await house.usage.totals("ana", NOON)).input_tokens == 3


async def test_a_streamed_answer_is_booked_when_it_has_ended(house: Repositories, database: Database) -> None:
    async with shop(reported(30, 4)) as seller:
        with budget_on(database, max_daily_cost=1.0).spends(ANA, "t1", NOON):
            await ask(seller.models())
    totals = await house.usage.totals("ana", NOON)
    assert (totals.input_tokens, totals.output_tokens) == (30, 4)


@pytest.mark.parametrize(("asked", "sent"), [(None, 1_000), (200, 200), (5_000, 1_000)])
async def test_no_answer_is_longer_than_what_was_set_aside(database: Database, asked: int | None, sent: int) -> None:
    settings = ModelSettings(max_tokens=asked, seed=7) if asked else None
    async with shop(said("ok")) as seller:
        with budget_on(database).spends(ANA, "t1", NOON):
            await AGENT.run("hello", model=seller.models().chain("primary"), model_settings=settings)
    [body] = seller.model.bodies
    assert body["max_completion_tokens"] == sent
    assert body.get("seed") == (7 if asked else None)


async def test_a_link_is_still_the_model_it_was() -> None:
    async with shop(said("ok")) as seller:
        link = _link(seller.models())
        assert (link.model_name, link.system) == ("gpt-5-mini", "openai")
