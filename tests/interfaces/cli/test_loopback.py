"""The listener that a browser is sent back to."""

import asyncio

import httpx
import pytest

from app.interfaces.cli.loopback import DONE, NOT_THIS, loopback


async def test_it_takes_what_belongs_to_its_sign_in_and_nothing_else() -> None:
    async with loopback() as listener, httpx.AsyncClient(base_url=f"http://127.0.0.1:{listener.port}") as browser:
        assert (await browser.get("/?code=a&state=")).status_code == 400  # nothing was begun yet
        listener.state = "s1"
        assert (await browser.get("/favicon.ico")).status_code == 404
        assert (await browser.get("/")).status_code == 404
        assert (await browser.post("/?code=a&state=s1")).status_code == 404
        foreign = await browser.get("/?code=a&state=s2")
        assert (foreign.status_code, NOT_THIS in foreign.text) == (400, True)
        page = await browser.get("/?code=4%2F0a&state=s1&scope=x%20y")
        assert (page.status_code, DONE in page.text, page.headers["referrer-policy"]) == (200, True, "no-referrer")
        assert (await browser.get("/?code=second&state=s1")).status_code == 200
        assert await listener.found(5) == {"code": "4/0a", "state": "s1", "scope": "x y"}


async def test_a_no_comes_back_too() -> None:
    async with loopback() as listener, httpx.AsyncClient() as browser:
        listener.state = "s1"
        await browser.get(f"http://127.0.0.1:{listener.port}/?error=access_denied&state=s1")
        assert (await listener.found(5))["error"] == "access_denied"


@pytest.mark.parametrize("sent", [b"", b"\r\n\r\n", b"\xff\xfe\r\n\r\n", b"GET /" + b"a" * 40_000 + b"\r\n\r\n"])
async def test_what_is_no_browser_ends_nothing(sent: bytes) -> None:
    async with loopback() as listener:
        listener.state = "s1"
        reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
        writer.write(sent)
        writer.write_eof()
        await asyncio.gather(reader.read(), return_exceptions=True)  # refused by an answer or by the connection's end
        writer.close()
        async with httpx.AsyncClient() as browser:
            assert (await browser.get(f"http://127.0.0.1:{listener.port}/?code=a&state=s1")).status_code == 200


async def test_nobody_comes_for_ever() -> None:
    async with loopback() as listener:
        with pytest.raises(TimeoutError):
            await listener.found(0.01)
