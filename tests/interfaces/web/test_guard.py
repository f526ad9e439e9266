"""What stops at the gate, and what every answer carries."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.interfaces.web.guard import HEADERS, RULES
from tests.interfaces.web.house import House, open_house
from tests.interfaces.web.serving import serving

TOKEN = "a token of the tests"
SAID = {"id": "m1", "text": "hello"}


async def test_a_rebound_name_is_not_ours(house: House) -> None:
    async with house.client(host="evil.example:8321") as browser:
        for path in ("/", "/chat/history", "/assets/chat.js", "/nowhere", "/message"):
            refused = await browser.get(path)
            assert (refused.status_code, refused.json()["code"]) == (421, "unknown_host"), path


async def test_a_person_reads_a_sentence_and_a_program_a_code(house: House) -> None:
    async with house.client(host="home.example") as browser:
        page = await browser.get("/", headers={"Accept": "text/html,*/*"})
        assert page.status_code == 421
        assert "add the name to PUBLIC_HOSTS" in page.text
        assert (await browser.get("/")).json()["code"] == "unknown_host"


async def test_health_answers_under_any_name(house: House) -> None:
    async with house.client(host="10.1.2.3:80", peer="10.0.0.9") as probe:
        assert (await probe.get("/health")).status_code == 200


@pytest.mark.parametrize(
    "foreign",
    [
        {"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:9999"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "null"},
        {},
    ],
)
@pytest.mark.parametrize("path", ["/chat/messages", "/chat/actions", "/chat/stop", "/login", "/logout"])
async def test_another_page_cannot_post_even_with_the_cookie(house: House, foreign: dict[str, str], path: str) -> None:
    async with house.signed_in() as browser:
        del browser.headers["Sec-Fetch-Site"]
        refused = await browser.post(path, json=SAID, headers=foreign)
        assert (refused.status_code, refused.json()["code"]) == (403, "foreign_origin")
    assert house.conversation.received == []


async def test_another_page_cannot_read_either(house: House) -> None:
    async with house.signed_in() as browser:
        refused = await browser.get("/chat/history", headers={"Sec-Fetch-Site": "same-site"})
        assert refused.status_code == 403


async def test_a_browser_that_only_sends_origin_is_served(house: House) -> None:
    async with house.signed_in() as browser:
        del browser.headers["Sec-Fetch-Site"]
        sent = await browser.post("/chat/messages", json=SAID, headers={"Origin": "http://127.0.0.1:8321"})
        assert sent.status_code == 202


async def test_nobody_reads_without_a_session(house: House) -> None:
    async with house.client() as browser:
        for path in ("/chat/history", "/chat/events", "/chat", "/chat/anything"):
            assert (await browser.get(path)).status_code == 401, path


SLOWLY = {"/chat/messages": '{"id": "m1", "text": "hello"}', "/chat/actions": '{"verb": "confirm", "target": "a"}'}


@pytest.mark.parametrize("path", SLOWLY)
@pytest.mark.parametrize("in_parts", [True, False])
async def test_what_is_still_being_sent_at_sign_out_is_not_taken(house: House, path: str, *, in_parts: bool) -> None:
    begun, left = asyncio.Event(), asyncio.Event()

    async def body() -> AsyncIterator[bytes]:
        text = SLOWLY[path].encode()
        if in_parts:
            yield text[:5]
        begun.set()
        await left.wait()
        yield text[5:] if in_parts else text

    async with house.signed_in() as browser, house.client() as copy:
        copy.cookies = httpx.Cookies(browser.cookies)
        own = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/json"}
        sending = asyncio.create_task(copy.post(path, content=body(), headers=own))
        await begun.wait()
        assert (await browser.post("/logout")).status_code == 303
        left.set()
        refused = await sending
    assert (refused.status_code, refused.json()["code"]) == (401, "signed_out")
    assert (house.conversation.received, house.conversation.decided) == ([], [])


async def test_a_body_that_takes_its_time_is_taken_while_its_browser_is_signed_in(house: House) -> None:
    async def body() -> AsyncIterator[bytes]:
        for part in (b'{"id": "m1", ', b'"text": "hel', b'lo"}'):
            yield part
            await asyncio.sleep(0.01)

    async with house.signed_in() as browser:
        headers = {"Content-Type": "application/json"}
        assert (await browser.post("/chat/messages", content=body(), headers=headers)).status_code == 202


PROGRAMS = ("/message", "/reflect", "/embed-backfill", "/health/ingest", "/health/status", "/webhooks/telegram")
SHOWN = dict.fromkeys(("X-API-Token", "X-Reflection-Secret", "X-Health-Secret"), TOKEN)


@pytest.mark.parametrize("path", PROGRAMS)
async def test_no_secret_stands_for_the_host(tmp_path: Path, path: str) -> None:
    async with open_house(tmp_path, token=TOKEN) as house, house.client(host="evil.example:8321") as rebound:
        for shown in ({}, SHOWN, {"X-API-Token": "wrong"}):
            refused = await rebound.post(path, json={"text": "hello"}, headers=shown)
            assert (refused.status_code, refused.json()["code"]) == (421, "unknown_host")
    assert house.conversation.received == []


@pytest.mark.parametrize("host", ["192.168.1.5:8321", "[fd00::5]:8321", "kwasi.example", "127.0.0.1:8321"])
async def test_a_phone_or_script_calls_by_address_or_by_a_published_name(tmp_path: Path, host: str) -> None:
    told = {"token": TOKEN, "public_hosts": "kwasi.example"}
    async with open_house(tmp_path, **told) as house, house.client(host=host, peer="192.168.1.9") as phone:  # type: ignore[arg-type]
        house.conversation.answers = True
        answer = await phone.post("/message", json={"text": "hello"}, headers=SHOWN)
        assert (answer.status_code, answer.json()["reply"]) == (200, "You said hello")


@pytest.mark.parametrize("path", PROGRAMS)
async def test_no_foreign_page_speaks_for_a_program(house: House, path: str) -> None:
    async with house.client() as script:
        assert (await script.post(path, headers=SHOWN)).status_code == 404  # off, so the guard let it through
        for foreign in ({"Origin": "https://evil.example"}, {"Origin": "http://["}, {"Sec-Fetch-Site": "cross-site"}):
            assert (await script.post(path, headers={**SHOWN, **foreign})).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1:99999", "user@127.0.0.1", "[::1", "127.0.0.1/x", "a b"])
async def test_what_is_no_name_is_no_host(house: House, host: str) -> None:
    async with house.client() as browser:
        for path in ("/", "/message", "/chat/history"):
            refused = await browser.get(path, headers={"Host": host, **SHOWN})
            assert (refused.status_code, refused.json()["code"]) == (400, "bad_host"), path


async def test_a_storage_that_is_away_is_said_and_no_crash(house: House) -> None:
    async with house.signed_in() as browser:
        await house.database.close()
        answer = await browser.get("/chat/history")
        assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
        await house.database.open()
        assert (await browser.get("/chat/history")).status_code == 200


@pytest.mark.parametrize(
    ("line", "headers", "status"),
    [
        ("GET / HTTP/1.1", ["Host: 127.0.0.1"], 401),
        ("GET http://evil.example/ HTTP/1.1", ["Host: evil.example"], 400),
        ("GET http://evil.example/ HTTP/1.1", ["Host: 127.0.0.1"], 400),
        ("GET http://127.0.0.1/chat/history HTTP/1.1", ["Host: 127.0.0.1"], 400),
        ("POST http://evil.example/message HTTP/1.1", ["Host: 127.0.0.1", "Content-Length: 0"], 400),
        ("OPTIONS * HTTP/1.1", ["Host: 127.0.0.1"], 400),
        ("CONNECT evil.example:443 HTTP/1.1", ["Host: evil.example:443"], 400),
        ("GET / HTTP/1.1", [], 400),
        ("GET / HTTP/1.1", ["Host: 127.0.0.1", "Host: evil.example"], 400),
        ("GET / HTTP/1.1", ["Host: user@127.0.0.1"], 400),
        ("GET / HTTP/1.1", ["Host: 127.0.0.1:99999"], 400),
        ("GET / HTTP/1.0", [], 421),
        ("GET / HTTP/1.0", ["Host: 127.0.0.1"], 401),
        ("GET //evil.example/ HTTP/1.1", ["Host: 127.0.0.1"], 404),
        ("GET /health HTTP/1.0", [], 200),
    ],
)
async def test_requests_that_no_browser_writes_are_answered_without_a_crash(
    house: House, caplog: pytest.LogCaptureFixture, line: str, headers: list[str], status: int
) -> None:
    async with serving(house) as url:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))
        writer.write("\r\n".join([line, *headers, "Connection: close", "", ""]).encode())
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
    assert answer.split(b" ", 2)[1] == str(status).encode()
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("path", ["/", "/health", "/assets/chat.js", "/nowhere", "/chat/history"])
async def test_every_answer_carries_the_strict_headers(house: House, path: str) -> None:
    async with house.client() as browser:
        headers = (await browser.get(path)).headers
        assert all(name in headers for name in HEADERS)
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_every_path_has_a_rule() -> None:
    assert RULES[-1][0] == "/"
