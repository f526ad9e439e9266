"""The door for scripts and phone shortcuts."""

import asyncio
import base64
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.charts.chart import Chart
from app.charts.png import png
from app.charts.svg import svg
from app.conversation.cards import card_of
from app.errors import StorageFull
from tests.charts.drawn import nights, week
from tests.interfaces.web.house import House, open_house
from tests.routers.conftest import TOKEN

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
SHOWN = {"X-API-Token": TOKEN}


async def post(house: House, **kwargs: Any) -> Any:
    kwargs.setdefault("headers", SHOWN)
    async with house.client(host="192.168.1.5:8321", peer="203.0.113.9") as phone:
        return await phone.post("/message", **kwargs)


async def test_a_message_is_answered(house: House) -> None:
    house.conversation.answers = True
    answer = await post(house, json={"text": "hello", "time_zone": "Africa/Accra"})
    assert answer.status_code == 200
    body = answer.json()
    assert (body["reply"], body["status"], body["buttons"]) == ("You said hello", "done", [])
    assert body["turn_id"]
    [received] = house.conversation.received
    assert (received.channel, received.user_id, received.time_zone) == ("http", "owner", "Africa/Accra")


async def test_without_a_token_set_the_endpoint_is_off(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        answer = await post(house, json={"text": "hello"})
        assert answer.status_code == 404
        assert answer.json() == {
            "error": "This endpoint is off. Set API_TOKEN and restart to use it.",
            "code": "endpoint_off",
        }


@pytest.mark.parametrize("headers", [{"X-API-Token": "wrong"}, {"X-API-Token": ""}, {"X-API-Token": b"\xe9"}])
async def test_a_wrong_token_is_refused_before_the_body_is_read(house: House, headers: dict[str, Any]) -> None:
    answer = await post(house, content=b"{" * 9, headers={**headers, "Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (401, "wrong_token")
    assert answer.headers["www-authenticate"]


async def test_no_token_on_a_known_host_is_refused_alike(house: House) -> None:
    async with house.client() as script:
        assert (await script.post("/message", json={"text": "x"})).status_code == 401


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"{", 400, "invalid_json"),
        (b"\xff\xfe", 400, "invalid_json"),
        (b"[" * 50_000, 400, "invalid_json"),
        (b'{"text": ' + b"1" * 5000 + b"}", 400, "invalid_json"),
        (b"[]", 422, "wrong_value"),
        (b'{"text": 5}', 422, "wrong_value"),
        (b'{"text": "x", "images": "y"}', 422, "wrong_value"),
        (b'{"text": "x", "images": [5]}', 422, "wrong_value"),
        (b'{"text": "x", "images": ["%%%"]}', 400, "invalid_base64"),
        (b'{"text": "x", "images": ["\xc3\xa9"]}', 400, "invalid_base64"),
        (b'{"text": "x", "images": ["aGVsbG8="]}', 422, "not_an_image"),
        (b'{"text": "x", "images": [""]}', 422, "not_an_image"),
        (b'{"text": "  "}', 422, "empty"),
        (b"{}", 422, "empty"),
        (b'{"text": "x", "id": "edit:1"}', 422, "bad_id"),
        (b'{"text": "x", "id": "' + b"a" * 201 + b'"}', 422, "bad_id"),
        (b'{"text": "refuse me"}', 422, "input_refused"),
    ],
)
async def test_what_cannot_be_taken_is_refused_precisely(house: House, content: bytes, status: int, code: str) -> None:
    answer = await post(house, content=content, headers={**SHOWN, "Content-Type": "application/json; charset=utf-8"})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["error"].endswith((".", "?"))
    assert "Error" not in answer.text.replace('"error"', "")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonx"])
async def test_another_content_type_is_not_understood(house: House, kind: str) -> None:
    answer = await post(house, content=b"text=hello", headers={**SHOWN, "Content-Type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_type")


async def test_too_much_is_refused_whether_announced_or_not(house: House) -> None:
    async def flood() -> Any:
        for _ in range(40):
            yield b"x" * 65536

    json_type = {**SHOWN, "Content-Type": "application/json"}
    for kwargs in ({"content": b"x" * 2_000_000}, {"content": flood()}):
        answer = await post(house, headers=json_type, **kwargs)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    form = await post(house, files={"images": ("a.png", PNG + b"\0" * 2_000_000)})
    assert form.status_code == 413


@pytest.mark.parametrize("break_lines", [False, True])
async def test_pictures_come_as_base64(house: House, break_lines: bool) -> None:
    house.conversation.answers = True
    text = (base64.encodebytes(PNG) if break_lines else base64.b64encode(PNG)).decode()
    named = {"data": f"data:image/png;base64,{text}", "media_type": "image/jpeg", "name": "../../a cat.png"}
    answer = await post(house, json={"images": [text, named]})
    assert answer.status_code == 200
    [received] = house.conversation.received
    assert [(file.name, file.media_type, file.data) for file in received.attachments] == [
        ("image-1", "image/png", PNG),
        ("a cat.png", "image/png", PNG),
    ]


async def test_a_form_brings_words_and_files(house: House) -> None:
    house.conversation.answers = True
    files = [("images", ("cat.png", PNG, "application/octet-stream")), ("files", ("list.txt", b"milk", "text/plain"))]
    answer = await post(house, data={"text": "look", "id": "f1"}, files=files)
    assert answer.json()["reply"] == "You said look"
    [received] = house.conversation.received
    assert [(file.name, file.media_type) for file in received.attachments] == [
        ("cat.png", "image/png"),
        ("list.txt", "text/plain"),
    ]
    assert received.external_id == "f1"


async def test_a_form_whose_picture_is_none_is_refused(house: House) -> None:
    answer = await post(house, files={"images": ("cat.png", b"%PDF", "image/png")})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_an_image")
    assert "“cat.png”" in answer.json()["error"]


@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=x"])
async def test_a_broken_form_is_refused(house: House, kind: str) -> None:
    answer = await post(house, content=b"--y\r\nnonsense", headers={**SHOWN, "Content-Type": kind})
    assert (answer.status_code, answer.json()["code"]) in {(400, "invalid_form"), (422, "empty")}


async def test_the_same_id_is_the_same_message(house: House) -> None:
    house.conversation.answers = True
    first = await post(house, json={"text": "hello", "id": "abc"})
    again = await post(house, json={"text": "hello"}, headers={**SHOWN, "Idempotency-Key": "abc"})
    assert first.json() == again.json()
    assert (await post(house, json={"text": "hello"})).json()["turn_id"] != first.json()["turn_id"]


async def test_other_words_under_the_same_id_are_refused_and_the_first_stay(house: House) -> None:
    house.conversation.answers = True
    first = await post(house, json={"text": "add milk", "id": "abc"})
    other = await post(house, json={"text": "add eggs", "id": "abc"})
    assert (other.status_code, other.json()["code"]) == (409, "id_taken")
    assert "an id of its own" in other.json()["error"]
    assert (await post(house, json={"text": "add milk", "id": "abc"})).json() == first.json()


async def test_two_different_ids_are_one_too_many(house: House) -> None:
    answer = await post(house, json={"text": "x", "id": "a"}, headers={**SHOWN, "Idempotency-Key": "b"})
    assert (answer.status_code, answer.json()["code"]) == (422, "two_ids")


async def test_a_slow_answer_is_fetched_later(tmp_path: Path) -> None:
    async with open_house(tmp_path, token=TOKEN, patience=timedelta(seconds=0.05)) as house, house.client() as phone:
        accepted = await phone.post("/message", json={"text": "think"}, headers=SHOWN)
        assert accepted.status_code == 202
        assert accepted.json()["status"] == "working"
        where = accepted.headers["location"]
        assert (await phone.get(where)).status_code == 401
        assert (await phone.get(where, headers=SHOWN)).status_code == 202
        await house.conversation.begin()
        await house.conversation.settle("Thought.")
        fetched = await phone.get(where, headers=SHOWN)
        assert (fetched.status_code, fetched.json()["reply"]) == (200, "Thought.")
        assert (await phone.get("/message/nothing", headers=SHOWN)).json()["code"] == "unknown_message"


async def test_a_caller_who_leaves_loses_nothing(house: House) -> None:
    waiting = asyncio.create_task(post(house, json={"text": "think", "id": "gone"}))
    await house.conversation.has_received(1)
    waiting.cancel()
    await house.conversation.begin()
    await house.conversation.settle("Thought.")
    assert (await post(house, json={"text": "think", "id": "gone"})).json()["reply"] == "Thought."


async def test_text_that_no_database_takes_is_made_storable(house: House) -> None:
    house.conversation.answers = True
    body = b'{"text": "a\\u0000b\\ud83d\\ude00 \\ud800 \xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7"}'
    answer = await post(house, content=body, headers={**SHOWN, "Content-Type": "application/json"})
    assert answer.status_code == 200
    assert house.conversation.received[0].text == "ab😀 \ufffd مرحبا"


async def test_a_full_disk_acknowledges_nothing(house: House) -> None:
    house.conversation.failure = StorageFull()
    answer = await post(house, json={"text": "hello"})
    assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")
    assert "disk is full" in answer.json()["error"]


async def test_a_zone_nobody_knows_is_left_out(house: House) -> None:
    house.conversation.answers = True
    await post(house, json={"text": "hello", "time_zone": "../../etc/passwd"})
    assert house.conversation.received[0].time_zone is None


async def _answered(house: House, *charts: Chart) -> dict[str, Any]:
    entry = await house.conversation.hear("how did I sleep?", channel="http")
    await house.conversation.begin()
    await house.conversation.settle("Well.", charts=charts)
    async with house.client(host="192.168.1.5:8321") as phone:
        return (await phone.get(f"/message/{entry.id}", headers=SHOWN)).json()


async def test_a_chart_comes_in_words_and_as_pictures_under_the_same_token(house: House) -> None:
    body = await _answered(house, week(), nights())
    assert [(chart["title"], chart["alt"]) for chart in body["charts"]] == [
        (week().title, week().alt),
        (nights().title, nights().alt),
    ]
    async with house.client(host="192.168.1.5:8321") as phone:
        png_answer = await phone.get(body["charts"][1]["png"], headers=SHOWN)
        svg_answer = await phone.get(body["charts"][1]["svg"], headers=SHOWN)
        without = await phone.get(body["charts"][1]["png"])
    assert (png_answer.headers["content-type"], png_answer.content) == ("image/png", png(nights()))
    assert (svg_answer.headers["content-type"].partition(";")[0], svg_answer.text) == ("image/svg+xml", svg(nights()))
    assert (without.status_code, week().title in without.text) == (401, False)


async def test_what_waits_comes_as_data_and_in_front_of_the_reply(house: House) -> None:
    action = await house.hold(
        "a1", tool="send_mail", arguments={"text": "pay [bank](http://evil.example) " + "x" * 9000}
    )
    answering = asyncio.create_task(post(house, json={"text": "weather?"}))
    await house.conversation.has_received(1)
    await house.conversation.begin()
    await house.conversation.settle("Here is the weather. <!--", cards=(card_of(action),))
    body = (await answering).json()
    assert body["reply"].startswith("```\n┃ Waiting for your OK (#1): Send mail\n")
    assert body["reply"].endswith("Here is the weather. <!--")
    [text] = body["cards"][0]["fields"]
    assert (text["name"], text["cut"], text["length"]) == ("Text", True, 9032)
    async with house.client(host="192.0.2.7", peer="203.0.113.9") as phone:
        whole = (await phone.get("/actions/a1", headers=SHOWN)).json()
        assert (whole["fields"][0]["value"], whole["status"]) == (action.arguments["text"], "pending")
        assert (await phone.get("/actions/a1", headers={"X-API-Token": "guess"})).status_code == 401
        unknown = await phone.get("/actions/a2", headers=SHOWN)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown_action")


@pytest.mark.parametrize("name", ["a1", "1"])
async def test_what_waits_is_decided_over_http_by_its_id_or_number(house: House, name: str) -> None:
    await house.hold("a1", tool="send_mail", arguments={"text": "pay the bank"})
    async with house.client(host="192.0.2.7", peer="203.0.113.9") as phone:
        assert (await phone.post(f"/actions/{name}/confirm", headers={"X-API-Token": "guess"})).status_code == 401
        assert (await phone.post(f"/actions/{name}/dance", headers=SHOWN)).status_code == 422
        for unknown in ("a2", "7", "9" * 30, "%00", "x" * 3000):
            assert (await phone.post(f"/actions/{unknown}/confirm", headers=SHOWN)).status_code == 404
        body = (await phone.post(f"/actions/{name}/cancel", headers=SHOWN)).json()
    assert house.conversation.decided == [("cancel", "a1", "")]
    assert (body["action"], body["number"], body["cards"]) == ("a1", 1, [])


async def test_an_answer_without_charts_says_so(house: House) -> None:
    assert (await _answered(house))["charts"] == []


@pytest.mark.parametrize(
    ("path", "status"),
    [("{id}/charts/1.png", 404), ("{id}/charts/-1.png", 404), ("none/charts/0.png", 404), ("{id}/charts/0.gif", 422)],
)
async def test_a_picture_that_is_not_there_is_told(house: House, path: str, status: int) -> None:
    body = await _answered(house, week())
    async with house.client(host="192.168.1.5:8321") as phone:
        answer = await phone.get("/message/" + path.format(id=body["inbox_id"]), headers=SHOWN)
    assert answer.status_code == status
    assert answer.json()["error"]


async def test_where_no_png_can_be_drawn_the_svg_still_is(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    [chart] = (await _answered(house, week()))["charts"]
    async with house.client(host="192.168.1.5:8321") as phone:
        refused = await phone.get(chart["png"], headers=SHOWN)
        assert (refused.status_code, refused.json()["code"]) == (404, "not_drawn")
        assert (await phone.get(chart["svg"], headers=SHOWN)).status_code == 200


@pytest.mark.parametrize(
    ("given", "deliver"),
    [
        ({"json": {"text": "hello"}}, True),
        ({"json": {"text": "hello", "deliver": True}}, True),
        ({"json": {"text": "hello", "deliver": False}}, False),
        ({"data": {"text": "hello"}, "files": {"f": ("a.txt", b"a", "text/plain")}}, True),
        ({"data": {"text": "hello", "deliver": "false"}, "files": {"f": ("a.txt", b"a", "text/plain")}}, False),
        ({"data": {"text": "hello", "deliver": " No "}, "files": {"f": ("a.txt", b"a", "text/plain")}}, False),
    ],
)
async def test_an_answer_goes_to_the_chat_too_unless_its_sender_wants_it_alone(
    house: House, given: dict[str, Any], deliver: bool
) -> None:
    house.conversation.answers = True
    assert (await post(house, **given)).status_code == 200
    assert [received.deliver for received in house.conversation.received] == [deliver]


@pytest.mark.parametrize(
    "given",
    [
        {"json": {"text": "hello", "deliver": "no"}},
        {"json": {"text": "hello", "deliver": 0}},
        {"data": {"text": "hello", "deliver": "perhaps"}, "files": {"f": ("a.txt", b"a", "text/plain")}},
    ],
)
async def test_another_value_for_it_is_refused(house: House, given: dict[str, Any]) -> None:
    answer = await post(house, **given)
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong_value")
    assert house.conversation.received == []
