"""What is wrong with a model is told from what its library raises: one sentence a trouble, each with a next step and nothing of the machine."""

import string
from datetime import timedelta
from typing import Any

import pytest
from pydantic_ai.exceptions import ModelAPIError, ModelHTTPError, UnexpectedModelBehavior

from app.clock import ManualClock
from app.config import Settings
from app.errors import BudgetSpent
from app.memory.ports import Database
from app.memory.repositories import Repositories
from app.models.roles import PROVIDERS, Models
from app.models.troubles import ROWS, TROUBLES, VENDORS, Link, failure_of, short_of, trouble_of
from tests.e2e.plain import assert_plain
from tests.memory.databases import NOON
from tests.models.openai_server import refused
from tests.models.paying import ANA, ask, budget_on, reported, shop

MONEY = {"error": {"message": "Your credit balance is too low to access the API"}}


def _http(status: int, body: Any = None) -> ModelHTTPError:
    return ModelHTTPError(status, "m", body)


@pytest.mark.parametrize(
    ("failure", "trouble"),
    [
        (_http(400, MONEY), "no_money"),
        (_http(429, {"message": "You exceeded your quota", "code": "insufficient_quota"}), "no_money"),
        (_http(400, {"message": "registry/llama does not support tools"}), "no_tools"),
        (_http(400, {"message": "The model `x` does not exist"}), "unknown_model"),
        (_http(413), "too_long"),
        (_http(408), "too_slow"),
        (_http(418), "refused"),
        (ModelAPIError("m", "no JSON"), "not_understood"),
        (UnexpectedModelBehavior("empty"), "no_use"),
        (TimeoutError(), "too_slow"),
        (ConnectionError(), "away"),
        (KeyError("a bug"), None),
        (BudgetSpent(), None),
    ],
)
def test_a_trouble_is_known_by_its_kind_and_its_words(failure: Exception, trouble: str | None) -> None:
    assert trouble_of(failure) == trouble


def test_every_row_leads_to_a_trouble_and_every_trouble_has_a_row() -> None:
    assert {row.trouble for row in ROWS} == set(TROUBLES)


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("trouble", TROUBLES)
def test_each_sentence_is_plain_whoever_it_is_about(vendor: str, trouble: str) -> None:
    row = next(row for row in ROWS if row.trouble == trouble)
    said = TROUBLES[trouble].sentence
    fields = {name for _, name, _, _ in string.Formatter().parse(said) if name}
    assert fields <= {"who", "who_inside", "key", "keys_at", "reach", "get", "model", "setting", "wait"}, row
    assert short_of(trouble) == TROUBLES[trouble].short


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize(
    "failure", [_http(400, MONEY), _http(413), ConnectionError("10.0.0.1"), ModelAPIError("m", "x")]
)
def test_what_is_said_holds_no_code_and_no_address(vendor: str, failure: Exception) -> None:
    found = failure_of(failure, Link(f"{vendor}:a-model", VENDORS[vendor]))
    assert found is not None
    assert_plain(found.sentence.replace(VENDORS[vendor].keys_at, "there"))
    assert "10.0.0.1" not in found.sentence


def test_every_provider_has_a_vendor() -> None:
    assert set(VENDORS) == set(PROVIDERS)


def test_a_trouble_of_a_later_version_is_told_too() -> None:
    assert short_of("no such name") == TROUBLES["no_use"].short


def test_a_server_of_ones_own_is_not_taken_for_its_namesake(tmp_path: Any) -> None:
    settings = Settings(data_dir=tmp_path, openai_api_key="k", openai_base_url="http://127.0.0.1:1/v1", model_name="openai:x", fallback_model_names="ollama:y")  # type: ignore[arg-type]  # fmt: skip
    models = Models(settings, object())  # type: ignore[arg-type]
    first, second = (models.link("primary", name) for name in models.names("primary"))
    assert (first.vendor, first.setting) == (VENDORS["local"], "MODEL_NAME")
    assert (second.vendor, second.setting) == (VENDORS["ollama"], "FALLBACK_MODEL_NAMES")


async def test_who_looks_after_the_machine_can_read_when_a_model_answered_and_when_not(
    house: Repositories, database: Database
) -> None:
    clock = ManualClock(NOON)
    async with shop(reported(10, 5)) as seller:
        models = seller.models()
        [name] = models.names("primary")
        assert await house.model_states.get(name) is None
        with budget_on(database, clock).spends(ANA, "t1", NOON):
            await ask(models)
        seller.answer = refused(401, "no")
        clock.set(NOON + timedelta(hours=1))
        with budget_on(database, clock).spends(ANA, "t2", NOON) as spending:
            await ask(models)
        state = await house.model_states.get(name)
    assert state is not None
    assert (state.answered_at, state.failed_at, state.trouble) == (NOON, clock.now(), "key_refused")
    assert [failure.trouble for failure in spending.failures] == ["key_refused"]
