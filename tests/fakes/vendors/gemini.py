"""Google's Gemini API (generateContent, streamGenerateContent, batchEmbedContents), held to the `google-genai` SDK's types."""

from typing import Any

from google.genai import types

from tests.fakes.vendors.held import plain
from tests.fakes.vendors.script import BreakOff, Call, Refuse, Say
from tests.fakes.vendors.server import KEY, Asked, pieces, sse

USAGE = {"promptTokenCount": 30, "candidatesTokenCount": 7, "totalTokenCount": 37}
DIMENSIONS = 3072
FIELDS: dict[str, Any] = {
    "systemInstruction": types.Content,
    "generationConfig": types.GenerationConfig,
    "toolConfig": types.ToolConfig,
}
LISTS: dict[str, Any] = {"contents": types.Content, "tools": types.Tool, "safetySettings": types.SafetySetting}
_BAD_KEY = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    "reason": "API_KEY_INVALID",
    "domain": "googleapis.com",
}
_DAILY = {
    "@type": "type.googleapis.com/google.rpc.QuotaFailure",
    "violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier"}],
}
REFUSALS: dict[str, tuple[int, str, str, list[dict[str, Any]]]] = {
    "key": (400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [_BAD_KEY]),
    "money": (429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.", [_DAILY]),
    "pace": (429, "RESOURCE_EXHAUSTED", "Resource has been exhausted.", []),
    "name": (404, "NOT_FOUND", "models/x is not found for API version v1beta.", []),
    "trouble": (503, "UNAVAILABLE", "The model is overloaded. Please try again later.", []),
}


class Gemini:
    """POST /v1beta/models/…"""

    def read(self, asked: Asked) -> bool:
        """Held to Content, Tool, ToolConfig and GenerationConfig, which forbid what they don't know."""
        path, _, query = asked.path.partition("?")
        model, _, method = path.removeprefix("/v1beta/models/").partition(":")
        if not model or method not in ("generateContent", "streamGenerateContent"):
            raise ValueError(f"no such path: {asked.path}")
        if asked.headers.get("x-goog-api-key") != KEY:
            raise ValueError("the key stands in no header")
        for name, value in asked.body.items():
            if name in LISTS:
                [LISTS[name].model_validate(one) for one in value]
            elif name in FIELDS:
                FIELDS[name].model_validate(value)
            else:
                raise ValueError(f"the API knows no {name}")
        streams = method == "streamGenerateContent"
        if streams and "alt=sse" not in query:
            raise ValueError("a stream is asked for with alt=sse")
        return streams

    def events(self, step: Say | Call | BreakOff, asked: Asked) -> list[bytes]:
        """Held to GenerateContentResponse."""
        if isinstance(step, Call):
            parts: list[dict[str, Any]] = [_call(step)]
        else:
            parts = [{"text": piece} for piece in pieces(step.words)]
        last = len(parts) - 1
        return [sse(_response(asked, part, ends=number == last)) for number, part in enumerate(parts)]

    def whole(self, step: Say | Call, asked: Asked) -> dict[str, Any]:
        """The same in one piece."""
        return _response(asked, _call(step) if isinstance(step, Call) else {"text": step.words}, ends=True)

    def refusal(self, step: Refuse) -> tuple[int, dict[str, Any]]:
        """As its troubleshooting guide lists them."""
        code, status, message, details = REFUSALS[step.why]
        return code, {"error": {"code": code, "status": status, "message": message, "details": details}}


def _call(step: Call) -> dict[str, Any]:
    return {"functionCall": {"name": step.tool, "args": step.arguments}}


def _response(asked: Asked, part: dict[str, Any], *, ends: bool) -> dict[str, Any]:
    candidate = {
        "index": 0,
        "content": {"role": "model", "parts": [part]},
        **({"finishReason": "STOP"} if ends else {}),
    }
    model = asked.path.partition(":")[0].rpartition("/")[2]
    body = {"candidates": [candidate], "usageMetadata": USAGE, "modelVersion": model, "responseId": "r1"}
    return plain(types.GenerateContentResponse.model_validate(body))
