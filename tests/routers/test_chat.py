"""The page's API over real HTTP where it streams."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import httpx
import pytest

from app.charts.layout import NARROW, WIDE
from app.charts.svg import svg
from app.messages import Document
from tests.charts.drawn import week
from tests.interfaces.web.house import House
from tests.interfaces.web.serving import serving

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20


@asynccontextmanager
async def listening(house: House, url: str, **headers: str) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
    """A browser's event stream, parsed."""
    async with httpx.AsyncClient(base_url=url, headers={"Sec-Fetch-Site": "same-origin"}, timeout=5) as browser:
        await browser.get(f"/?token={house.auth.local.issue()}")
        async with browser.stream("GET", "/chat/events", headers=headers) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            yield parsed(stream.aiter_lines())


async def parsed(lines: AsyncIterator[str]) -> AsyncIterator[dict[str, Any]]:
    event: dict[str, Any] = {}
    async for line in lines:
        if line:
            name, _, value = line.partition(": ")
            event[name] = value
        elif "event" in event:
            yield {"event": event["event"], "id": event.get("id"), **json.loads(event["data"])}
            event = {}


async def test_a_message_is_taken_once_and_answered_as_an_event(house: House) -> None:
    house.conversation.answers = True
    async with serving(house) as url, listening(house, url) as events:
        assert (await anext(events))["event"] == "status"
        async with house.signed_in() as browser:
            first = await browser.post(
                "/chat/messages", json={"id": "m-1", "text": "hello", "time_zone": "Europe/Paris"}
            )
            again = await browser.post("/chat/messages", json={"id": "m-1", "text": "hello"})
        assert (first.status_code, first.json()["new"], again.json()["new"]) == (202, True, False)
        assert first.json()["inbox_id"] == again.json()["inbox_id"]
        seen = [await anext(events) for _ in range(4)]
        assert [event["event"] for event in seen] == ["user", "status", "message", "status"]
        assert (seen[0]["client_id"], seen[2]["text"]) == ("m-1", "You said hello")
        assert seen[2]["id"] == "out-1"
    assert house.conversation.received[0].channel == "web"
    assert house.conversation.received[0].time_zone == "Europe/Paris"


async def test_a_browser_that_comes_back_says_where_it_was(house: House) -> None:
    first = await house.conversation.say("one")
    await house.conversation.say("two")
    async with serving(house) as url, listening(house, url, **{"Last-Event-ID": str(first.id)}) as events:
        assert (await anext(events))["text"] == "two"
        assert (await anext(events))["event"] == "status"


async def test_an_open_stream_does_not_hold_the_shutdown(house: House) -> None:
    async with serving(house) as url, listening(house, url) as events:
        await anext(events)
        began = time.monotonic()
        house.closing.set()
        assert [event async for event in events] == []
    assert time.monotonic() - began < 2


async def test_a_stream_ends_with_its_session_and_others_go_on(house: House) -> None:
    async with serving(house) as url, listening(house, url) as ended, listening(house, url) as kept:
        await anext(ended)
        await anext(kept)
        first, _ = await house.auth.sessions.everything(house.clock.now())
        await house.auth.end(first.id)
        assert [event async for event in ended] == []
        await house.conversation.say("for who is still signed in")
        house.conversation.tell("outbox")
        assert (await anext(kept))["text"] == "for who is still signed in"


async def test_nothing_is_told_to_a_stream_whose_session_another_process_ended(house: House) -> None:
    async with serving(house) as url, listening(house, url) as events:
        await anext(events)
        await house.store.page_sessions.end_all("owner")  # nobody here was told
        await house.conversation.say("a secret")
        house.conversation.tell("outbox")
        assert [event async for event in events] == []


async def test_a_stream_that_is_left_is_forgotten(house: House) -> None:
    async with serving(house) as url:
        async with listening(house, url) as events:
            await anext(events)
            assert house.hub._watchers
        async with asyncio.timeout(3):
            while house.hub._watchers:
                await asyncio.sleep(0.02)


async def test_files_come_as_a_form(house: House) -> None:
    async with house.signed_in() as browser:
        sent = await browser.post(
            "/chat/messages",
            data={"id": "m-2", "text": ""},
            files=[("files", ("a.png", PNG, "image/png")), ("files", ("b.pdf", b"%PDF", "application/pdf"))],
        )
    assert sent.status_code == 202
    assert [file.media_type for file in house.conversation.received[0].attachments] == ["image/png", "application/pdf"]


async def test_a_message_without_an_id_could_come_twice_and_is_refused(house: House) -> None:
    async with house.signed_in() as browser:
        assert (await browser.post("/chat/messages", json={"text": "hello"})).status_code == 422


async def test_buttons_do_their_thing_or_say_why_not(house: House) -> None:
    async with house.signed_in() as browser:
        pressed = await browser.post("/chat/actions", json={"verb": "edit", "target": "a", "text": "Tuesday"})
        assert pressed.json() == {"text": "edit it is"}
        stale = await browser.post("/chat/actions", json={"verb": "confirm", "target": "stale"})
        assert (stale.status_code, stale.json()["error"]) == (409, "That was done already.")
        assert (await browser.post("/chat/actions", json={"verb": "dance", "target": "a"})).status_code == 422
    assert house.conversation.decided == [("edit", "a", "Tuesday")]


async def test_stopping_says_whether_there_was_something_to_stop(house: House) -> None:
    async with house.signed_in() as browser:
        assert (await browser.post("/chat/stop")).json() == {"stopped": False}
        await house.conversation.begin()
        assert (await browser.post("/chat/stop")).json() == {"stopped": True}


async def test_history_is_bounded(house: House) -> None:
    async with house.signed_in() as browser:
        assert (await browser.get("/chat/history?limit=100000")).status_code == 422
        assert (await browser.get("/chat/history?before=-1")).status_code == 422
        empty = {"messages": [], "earlier": None, "cursor": 0, "later": None, "sought": ""}
        assert (await browser.get("/chat/history")).json() == empty


async def test_a_storage_that_fails_ends_the_stream_and_the_page_may_come_back(house: House) -> None:
    async with serving(house) as url, listening(house, url) as events:
        await anext(events)
        await house.database.close()
        house.conversation.tell("outbox")
        assert [event async for event in events] == []
        await house.database.open()


async def test_a_chart_is_a_picture_of_its_own_that_may_do_nothing_but_be_seen(house: House) -> None:
    entry = await house.conversation.say("Here.", charts=(week(),))
    async with house.signed_in() as browser:
        wide = await browser.get(f"/chat/charts/{entry.id}/0/wide.svg")
        narrow = await browser.get(f"/chat/charts/{entry.id}/0/narrow.svg")
    assert (wide.status_code, wide.text, narrow.text) == (200, svg(week(), WIDE), svg(week(), NARROW))
    assert wide.headers["content-type"].startswith("image/svg+xml")
    policy = wide.headers["content-security-policy"]
    assert "sandbox" in policy
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert (wide.headers["x-content-type-options"], wide.headers["cache-control"]) == ("nosniff", "no-store")


async def test_a_file_is_saved_under_its_name_by_who_is_signed_in(house: House) -> None:
    file = Document("été.ics", "text/calendar", "BEGIN:VCALENDAR\r\nSUMMARY:Café\r\n")
    entry = await house.conversation.say("Here.", files=(file,))
    async with house.client() as stranger, house.signed_in() as browser:
        [shown] = (await browser.get("/chat/history")).json()["messages"][-1]["documents"]
        saved = await browser.get(shown["href"])
        assert (await stranger.get(shown["href"])).status_code == 401
        assert (await browser.get(f"/chat/files/{entry.id}/1")).status_code == 404
    assert shown["name"] == "été.ics"
    assert saved.content.decode() == file.text
    assert saved.headers["content-type"].startswith("text/calendar")
    assert saved.headers["content-disposition"] == "attachment; filename*=UTF-8''%C3%A9t%C3%A9.ics"
    assert saved.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("1/1/wide", 404),
        ("99/0/wide", 404),
        ("1/0/huge", 422),
        ("0/0/wide", 422),
        ("1/-1/wide", 422),
        ("x/0/wide", 422),
    ],
)
async def test_a_chart_that_is_not_there_is_told(house: House, path: str, status: int) -> None:
    await house.conversation.say("Here.", charts=(week(),))
    async with house.signed_in() as browser:
        answer = await browser.get(f"/chat/charts/{path}.svg")
    assert answer.status_code == status
    assert answer.json()["error"]


async def test_a_chart_is_for_who_is_signed_in_and_for_no_other_page(house: House) -> None:
    entry = await house.conversation.say("Here.", charts=(week(),))
    path = f"/chat/charts/{entry.id}/0/wide.svg"
    async with house.client() as stranger, house.signed_in() as browser:
        assert (await stranger.get(path)).status_code == 401
        assert (await browser.get(path, headers={"Sec-Fetch-Site": "cross-site"})).status_code == 403


async def test_history_is_read_around_a_place_on_from_it_and_from_a_day(house: House) -> None:
    async with house.signed_in() as browser:
        for number in range(30):
            house.clock.advance(timedelta(hours=1))
            await house.conversation.hear(f"question {number}", channel="web")
            await house.conversation.begin()
            await house.conversation.settle(f"answer {number}")
        newest = (await browser.get("/chat/history?limit=6")).json()
        assert newest["later"] is None
        middle = (await browser.get(f"/chat/history?around={newest['cursor'] - 15}&limit=9")).json()
        said = [one["text"] for one in middle["messages"]]
        assert "answer 14" in said
        assert "answer 29" not in said
        assert middle["sought"] == next(one["id"] for one in middle["messages"] if one["text"] == "answer 14")
        assert middle["later"] is not None
        assert middle["earlier"] is not None
        on = (await browser.get(f"/chat/history?after={middle['later']}&limit=200")).json()
        assert on["later"] is None
        assert [one["text"] for one in on["messages"]][-1] == "answer 29"
        assert not {one["id"] for one in on["messages"]} & {one["id"] for one in middle["messages"]}
        day = (house.clock.now() + timedelta(days=30)).date()
        ahead = (await browser.get(f"/chat/history?day={day}")).json()
        assert ahead["later"] is None
        assert (await browser.get("/chat/history?day=yesterday")).status_code == 422
        await house.store.users.set_zone("owner", "Asia/Tokyo", "user")
        for far in ("0001-01-01", "9999-12-31"):
            assert (await browser.get(f"/chat/history?day={far}")).status_code == 200
        assert (await browser.get(f"/chat/history?around={2**53 + 1}")).status_code == 422


async def test_nothing_is_looked_for_without_words_and_only_by_who_is_signed_in(house: House) -> None:
    async with house.signed_in() as browser:
        assert (await browser.get("/chat/found?q=")).json() == []
        assert (await browser.get("/chat/found?q=nothing")).json() == []
        assert (await browser.get(f"/chat/found?q={'x' * 201}")).status_code == 422
    async with house.client() as stranger:
        assert (await stranger.get("/chat/found?q=x")).status_code == 401
