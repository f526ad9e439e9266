"""Each way a call can fail, and that nothing of the token is told."""

import json
import logging

import pytest

from app.errors import DeliveryAway, DeliveryGone, DeliveryKeyRefused, DeliveryLater, DeliveryRefused, DeliveryUnknown
from app.interfaces.slack.client import SlackClient
from app.interfaces.slack.failures import (
    Away,
    Limited,
    Refused,
    SlackProblem,
    TokenRefused,
    Uncertain,
    as_delivery,
    problem_of,
)
from tests.servers.scripted import Asked, Scripted, reply, scripted

TOKEN = "xoxb-very-secret"


async def failed(answer: bytes | None, method: str = "chat.postMessage") -> SlackProblem:
    """How a call fails that is answered so."""
    async with scripted(lambda _: answer) as server:
        client = SlackClient(f"{server.url}/api", TOKEN)
        try:
            with pytest.raises(SlackProblem) as raised:
                await client.call(method, text="hello")
        finally:
            await client.close()
    assert TOKEN not in repr(raised.value)
    assert raised.value.__cause__ is None
    assert raised.value.method == method
    return raised.value


def no(error: object) -> bytes:
    return reply(200, json.dumps({"ok": False, "error": error}))


@pytest.mark.parametrize(
    ("answer", "kind", "error"),
    [
        (no("channel_not_found"), Refused, "channel_not_found"),
        (no("invalid_auth"), TokenRefused, "invalid_auth"),
        (no("missing_scope"), TokenRefused, "missing_scope"),
        (no("ratelimited"), Limited, "ratelimited"),
        (no("fatal_error"), Uncertain, "fatal_error"),
        (no("service_unavailable"), Away, "service_unavailable"),
        (no(f"echo {TOKEN}"), Refused, "unnamed"),
        (no({"a": 1}), Refused, "unnamed"),
        (reply(200, "{}"), Refused, "unnamed"),
        (reply(200, '{"ok": "true"}'), Refused, "unnamed"),
        (reply(200, "<html>sign in</html>"), Uncertain, "no_json"),
        (reply(200, "[" * 200_000), Uncertain, "no_json"),
        (reply(200, "[]"), Uncertain, "no_json"),
        (reply(502, "<html>bad gateway</html>"), Uncertain, "http_502"),
        (reply(403, "<html>no</html>"), Away, "http_403"),
        (reply(302, "", location="http://127.0.0.1:1/"), Away, "http_302"),
        (reply(401), TokenRefused, "http_401"),
        (None, Uncertain, "RemoteProtocolError"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\nconnection: close\r\n\r\n{", Uncertain, "RemoteProtocolError"),
        (reply(200, " " * 4_100_000), Uncertain, "too_large"),
    ],
)
async def test_each_failure_says_whether_it_may_have_been_done(
    answer: bytes | None, kind: type[SlackProblem], error: str
) -> None:
    problem = await failed(answer)
    assert (type(problem), problem.error) == (kind, error)


@pytest.mark.parametrize(
    ("header", "seconds"), [("7", 7.0), ("0", 1.0), ("99999", 3600.0), ("soon", 30.0), ("-1", 30.0)]
)
async def test_slack_says_how_long_it_wants_to_be_left_alone(header: str, seconds: float) -> None:
    problem = await failed(reply(429, "slow down", retry_after=header))
    assert isinstance(problem, Limited)
    assert problem.seconds == seconds


async def test_nothing_listens() -> None:
    client = SlackClient("http://127.0.0.1:9/api", TOKEN)
    with pytest.raises(Away) as raised:
        await client.call("auth.test")
    await client.close()
    assert raised.value.error == "ConnectError"


async def test_the_token_goes_in_a_header_and_into_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with scripted(lambda _: reply(200, '{"ok": true}')) as server:
        client = SlackClient(f"{server.url}/api/", TOKEN, "xapp-secret")
        await client.call("chat.postMessage", text="a & b", blocks=[{"type": "x"}], thread_ts=None, link_names=False)
        await client.call("apps.connections.open", app=True)
        await client.close()
    said, opened = server.asked
    assert said.path == "/api/chat.postMessage"
    assert said.headers["authorization"] == f"Bearer {TOKEN}"
    assert said.body == "text=a+%26+b&blocks=%5B%7B%22type%22%3A+%22x%22%7D%5D&link_names=false"
    assert opened.headers["authorization"] == "Bearer xapp-secret"
    assert not [record for record in caplog.records if "secret" in record.getMessage()]


@pytest.fixture
def bare() -> SlackClient:
    return SlackClient("https://slack.example/api", TOKEN)


@pytest.mark.parametrize(
    "url", ["https://evil.example/x", "http://hooks.slack.com/x", "https://hooks.slack.com.evil.example/", "", "x"]
)
async def test_nothing_goes_to_an_address_that_is_not_slacks(bare: SlackClient, url: str) -> None:
    for call in (bare.respond(url, {}), bare.upload(url, b"x"), bare.download(url, 9)):
        with pytest.raises(Refused) as raised:
            await call
        assert raised.value.error == "foreign_address"
    await bare.close()


async def test_an_answer_to_a_tap_goes_without_the_token() -> None:
    async with scripted(lambda _: reply(200, "ok")) as server:
        client = SlackClient(f"{server.url}/api", TOKEN)
        await client.respond(f"{server.url}/actions/1", {"text": "done", "replace_original": False})
        await client.close()
    [asked] = server.asked
    assert json.loads(asked.body) == {"text": "done", "replace_original": False}
    assert "authorization" not in asked.headers


async def test_an_address_that_is_used_up_says_so() -> None:
    async with scripted(lambda _: reply(404, "used_url")) as server:
        client = SlackClient(f"{server.url}/api", TOKEN)
        with pytest.raises(Away):
            await client.respond(f"{server.url}/actions/1", {})
        await client.close()


async def downloaded(answer: bytes | None, endless: bytes = b"") -> tuple[bytes, str]:
    def serve(asked: Asked) -> bytes | None:
        assert asked.headers["authorization"] == f"Bearer {TOKEN}"
        return answer

    server: Scripted
    async with scripted(serve) as server:
        server.endless = endless
        client = SlackClient(f"{server.url}/api", TOKEN)
        try:
            return await client.download(f"{server.url}/files-pri/x", 1000)
        finally:
            await client.close()


async def test_a_file_is_its_bytes_and_what_it_says_it_is() -> None:
    assert await downloaded(reply(200, "hello", content_type="Text/Plain; charset=utf-8")) == (b"hello", "text/plain")


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (reply(200, "x" * 1001), Refused),
        (reply(302, "", location="https://x.slack.com/signin"), Refused),
        (reply(404), Refused),
        (reply(500), Away),
        (None, Away),
    ],
)
async def test_a_file_that_does_not_come(answer: bytes | None, kind: type[SlackProblem]) -> None:
    with pytest.raises(kind):
        await downloaded(answer)


async def test_a_file_without_an_end_is_ended() -> None:
    with pytest.raises(Refused, match="too_large"):
        await downloaded(b"HTTP/1.1 200 OK\r\n\r\n", endless=b"x" * 100)


@pytest.mark.parametrize("url", ["wss://evil.example/link", "ws://wss-primary.slack.com/", None, 7])
async def test_events_come_from_slack_alone(url: object) -> None:
    async with scripted(lambda _: reply(200, json.dumps({"ok": True, "url": url}))) as server:
        client = SlackClient(f"{server.url}/api", TOKEN, "xapp-secret")
        with pytest.raises(Away, match="foreign_address"):
            await client.open_socket()
        await client.close()


@pytest.mark.parametrize(
    ("problem", "once", "repeatable"),
    [
        (problem_of("m", "ratelimited", 9), DeliveryLater, DeliveryLater),
        (problem_of("m", "token_revoked", 9), DeliveryKeyRefused, DeliveryKeyRefused),
        (Away("m", "x"), DeliveryAway, DeliveryAway),
        (Uncertain("m", "x"), DeliveryUnknown, DeliveryAway),
        (problem_of("m", "message_not_found", 9), DeliveryGone, DeliveryGone),
        (problem_of("m", "is_archived", 9), DeliveryRefused, DeliveryRefused),
    ],
)
def test_what_a_failure_means_for_a_message(problem: SlackProblem, once: type, repeatable: type) -> None:
    assert type(as_delivery(problem, repeatable=False)) is once
    assert type(as_delivery(problem, repeatable=True)) is repeatable
