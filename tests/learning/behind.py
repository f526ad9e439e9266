"""Who is asked behind the conversation, in tests: what it was shown, and what it answers."""

import json
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelResponse

from tests.house import says

Answered = str | dict[str, Any] | Exception


class Behind:
    """Answers the same until it is told otherwise; an exception is raised."""

    def __init__(self, answer: Answered) -> None:
        self.answer = answer
        self.shown: list[str] = []

    def __call__(self, messages: list[ModelMessage]) -> ModelResponse:
        self.shown.append(str(messages[0].parts[0].content))  # type: ignore[union-attr]
        if isinstance(self.answer, Exception):
            raise self.answer
        return says(self.answer if isinstance(self.answer, str) else json.dumps(self.answer))
