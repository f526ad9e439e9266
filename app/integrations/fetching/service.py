"""One service elsewhere that answers questions in JSON: asked through the guarded fetcher, left alone for a while after it failed.

A service that was asked in vain rests, so that nobody waits for it again and again. Knows no vendor; what an answer means is its caller's.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, TypeVar
from urllib.parse import urlencode

from pydantic import BaseModel, TypeAdapter, ValidationError

from app.errors import FetchFailed
from app.integrations.fetching.addresses import Pairs, entered_pair
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.refusals import failed

M = TypeVar("M", bound=BaseModel)
MOST_BYTES = 2_000_000
SECONDS = 8.0
_ANY: TypeAdapter[Any] = TypeAdapter(Any)
_REST = 30.0  # seconds a service rests after it failed
_RESTS = {401: 600.0, 403: 600.0, 402: 600.0, 429: 120.0}  # by status: a key that isn't taken won't be in a moment
_OF_A_QUESTION = frozenset((400, 404, 414, 422))  # what is wrong with one question, and no reason to rest


class Service:
    """Where one service is and how it is asked."""

    def __init__(
        self,
        fetcher: Fetcher,
        base: str,
        *,
        usual: str = "",
        headers: Mapping[str, str] | None = None,
        seconds: float = SECONDS,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        """`base` is the URL that paths are put behind, `usual` the vendor's own: another one was entered by the owner and may lie inside.
        `headers` go with each question; `seconds` are for one answer. Raises OutsideRefused where `base` can't be read."""
        self._fetcher = fetcher
        self._base = base.rstrip("/")
        self._allowed: Pairs = frozenset((entered_pair(base),)) if base != usual else frozenset()
        self._headers = {"Accept": "application/json", **(headers or {})}
        self._seconds = seconds
        self._most_bytes = most_bytes
        self._rests_until = 0.0

    @property
    def host(self) -> str:
        """Whom it asks."""
        return entered_pair(self._base)[0]

    @property
    def rests(self) -> bool:
        """Whether it failed a moment ago and isn't asked."""
        return asyncio.get_running_loop().time() < self._rests_until

    async def get(self, path: str, parameters: Mapping[str, object] | None = None) -> Any:
        """The JSON that a path answers with. Raises FetchFailed, OutsideRefused."""
        asked = {name: str(value) for name, value in (parameters or {}).items() if value not in (None, "")}
        return await self._asked(path + (f"?{urlencode(asked)}" if asked else ""), None)

    async def post(self, path: str, question: Mapping[str, object]) -> Any:
        """The JSON that comes back for a question in JSON. Raises FetchFailed, OutsideRefused."""
        return await self._asked(path, json.dumps(question).encode())

    def read(self, shape: type[M], answer: object) -> M:
        """An answer in the shape that is awaited. Raises FetchFailed where it isn't of it: a service that lies rests too."""
        try:
            return shape.model_validate(answer)
        except ValidationError:
            raise self._resting("protocol") from None

    def rest(self, status: int) -> None:
        """Leave it alone as long as after that status; for who refuses a key by a status that elsewhere speaks of one question."""
        self._rests_until = asyncio.get_running_loop().time() + _RESTS.get(status, _REST)

    def _resting(self, reason: str) -> FetchFailed:
        self.rest(0)
        return failed(reason, self.host)

    async def _asked(self, path: str, content: bytes | None) -> Any:
        if self.rests:
            raise failed("resting", self.host)
        headers = self._headers if content is None else {**self._headers, "Content-Type": "application/json"}
        try:
            fetched = await self._fetcher.ask(
                self._base + path,
                headers=headers,
                content=content,
                most_bytes=self._most_bytes,
                seconds=self._seconds,
                allowed=self._allowed,
            )
        except FetchFailed as problem:
            if problem.status not in _OF_A_QUESTION and problem.reason != "busy":
                self.rest(problem.status)
            if problem.reason == "dns":  # nobody typed this address
                raise failed("away", self.host) from None
            raise
        try:
            return _ANY.validate_json(fetched.body)
        except ValidationError:
            raise self._resting("protocol") from None
