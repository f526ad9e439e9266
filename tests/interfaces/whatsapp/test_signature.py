"""What is signed with the app's secret, and what isn't."""

import json
from typing import Any
from urllib.parse import parse_qsl

import httpx
import pytest

from app.interfaces.whatsapp.payloads import events_of
from app.interfaces.whatsapp.signature import HEADER, challenge, is_signed, signature
from tests.fakes.bot_api.web import Request, Response, WebServer
from tests.fakes.graph_api import GraphApiServer, Person

BODY, SECRET = b'{"a": "\xc3\xa9"}', "s3cret"
ASKED = {"hub.mode": "subscribe", "hub.verify_token": "word", "hub.challenge": "1158201444"}


def test_a_signed_body() -> None:
    mark = signature(SECRET, BODY)
    assert is_signed(SECRET, BODY, mark)
    assert is_signed(SECRET, BODY, "sha256=" + mark.removeprefix("sha256=").upper())


@pytest.mark.parametrize(
    "header",
    [None, "", "sha256=", "sha256=é", "sha1=" + "0" * 40, "sha256=" + "0" * 64, "\x00", "x" * 10**6, "sha256=\ud800"],
)
def test_whatever_else_stands_there_is_no_signature(header: str | None) -> None:
    assert not is_signed(SECRET, BODY, header)


def test_another_body_another_secret_and_none() -> None:
    assert not is_signed(SECRET, BODY + b" ", signature(SECRET, BODY))
    assert not is_signed("other", BODY, signature(SECRET, BODY))
    assert not is_signed("", BODY, signature("", BODY))


def test_the_check_of_the_address() -> None:
    assert challenge("word", ASKED) == "1158201444"


@pytest.mark.parametrize(
    "changed",
    [
        {"hub.mode": "unsubscribe"},
        {"hub.verify_token": "other"},
        {"hub.verify_token": "\ud800"},
        {"hub.challenge": "<script>"},
        {"hub.challenge": "1" * 300},
        {"hub.challenge": ""},
    ],
)
def test_a_check_that_is_not_answered(changed: dict[str, str]) -> None:
    assert challenge("word", {**ASKED, **changed}) is None
    assert challenge("", {**ASKED, "hub.verify_token": ""}) is None


async def test_over_real_http_a_call_is_known_by_its_signature(server: GraphApiServer, ada: Person) -> None:
    world = server.world

    async def take(request: Request) -> Response:
        if request.method == "GET":
            answer = challenge(world.verify_token, dict(parse_qsl(request.query)))
            return Response(200 if answer else 403, (answer or "").encode(), "text/plain")
        signed = is_signed(world.app_secret, request.body, request.headers.get(HEADER))
        taken.extend(events_of(json.loads(request.body)) if signed else [])
        return Response(200 if signed else 403, b"")

    taken: list[Any] = []
    ours = WebServer(take)
    await ours.start()
    server.webhooks.url = f"http://127.0.0.1:{ours.port}/webhooks/whatsapp"
    assert await server.webhooks.verify("1158201444") == "1158201444"
    first, second = ada.text("first"), ada.text("second")
    for messages in ((second, first), (first,)):
        assert await server.webhooks.deliver(*messages) == 200
    assert [each.text for each in taken] == ["second", "first", "first"]
    assert await server.webhooks.tell(ada, "wamid.1", "read") == 200
    world.app_secret, known = "another", world.app_secret
    body, headers = server.webhooks.signed(server.webhooks.payload(first))
    world.app_secret = known
    async with httpx.AsyncClient(trust_env=False) as client:
        assert (await client.post(server.webhooks.url, content=body, headers=headers)).status_code == 403
    await ours.stop()
