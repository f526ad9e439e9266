"""Whatever is sent: a sentence a person understands or a precise refusal, and nothing half-taken."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.commands import Machine, events, eventually
from tests.e2e.house import House, open_house
from tests.e2e.plain import assert_plain

pytestmark = pytest.mark.slow
PNG = (Path(__file__).parent / "pixel.png").read_bytes()
MEGABYTE = "a word " * 150_000
NOTHING = "There's nothing in that message."
TOO_LONG = "longer than 100,000 characters"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(Machine(tmp_path_factory.mktemp("house"))) as house:
        yield house


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def refused(answer: httpx.Response, status: int, code: str) -> None:
    """Exactly this refusal, in words."""
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert sorted(answer.json()) == ["code", "error"]
    assert_plain(answer.json()["error"])


@pytest.mark.parametrize(
    ("stdin", "sentence"),
    [
        (b"", NOTHING),
        (b" \n\t ", NOTHING),
        (b"\0\0\0", NOTHING),
        (MEGABYTE.encode(), TOO_LONG),
        (b"\xff" * 1_000_000, TOO_LONG),
    ],
    ids=["empty", "blank", "only NUL", "a megabyte", "a megabyte of bytes"],
)
def test_what_cannot_be_taken_is_refused_by_ask(machine: Machine, stdin: bytes, sentence: str) -> None:
    said = machine.ask(stdin=stdin)
    assert (said.code, said.out) == (1, "")
    assert_plain(said.err)
    assert sentence in said.err
    assert events(machine.log) == ["ask.failed"]


def test_bytes_that_are_no_text_cost_a_character_and_not_the_message(machine: Machine) -> None:
    said = machine.ask(stdin=b"\xef\xbb\xbfadd caf\xe9 and b\0read to my shopping list")
    assert said.code == 0
    assert "bread" in said.out
    assert_plain(said.read)


def test_a_line_that_cannot_be_taken_does_not_end_the_conversation(machine: Machine) -> None:
    lines = [b"\xff\xfe", b"\0", b"", "🎉".encode(), b"x" * 1_000_000, b"/confirm", b"add milk to my shopping list"]
    said = machine.run("chat", stdin=b"\n".join(lines))
    assert (said.code, said.err) == (0, "")
    for line in said.out.splitlines():
        if not line.startswith("  ("):
            assert_plain(line)
    assert "Added milk (#1)" in said.out
    assert TOO_LONG in said.out


def test_an_answer_that_nobody_can_take_is_kept(machine: Machine) -> None:
    said = machine.ask("add milk to my shopping list", stdout="/dev/full")
    assert said.code == 1
    assert_plain(said.err)
    assert "milk (#1)" in machine.ask("what's on my shopping list?").out


@pytest.mark.parametrize(
    "text",
    ["🎉", "👨‍👩‍👧‍👦🏳️‍🌈", "?!", "\u200b", "أضف الحليب إلى القائمة", "\u202eabc\u202c", "\ud800 alone".encode("utf-16", "surrogatepass").decode("utf-16", "replace"), "word " * 19_000],
    ids=["an emoji", "joined emoji", "marks", "zero width", "Arabic", "an override", "half a pair", "95 kB"],
)  # fmt: skip
def test_any_text_gets_an_answer_in_words(house: House, text: str) -> None:
    assert_plain(house.say(text))


@pytest.mark.parametrize(
    "item", ["לחם וחלב", "حليب", "crème brûlée", "🥛", "<script>alert(1)</script>", "%' OR 1=1 --"]
)
def test_any_writing_is_kept_as_it_was_written(house: House, item: str) -> None:
    assert item in house.say(f"add {item} to my shopping list")
    assert item in house.say("what's on my shopping list?")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("remind me on 30 February to pay the rent", "30 February"),
        ("remind me on 31 April at 9 to pay the rent", "31 April"),
        ("remind me yesterday at 9 to call mum", "past"),
        ("remind me on 3 March 2019 to call mum", "past"),
        ("complete task 999", "999"),
        ("cancel reminder 999", "999"),
        ("delete note 999", "999"),
    ],
)
def test_what_is_not_there_is_said_by_name(house: House, text: str, named: str) -> None:
    reply = house.say(text)
    assert named in reply
    assert_plain(reply)
    assert "tool.failed" in events(house.server.err)
    assert "no reminders" in house.say("what are my reminders?")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "invalid_json"),
        (b"{", 400, "invalid_json"),
        (b"\xff\xfe\x00", 400, "invalid_json"),
        (b"\x89PNG\r\n\x1a\n", 400, "invalid_json"),
        (b'{"text": ' + b"[" * 100_000, 400, "invalid_json"),
        (b'"add milk"', 422, "wrong_value"),
        (b"null", 422, "wrong_value"),
        (b'{"text": ["add milk"]}', 422, "wrong_value"),
        (b'{"text": ""}', 422, "empty"),
        (b'{"text": "\\u0000"}', 422, "empty"),
        (json.dumps({"text": MEGABYTE, "id": "big"}).encode(), 422, "input_refused"),
        (b'{"text": "' + b"x" * 11_000_000 + b'"}', 413, "too_large"),
        (b'{"text": "look", "images": ["not base64!"]}', 400, "invalid_base64"),
        (b'{"text": "look", "images": ["' + base64.b64encode(b"<svg onload=alert(1)>") + b'"]}', 422, "not_an_image"),
        (b'{"text": "look", "id": "reply:1"}', 422, "bad_id"),
    ],
)  # fmt: skip
def test_a_body_that_cannot_be_read_is_refused_precisely(house: House, body: bytes, status: int, code: str) -> None:
    before = house.history()
    refused(house.script.post("message", content=body, headers={"Content-Type": "application/json"}), status, code)
    answer = house.browser.post("chat/messages", content=body, headers={"Content-Type": "application/json"})
    refused(answer, status, code)
    assert house.history() == before


@pytest.mark.parametrize(
    ("kind", "body", "status", "code"),
    [
        ("text/plain", b"add milk", 415, "unsupported_type"),
        ("", b"add milk", 415, "unsupported_type"),
        ("multipart/form-data", b"add milk", 400, "invalid_form"),
        ("multipart/form-data; boundary=x", b"\x00\xff garbage", 400, "invalid_form"),
    ],
)
def test_another_kind_of_body_is_refused(house: House, kind: str, body: bytes, status: int, code: str) -> None:
    refused(house.script.post("message", content=body, headers={"Content-Type": kind}), status, code)


@pytest.mark.parametrize("data", [b"", b"hello", b"\x00" * 100, b"<svg/>", b"%PDF-1.7", b"GIF8"])
def test_a_picture_that_is_none_is_refused(house: House, data: bytes) -> None:
    files = {"image": ("holiday.png", data, "image/png")}
    refused(house.script.post("message", data={"text": "look"}, files=files), 422, "not_an_image")


def test_a_picture_that_is_one_but_broken_does_no_harm(house: House) -> None:
    answer = house.script.post("message", data={"text": "look"}, files={"image": ("x.png", PNG[:20], "image/png")})
    assert answer.status_code == 200
    assert_plain(answer.json()["reply"])


@pytest.mark.parametrize("headers", [{}, {"X-API-Token": ""}, {"X-API-Token": "wrong"}, {"X-API-Token": b"\xe9"}])
def test_without_the_token_nothing_is_taken(house: House, headers: dict[str, Any]) -> None:
    before = house.history()
    refused(httpx.post(f"{house.server.url}message", json={"text": "add evil"}, headers=headers), 401, "wrong_token")
    assert house.history() == before


@pytest.mark.parametrize(
    ("path", "headers", "status", "code"),
    [
        ("message", {"Host": "evil.example"}, 421, "unknown_host"),
        ("message", {"Origin": "http://evil.example"}, 403, "foreign_origin"),
        ("message", {"Sec-Fetch-Site": "cross-site"}, 403, "foreign_origin"),
        ("chat/messages", {"Host": "evil.example", "Origin": "http://evil.example"}, 421, "unknown_host"),
        ("chat/messages", {"Origin": "http://evil.example"}, 403, "foreign_origin"),
        ("chat/messages", {"Origin": "null"}, 403, "foreign_origin"),
        ("chat/messages", {}, 403, "foreign_origin"),
        ("chat/actions", {"Origin": "http://127.0.0.1:1"}, 403, "foreign_origin"),
        ("chat/stop", {"Sec-Fetch-Site": "same-site"}, 403, "foreign_origin"),
        ("logout", {"Origin": "http://evil.example"}, 403, "foreign_origin"),
    ],
)
def test_a_foreign_page_posts_in_vain(house: House, path: str, headers: dict[str, str], status: int, code: str) -> None:
    """Even with the cookie of somebody who is signed in."""
    before = house.history()
    answer = httpx.post(
        f"{house.server.url}{path}",
        json={"id": "e", "text": "add evil"},
        headers=headers,
        cookies=house.browser.cookies,
    )
    refused(answer, status, code)
    assert "page.refused" in events(house.server.err)
    assert house.history() == before


@pytest.mark.parametrize("path", ["", "chat/history", "chat/events", "assets/chat.js"])
def test_a_rebound_name_reads_nothing(house: House, path: str) -> None:
    answer = httpx.get(f"{house.server.url}{path}", headers={"Host": "evil.example"}, cookies=house.browser.cookies)
    refused(answer, 421, "unknown_host")


def test_an_old_link_and_a_wrong_cookie_open_nothing(house: House) -> None:
    stranger = httpx.Client(base_url=house.server.url, headers={"Sec-Fetch-Site": "same-origin"})
    with stranger:
        assert stranger.get(house.server.link).status_code == 403
        [name] = house.browser.cookies
        for value in ("", "x", "1.2.3", "9" * 400 + ".x.y", "é"):
            answer = stranger.get("chat/history", headers={"Cookie": f"{name}={value}".encode()})
            refused(answer, 401, "signed_out")


@pytest.mark.parametrize("query", ["limit=0", "limit=many", "before=-1", f"before={10**40}"])
def test_a_page_of_history_that_cannot_be_is_refused(house: House, query: str) -> None:
    refused(house.browser.get(f"chat/history?{query}"), 422, "wrong_value")


def test_a_button_that_is_none_does_nothing(house: House) -> None:
    for body, status, code in (
        ({"verb": "confirm", "target": "0" * 32}, 409, "action_refused"),
        ({"verb": "undo", "target": "no such turn"}, 409, "action_refused"),
        ({"verb": "edit", "target": "x", "text": ""}, 409, "action_refused"),
        ({"verb": "dance", "target": "x"}, 422, "wrong_value"),
        ({"verb": "undo", "target": "a\x00b"}, 409, "action_refused"),
    ):
        refused(house.browser.post("chat/actions", json=body), status, code)


def test_after_all_of_it_the_house_stands(house: House) -> None:
    """No bug was met on the way, and nothing waits."""
    assert "Added bread" in house.say("add bread to my chores list")
    met = set(events(house.server.err))
    assert not met & {"request.crashed", "turn.crashed", "tool.crashed", "command.crashed", "loop.failed"}
    eventually(lambda: all(message["turn_id"] for message in house.history()))
