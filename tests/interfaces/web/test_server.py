"""Stopping with a stream open."""

import asyncio
import time

import httpx

from tests.interfaces.web.house import House
from tests.interfaces.web.serving import serving


async def test_a_server_with_an_open_stream_stops_at_once(house: House) -> None:
    async with httpx.AsyncClient(headers={"Sec-Fetch-Site": "same-origin"}) as browser:
        async with serving(house) as url:
            await browser.get(f"{url}/?token={house.auth.local.issue()}")
            opened, finished = asyncio.Event(), asyncio.Event()

            async def listen() -> None:
                async with browser.stream("GET", f"{url}/chat/events") as stream:
                    async for _ in stream.aiter_bytes():
                        opened.set()
                finished.set()

            listening = asyncio.create_task(listen())
            await opened.wait()
            began = time.monotonic()
        assert time.monotonic() - began < 2
        await asyncio.wait_for(finished.wait(), 2)
        await listening
