"""OpenAI's client without its walk through the request: what we send is plain JSON already.

The SDK checks every value of a request against its type hints to rename and format some; for chat completions nothing is renamed,
yet the walk through the tools' schemas and the conversation costs more than half of a request's processor time. `extra_body`
is merged into the request as it is, so messages and tools go there. Everything else of the SDK stays.
"""

from functools import cached_property
from typing import Any

from openai import AsyncOpenAI
from openai.resources.chat import AsyncChat, AsyncCompletions

_AS_IS = ("messages", "tools")


class DirectCompletions(AsyncCompletions):
    """`create` with the large, plain parts of the request handed through."""

    async def create(self, **request: Any) -> Any:
        """As the SDK's; the same arguments, the same answer, the same errors."""
        given = {name: request.pop(name) for name in _AS_IS if isinstance(request.get(name), list)}
        request["extra_body"] = {**(request.get("extra_body") or {}), **given}
        return await super().create(**{"messages": [], **request})


class DirectChat(AsyncChat):
    """The namespace that holds it."""

    @cached_property
    def completions(self) -> AsyncCompletions:  # pyright: ignore[reportIncompatibleMethodOverride] - the SDK types it so
        """Chat completions."""
        return DirectCompletions(self._client)


class DirectOpenAI(AsyncOpenAI):
    """The client."""

    @cached_property
    def chat(self) -> AsyncChat:  # pyright: ignore[reportIncompatibleMethodOverride] - the SDK types it so
        """Chat."""
        return DirectChat(self)
