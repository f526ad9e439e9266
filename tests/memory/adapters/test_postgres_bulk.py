"""What a statement over many values says."""

from app.memory.adapters.postgres_bulk import given, insert
from app.memory.ports import Kind

COLUMNS: dict[str, Kind] = {"a": "text", "b": "int", "c": "json"}


def test_what_all_rows_share_is_sent_once() -> None:
    sql, values = insert("t", COLUMNS, [("x", 1, None), ("y", 1, None)], "ON CONFLICT DO NOTHING")
    assert sql == (
        "INSERT INTO t (a, b, c) SELECT a, $2::bigint, $3::text::json FROM unnest($1::text[]) AS given (a) ON CONFLICT DO NOTHING"
    )
    assert values == [("x", "y"), 1, None]


def test_what_differs_is_an_array() -> None:
    sql, values = insert("t", COLUMNS, [("x", 1, {"k": 1}), ("x", 2, None)], "")
    assert "SELECT a, b, c::json FROM unnest($1::text[], $2::bigint[], $3::text[]) AS given (a, b, c)" in sql
    assert values == [("x", "x"), (1, 2), ['{"k":1}', None]]


def test_the_first_column_is_always_an_array() -> None:
    assert "unnest($1::text[])" in insert("t", {"a": "text"}, [("x",)], "")[0]


def test_the_table_that_is_given_has_the_type_of_its_values() -> None:
    assert given("SELECT 1", ["x"], 2) == "WITH given (value) AS (SELECT unnest($2::text[])) SELECT 1"
    assert given("SELECT 1", {5}, 1) == "WITH given (value) AS (SELECT unnest($1::bigint[])) SELECT 1"
