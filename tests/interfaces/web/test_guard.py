"""What stops at the gate, and what every answer carries."""

import pytest

from app.interfaces.web.guard import HEADERS, RULES
from tests.interfaces.web.house import House

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


async def test_a_token_stands_for_the_host_but_not_for_a_foreign_page(house: House) -> None:
    async with house.client(host="any.name", peer="203.0.113.9") as script:
        shown = {"X-API-Token": "x"}
        assert (await script.post("/message", headers=shown)).status_code == 404  # off, so the guard let it through
        foreign = await script.post("/message", headers={**shown, "Origin": "https://evil.example"})
        assert foreign.status_code == 403


async def test_a_channel_calls_under_any_name_and_a_page_does_not(house: House) -> None:
    async with house.client(host="any.name", peer="203.0.113.9") as channel:
        assert (await channel.post("/webhooks/telegram")).status_code == 404  # not there, so the guard let it through
        foreign = await channel.post("/webhooks/telegram", headers={"Origin": "https://evil.example"})
        assert foreign.status_code == 403


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
