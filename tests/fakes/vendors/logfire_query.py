"""Logfire's query API, as a server of ours on loopback. It checks the token, and that a question is one by Logfire's own client's measure; it
answers the rows that a test put there, whatever is asked, and runs no SQL.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.servers.json_server import JsonServer, Question, Status, json_server

TOKEN = "pylf_v1_local_" + "r" * 40
PATH = "/v2/query"


@contextmanager
def logfire_query(rows: list[dict[str, Any]]) -> Iterator[JsonServer]:
    """A project in which these rows are found."""

    def answer(asked: Question) -> object:
        body = asked.body
        if asked.headers.get("authorization") != TOKEN:
            return Status(401, {"detail": "Invalid token"})
        if asked.method != "POST" or not isinstance(body, dict) or not {"sql", "min_timestamp"} <= set(body):
            return Status(422, {"detail": "no question"})
        fields = [{"name": name, "data_type": "Utf8", "nullable": True} for name in (rows[0] if rows else {})]
        return {"data": rows[: body.get("limit", 100)], "schema": {"fields": fields}}

    with json_server({PATH: answer}) as server:
        yield server
