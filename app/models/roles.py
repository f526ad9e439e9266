"""Which model answers: three roles, each a chain that ends in the offline model.

A name is `provider:model`. Providers are rows of a table whose builders import their SDK when first used. Retries inside
the SDKs are off: the chain is the retry. Every link asks the budget (`metered.py`) and keeps to the agent's room (`folding.py`).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import SecretStr
from pydantic_ai.models import Model

from app.config import Settings
from app.errors import ConfigurationError, UnknownModel
from app.models.chain import Chain
from app.models.folding import Folding
from app.models.metered import Metered
from app.models.troubles import VENDORS, Link
from app.models.worded import Worded

Role = Literal["primary", "mini", "reflection"]
OFFLINE = "offline"
_GEMINI = {"primary": "google:gemini-2.5-flash", "mini": "google:gemini-3.1-flash-lite-preview"}
_CLAUDE = {"primary": "anthropic:claude-sonnet-5-5", "mini": "anthropic:claude-haiku-5-5"}
_OPENAI = {"primary": "openai:gpt-5-mini", "mini": "openai:gpt-5-nano"}
# The models of whoever only sets a key; the first key that is set counts.
DEFAULTS = {"google_api_key": _GEMINI, "anthropic_api_key": _CLAUDE, "openai_api_key": _OPENAI}
_OLD_NAMES = {"google-gla": "google", "gemini": "google", "claude": "anthropic"}
# Names that are written about, and that their maker knows under another one.
_MISSPELT = {"google:gemini-3-1-flash-lite-preview": "google:gemini-3.1-flash-lite-preview"}
_SETTINGS: dict[Role, str] = {
    "primary": "MODEL_NAME",
    "mini": "MINI_MODEL_NAME",
    "reflection": "REFLECTION_MODEL_NAME",
}


@dataclass(frozen=True, slots=True)
class Provider:
    """One row: how to build a model of this provider, which setting it cannot do without, and how its connections are let go."""

    build: Callable[[str, Settings], Model]
    needs: str | None
    close: Callable[[Any], Awaitable[None]]


def _google(name: str, settings: Settings) -> Model:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    # Its client would wait twenty minutes for an answer, unless each request says otherwise.
    return GoogleModel(
        name,
        provider=GoogleProvider(api_key=_secret(settings.google_api_key), base_url=settings.google_base_url),
        settings={"timeout": settings.model_timeout.total_seconds()},
    )


def _anthropic(name: str, settings: Settings) -> Model:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(
        api_key=_secret(settings.anthropic_api_key),
        base_url=settings.anthropic_base_url,
        max_retries=0,
        timeout=settings.model_timeout.total_seconds(),
    )
    return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=client))


def _openai(name: str, settings: Settings) -> Model:
    from pydantic_ai.models.openai import OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    return OpenAIResponsesModel(
        name, provider=OpenAIProvider(openai_client=_openai_client(settings, settings.openai_base_url or None))
    )


def _openai_chat(name: str, settings: Settings) -> Model:
    return _chat_model(name, settings, settings.openai_base_url or None)


def _ollama(name: str, settings: Settings) -> Model:
    return _chat_model(name, settings, settings.ollama_base_url)


def _chat_model(name: str, settings: Settings, base_url: str | None) -> Model:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(openai_client=_openai_client(settings, base_url))
    # Our schemas are sent as they are: rewriting all of them for strict mode at each request costs more than it brings.
    return OpenAIChatModel(name, provider=provider, profile={"json_schema_transformer": None})


def _openai_client(settings: Settings, base_url: str | None):  # noqa: ANN202 - the SDK's type is only known inside
    from app.models.direct_openai import DirectOpenAI

    return DirectOpenAI(
        api_key=_secret(settings.openai_api_key) or "none",
        base_url=base_url,
        max_retries=0,
        timeout=settings.model_timeout.total_seconds(),
    )


async def _close_client(model: Any) -> None:
    await model.client.close()


async def _close_google(model: Any) -> None:
    async with model:  # its provider owns the connections, and closes them when it is left
        return


def _secret(value: SecretStr | None) -> str:
    return value.get_secret_value() if value else ""


PROVIDERS: dict[str, Provider] = {
    "google": Provider(_google, "google_api_key", _close_google),
    "anthropic": Provider(_anthropic, "anthropic_api_key", _close_client),
    "openai": Provider(_openai, "openai_api_key", _close_client),
    "openai-chat": Provider(_openai_chat, None, _close_client),
    "local": Provider(_openai_chat, "openai_base_url", _close_client),
    "ollama": Provider(_ollama, None, _close_client),
}


class Models:
    """Gives each role its chain. `offline` is always the last link, and the only one when nothing is configured."""

    def __init__(self, settings: Settings, offline: Model) -> None:
        """Checks the names at once (ConfigurationError), builds no provider yet."""
        self._settings = settings
        self._offline = offline
        self._chains: dict[Role, Model] = {}
        self._links: dict[Role, list[Model]] = {}
        self._open: list[tuple[Provider, Model]] = []
        for role in ("primary", "mini", "reflection"):
            for name in self.names(role):
                _check(name, settings)

    @property
    def offline(self) -> Model:
        """The model that needs nothing."""
        return self._offline

    def names(self, role: Role) -> list[str]:
        """The configured names of a role's chain, first choice first, without the offline model."""
        settings = self._settings
        primary = settings.model_name or _by_key(settings, "primary")
        chosen = {
            "primary": primary,
            "mini": settings.mini_model_name or _by_key(settings, "mini") or primary,
            "reflection": settings.reflection_model_name or primary,
        }[role]
        fallbacks = [name.strip() for name in settings.fallback_model_names.split(",")]
        names = [_current(name) for name in (chosen, *fallbacks) if name]
        return [name for name in dict.fromkeys(names) if name != OFFLINE]

    def chain(self, role: Role) -> Model:
        """The model of a role; failures walk down the chain and end at the offline model."""
        if role not in self._chains:
            links = self._built(role)
            self._chains[role] = Chain(links, self._offline) if links else self._offline
        return self._chains[role]

    def online(self, role: Role) -> Model | None:
        """The same without the offline model, for questions it can't answer; None where nothing is configured."""
        links = self._built(role)
        return Chain(links[:-1], links[-1]) if len(links) > 1 else next(iter(links), None)

    def links(self, role: Role) -> dict[str, Model]:
        """The configured models of a role by name, first choice first, without the offline one."""
        return dict(zip(self.names(role), self._built(role), strict=True))

    def _built(self, role: Role) -> list[Model]:
        """The configured models of a role, first choice first, built once."""
        if role not in self._links:
            self._links[role] = [
                Worded(Folding(Metered(self._build(name), role, self.link(role, name))), name)
                for name in self.names(role)
            ]
        return self._links[role]

    def link(self, role: Role, name: str) -> Link:
        """Whose model it is; `name` is one of the role's names."""
        provider = name.partition(":")[0]
        own = self._settings.openai_base_url and provider in ("openai", "openai-chat")
        setting = _SETTINGS[role] if name == self.names(role)[0] else "FALLBACK_MODEL_NAMES"
        return Link(name, VENDORS["local" if own else provider], setting)

    def _build(self, full_name: str) -> Model:
        provider, _, name = full_name.partition(":")
        row = PROVIDERS[provider]
        model = row.build(name, self._settings)
        self._open.append((row, model))
        return model

    async def close(self) -> None:
        """Let go of the connections to all providers."""
        while self._open:
            row, model = self._open.pop()
            await row.close(model)


def _by_key(settings: Settings, role: str) -> str:
    """The default name for whichever key is there; nothing when there is none. A key to a named model's own server is none of OpenAI's."""
    foreign = {"openai_api_key"} if settings.openai_base_url and settings.model_name else set()
    keys = (key for key in DEFAULTS if key not in foreign and getattr(settings, key))
    return next((DEFAULTS[key][role] for key in keys), "")


def _current(name: str) -> str:
    """`google-gla:x` and other old spellings as `google:x`."""
    provider, colon, model = name.partition(":")
    full = f"{_OLD_NAMES.get(provider, provider)}{colon}{model}"
    return _MISSPELT.get(full, full)


def _check(name: str, settings: Settings) -> None:
    provider, _, model = name.partition(":")
    row = PROVIDERS.get(provider)
    if row is None or not model:
        raise UnknownModel(
            f"The model name “{name}” isn't one I know. Write provider:model, with one of {', '.join(PROVIDERS)}; or “{OFFLINE}”."
        )
    if row.needs and not getattr(settings, row.needs):
        raise ConfigurationError(f"The model “{name}” needs {row.needs.upper()} to be set.")
