"""A link that reads the prompts as its family needs them: where a prompt has a text for this model's family, that one is sent.

The agents know one text; each link of a chain puts in its own, so that a fallback from another family reads what was written for it.
"""

from dataclasses import replace

from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.settings import ModelSettings

from app.models.adjusting import Adjusting
from app.prompts.named import variants


class Worded(Adjusting):
    """The model of one configured name."""

    def __init__(self, wrapped: Model, name: str) -> None:
        """`name` as it is configured: "ollama:qwen3:4b"."""
        super().__init__(wrapped)
        self._name = name

    def adjusted(self, parameters: ModelRequestParameters, settings: ModelSettings | None) -> ModelRequestParameters:
        """With the texts of this model's family."""
        texts, parts = variants(self._name), parameters.instruction_parts
        if not texts or not parts:
            return parameters
        own = [replace(part, content=_worded(part.content, texts)) for part in parts]
        return parameters if own == parts else replace(parameters, instruction_parts=own)


def _worded(content: str, texts: dict[str, str]) -> str:
    for everybodys, own in texts.items():
        content = content.replace(everybodys, own)
    return content
