"""Which model answers: by name, by whichever key is there, and the offline one at the end of every chain."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from anthropic.resources.messages.messages import DEPRECATED_MODELS
from anthropic.types.model_param import ModelParam
from openai.types.shared.chat_model import ChatModel
from pydantic_ai.models.fallback import FallbackModel

from app.config import Settings
from app.errors import AssistantError, ConfigurationError, UnknownModel
from app.models.offline.model import OfflineModel
from app.models.prices import price_at_most
from app.models.roles import DEFAULTS, PROVIDERS, Models

ROLES = ("primary", "mini", "reflection")


def _models(**changes: Any) -> Models:
    return Models(Settings(data_dir=Path("/nowhere"), **changes), OfflineModel())


def test_with_nothing_set_every_role_is_the_offline_model() -> None:
    models = _models()
    for role in ROLES:
        assert models.names(role) == []
        assert models.chain(role) is models.offline


@pytest.mark.parametrize(
    ("keys", "primary", "mini"),
    [
        ({"google_api_key": "k"}, "google:gemini-2.5-flash", "google:gemini-3.1-flash-lite-preview"),
        ({"anthropic_api_key": "k"}, "anthropic:claude-sonnet-5-5", "anthropic:claude-haiku-5-5"),
        ({"openai_api_key": "k"}, "openai:gpt-5-mini", "openai:gpt-5-nano"),
        (
            {"openai_api_key": "k", "google_api_key": "k"},
            "google:gemini-2.5-flash",
            "google:gemini-3.1-flash-lite-preview",
        ),
    ],
)
def test_a_key_alone_is_enough(keys: dict[str, str], primary: str, mini: str) -> None:
    models = _models(**keys)
    assert models.names("primary") == [primary]
    assert models.names("mini") == [mini]
    assert models.names("reflection") == [primary]


def test_each_role_can_be_named() -> None:
    models = _models(model_name="ollama:a", mini_model_name="ollama:b", reflection_model_name="ollama:c")
    assert [models.names(role) for role in ROLES] == [["ollama:a"], ["ollama:b"], ["ollama:c"]]


def test_a_name_alone_serves_every_role() -> None:
    assert [_models(model_name="ollama:a").names(role) for role in ROLES] == [["ollama:a"]] * 3


def test_the_key_to_ones_own_server_sends_background_work_nowhere_else() -> None:
    models = _models(model_name="local:a", openai_base_url="http://127.0.0.1:1/v1", openai_api_key="k")
    assert [models.names(role) for role in ROLES] == [["local:a"]] * 3


@pytest.mark.parametrize("role", ["primary", "mini"])
@pytest.mark.parametrize("key", DEFAULTS)
def test_every_default_model_has_a_known_price(key: str, role: str) -> None:
    models = _models(**{key: "k"})
    [link] = models.links(role).values()  # type: ignore[arg-type]
    cost = price_at_most(link, input_tokens=1_000, output_tokens=1_000)
    assert cost is not None
    assert cost > 0


def test_the_readme_names_the_default_models_of_each_key() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    for key, names in DEFAULTS.items():
        assert f"| `{key.upper()}` | `{names['primary']}` | `{names['mini']}` |" in readme


def test_no_default_model_is_about_to_end() -> None:
    """Its vendor's own list, as it ships with the SDK."""
    assert not {name.partition(":")[2] for name in DEFAULTS["anthropic_api_key"].values()} & set(DEPRECATED_MODELS)


@pytest.mark.parametrize(("key", "listed"), [("anthropic_api_key", ModelParam), ("openai_api_key", ChatModel)])
def test_a_default_model_is_one_that_its_vendors_sdk_names(key: str, listed: object) -> None:
    assert {name.partition(":")[2] for name in DEFAULTS[key].values()} <= set(_literals(listed))


def _literals(kind: object) -> Iterator[str]:
    for inner in get_args(kind):
        yield from ([inner] if isinstance(inner, str) else _literals(inner))


def test_a_name_as_it_is_written_about_is_the_one_its_maker_knows() -> None:
    names = _models(mini_model_name="google-gla:gemini-3-1-flash-lite-preview", google_api_key="k").names("mini")
    assert names == ["google:gemini-3.1-flash-lite-preview"]


def test_google_is_given_as_long_as_the_others() -> None:
    [link] = _models(google_api_key="k", model_timeout=7).links("primary").values()
    assert (link.settings or {}).get("timeout") == 7


@pytest.mark.parametrize("old", ["google-gla:gemini-2.5-flash", "gemini:gemini-2.5-flash", "google:gemini-2.5-flash"])
def test_old_names_still_mean_what_they_meant(old: str) -> None:
    assert _models(model_name=old, google_api_key="k").names("primary") == ["google:gemini-2.5-flash"]


def test_a_chain_walks_down_the_fallbacks_and_ends_offline() -> None:
    models = _models(
        model_name="openai-chat:a",
        openai_base_url="http://127.0.0.1:1/v1",
        fallback_model_names=" ollama:b, ,local:c ,",
    )
    assert models.names("primary") == ["openai-chat:a", "ollama:b", "local:c"]
    chain = models.chain("primary")
    assert isinstance(chain, FallbackModel)
    assert [link.model_name for link in chain.models] == ["a", "b", "c", "offline"]
    assert chain.models[-1] is models.offline


def test_a_name_comes_once_and_offline_is_no_link_of_its_own() -> None:
    models = _models(model_name="ollama:a", fallback_model_names="ollama:a,offline,ollama:b")
    assert models.names("primary") == ["ollama:a", "ollama:b"]
    assert _models(model_name="offline").chain("primary").model_name == "offline"


def test_a_chain_is_built_once() -> None:
    models = _models(model_name="ollama:a")
    assert models.chain("primary") is models.chain("primary")


@pytest.mark.parametrize("name", ["gpt-5", "nonsense:gpt", "ollama:", ":", "openai"])
@pytest.mark.parametrize("setting", ["model_name", "mini_model_name", "reflection_model_name", "fallback_model_names"])
def test_a_name_that_means_nothing_is_said_at_once(name: str, setting: str) -> None:
    with pytest.raises(UnknownModel, match="provider:model") as caught:
        _models(**{setting: name})
    assert f"“{name}”" in caught.value.sentence


@pytest.mark.parametrize(
    ("name", "needs"),
    [
        ("google:x", "GOOGLE_API_KEY"),
        ("google-gla:x", "GOOGLE_API_KEY"),
        ("anthropic:x", "ANTHROPIC_API_KEY"),
        ("openai:x", "OPENAI_API_KEY"),
        ("local:x", "OPENAI_BASE_URL"),
    ],
)
def test_a_missing_key_is_named(name: str, needs: str) -> None:
    with pytest.raises(ConfigurationError, match=f"needs {needs} to be set") as caught:
        _models(model_name=name)
    assert isinstance(caught.value, AssistantError)


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_every_provider_can_be_built(provider: str) -> None:
    keys = {
        "google_api_key": "k",
        "anthropic_api_key": "k",
        "openai_api_key": "k",
        "openai_base_url": "http://127.0.0.1:1/v1",
    }
    chain = _models(model_name=f"{provider}:some-model", **keys).chain("primary")
    assert isinstance(chain, FallbackModel)
    assert chain.models[0].model_name == "some-model"
    assert len(chain.models) == 2


def test_questions_behind_the_conversation_never_go_to_the_offline_model() -> None:
    assert _models().online("mini") is None
    alone = _models(model_name="ollama:a").online("mini")
    assert alone is not None
    assert alone.model_name == "a"
    several = _models(model_name="ollama:a", fallback_model_names="ollama:b").online("mini")
    assert isinstance(several, FallbackModel)
    assert [model.model_name for model in several.models] == ["a", "b"]


@pytest.mark.parametrize("name", ["openai:gpt-5-mini", "anthropic:claude-haiku-4-5", "ollama:a"])
async def test_closing_lets_go_of_the_providers_connections(name: str) -> None:
    models = _models(model_name=name, openai_api_key="k", anthropic_api_key="k")
    model: Any = models.online("primary")
    client = model.wrapped.wrapped.client
    assert not client.is_closed()
    await models.close()
    assert client.is_closed()


async def test_closing_lets_go_of_googles_connections() -> None:
    models = _models(model_name="google:gemini-2.5-flash", google_api_key="k")
    model: Any = models.online("primary")
    connections = model.wrapped.wrapped.client._api_client._async_httpx_client
    await models.close()
    assert connections.is_closed
