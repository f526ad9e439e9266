"""The fake of Logfire's query API, asked by Logfire's own client; and what we ask is what that client asks."""

from datetime import UTC, datetime

from logfire.query_client import LogfireQueryClient
from pydantic import SecretStr

from app.integrations.logfire import LogfireReader
from tests.fakes.vendors.logfire_query import TOKEN, logfire_query

SINCE = datetime(2026, 11, 28, tzinfo=UTC)


async def test_both_ask_the_same_and_read_the_same() -> None:
    rows = [{"span_name": "turn", "duration": 1.5}, {"span_name": "agent", "duration": 1.0}]
    with logfire_query(rows) as server:
        with LogfireQueryClient(TOKEN, base_url=server.url) as client:
            theirs = client.query_json_rows("SELECT span_name FROM records", min_timestamp=SINCE, limit=5)
        ours = await LogfireReader(SecretStr(TOKEN), server.url).query("SELECT span_name FROM records", SINCE, most=5)
        assert theirs["rows"] == ours == rows
        first, second = (dict(one.body) for one in server.asked if isinstance(one.body, dict))
        assert {name: value for name, value in first.items() if name != "include_schema"} == {
            name: value for name, value in second.items() if name != "include_schema"
        }
        assert server.asked[0].headers["authorization"] == server.asked[1].headers["authorization"]
