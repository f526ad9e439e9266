"""The fields that a project asks for, as Jira describes them, and values that somebody said put into the form each wants. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import isfinite
from typing import Any

from app.errors import ToolProblem
from app.integrations.answered import Row, row, rows, table, text
from app.integrations.tracker import jira_reading as reading

_SHOWN = 15
_NO_FIELD = "There is no field “{said}” there. There are: {names}."
_NO_VALUE = "“{said}” is no value of {name}. There are: {values}."
_NO_NUMBER = "{name} wants a number, not “{said}”."
_NO_DAY = "{name} wants a day as 2026-12-31, not “{said}”."
_NO_WAY = "{name} can't be set from here; set it at Jira."
_LONG = ("textarea",)


@dataclass(frozen=True, slots=True)
class Field:
    """`kind` is what it holds ("option", "array" of `items` …), `custom` which kind of own field it is, `allowed` the values there are."""

    id: str
    name: str
    is_required: bool
    kind: str
    items: str = ""
    custom: str = ""
    allowed: tuple[Row, ...] = ()

    @property
    def wanted(self) -> str:
        """ "Severity (Low, High)"."""
        values = [name for name in map(reading.shown, self.allowed) if name][:_SHOWN]
        return f"{self.name} ({', '.join(values)})" if values else self.name


def read(found: object) -> list[Field]:
    """The fields of an answer: by their ids, or in a list."""
    if isinstance(found, Mapping):
        return [_field(row(one), str(key)) for key, one in found.items()]
    return [_field(one, text(one, "fieldId") or text(one, "key")) for one in rows(found)]


def by_name(fields: Iterable[Field], said: str) -> Field:
    """The one of that name. Raises ToolProblem with those there are."""
    wanted, known = said.strip().casefold(), list(fields)
    for one in known:
        if wanted in (one.name.casefold(), one.id.casefold()):
            return one
    names = ", ".join(one.name for one in known[: 2 * _SHOWN]) or "none"
    raise ToolProblem(_NO_FIELD.format(said=said.strip()[:60], names=names))


def encoded(field: Field, said: str, document: Callable[[str], object]) -> Any:
    """A value as Jira wants it there; `document` makes a long text of one. People are the caller's. Raises ToolProblem."""
    words = said.strip()
    if field.kind == "array":
        parts = [part.strip() for part in words.split(",") if part.strip()]
        if field.items == "string":
            return parts
        return [_chosen(field, part) for part in parts]
    if field.kind == "string":
        return document(words) if field.custom.rpartition(":")[2] in _LONG else words
    make = _ENCODERS.get(field.kind, _chosen)
    return make(field, words)


def _number(field: Field, said: str) -> float:
    try:
        value = float(said.replace(",", "."))
    except ValueError:
        raise ToolProblem(_NO_NUMBER.format(name=field.name, said=said[:60])) from None
    if not isfinite(value) or abs(value) > 1e15:
        raise ToolProblem(_NO_NUMBER.format(name=field.name, said=said[:60]))
    return int(value) if value.is_integer() else value


def _day(field: Field, said: str) -> str:
    try:
        return date.fromisoformat(said[:10]).isoformat()
    except ValueError:
        raise ToolProblem(_NO_DAY.format(name=field.name, said=said[:60])) from None


def _text(_: Field, said: str) -> str:
    return said


def _key(_: Field, said: str) -> dict[str, str]:
    return {"key": said.upper()}


def _nested(field: Field, said: str) -> dict[str, Any]:
    """ "Hardware / Laptop": a value of a field and one of those below it."""
    first, _, second = said.partition("/")
    parent = _matching(field, field.allowed, first.strip())
    below = _matching(field, rows(parent, "children"), second.strip()) if second.strip() else {}
    return {"id": text(parent, "id"), **({"child": {"id": text(below, "id")}} if below else {})}


def _chosen(field: Field, said: str) -> dict[str, str]:
    """One of the values there are, by its name."""
    if not field.allowed:
        raise ToolProblem(_NO_WAY.format(name=field.name))
    found = _matching(field, field.allowed, said)
    return {"id": text(found, "id")} if text(found, "id") else {"name": text(found, "name")}


def _matching(field: Field, values: Sequence[Row], said: str) -> Row:
    for one in values:
        if said.casefold() in (reading.shown(one).casefold(), text(one, "id")):
            return one
    names = ", ".join([name for name in map(reading.shown, values) if name][:_SHOWN]) or "none"
    raise ToolProblem(_NO_VALUE.format(said=said[:60], name=field.name, values=names))


def _field(of: Row, key: str) -> Field:
    schema = table(of, "schema")
    return Field(
        id=key,
        name=reading.line(text(of, "name")) or key,
        is_required=of.get("required") is True and of.get("hasDefaultValue") is not True,
        kind=text(schema, "type"),
        items=text(schema, "items"),
        custom=text(schema, "custom"),
        allowed=tuple(rows(of, "allowedValues")[:500]),
    )


_ENCODERS: Mapping[str, Callable[[Field, str], Any]] = {
    "number": _number,
    "date": _day,
    "any": _text,
    "issuelink": _key,
    "option-with-child": _nested,
}
