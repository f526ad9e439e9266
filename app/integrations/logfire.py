"""Logfire's query API (https://logfire.pydantic.dev/docs/how-to-guides/query-api/): rows of a SELECT over what was traced, by a read token.

The token can read and nothing else. The address is the operator's own setting. Trusts no answer: what has another shape is none.
"""

from datetime import datetime
from typing import Any

import httpx
from pydantic import BaseModel, Field, SecretStr, ValidationError

from app.errors import OutsideError
from app.integrations.bounded import Refusals, bounded
from app.tls import trusted
from app.version import VERSION

REGIONS = {"us": "https://logfire-us.pydantic.dev", "eu": "https://logfire-eu.pydantic.dev"}
_TIMEOUT = httpx.Timeout(30.0, connect=8.0)
_MOST_BYTES = 2_000_000
_AWAY = "Logfire doesn't answer ({why})."
_BUSY = "Logfire asks for fewer questions. Try again in a minute."
_WRONG = "Logfire can't read that question: {why}"
_BROKEN = "Logfire's answer is none that I know."
_REFUSALS = Refusals(_AWAY, "Logfire refuses LOGFIRE_READ_TOKEN.", _BROKEN)


class _Rows(BaseModel):
    data: list[dict[str, Any]] = Field(max_length=10_000)


class LogfireReader:
    """Reads one project."""

    def __init__(self, token: SecretStr, base_url: str = "") -> None:
        """`base_url` is the project's server; "" for Logfire's own, whose region the token names ("pylf_v1_eu_…")."""
        self._token = token
        said = token.get_secret_value().split("_")
        self._base = base_url.rstrip("/") or REGIONS.get(said[2] if len(said) > 2 else "us", REGIONS["us"])

    async def query(self, sql: str, since: datetime, *, most: int) -> list[dict[str, object]]:
        """The rows, `most` at most, of what was traced since then. Raises OutsideError."""
        said = {
            "sql": sql,
            "min_timestamp": since.isoformat(),
            "limit": most,
            "explain": False,
            "include_schema": False,
        }
        headers = {
            "authorization": self._token.get_secret_value(),
            "accept": "application/json",
            "accept-encoding": "identity",
            "user-agent": f"Kwasi/{VERSION}",
        }
        async with httpx.AsyncClient(verify=trusted(), timeout=_TIMEOUT, trust_env=False) as client:
            asking = client.stream("POST", f"{self._base}/v2/query", json=said, headers=headers)
            return _read(*await bounded(asking, _REFUSALS, most_bytes=_MOST_BYTES))


def _read(status: int, body: bytes) -> list[dict[str, object]]:
    if status == 429:
        raise OutsideError(_BUSY, reason="busy")
    if status in (400, 422):
        raise OutsideError(_WRONG.format(why=body[:300].decode(errors="replace")), reason="question")
    if status != 200:
        raise OutsideError(_AWAY.format(why=f"status {status}"), reason="status")
    try:
        return [dict(row) for row in _Rows.model_validate_json(body).data]
    except ValidationError:
        raise OutsideError(_BROKEN, reason="shape") from None
