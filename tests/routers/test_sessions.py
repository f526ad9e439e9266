"""The page of sessions: who is signed in, and ending it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import httpx

from tests.interfaces.web.house import House

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"


@asynccontextmanager
async def browser(house: House, agent: str = FIREFOX) -> AsyncIterator[httpx.AsyncClient]:
    """A browser of that kind, signed in."""
    async with house.client() as client:
        client.headers.update({"Sec-Fetch-Site": "same-origin", "User-Agent": agent})
        assert (await client.get(f"/?token={house.auth.local.issue()}")).status_code == 303
        yield client


async def test_it_lists_where_you_are_signed_in_in_your_own_time(house: House) -> None:
    await house.store.users.set_zone("owner", "Europe/Paris", "user")
    async with browser(house) as here:
        alone = (await here.get("/sessions")).text
        assert "Only this browser is signed in" in alone
        assert "everywhere else" not in alone
        house.clock.advance(timedelta(hours=1))
        async with browser(house, "Mozilla/5.0 (iPhone) <b>Safari/604.1"):
            page = (await here.get("/sessions")).text
    assert "2 browsers are signed in" in page
    assert page.index("Firefox on Linux") < page.index("Safari on iPhone")  # this one first
    assert "Signed in 2 March 2026, 10:00.<br>Last here 2 March 2026, 11:00." in page
    assert page.count("this browser") == 2  # the badge, and the name of its button
    assert "<b>Safari" not in page
    assert '<a href="/settings" aria-current="page">' in page


async def test_another_browser_is_signed_out_from_here(house: House) -> None:
    async with browser(house) as here, browser(house) as there:
        _, other = await house.auth.sessions.everything(house.clock.now())
        answer = await here.post("/sessions/end", data={"id": other.id})
        assert (answer.status_code, answer.headers["location"]) == (303, "/sessions")
        assert (await there.get("/chat/history")).status_code == 401
        assert (await here.get("/chat/history")).status_code == 200


async def test_ending_ones_own_session_is_signing_out(house: House) -> None:
    async with browser(house) as here:
        [own] = await house.auth.sessions.everything(house.clock.now())
        answer = await here.post("/sessions/end", data={"id": own.id})
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert (await here.get("/chat/history")).status_code == 401


async def test_all_others_are_ended_at_once(house: House) -> None:
    async with browser(house) as first, browser(house) as second, browser(house) as here:
        answer = await here.post("/sessions/end-others")
        assert (answer.status_code, answer.headers["location"]) == (303, "/sessions")
        for other in (first, second):
            assert (await other.get("/chat/history")).status_code == 401
        assert (await here.get("/chat/history")).status_code == 200


async def test_who_is_not_signed_in_and_foreign_pages_end_nothing(house: House) -> None:
    async with browser(house) as here, house.client() as stranger:
        [own] = await house.auth.sessions.everything(house.clock.now())
        for path in ("/sessions", "/sessions/end", "/sessions/end-others"):
            sent = {"Sec-Fetch-Site": "same-origin"}
            assert (await stranger.request("POST", path, data={"id": own.id}, headers=sent)).status_code == 401
            foreign = await here.post(path, data={"id": own.id}, headers={"Sec-Fetch-Site": "cross-site"})
            assert foreign.status_code == 403
        assert (await stranger.get("/sessions")).status_code == 401
        assert (await here.get("/chat/history")).status_code == 200


async def test_a_number_that_is_none_is_refused(house: House) -> None:
    async with browser(house) as here:
        for number in ("", "x", "0", "-1", str(2**80)):
            assert (await here.post("/sessions/end", data={"id": number})).status_code == 422, number
        assert (await here.post("/sessions/end", data={"id": 4711})).status_code == 303
        assert (await here.get("/chat/history")).status_code == 200
