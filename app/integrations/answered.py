"""Answers in JSON of servers that may lie: whatever is missing or of another kind is empty; nothing here raises."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from app.memory.sanitised import sanitised

Row = Mapping[str, Any]
YEARS = range(2, 9_990)
"""Of a time that can be added to and shown in any zone: Go's programs write the year 1 for none."""
_LONGEST_REASON = 300  # characters
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


def rows(answer: object, key: str = "") -> list[Row]:
    """The objects of a list, or of the list under `key`."""
    found = row(answer).get(key) if key else answer
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def row(answer: object) -> Row:
    """An object; {} for anything else."""
    return answer if isinstance(answer, Mapping) else {}


def table(of: Row, key: str) -> Row:
    """The object under a key."""
    return row(of.get(key))


def text(of: Row, key: str) -> str:
    """The words under a key."""
    value = of.get(key)
    return value if isinstance(value, str) else ""


def number(of: Row, key: str) -> int:
    """The whole number under a key; 0 for none."""
    value = of.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def moment(of: Row, *keys: str) -> datetime:
    """The first time that stands under one of the keys; the year 1970 for none, and for what no clock shows."""
    for key in keys:
        try:
            found = datetime.fromisoformat(text(of, key))
        except ValueError:
            continue
        if found.year in YEARS:
            return found if found.tzinfo else found.replace(tzinfo=UTC)
    return _NEVER


def reason(said: str) -> str:
    """Why something was refused, in its server's own words, on one line: without what looks like a secret or a signed address."""
    return str(sanitised(" ".join(said.split())[:_LONGEST_REASON])) or "no reason was given"
