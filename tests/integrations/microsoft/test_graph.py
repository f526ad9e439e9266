"""What all of Graph has in common."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from urllib.parse import urljoin

import pytest

from app.errors import NotFound
from app.integrations.access import Access
from app.integrations.microsoft.graph import (
    at,
    base_of,
    calls_to,
    in_utc,
    listed,
    literal,
    moment,
    number,
    stamp,
    text,
    texts,
    things,
)
from tests.fakes.vendors.graph import Fault, GraphServer

EAST = timezone(timedelta(hours=3))


def test_a_time_is_read_as_graph_writes_it() -> None:
    noon = datetime(2026, 11, 26, 12, tzinfo=UTC)
    for written in ("2026-11-26T12:00:00Z", "2026-11-26T12:00:00.0000000", "2026-11-26T15:00:00+03:00"):
        assert moment(written) == noon
    assert moment("2026-11-26T15:00:00", EAST) == noon
    for odd in ("", "soon", "2026-13-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"):
        assert moment(odd) is None
    assert stamp(noon.astimezone(EAST)) == "2026-11-26T12:00:00Z"
    assert in_utc(noon.astimezone(EAST)) == {"dateTime": "2026-11-26T12:00:00", "timeZone": "UTC"}


@pytest.mark.parametrize("item", [{}, {"a": None}, {"a": 1}, {"a": []}, {"a": {"b": 3}}])
def test_what_is_not_there_or_something_else_is_nothing(item: dict[str, Any]) -> None:
    assert text(item, "a", "b") == ""
    assert number(item, "b") == 0
    assert texts(item.get("a")) == things(item.get("a")) == []


def test_an_id_is_one_part_of_a_path_whatever_it_holds() -> None:
    assert urljoin("https://graph.example/v1.0/", at("me", "messages", "a/b?c#d=", "$value")) == (
        "https://graph.example/v1.0/me/messages/a%2Fb%3Fc%23d%3D/$value"
    )
    for odd in ("", ".", ".."):
        with pytest.raises(NotFound):
            at("me", "messages", odd, "send")


def test_a_text_in_a_filter_ends_where_it_ends() -> None:
    assert literal("O'Hara' or 1 eq 1") == "'O''Hara'' or 1 eq 1'"


def test_graph_is_where_the_account_says(server: GraphServer, access: Access) -> None:
    assert base_of(access) == server.url
    access.account.settings["api"] = "https://graph.microsoft.us"  # a cloud of its own, as the sign-in keeps it
    assert base_of(access) == "https://graph.microsoft.us/v1.0"
    access.account.settings.clear()
    assert base_of(access) == "https://graph.microsoft.com/v1.0"


async def test_a_list_without_end_is_left_at_some_time(server: GraphServer, access: Access) -> None:
    page = f'{{"value": [{{"id": "x"}}], "@odata.nextLink": "{server.url}/me/messages?$skip=1"}}'
    server.fail(*[Fault(status=200, body=page.encode())] * 120)
    async with calls_to(access) as calls:
        assert len([one async for one in listed(calls, "me/messages")]) == 100
