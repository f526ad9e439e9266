"""Fetching what came with a message: from Slack's own hosts, within a limit, and with a sentence for each way it can fail."""

import asyncio

from app.errors import DeliveryLater, InputRefused
from app.interfaces.slack.content import LARGEST
from app.interfaces.slack.failures import Refused, SlackProblem, TokenRefused, as_delivery
from app.interfaces.slack.incoming import CHANNEL
from app.interfaces.slack.workspace import Workspace

_LONGEST = 60.0
_PAGE = "text/html"
_TOO_BIG = "That file is larger than {limit} MB, more than I take from Slack. Send a smaller one, or its text."
_GONE = "I can't get that file from Slack. Send it again and I'll look at it."
_MAY_NOT = "Slack doesn't let me read files. Whoever set up the Slack app has to add the permission files:read; then send it again."


class Files:
    """Downloads by reference."""

    def __init__(self, workspace: Workspace, *, largest: int = LARGEST) -> None:
        """`largest` in bytes."""
        self._workspace = workspace
        self._largest = min(largest, LARGEST)

    async def fetch(self, reference: str) -> bytes:
        """The bytes of "slack:<file id>". Raises InputRefused where they will never come, DeliveryLater where they may yet."""
        channel, _, file = reference.partition(":")
        if channel != CHANNEL or not file:
            raise InputRefused(_GONE)
        try:
            async with asyncio.timeout(_LONGEST):
                return await self._download(file)
        except TimeoutError as late:
            raise DeliveryLater from late
        except TokenRefused as problem:
            if problem.error == "missing_scope":
                raise InputRefused(_MAY_NOT) from problem
            raise DeliveryLater from problem
        except SlackProblem as problem:
            later = as_delivery(problem, repeatable=True)
            if isinstance(later, DeliveryLater):
                raise later from problem
            raise InputRefused(self._too_big() if problem.error == "too_large" else _GONE) from problem

    async def close(self) -> None:
        """Let go of the connections."""
        await self._workspace.client.close()

    async def _download(self, file: str) -> bytes:
        stored = await self._workspace.stored(file)
        if stored.size > self._largest:
            raise InputRefused(self._too_big())
        data, kind = await self._workspace.client.download(stored.url, self._largest)
        if kind == _PAGE and stored.media_type != _PAGE:  # the page for signing in, where the app may not read files
            raise Refused("download", "a_page")
        return data

    def _too_big(self) -> str:
        return _TOO_BIG.format(limit=self._largest // 1_000_000)
