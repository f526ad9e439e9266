"""Questions behind the conversation: an object comes back, or the reason why none did; always within the user's budget."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models import Model
from pydantic_ai.usage import RequestUsage

from app.bootstrap.models import build_models
from app.bootstrap.services import Services
from app.errors import StorageBusy
from app.models.asking import Asked, Asker, objects
from app.models.metered import Metered
from tests.house import FixedModels, open_house, says, scripted, settings_in

QUESTION = "Which facts are in it?"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path) as services:
        yield services


async def asked(house: Services, behind: Model | None, **settings: object) -> Asked:
    house_settings = settings_in(house.settings.data_dir, **settings)
    models = FixedModels(house.models.offline, house.models.offline, behind=behind)
    budget = type(house.resources.budget)(house_settings, house.database, house.store, clock=house.clock)
    return await Asker(models, budget).ask(house.owner, "extraction:1", "mini", QUESTION, "I live in Accra")  # type: ignore[arg-type]


def fails(failure: Exception) -> Model:
    def script(_: list[ModelMessage]) -> ModelResponse:
        raise failure

    return scripted(script)


async def test_the_object_in_the_answer_comes_back(house: Services) -> None:
    found = await asked(house, scripted(lambda _: says('Sure! ```json\n{"facts": ["home"]}\n``` There.')))
    assert (found.status, found.found) == ("answered", {"facts": ["home"]})


async def test_without_a_model_nobody_is_asked(house: Services) -> None:
    assert await asked(house, None) == Asked("unavailable")
    assert not house.study.asker.has_model("mini")


async def test_an_answer_without_an_object_is_unreadable(house: Services) -> None:
    assert (await asked(house, scripted(lambda _: says("There are none, I think. {oops")))).status == "unreadable"


@pytest.mark.parametrize(
    "failure", [ModelHTTPError(503, "m"), OSError("gone"), ValueError("a bug in a model's client")]
)
async def test_a_model_that_fails_is_unavailable(house: Services, failure: Exception) -> None:
    assert (await asked(house, fails(failure))).status == "unavailable"


async def test_a_database_that_is_busy_is_the_callers_business(house: Services) -> None:
    with pytest.raises(StorageBusy):
        await asked(house, fails(StorageBusy()))


async def test_it_is_asked_once_with_the_instructions_and_the_text_alone(house: Services) -> None:
    seen: list[list[ModelMessage]] = []

    def script(messages: list[ModelMessage]) -> ModelResponse:
        seen.append(messages)
        return says("nothing")

    await asked(house, scripted(script))
    [[request]] = seen
    assert request.instructions == QUESTION  # type: ignore[union-attr]
    assert [part.content for part in request.parts] == ["I live in Accra"]  # type: ignore[union-attr]


async def test_what_is_asked_counts_against_its_users_caps(tmp_path: Path) -> None:
    settings = settings_in(
        tmp_path, model_name="local:m", openai_base_url="http://127.0.0.1:9/v1", max_turn_tokens=1_000
    )
    models = build_models(settings)
    async with open_house(tmp_path, settings=settings, models=models) as house:
        found = await house.study.asker.ask(house.owner, "run", "mini", QUESTION, "word " * 5_000)
    assert found.status == "over_budget"


async def test_what_a_model_used_stands_in_the_books(house: Services) -> None:
    answer = ModelResponse(parts=[TextPart('{"facts": []}')], usage=RequestUsage(input_tokens=40, output_tokens=5))
    assert (await asked(house, Metered(scripted(lambda _: answer), "mini"))).status == "answered"
    used = await house.store.usage.totals(house.owner.id, datetime.now(UTC) - timedelta(days=1))
    assert (used.requests, used.input_tokens, used.output_tokens) == (1, 40, 5)


def test_objects_are_found_in_any_surroundings() -> None:
    assert list(objects('a {"b": {"c": 1}} {broken {"d": 2}')) == [{"b": {"c": 1}}, {"d": 2}]
    assert list(objects("[" * 5_000 + "{" * 5_000)) == []
