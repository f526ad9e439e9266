"""A finished response of the offline model, handed out a few words at a time."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime

from pydantic_ai.messages import ModelResponse, ModelResponseStreamEvent, TextPart, ToolCallPart
from pydantic_ai.models import StreamedResponse

NAME = "offline"
SYSTEM = "kwasi"
_PIECE = re.compile(r"\S+\s*|\s+")
_WORDS_A_PIECE = 3


@dataclass
class OfflineStream(StreamedResponse):
    """A finished response, handed out a few words at a time."""

    response: ModelResponse = field(default_factory=lambda: ModelResponse(parts=[]))

    async def _get_event_iterator(self) -> AsyncIterator[ModelResponseStreamEvent]:
        self._usage += self.response.usage
        self.provider_details = self.response.provider_details
        for index, part in enumerate(self.response.parts):
            if isinstance(part, ToolCallPart):
                yield self._parts_manager.handle_tool_call_part(
                    vendor_part_id=index,
                    tool_name=part.tool_name,
                    args=part.args_as_dict(),
                    tool_call_id=part.tool_call_id,
                )
            elif isinstance(part, TextPart):
                for piece in pieces(part.content):
                    for event in self._parts_manager.handle_text_delta(vendor_part_id=index, content=piece):
                        yield event

    @property
    def model_name(self) -> str:
        """The name in logs and usage."""
        return NAME

    @property
    def provider_name(self) -> str:
        """The provider's name."""
        return SYSTEM

    @property
    def provider_url(self) -> str | None:
        """There is no server."""
        return None

    @property
    def timestamp(self) -> datetime:
        """When the response began."""
        return self.response.timestamp


def pieces(text: str) -> list[str]:
    """The text in pieces of a few words; joined they are the text."""
    words = _PIECE.findall(text)
    return ["".join(words[start : start + _WORDS_A_PIECE]) for start in range(0, len(words), _WORDS_A_PIECE)]
