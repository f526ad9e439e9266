"""Google's discovery documents: which method a request is, and whether a request or an answer is as they say."""

import base64
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

import googleapiclient

_FOLDER = Path(googleapiclient.__file__).parent / "discovery_cache/documents"
DOCUMENTS = ("gmail.v1", "calendar.v3", "tasks.v1", "people.v1", "drive.v3")
Json = dict[str, Any]
_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}


@dataclass(frozen=True)
class Method:
    """One method of one interface."""

    document: Json
    described: Json
    pattern: re.Pattern[str]

    @property
    def id(self) -> str:
        return self.described["id"]

    @property
    def name(self) -> str:
        """As the fake's own method is called that does it."""
        return re.sub(r"(?=[A-Z])|\.", "_", self.id).lower()

    def query_faults(self, query: Mapping[str, list[str]]) -> Iterator[str]:
        """What is wrong with the parameters."""
        known = {**self.document["parameters"], **self.described.get("parameters", {})}
        if "mediaUpload" in self.described:
            known["uploadType"] = {"type": "string", "location": "query", "enum": ["media", "multipart", "resumable"]}
        for name, values in query.items():
            if name not in known or known[name].get("location") != "query":
                yield f"{self.id}: no parameter {name}"
                continue
            if len(values) > 1 and not known[name].get("repeated"):
                yield f"{self.id}: {name} is given {len(values)} times"
            yield from (f"{self.id}: {name}={value}" for value in values if not _is_parameter(known[name], value))
        for name, one in known.items():
            if one.get("required") and one.get("location") == "query" and name not in query:
                yield f"{self.id}: without {name}"

    def request_faults(self, body: object) -> Iterator[str]:
        """What is wrong with the body. A PATCH takes away by null."""
        wanted = self.described.get("request")
        if body is None:
            return
        if wanted is None:
            yield f"{self.id}: takes no body"
        else:
            yield from self._faults(wanted, body, self.id, may_be_null=self.described["httpMethod"] == "PATCH")

    def response_faults(self, body: object) -> Iterator[str]:
        """What is wrong with an answer."""
        wanted = self.described.get("response")
        if wanted is not None or body is not None:
            yield from self._faults(wanted or {}, body, f"{self.id} answers", may_be_null=False)

    def _faults(self, schema: Json, value: object, at: str, *, may_be_null: bool) -> Iterator[str]:
        if "$ref" in schema:
            schema = self.document["schemas"][schema["$ref"]]
        kind = schema.get("type", "any")
        if kind == "any" or (value is None and may_be_null):
            return
        if not isinstance(value, _KINDS[kind]) or (isinstance(value, bool) and kind != "boolean"):
            yield f"{at}: {type(value).__name__} for {kind}"
        elif isinstance(value, dict):
            yield from self._field_faults(schema, value, at, may_be_null=may_be_null)
        elif isinstance(value, list):
            for one in value:
                yield from self._faults(schema["items"], one, f"{at}[]", may_be_null=may_be_null)
        elif not _is_of_format(schema.get("format", ""), value) or value not in schema.get("enum", [value]):
            yield f"{at}: {str(value)[:60]!r} for {schema.get('format')} {schema.get('enum', '')}"

    def _field_faults(self, schema: Json, value: Json, at: str, *, may_be_null: bool) -> Iterator[str]:
        for name, one in value.items():
            inner = schema.get("properties", {}).get(name) or schema.get("additionalProperties")
            if inner is None:
                yield f"{at}: no field {name}"
            else:
                yield from self._faults(inner, one, f"{at}.{name}", may_be_null=may_be_null)


def _is_parameter(schema: Json, value: str) -> bool:
    if schema["type"] == "boolean":
        return value in ("true", "false")
    if schema["type"] == "integer":
        least, most = int(schema.get("minimum", -(2**31))), int(schema.get("maximum", 2**31))
        return value.lstrip("-").isdecimal() and least <= int(value) <= most
    return value in schema.get("enum", [value]) and _is_of_format(schema.get("format", ""), value)


def _is_of_format(name: str, value: object) -> bool:
    try:
        match name:
            case "int64" | "uint64":
                return isinstance(value, str) and str(int(value)) == value
            case "byte":
                return bool(base64.urlsafe_b64decode(str(value))) or value == ""
            case "date":
                return bool(date.fromisoformat(str(value)))
            case "date-time":
                return datetime.fromisoformat(str(value)).tzinfo is not None
            case _:
                return True
    except ValueError:
        return False


@cache
def document(name: str) -> Json:
    """One of DOCUMENTS."""
    return json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@cache
def methods() -> tuple[Method, ...]:
    """All methods of all documents."""
    return tuple(method for name in DOCUMENTS for method in _methods(document(name), document(name)))


def method_of(verb: str, path: str) -> tuple[Method, dict[str, str]] | None:
    """The method that a request is, and what its path names (still quoted)."""
    for method in methods():
        found = method.pattern.fullmatch(path) if method.described["httpMethod"] == verb else None
        if found:
            return method, found.groupdict()
    return None


def _methods(whole: Json, part: Json) -> Iterator[Method]:
    for one in part.get("methods", {}).values():
        template = "/" + whole["servicePath"] + one.get("flatPath", one["path"])
        pieces = re.split(r"\{(\w+)\}", template)
        pattern = "".join(f"(?P<{piece}>[^/:]+)" if at % 2 else re.escape(piece) for at, piece in enumerate(pieces))
        yield Method(whole, one, re.compile(pattern))
        upload = one.get("mediaUpload", {}).get("protocols", {}).get("simple", {}).get("path", "")
        if upload and whole["name"] == "drive":  # mail is sent whole in JSON
            pieces = re.split(r"\{(\w+)\}", upload)
            pattern = "".join(f"(?P<{piece}>[^/:]+)" if at % 2 else re.escape(piece) for at, piece in enumerate(pieces))
            yield Method(whole, one, re.compile(pattern))
    for inner in part.get("resources", {}).values():
        yield from _methods(whole, inner)
