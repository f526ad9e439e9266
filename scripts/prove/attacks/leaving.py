"""Attacks with a session that has ended: a copied cookie, streams and requests that were open at the time."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress

import httpx

from scripts.prove.attacks.target import OWN, PASSWORD, Tally, Target, status_of

_PAGES = ("/chat/history", "/chat/actions/1", "/export", "/sessions", "/chat/events")


async def copied(target: Target) -> Tally:
    """A copy of the cookie after signing out, in each of the ways there are; and what was begun with it before."""
    tally = Tally()
    for number in range(min(target.count, 3 * len(LEAVING))):
        name = [*LEAVING][number % len(LEAVING)]
        owner, copy = await target.browser(), target.at(headers=OWN)
        copy.cookies = httpx.Cookies(owner.cookies)
        began = [await begin(target, copy, path, body) for path, body in _BEGUN]
        stream = asyncio.create_task(_whole_stream(copy))
        await asyncio.sleep(0.2)
        await LEAVING[name](target, owner)
        await _opens_nothing(tally, copy, name)
        try:
            async with asyncio.timeout(20):
                await stream
            tally.note(f"its open stream after {name}", fine=True)
        except TimeoutError:
            tally.note(f"its open stream goes on after {name}", fine=False)
        for (path, body), (reader, writer) in zip(_BEGUN, began, strict=True):
            answer = await finish(reader, writer, body)
            tally.note(f"{path} begun before {name}", fine=400 <= status_of(answer) < 500, seen=answer)
    history = await (await target.browser()).get("/chat/history?limit=200")
    tally.note("nothing was said by it", fine="said by a copy" not in history.text, seen=history.text)
    return tally


async def _sign_out(target: Target, owner: httpx.AsyncClient) -> None:
    assert (await owner.post("/logout")).status_code == 303


async def _end_others(target: Target, owner: httpx.AsyncClient) -> None:
    other = await target.browser("127.0.0.9")
    assert (await other.post("/sessions/end-others")).status_code == 303


async def _by_command(target: Target, owner: httpx.AsyncClient) -> None:
    await target.program.run("sessions", "end", "--all")


async def _sign_in_again(target: Target, owner: httpx.AsyncClient) -> None:
    assert (await owner.post("/login", data={"password": PASSWORD})).status_code == 303


LEAVING: dict[str, Callable[[Target, httpx.AsyncClient], Awaitable[None]]] = {
    "signing out": _sign_out,
    "ending all others": _end_others,
    "signing in anew": _sign_in_again,
    "the command that ends all": _by_command,
}
_BEGUN = (
    ("/chat/messages", json.dumps({"id": "copy", "text": "said by a copy"}).encode()),
    ("/chat/actions", json.dumps({"verb": "confirm", "target": "x"}).encode()),
    ("/sessions/end", b"id=1"),
)


async def _opens_nothing(tally: Tally, copy: httpx.AsyncClient, how: str) -> None:
    for path in _PAGES:
        async with copy.stream("GET", path) as answer:
            tally.note(f"{path} after {how}", fine=answer.status_code == 401, seen=answer.status_code)
    answer = await copy.post("/chat/messages", json={"id": "later", "text": "said by a copy"})
    tally.note(f"a message after {how}", fine=answer.status_code == 401, seen=answer.status_code)
    answer = await copy.post("/sessions/end-others")
    tally.note(f"ending others after {how}", fine=answer.status_code == 401, seen=answer.status_code)


async def _whole_stream(copy: httpx.AsyncClient) -> None:
    with suppress(httpx.RemoteProtocolError):
        async with copy.stream("GET", "/chat/events", timeout=None) as stream:
            async for _ in stream.aiter_lines():
                continue


async def begin(
    target: Target, client: httpx.AsyncClient, path: str, body: bytes
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A request of which all but the last byte is sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", target.program.port)
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    kind = "application/json" if body.startswith(b"{") else "application/x-www-form-urlencoded"
    rows = (
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        f"Cookie: {cookie}",
        "Sec-Fetch-Site: same-origin",
    )
    head = "\r\n".join((f"POST {path} HTTP/1.1", f"Host: {target.place}", *rows, "Connection: close"))
    writer.write(f"{head}\r\n\r\n".encode() + body[:-1])
    await writer.drain()
    return reader, writer


async def finish(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, body: bytes) -> bytes:
    """The last byte, and the answer."""
    with suppress(OSError):
        writer.write(body[-1:])
        await writer.drain()
    try:
        async with asyncio.timeout(20):
            return await reader.read()
    finally:
        writer.close()


async def stays(target: Target) -> Tally:
    """Another browser that is signed in notices nothing when one leaves; a body that comes slowly is taken."""
    tally = Tally()
    for number in range(min(target.count, 6)):
        leaver, stayer = await target.browser(), await target.browser("127.0.0.9")
        path, body = "/chat/messages", json.dumps({"id": f"stays{number}", "text": "hello"}).encode()
        reader, writer = await begin(target, stayer, path, body)
        async with stayer.stream("GET", "/chat/events") as stream:
            lines = stream.aiter_lines()
            await anext(lines)
            await leaver.post("/logout")
            tally.note("history", fine=(await stayer.get("/chat/history")).status_code == 200)
            answer = await finish(reader, writer, body)
            tally.note("a message begun before", fine=status_of(answer) == 202, seen=answer)
            async with asyncio.timeout(20):
                heard = [line async for line in _until_message(lines)]
            tally.note("its stream goes on", fine=bool(heard), seen=heard)
    return tally


async def _until_message(lines):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    async for line in lines:
        yield line
        if line.startswith("event: message"):
            return
