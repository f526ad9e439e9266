"""Prompts in a Langfuse project, by its public API (https://api.reference.langfuse.com, "prompts"): the production version of one, and a new one.

Langfuse's address is the operator's own setting, so it may lie in their network. Trusts no answer: what isn't a text prompt of that name
is none. Prompts lie in its folder "kwasi".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx
from pydantic import BaseModel, ValidationError

from app.config import Settings
from app.errors import OutsideError
from app.integrations.bounded import Refusals, bounded
from app.prompts.named import Version
from app.tls import trusted
from app.version import VERSION

FOLDER = "kwasi"
LABEL = "production"
_TIMEOUT = httpx.Timeout(10.0, connect=5.0)
_MOST_BYTES = 200_000
_AWAY = "Langfuse doesn't answer ({why})."
_BROKEN = "Langfuse's answer is none that I know."
_REFUSALS = Refusals(_AWAY, "Langfuse refuses these keys.", _BROKEN)


@dataclass(frozen=True, slots=True)
class Server:
    """Where a project is, and its two keys."""

    host: str
    public_key: str
    secret_key: str


class _Prompt(BaseModel):
    """A text prompt as it is answered; other fields are left alone."""

    name: str
    version: int
    prompt: str
    type: str = "text"


class LangfusePrompts:
    """The prompts of one project; a context manager, whose connections live as long as it."""

    def __init__(self, server: Server) -> None:
        """Asks nobody yet."""
        self._client = httpx.AsyncClient(
            base_url=server.host.rstrip("/"),
            auth=(server.public_key, server.secret_key),
            verify=trusted(),
            timeout=_TIMEOUT,
            trust_env=False,
            follow_redirects=False,
            headers={"user-agent": f"Kwasi/{VERSION}", "accept-encoding": "identity"},
        )

    async def __aenter__(self) -> "LangfusePrompts":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def production(self, key: str) -> Version | None:
        """The version of a prompt that is labelled "production"; None where it has none. Raises OutsideError."""
        status, body = await self._ask("GET", _path(key), params={"label": LABEL})
        if status == 404:
            return None
        try:
            found = _Prompt.model_validate_json(body)
        except ValidationError:
            raise OutsideError(_BROKEN, reason="shape") from None
        if found.name != _name(key) or found.type != "text":
            raise OutsideError(_BROKEN, reason="another prompt")
        return Version(found.prompt.strip(), found.version)

    async def push(self, key: str, text: str) -> int:
        """Make a text the production version; its number. Raises OutsideError."""
        said = {"type": "text", "name": _name(key), "prompt": text, "labels": [LABEL], "config": {}, "tags": []}
        _, body = await self._ask("POST", "/api/public/v2/prompts", json=said)
        try:
            return _Prompt.model_validate_json(body).version
        except ValidationError:
            raise OutsideError(_BROKEN, reason="shape") from None

    async def _ask(
        self, method: str, path: str, *, params: Mapping[str, str] | None = None, json: Any = None
    ) -> tuple[int, bytes]:
        """A good answer's status and body; 404 of a reading one as well."""
        asking = self._client.stream(method, path, params=params, json=json)
        status, body = await bounded(asking, _REFUSALS, most_bytes=_MOST_BYTES)
        if httpx.codes.is_success(status) or (method == "GET" and status == 404):
            return status, body
        raise OutsideError(_AWAY.format(why=f"status {status}"), reason="status")


def server_of(settings: Settings) -> Server | None:
    """The project of these settings, if both of its keys are set."""
    if not settings.langfuse_public_key or settings.langfuse_secret_key is None:
        return None
    return Server(settings.langfuse_host, settings.langfuse_public_key, settings.langfuse_secret_key.get_secret_value())


def _name(key: str) -> str:
    return f"{FOLDER}/{key}"


def _path(key: str) -> str:
    return f"/api/public/v2/prompts/{quote(_name(key), safe='')}"
