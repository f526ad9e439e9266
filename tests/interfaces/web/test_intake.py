"""What one request may bring, and how slowly."""

import asyncio
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from app.interfaces.web.intake import AT_ONCE, FROM_ONE_ADDRESS, Halted, Intake, allowances
from tests.interfaces.web.house import House, open_house
from tests.interfaces.web.test_connections import PATIENCE, Caller, a_server, drip
from tests.routers.conftest import TOKEN

TABLE = allowances(upload=1_000_000, archive=5_000_000)
SAME = {"Sec-Fetch-Site": "same-origin"}


def multipart(size: int) -> tuple[dict[str, str], bytes]:
    head = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
    return {"Content-Type": "multipart/form-data; boundary=x", **SAME}, head + b"a" * size + b"\r\n--x--\r\n"


@pytest.mark.parametrize("told", [True, False], ids=["announced", "not announced"])
@pytest.mark.parametrize("kind", ["multipart", "urlencoded", "json"])
async def test_more_than_the_sign_in_needs_is_refused_before_it_is_kept(tmp_path: Path, kind: str, told: bool) -> None:
    sent = 0
    headers, body = multipart(20_000_000)
    if kind != "multipart":
        body = b"password=" + b"a" * 20_000_000
        headers["Content-Type"] = {"urlencoded": "application/x-www-form-urlencoded", "json": "application/json"}[kind]

    async def parts() -> Any:
        nonlocal sent
        for start in range(0, len(body), 65_536):
            sent += 65_536
            yield body[start : start + 65_536]

    async with open_house(tmp_path, password="open sesame") as house, house.client() as browser:
        announced = {"Content-Length": str(len(body))} if told else {}
        path = "/login" if kind != "json" else "/message"
        answer = await browser.post(path, content=parts(), headers={**headers, **announced})
        if kind == "json":
            assert answer.status_code == 404  # off here: nothing of it is read
        else:
            assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert sent < 300_000


async def test_the_right_password_still_opens_as_a_form_of_either_kind(tmp_path: Path) -> None:
    async with open_house(tmp_path, password="open sesame") as house:
        for form in ({"data": {"password": "open sesame"}}, {"files": {"password": (None, "open sesame")}}):
            async with house.client() as browser:
                answer = await browser.post("/login", headers=SAME, **form)  # type: ignore[arg-type]
                assert answer.status_code == 303


async def test_a_button_that_brings_megabytes_is_refused(house: House) -> None:
    async with house.signed_in() as browser:
        large = {"verb": "edit", "target": "a", "text": "x" * 500_000}
        answer = await browser.post("/chat/actions", json=large)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
        longest = {"verb": "edit", "target": "a", "text": "\U0001f331" * 20_000}
        assert (await browser.post("/chat/actions", json=longest)).status_code == 200


async def test_who_waits_to_be_asked_for_the_body_is_refused_without_sending_it(tmp_path: Path) -> None:
    async with a_server(tmp_path, password="open sesame") as (_, url):
        caller = await Caller.to(url)
        head = "POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\nExpect: 100-continue\r\n"
        await caller.say(f"{head}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 255000000\r\n\r\n")
        assert (await caller.answer()).startswith("HTTP/1.1 413 ")
        caller.writer.close()


async def test_who_waits_to_be_asked_for_a_right_body_is_asked(tmp_path: Path) -> None:
    async with a_server(tmp_path, token=TOKEN) as (house, url):
        house.conversation.answers = True
        caller = await Caller.to(url)
        body = json.dumps({"text": "hello"})
        head = f"POST /message HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Token: {TOKEN}\r\nExpect: 100-continue\r\n"
        await caller.say(f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n")
        assert (await caller.answer()).startswith("HTTP/1.1 100 ")
        await caller.say(body)
        assert (await caller.answer()).startswith("HTTP/1.1 200 ")
        caller.writer.close()


async def post_slowly(url: str, *, rate: int) -> str:
    """The head of the answer to a body of a megabyte that begins at once and then comes so many bytes at a time."""
    caller = await Caller.to(url)
    head = f"POST /message HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Token: {TOKEN}\r\nContent-Type: application/json\r\n"
    await caller.say(f"{head}Content-Length: 1000000\r\n\r\n" + '{"text":"')
    dripping = asyncio.create_task(drip(caller, "a" * rate)) if rate else None
    answer = await caller.answer()
    caller.writer.close()
    if dripping:
        await dripping
    return answer


@pytest.mark.parametrize("rate", [0, 1], ids=["stops", "trickles"])
async def test_a_body_that_does_not_come_is_given_up_with_a_sentence(tmp_path: Path, rate: int) -> None:
    async with a_server(tmp_path, token=TOKEN) as (_, url):
        assert (await post_slowly(url, rate=rate)).startswith("HTTP/1.1 408 ")


async def test_a_body_that_comes_slowly_but_comes_is_taken(tmp_path: Path) -> None:
    async with a_server(tmp_path, token=TOKEN) as (house, url):
        house.conversation.answers = True

        async def parts() -> Any:
            yield b'{"text":"'
            for _ in range(10):
                await asyncio.sleep(PATIENCE / 4)
                yield b"a" * 200
            yield b'"}'

        async with httpx.AsyncClient(headers={"X-API-Token": TOKEN, "Content-Type": "application/json"}) as phone:
            assert (await phone.post(f"{url}/message", content=parts())).status_code == 200


async def test_only_waiting_for_the_sender_counts_against_the_sender() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive()).get("more_body"):
            await asyncio.sleep(0.03)  # a slow disk

    pieces = [{"type": "http.request", "body": b"a", "more_body": number < 9} for number in range(10)]

    async def receive() -> Message:
        return pieces.pop(0)

    intake = Intake(app, table=TABLE, patience=timedelta(seconds=0.1))
    await intake(scope("/message"), receive, nowhere)
    assert not pieces


async def test_a_stream_waits_for_its_reader_to_leave_for_as_long_as_it_takes() -> None:
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while (message := await receive())["type"] != "http.disconnect":
            seen.append(message["type"])

    async def receive() -> Message:
        if not seen:
            return {"type": "http.request", "body": b"", "more_body": False}
        await asyncio.sleep(0.1)
        return {"type": "http.disconnect"}

    await Intake(app, table=TABLE, patience=timedelta(seconds=0.02))(scope("/chat/events"), receive, nowhere)
    assert seen == ["http.request"]


class Crowd:
    """Requests that stay until they are let go."""

    def __init__(self) -> None:
        self.enough = asyncio.Event()
        self.intake = Intake(self.app, table=TABLE, patience=timedelta(seconds=60))
        self.tasks: list[asyncio.Task[None]] = []

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not scope.get("passing"):
            await self.enough.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def come(self, count: int, path: str, address: str = "127.0.0.1") -> None:
        self.tasks += [asyncio.create_task(self.intake(scope(path, address), nothing, nowhere)) for _ in range(count)]
        await asyncio.sleep(0)

    async def status(self, path: str, address: str = "127.0.0.1") -> int:
        """What one more is answered."""
        got: list[int] = []

        async def send(message: Message) -> None:
            got.append(message.get("status", 0))

        await self.intake({**scope(path, address), "passing": True}, nothing, send)
        return got[0]


async def test_a_crowd_of_strangers_leaves_the_owner_room_and_hears_when_to_come_again() -> None:
    crowd = Crowd()
    await crowd.come(AT_ONCE["others"], "/login")
    assert await crowd.status("/login") == 503
    assert [await crowd.status(path) for path in ("/chat/messages", "/chat/events", "/health")] == [200, 200, 200]
    crowd.enough.set()
    await asyncio.gather(*crowd.tasks)
    assert await crowd.status("/login") == 200


async def test_one_address_takes_no_more_than_its_part() -> None:
    crowd = Crowd()
    await crowd.come(FROM_ONE_ADDRESS, "/login", "203.0.113.7")
    assert await crowd.status("/login", "203.0.113.7") == 503
    assert await crowd.status("/login", "203.0.113.8") == 200
    crowd.enough.set()
    await asyncio.gather(*crowd.tasks)


async def test_what_was_halted_says_so_wherever_it_is_read() -> None:
    async def receive() -> Message:
        return {"type": "http.request", "body": b"a" * 1000, "more_body": True}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while True:
            await receive()

    with pytest.raises(Halted) as halted:
        await Intake(app, table=TABLE, patience=timedelta(seconds=60))(scope("/login"), receive, nowhere)
    assert (halted.value.status_code, halted.value.code) == (413, "too_large")


def scope(path: str, address: str = "127.0.0.1") -> Scope:
    return {"type": "http", "method": "POST", "path": path, "headers": [], "client": (address, 5000)}


async def nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def nowhere(message: Message) -> None:
    """Nobody listens."""
