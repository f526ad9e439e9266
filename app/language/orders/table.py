"""The rows of `intents.toml`: what each intent of the reader calls, and where its arguments come from."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

_PLAIN = ("needs", "ask", "ask_fr", "missing", "also", "offer", "offer_fr", "each", "given", "where_there")


_KEYS = frozenset(("tool", "least", *_PLAIN))


@dataclass(frozen=True, slots=True)
class Argument:
    """Where an argument comes from and what it is made of."""

    slot: str
    kind: str
    otherwise: str = ""
    must: bool = False


@dataclass(frozen=True, slots=True)
class Intent:
    """A row of the table."""

    tool: str
    arguments: Mapping[str, Argument]
    least: float
    needs: str = ""
    ask: str = ""
    ask_fr: str | Mapping[str, str] = ""
    missing: str = ""
    also: str = ""
    offer: str = ""
    offer_fr: str = ""
    each: str = ""
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    where_there: Mapping[str, str] = field(default_factory=dict[str, str])


@cache
def intents() -> Mapping[str, Intent]:
    """The table, by intent."""
    rows = tomllib.loads((files("app.language.orders") / "intents.toml").read_text(encoding="utf-8"))
    return {name: _intent(row) for name, row in rows.items()}


def _intent(row: Mapping[str, Any]) -> Intent:
    plain = {key: row[key] for key in _PLAIN if key in row}
    arguments = {name: Argument(**value) for name, value in row.items() if name not in _KEYS}
    return Intent(row["tool"], arguments, row["least"], **plain)
