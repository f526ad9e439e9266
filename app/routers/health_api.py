"""What OpenAPI says of `/health/*` beside the routes: bodies that are read by hand, and the errors all of them share."""

from typing import Any

from pydantic import BaseModel

from app.health.models import (
    Batch,
    BloodPressureDetail,
    ExerciseDetail,
    NutritionDetail,
    SleepDetail,
)


class Problem(BaseModel):
    """Why nothing was taken: a sentence for a person, and a stable name for a program."""

    error: str
    code: str


EXAMPLE: dict[str, Any] = {
    "sent_at": "2026-11-22T07:10:00+00:00",
    "sender": "my script 1.0",
    "samples": [
        {
            "metric": "steps",
            "start": "2026-11-22T06:00:00+00:00",
            "end": "2026-11-22T06:15:00+00:00",
            "zone_offset_seconds": 0,
            "value": 412,
            "unit": "count",
            "device": "Galaxy Watch6",
            "app": "com.example.watch",
            "client_id": "steps-2026-11-22-0600",
            "version": 1,
        },
        {
            "metric": "heart_rate",
            "start": "2026-11-22T06:05:00+00:00",
            "value": 58,
            "unit": "bpm",
            "device": "Galaxy Watch6",
            "client_id": "pulse-2026-11-22-0605",
        },
        {
            "metric": "sleep_session",
            "start": "2026-11-21T23:10:00+00:00",
            "end": "2026-11-22T06:40:00+00:00",
            "zone_offset_seconds": 0,
            "detail": {
                "stages": [
                    {"stage": "light", "start": "2026-11-21T23:10:00+00:00", "end": "2026-11-22T02:00:00+00:00"},
                    {"stage": "deep", "start": "2026-11-22T02:00:00+00:00", "end": "2026-11-22T03:30:00+00:00"},
                    {"stage": "awake", "start": "2026-11-22T03:30:00+00:00", "end": "2026-11-22T03:40:00+00:00"},
                    {"stage": "rem", "start": "2026-11-22T03:40:00+00:00", "end": "2026-11-22T06:40:00+00:00"},
                ],
                "score": 82,
            },
            "device": "Galaxy Watch6",
            "client_id": "night-2026-11-22",
            "version": 3,
        },
    ],
    "deletions": [{"client_id": "steps-2026-11-20-1200"}],
}


def inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """A model's JSON schema with its parts in their places: a reference would point outside of the OpenAPI document."""
    parts: dict[str, Any] = schema.get("$defs", {})

    def resolved(value: Any) -> Any:
        if isinstance(value, dict):
            if "$ref" in value:
                return resolved(parts[value["$ref"].rpartition("/")[2]])
            return {name: resolved(part) for name, part in value.items() if name != "$defs"}
        return [resolved(part) for part in value] if isinstance(value, list) else value

    return resolved(schema)


def _batch() -> dict[str, Any]:
    """The batch, whose details have the shapes that the metrics give them."""
    schema = inlined(Batch.model_json_schema())
    details = (SleepDetail, ExerciseDetail, BloodPressureDetail, NutritionDetail)
    shapes = [inlined(detail.model_json_schema()) for detail in details]
    schema["properties"]["samples"]["items"]["properties"]["detail"] = {"anyOf": [*shapes, {"type": "null"}]}
    return schema


INGEST_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "May come packed, with `Content-Encoding: gzip`.",
        "content": {"application/json": {"schema": _batch(), "example": EXAMPLE}},
    }
}
_FILE = {"type": "string", "format": "binary"}
BACKFILL_BODY: dict[str, Any] = {
    "parameters": [
        {
            "name": "name",
            "in": "query",
            "required": False,
            "schema": {"type": "string"},
            "description": "What to call the archive, where it is the body itself.",
        }
    ],
    "requestBody": {
        "required": True,
        "content": {
            "application/zip": {"schema": _FILE},
            "multipart/form-data": {
                "schema": {"type": "object", "required": ["archive"], "properties": {"archive": _FILE}}
            },
        },
    },
}
_WHEN = {
    400: "The form can't be read",
    401: "No secret, or a wrong one",
    403: "A page of another site asked",
    404: "There is no such archive",
    408: "It came too slowly",
    409: "The archive isn't where that can be done with it",
    413: "Too large, packed or unpacked: send it in smaller parts",
    415: "Another content type or encoding",
    422: "It can't be read; the code says why",
    429: "Too many wrong secrets; Retry-After says for how long",
    503: "Busy; Retry-After says when to come back. Nothing was acknowledged",
    507: "The disk is full. Nothing was acknowledged",
}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": says} for status, says in _WHEN.items()
}
