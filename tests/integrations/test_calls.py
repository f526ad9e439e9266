"""Requests to an account's server, against a small real one on loopback that answers as it is told: every way such a call can end.

The server is ours; it checks nothing but that what is asked can be read as HTTP."""

import asyncio
import gzip
import json
import resource
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest
from pydantic import BaseModel, SecretStr

from app.errors import (
    AccountAway,
    AccountClosed,
    AssistantError,
    ChangedElsewhere,
    NotFound,
    OutcomeUnknown,
    ToolProblem,
)
from app.integrations import calls as calls_module
from app.integrations.access import Access
from app.integrations.calls import Calls, segment
from app.integrations.code.conditional import get
from tests.integrations import account

Answer = bytes | Callable[[asyncio.StreamWriter], Awaitable[None]]


def answer(status: int, body: bytes = b"{}", **headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status} Said", f"content-length: {len(body)}", "connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join((*lines, "", "")).encode() + body


@dataclass
class Server:
    """What it was asked, and what it answers next; the last answer is given again."""

    answers: list[Answer]
    url: str = ""
    asked: list[str] = field(default_factory=list)
    signed: list[str] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines if line)}
        self.asked.append(first.removesuffix(" HTTP/1.1"))
        self.signed.append(headers.get("authorization", ""))
        self.bodies.append(await reader.readexactly(int(headers.get("content-length", "0"))))
        said = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        try:
            if callable(said):
                await said(writer)
            else:
                writer.write(said)
            await writer.drain()
        except ConnectionError:
            self.asked.append("left")
        finally:
            writer.close()


@dataclass
class Secrets:
    """Gives "first", and once that is refused "second"; keeps what it was told."""

    refused: list[str] = field(default_factory=list)

    async def __call__(self, refused: str) -> SecretStr:
        self.refused.append(refused)
        return SecretStr("second" if any(self.refused) else "first")


def access(secret: Secrets) -> Access:
    return replace(account.access("any", "", "", identity="ana@example.org"), secret=secret)


@asynccontextmanager
async def talking(*answers: Answer, sign: calls_module.Sign = "bearer") -> AsyncIterator[tuple[Calls, Server, Secrets]]:
    server, secrets = Server(list(answers)), Secrets()
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        async with Calls(access(secrets), f"{server.url}/api", sign=sign) as calls:
            yield calls, server, secrets
    finally:
        listening.close()


async def test_what_is_asked_goes_below_the_base_signed_and_as_json() -> None:
    async with talking(answer(200, b'{"a": 1}')) as (calls, server, _):
        reply = await calls.call("POST", "things/1", params={"full": True, "of": ["x", "y"]}, body={"name": "é"})
    assert reply.json() == {"a": 1}
    assert server.asked == ["POST /api/things/1?full=true&of=x&of=y"]
    assert server.signed == ["Bearer first"]
    assert json.loads(server.bodies[0]) == {"name": "é"}


async def test_a_password_is_signed_with_the_account_s_own_name() -> None:
    async with talking(answer(200), sign="basic") as (calls, server, _):
        await calls.call("GET", "x")
    assert server.signed == ["Basic YW5hQGV4YW1wbGUub3JnOmZpcnN0"]


async def test_a_token_that_ended_is_renewed_once() -> None:
    async with talking(answer(401), answer(200)) as (calls, server, secrets):
        assert (await calls.call("POST", "x", body={})).status == 200
    assert server.signed == ["Bearer first", "Bearer second"]
    assert secrets.refused == ["", "first"]


async def test_a_token_that_ended_while_the_server_was_busy_is_renewed_all_the_same() -> None:
    async with talking(answer(503, retry_after="0"), answer(401), answer(200)) as (calls, server, _):
        assert (await calls.call("GET", "x")).status == 200
    assert server.signed == ["Bearer first", "Bearer first", "Bearer second"]


async def test_two_refusals_close_the_account_and_a_wrong_password_is_not_tried_twice() -> None:
    async with talking(answer(401)) as (calls, server, _):
        with pytest.raises(AccountClosed, match=r"ana@example\.org"):
            await calls.call("GET", "x")
        assert len(server.asked) == 2
    async with talking(answer(401), sign="basic") as (calls, server, _):
        with pytest.raises(AccountClosed):
            await calls.call("GET", "x")
        assert len(server.asked) == 1


_PACE = b'{"error": {"errors": [{"reason": "rateLimitExceeded"}]}}'


@pytest.mark.parametrize(
    ("method", "said", "kind", "times"),
    [
        ("GET", answer(403, _PACE, retry_after="0"), AccountAway, 2),
        ("POST", answer(403, _PACE, retry_after="0"), AccountAway, 2),
        ("GET", answer(403), ToolProblem, 1),
        ("GET", answer(404), NotFound, 1),
        ("DELETE", answer(410), NotFound, 1),
        ("POST", answer(409), ChangedElsewhere, 1),
        ("PATCH", answer(412), ChangedElsewhere, 1),
        ("POST", answer(400, b'{"error": "of ana@example.org"}'), ToolProblem, 1),
        ("GET", answer(429, retry_after="0"), AccountAway, 2),
        ("GET", answer(429, retry_after="3600"), AccountAway, 1),
        ("POST", answer(429, retry_after="0"), AccountAway, 2),
        ("GET", answer(429, retry_after="Wed, 21 Oct 2026 07:28:00 GMT"), AccountAway, 1),
        ("GET", answer(429, retry_after="inf"), AccountAway, 1),
        ("GET", answer(503, retry_after="3600"), AccountAway, 1),
        ("POST", answer(503, retry_after="0"), AccountAway, 2),
        ("GET", answer(500), AccountAway, 2),
        ("POST", answer(500), OutcomeUnknown, 1),
        ("GET", answer(302, location="http://127.0.0.1:1/"), ToolProblem, 1),
        ("GET", b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{", AccountAway, 2),
        ("POST", b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{", OutcomeUnknown, 1),
        ("GET", b"", AccountAway, 2),
        ("POST", b"", OutcomeUnknown, 1),
        ("GET", b"SSH-2.0-OpenSSH\r\n\r\n", AccountAway, 2),
        ("GET", answer(200, x=10 * "lots" * 20_000), AccountAway, 2),
        ("GET", answer(200, b"not gzip", content_encoding="gzip"), AccountAway, 2),
        ("POST", answer(200, b"not gzip", content_encoding="gzip"), OutcomeUnknown, 1),
    ],
)
async def test_each_way_to_fail_is_one_of_ours(
    method: str, said: bytes, kind: type[AssistantError], times: int
) -> None:
    async with talking(said) as (calls, server, _):
        with pytest.raises(kind) as raised:
            await calls.call(method, "x?q=secret%20words")
    assert type(raised.value) is kind
    assert len(server.asked) == times
    assert "secret" not in raised.value.sentence
    assert "first" not in raised.value.sentence


async def test_what_may_be_made_twice_is_asked_for_again() -> None:
    async with talking(answer(500), answer(200)) as (calls, server, _):
        assert (await calls.call("POST", "x", repeatable=True)).status == 200
    assert len(server.asked) == 2


async def test_how_long_a_server_wants_to_be_left_alone_is_told() -> None:
    async with talking(answer(429, retry_after="600")) as (calls, _, _):
        with pytest.raises(AccountAway, match="10 minutes"):
            await calls.call("GET", "x")


_LIMITS = [
    answer(429, retry_after="600"),
    answer(403, b'{"message": "You have exceeded a secondary rate limit"}', retry_after="600"),
    answer(403, b"{}", x_ratelimit_remaining="0", x_ratelimit_reset="1796018400", date="Mon, 30 Nov 2026 05:50:00 GMT"),
]


@pytest.mark.parametrize("limit", _LIMITS, ids=["429", "secondary limit", "limit used up"])
async def test_nothing_is_asked_before_the_moment_that_a_server_said(
    limit: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000.0]
    monkeypatch.setattr("app.integrations.calls.monotonic", lambda: now[0])
    monkeypatch.setattr("app.integrations.calls.RESTING", {})
    async with talking(limit, answer(200)) as (calls, server, _):
        with pytest.raises(AccountAway):
            await calls.call("GET", "x")
        asked = len(server.asked)
        now[0] += 590
        with pytest.raises(AccountAway):
            await calls.call("POST", "x")
        assert len(server.asked) == asked
        now[0] += 11
        assert (await calls.call("GET", "x")).status == 200


async def test_a_status_that_the_caller_takes_is_given_back() -> None:
    async with talking(answer(404, b"")) as (calls, _, _):
        reply = await calls.call("GET", "x", may=(404,))
    assert (reply.status, reply.json()) == (404, {})


async def _endless(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        writer.write(b"x" * 65_536)
        await writer.drain()


@pytest.mark.parametrize(("method", "kind"), [("GET", ToolProblem), ("POST", OutcomeUnknown)])
async def test_an_answer_without_end_is_left(method: str, kind: type[AssistantError]) -> None:
    async with talking(_endless) as (calls, _, _):
        with pytest.raises(kind):
            await calls.call(method, "x", most_bytes=1_000_000)


@pytest.mark.parametrize(("method", "kind"), [("GET", AccountAway), ("POST", OutcomeUnknown)])
async def test_a_server_that_says_nothing_is_left_after_a_while(
    method: str, kind: type[AssistantError], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(_: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(calls_module, "SECONDS", 0.2)
    async with talking(silent) as (calls, _, _):
        with pytest.raises(kind):
            await calls.call(method, "x")


async def test_where_nobody_listens_a_change_certainly_was_not_made() -> None:
    async with talking(answer(200)) as (_, server, secrets):
        pass
    async with Calls(access(secrets), server.url) as calls:
        with pytest.raises(AccountAway, match="no connection"):
            await calls.call("POST", "x")


@pytest.mark.parametrize(
    "path",
    [
        "https://127.0.0.1/x",
        "http://127.0.0.1:1/x",
        "//elsewhere.example/x",
        "http://elsewhere.example/",
        "http://127.0.0.1:99999999/",
        "http://[::1/",
    ],
)
async def test_another_origin_is_never_asked(path: str) -> None:
    async with talking(answer(200)) as (calls, server, _):
        with pytest.raises(ToolProblem):
            await calls.call("GET", path)
    assert server.asked == []


async def test_a_whole_address_of_the_same_origin_keeps_its_questions() -> None:
    async with talking(answer(200)) as (calls, server, _):
        await calls.call("GET", f"{server.url}/next?page=2")
    assert server.asked == ["GET /next?page=2"]


class _Shape(BaseModel):
    names: Sequence[str] = ()


_NOT_JSON = [b"<html>", b"\xff\xfe", b"[" * 100_000]


@pytest.mark.parametrize("body", _NOT_JSON)
@pytest.mark.parametrize(("method", "kind"), [("GET", AccountAway), ("POST", OutcomeUnknown)])
async def test_what_is_no_json_is_no_answer(body: bytes, method: str, kind: type[AssistantError]) -> None:
    async with talking(answer(200, body)) as (calls, _, _):
        reply = await calls.call(method, "x")
    with pytest.raises(kind):
        reply.json()
    with pytest.raises(kind):
        reply.read(_Shape)


async def test_an_answer_of_another_shape_is_none_and_its_words_stay_with_it(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    async with talking(answer(200, b'{"names": {"secret": "words"}}')) as (calls, _, _):
        reply = await calls.call("GET", "x")
    with pytest.raises(AccountAway) as raised:
        reply.read(_Shape)
    assert "secret" not in caplog.text + raised.value.sentence
    assert [getattr(record, "event", "") for record in caplog.records if record.name.endswith("calls")] == [
        "account.shape"
    ]
    assert reply.__class__(200, {}, b"", "").read(_Shape) == _Shape()


async def test_a_path_with_a_colon_is_no_scheme() -> None:
    async with talking(answer(200)) as (calls, server, _):
        await calls.call("GET", "people:search")
        await calls.call("GET", "javascript:alert(1)")
    assert server.asked == ["GET /api/people:search", "GET /api/javascript:alert(1)"]


async def test_what_is_packed_twice_is_not_unpacked() -> None:
    """562 bytes that httpx would unpack to 250 MB, of which it holds all at once."""
    small = gzip.compress(gzip.compress(bytes(250_000_000)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    async with talking(answer(200, small, content_encoding="gzip, gzip")) as (calls, _, _):
        with pytest.raises(AccountAway, match="a broken answer"):
            await calls.call("GET", "x")
        with pytest.raises(OutcomeUnknown):
            await calls.call("POST", "x", body={})
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # kilobytes


async def test_what_is_packed_once_is_unpacked_to_its_limit_and_no_further() -> None:
    async with talking(answer(200, gzip.compress(bytes(50_000_000)), content_encoding="gzip")) as (calls, _, _):
        with pytest.raises(ToolProblem, match="larger than I read"):
            await calls.call("GET", "x", most_bytes=1_000_000)
    async with talking(answer(200, gzip.compress(b'{"a": 1}'), content_encoding="gzip")) as (calls, _, _):
        assert (await calls.call("GET", "x")).json() == {"a": 1}


@pytest.mark.parametrize("asked", [{"headers": {"if-match": '"Łódź"'}}, {"params": {"q": "x" * 70_000}}])
async def test_what_no_request_can_hold_is_a_refusal_and_no_crash(asked: dict[str, dict[str, str]]) -> None:
    async with talking(answer(200)) as (calls, server, _):
        with pytest.raises(ToolProblem, match="can't be asked"):
            await calls.call("GET", "x", params=asked.get("params"), headers=asked.get("headers"))
    assert server.asked == []


async def test_a_tag_that_cannot_be_sent_back_is_not_kept() -> None:
    async with talking(answer(200, b"{}", etag='"\u00e9"')) as (calls, server, _):
        for _ in range(2):
            assert (await get(calls, 90_001, "x")).status == 200
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "date", ["Mon, 01 Jan 99999999999999999999 00:00:00 GMT", "", "Mon, 01 Jan 1970 00:00:00 +9999"]
)
async def test_a_limit_that_is_counted_by_an_impossible_clock_is_a_minute(date: str) -> None:
    busy = answer(429, x_ratelimit_remaining="0", x_ratelimit_reset="5", date=date)
    async with talking(busy) as (calls, _, _):
        with pytest.raises(AccountAway, match="fewer requests"):
            await calls.call("GET", "x")


def test_a_name_is_one_part_of_a_path_or_none() -> None:
    """The comment “..” of a ticket would be the ticket itself, and the label “.” all of them."""
    assert segment("a/b?c#d") == "a%2Fb%3Fc%23d"
    for other in ("", ".", ".."):
        with pytest.raises(NotFound):
            segment(other)


async def test_an_answer_of_parts_without_number_is_broken_before_it_is_unfolded() -> None:
    """Nine megabytes that Python would hold as two hundred."""
    body = b"[" + b"[]," * 3_000_000 + b"[]]"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    async with talking(answer(200, body)) as (calls, _, _):
        reply = await calls.call("GET", "x")
        with pytest.raises(AccountAway, match="a broken answer"):
            reply.json()
        with pytest.raises(AccountAway, match="a broken answer"):
            reply.read(_Shape)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # kilobytes


async def test_what_opens_an_account_does_not_come_back_with_an_answer() -> None:
    said = b'{"message": "bad credentials YW5hQGV4YW1wbGUub3JnOmZpcnN0, at first"}'
    replies = answer(400, said), answer(200, said, content_type="application/json"), answer(200, said)
    async with talking(*replies, sign="basic") as (calls, _, _):
        refused = await calls.call("GET", "x", may=(400,))
        told = await calls.call("GET", "x")
        file = await calls.call("GET", "x")
    assert refused.json() == told.json() == {"message": "bad credentials [hidden], at first"}
    assert file.body == said
