"""What a forgetting comes to: exactly these rows and lines, known before anything happens, and bound by a fingerprint.

What is stored of it (`pinned`) are numbers and fingerprints without a single word: it stays on the books when the words are gone.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.learning.forgetting.measured import Measured, measured_of
from app.memory.holdings import BY_TABLE, HOLDINGS, Holding

Key = int | str
SHOWN = 3
_LABEL = 70


@dataclass(slots=True)
class Forgetting:
    """Keys of rows by table (in the order found), measurements by metric and time, fingerprints of lines of summary and profile, the turn
    that asked; and what a person is shown of it: what was meant, how many and a few names of each kind, whose words stand in them, and
    what stays although they might mean it (`hint`)."""

    meant: str = ""
    rows: dict[str, dict[Key, None]] = field(default_factory=dict)
    measured: list[Measured] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    asked: str = ""
    names: dict[str, list[str]] = field(default_factory=dict)
    sources: list[str] = field(default_factory=list)
    hint: str = ""

    def __bool__(self) -> bool:
        return bool(self.lines) or any(self.rows.values()) or any(one.samples for one in self.measured)

    def add(self, table: str, key: Key, *, name: str = "", sources: Sequence[str] = ()) -> None:
        """One more row, once; the first few with their names."""
        keys = self.rows.setdefault(table, {})
        if key in keys:
            return
        keys[key] = None
        shown = self.names.setdefault(table, [])
        if name and len(shown) < SHOWN:
            shown.append(_clipped(f"#{key} {name}" if isinstance(key, int) and table != "turns" else name))
            self.sources += [source for source in sources if source not in self.sources]

    def keys(self, table: str) -> list[Any]:
        """The rows of one table."""
        return list(self.rows.get(table, ()))

    def counts(self) -> list[tuple[str, int]]:
        """How many of each kind that a person knows, in the order of the table of holdings."""
        counts = [(row.noun, self._count(row)) for row in HOLDINGS if row.noun]
        return [(noun, count) for noun, count in counts if count]

    def pinned(self) -> dict[str, Any]:
        """The form that is stored."""
        measured = {"measured": [one.pinned() for one in self.measured]} if self.measured else {}
        return {
            "rows": {table: list(keys) for table, keys in self.rows.items()},
            "lines": self.lines,
            "asked": self.asked,
            **measured,
        }

    def _count(self, row: Holding) -> int:
        if row.fate == "measured":
            return sum(one.samples for one in self.measured)
        return len(self.rows.get(row.table, ()))

    def fingerprint(self) -> str:
        """What an approval is bound to."""
        return hashlib.sha256(json.dumps(self.pinned(), sort_keys=True).encode()).hexdigest()


def unpinned(stored: Mapping[str, Any]) -> Forgetting:
    """The same plan again, without its names."""
    rows = {table: dict.fromkeys(keys) for table, keys in dict(stored["rows"]).items() if table in BY_TABLE}
    measured = [measured_of(one) for one in stored.get("measured", ())]
    return Forgetting(rows=rows, measured=measured, lines=list(stored["lines"]), asked=str(stored["asked"]))


def line_mark(text: str) -> str:
    """The fingerprint of one line."""
    return hashlib.sha256(text.strip().encode("utf-8", "replace")).hexdigest()[:24]


def counted(counts: Sequence[tuple[str, int]]) -> str:
    """ "2 facts, 1 note and 14 exchanges"; "nothing" for nothing."""
    parts = [f"{number:,} {noun if number == 1 else plural(noun)}" for noun, number in counts if number]
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:]))) or "nothing"


def plural(noun: str) -> str:
    """More than one of it."""
    return f"{noun[:-1]}ies" if noun.endswith("ry") else f"{noun}s"


def _clipped(name: str) -> str:
    flat = " ".join(name.split())
    return flat if len(flat) <= _LABEL else f"{flat[: _LABEL - 1]}…"
