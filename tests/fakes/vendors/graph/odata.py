"""The part of OData that Graph's lists are asked with: $filter over plain JSON, $search in KQL over texts, $orderby, $select, $top, $skip."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

Item = dict[str, Any]
Test = Callable[[Mapping[str, Any]], bool]
_TOKEN = re.compile(
    r"\s*(?:(?P<string>'(?:[^']|'')*')|(?P<mark>[():,])|(?P<time>\d{4}-\d\d-\d\dT[\d:.]+Z)|(?P<word>[\w@./-]+))"
)
_KQL = re.compile(r'(?P<name>\w+)(?P<operator>:|>=|<=)(?P<value>[^\s"]+)|(?P<word>[^\s"]+)')


class Refused(Exception):
    """Graph's own refusal: a status, a code and a sentence."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


def parsed(text: str) -> tuple[Test, list[str]]:
    """A filter as a test, and the fields it names in their order."""
    tokens = _tokens(text)
    reader = _Reader(tokens)
    test = reader.either()
    if reader.at != len(tokens):
        raise Refused(400, "BadRequest", f"Invalid filter clause: {text[:200]}")
    return test, reader.fields


def _tokens(text: str) -> list[str]:
    found, at = [], 0
    while at < len(text.rstrip()):
        match = _TOKEN.match(text, at)
        if match is None:
            raise Refused(400, "BadRequest", f"Invalid filter clause at {at}: {text[:200]}")
        found.append(match[0].strip())
        at = match.end()
    return found


class _Reader:
    """Reads one filter from its tokens."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens, self.at, self.fields = tokens, 0, list[str]()

    def take(self) -> str:
        if self.at >= len(self.tokens):
            raise Refused(400, "BadRequest", "Invalid filter clause: it ends too early")
        self.at += 1
        return self.tokens[self.at - 1]

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def either(self) -> Test:
        tests = [self.both()]
        while self.peek() == "or":
            self.take()
            tests.append(self.both())
        return lambda item: any(test(item) for test in tests)

    def both(self) -> Test:
        tests = [self.one()]
        while self.peek() == "and":
            self.take()
            tests.append(self.one())
        return lambda item: all(test(item) for test in tests)

    def one(self) -> Test:
        if self.peek() == "(":
            self.take()
            test = self.either()
            self.expect(")")
            return test
        path = self.take()
        if path.endswith("/any"):
            return self.any_of(path.removesuffix("/any"))
        self.fields.append(path)
        operator, wanted = self.take(), _literal(self.take())
        if operator not in ("eq", "ne", "ge", "gt", "le", "lt"):
            raise Refused(400, "BadRequest", f"Invalid operator: {operator}")
        return lambda item: _compared(_value(item, path), operator, wanted)

    def any_of(self, field: str) -> Test:
        self.expect("(")
        name = self.take()
        self.expect(":")
        test = self.either()
        self.expect(")")
        return lambda item: any(test({name: one}) for one in item.get(field) or ())

    def expect(self, mark: str) -> None:
        if self.take() != mark:
            raise Refused(400, "BadRequest", f"Invalid filter clause: {mark} was expected")


def _literal(token: str) -> Any:
    if token.startswith("'"):
        return token[1:-1].replace("''", "'")
    if token in ("true", "false", "null"):
        return {"true": True, "false": False, "null": None}[token]
    return int(token) if token.isdecimal() else datetime.fromisoformat(token)


def _value(item: Mapping[str, Any], path: str) -> Any:
    value: Any = item
    for name in path.split("/"):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _compared(value: Any, operator: str, wanted: Any) -> bool:
    if isinstance(wanted, datetime):
        value = datetime.fromisoformat(value) if value else None
    if isinstance(value, str) and isinstance(wanted, str):
        value, wanted = value.casefold(), wanted.casefold()
    if operator in ("eq", "ne"):
        return (value == wanted) == (operator == "eq")
    if value is None:
        return False
    return {"ge": value >= wanted, "gt": value > wanted, "le": value <= wanted, "lt": value < wanted}[operator]


def searched(text: str) -> list[tuple[str, str, str]]:
    """A $search as (field, operator, value); words have the field "". Graph wants it in double quotes."""
    if len(text) < 3 or text[0] != '"' or text[-1] != '"':
        raise Refused(400, "BadRequest", f"Syntax error: character in {text[:100]}")
    found = []
    for one in _KQL.finditer(text[1:-1]):
        if one["word"] not in ("AND", "OR", "NOT"):
            found.append((one["name"] or "", one["operator"] or ":", (one["value"] or one["word"]).casefold()))
        elif one["word"] != "AND":
            raise Refused(400, "BadRequest", "this server knows AND only")
    return found


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a list, and where the next begins; 0 for the last."""

    items: list[Item]
    following: int


def page(items: Iterable[Item], query: Mapping[str, str], *, most: int = 1_000) -> Page:
    """Filtered, sorted, cut and selected as the query says. Raises Refused for what Graph refuses."""
    found = list(items)
    test, fields = parsed(query["$filter"]) if "$filter" in query else (None, [])
    order = query.get("$orderby", "").split()
    if test is not None:
        if order and order[0] not in fields[:1]:
            raise Refused(400, "InefficientFilter", "The restriction or sort order is too complex for this operation.")
        found = [one for one in found if test(one)]
    if order:
        found.sort(key=lambda one: one[order[0]], reverse=order[-1] == "desc")
    top, skip = min(int(query.get("$top", "10")), most), int(query.get("$skip", "0"))
    if top < 1:
        raise Refused(400, "BadRequest", "Invalid value for $top")
    kept = [select(one, query) for one in found[skip : skip + top]]
    return Page(kept, skip + top if skip + top < len(found) else 0)


def select(item: Item, query: Mapping[str, str]) -> Item:
    """With the fields that are wanted; those whose name begins with an underscore are ours alone."""
    names = set(filter(None, query.get("$select", "").split(",")))
    expanded = {one.partition("(")[0] for one in query.get("$expand", "").split(",") if one}
    navigated = {"singleValueExtendedProperties", "linkedResources"}
    return {
        name: value
        for name, value in item.items()
        if not name.startswith("_")
        and (name not in navigated or name in expanded)
        and (not names or name in names | expanded | {"id"} or name.startswith("@"))
    }
