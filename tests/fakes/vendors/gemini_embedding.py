"""Google's encoder (batchEmbedContents), held to the `google-genai` SDK's types. Vectors are of words: texts with the same words are near."""

import re
import zlib
from typing import Any

from google.genai import types

from tests.fakes.vendors.held import plain
from tests.fakes.vendors.script import BreakOff, Call, Refuse, Say
from tests.fakes.vendors.server import KEY, Asked

DIMENSIONS = 3072
_KNOWN = {"model", "content", "taskType"}


class GeminiEmbedding:
    """POST /v1beta/models/…:batchEmbedContents, up to 100 texts at once."""

    def read(self, asked: Asked) -> bool:
        """Held to Content and to the names of the tasks."""
        if not re.fullmatch(r"/v1beta/models/[\w.-]+:batchEmbedContents", asked.path):
            raise ValueError(f"no such path: {asked.path}")
        if asked.headers.get("x-goog-api-key") != KEY:
            raise ValueError("the key stands in no header")
        if not 1 <= len(asked.body["requests"]) <= 100:
            raise ValueError("between 1 and 100 texts")
        for one in asked.body["requests"]:
            if set(one) != _KNOWN or one["taskType"] not in ("RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT"):
                raise ValueError(f"not a request: {sorted(one)}")
            types.Content.model_validate(one["content"])
        return False

    def whole(self, step: Say | Call, asked: Asked) -> dict[str, Any]:
        """Held to EmbedContentResponse."""
        texts = [one["content"]["parts"][0]["text"] for one in asked.body["requests"]]
        rows = [{"values": _vector(text)} for text in texts]
        return plain(types.EmbedContentResponse.model_validate({"embeddings": rows}))

    def events(self, step: Say | Call | BreakOff, asked: Asked) -> list[bytes]:
        """It has no stream."""
        raise NotImplementedError

    def refusal(self, step: Refuse) -> tuple[int, dict[str, Any]]:
        """Too many, or none of it."""
        return (429 if step.why == "pace" else 401), {"error": {"message": step.why}}


def _vector(text: str) -> list[float]:
    values = [0.01] * DIMENSIONS
    for word in re.findall(r"\w+", text.casefold()):
        values[zlib.crc32(word.encode()) % DIMENSIONS] += 1.0
    return values
