"""The table of what is kept, held against the schema's own text (the contract tests walk the databases)."""

import re

from app.memory.adapters.migrations import DIRECTORY
from app.memory.holdings import HOLDINGS, JSON_COLUMNS, MOMENT_COLUMNS, TRUTH_COLUMNS

SCHEMA = "\n".join(path.read_text("utf-8") for path in sorted(DIRECTORY.glob("*.sql")))


def columns(kind: str) -> set[str]:
    return set(re.findall(rf"(\w+) {{{{{kind}}}}}", SCHEMA))


def test_what_a_column_holds_is_known_by_its_name() -> None:
    assert columns("json") - {"info"} <= JSON_COLUMNS  # `info` is a lease's, and a lease is nobody's
    assert columns("bool") == TRUTH_COLUMNS
    assert {name for name in columns("time") if not name.endswith("_at")} == MOMENT_COLUMNS


def test_every_row_can_be_told_of() -> None:
    for row in HOLDINGS:
        assert bool(row.noun) == (row.fate in ("item", "talk", "login") or row.table == "health_series"), row.table
        assert bool(row.why) == (row.fate == "stays"), row.table
        assert row.key, row.table
