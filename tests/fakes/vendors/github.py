"""Rows of GitHub's that no stand-in of others has, held to GitHub's own published description of its API: notifications, runs of workflows, changed files."""

import json
from functools import cache
from typing import Any

import jsonschema_rs

from tests.fakes.vendors.openapi_directory import published

_KEPT, _VERSION = ("thread", "workflow-run", "diff-entry"), 2
_REF = "#/components/schemas/"
Json = dict[str, Any]


@cache
def _schemas() -> Json:
    found: Json = json.loads(published("github.com/api.github.com.json", _cut, version=_VERSION))
    return found


def _cut(whole: bytes) -> bytes:
    """What is kept, with all it refers to."""
    every: Json = json.loads(whole)["components"]["schemas"]
    kept, left = dict[str, Any](), list(_KEPT)
    while left:
        name = left.pop()
        if name not in kept:
            kept[name] = every[name]
            left += [part.partition('"')[0] for part in json.dumps(every[name]).split(_REF)[1:]]
    return json.dumps(kept).encode()


def faults(name: str, row: Json) -> list[str]:
    """What of a row isn't as GitHub describes it."""
    schemas = {key: _nullable(schema) for key, schema in _schemas().items()}
    whole = {"$ref": f"{_REF}{name}", "components": {"schemas": schemas}}
    return [error.message for error in jsonschema_rs.validator_for(whole).iter_errors(row)]


def _nullable(schema: Any) -> Any:
    """OpenAPI's `nullable` as JSON Schema says it."""
    if isinstance(schema, list):
        return [_nullable(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _nullable(value) for key, value in schema.items() if key not in ("nullable", "example", "examples")}
    return {"anyOf": [made, {"type": "null"}]} if schema.get("nullable") is True else made


def example(name: str) -> Json:
    """A row with all that GitHub says is always there, of the plainest kind."""
    return _plain({"$ref": f"{_REF}{name}"})


def _plain(schema: Json) -> Any:
    if "$ref" in schema:
        return _plain(_schemas()[schema["$ref"].removeprefix(_REF)])
    if schema.get("nullable") is True:
        return None
    for several in ("allOf", "anyOf", "oneOf"):
        if several in schema:
            return _plain(schema[several][0])
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object" or "properties" in schema:
        wanted = schema.get("required", ())
        return {key: _plain(value) for key, value in schema.get("properties", {}).items() if key in wanted}
    if schema.get("format") == "date-time":
        return "2026-05-04T09:00:00Z"
    if schema.get("format") == "uri":
        return "https://api.github.com/x"
    return {"integer": 1, "number": 1, "boolean": False, "array": [], "string": "x"}.get(str(schema.get("type")), "x")
