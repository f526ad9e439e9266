"""The report on kept payloads: what counts as lost."""

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.prove.webhook_payloads import CHANNELS, Facts, Verdict, judge, judge_all
from tests.interfaces.slack.payload import changed, direct, event, file, in_channel, shared

TELEGRAM = CHANNELS["telegram"]
ADA = {"id": 42, "is_bot": False, "first_name": "Ada"}


def payload(**fields: Any) -> dict[str, Any]:
    message = {"message_id": 5, "date": 1_800_000_000, "chat": {"id": 42, "type": "private"}, "from": ADA, **fields}
    return {"update_id": 1, "message": message}


@pytest.mark.parametrize(
    "fields",
    [
        {"text": "hi"},
        {"text": "/tasks work"},
        {"voice": {"file_id": "F", "duration": 1}, "caption": "x"},
        {"new_chat_title": "x"},
    ],
)
def test_a_message_that_is_heard_whole_or_holds_nothing_is_as_it_should_be(fields: dict[str, Any]) -> None:
    assert judge(TELEGRAM, "f", payload(**fields)).missing == ()


@pytest.mark.parametrize(
    ("said", "missing"),
    [
        (in_channel("<https://a.org|a page> to read &amp; keep"), ()),
        (in_channel("<@U0KWASIBOT> hi"), ()),
        (direct("", attachments=[shared()]), ()),
        (direct("", attachments=[shared(is_share=False)]), ()),
        (direct("", blocks=[{"type": "section", "text": {"type": "mrkdwn", "text": "a &amp; *b*"}}]), ()),
        (direct("", files=[file()]), ()),
        (changed("tea", "coffee"), ()),
        (changed("tea", "tea"), ()),
        (direct("hi", bot_id="B9"), ()),
        (event("channel_shared"), ()),
        (direct("hi", subtype="thread_broadcast", channel=7), ("message",)),
    ],
)
def test_slacks_payloads_are_held_to_what_they_say(said: dict[str, Any], missing: tuple[str, ...]) -> None:
    assert judge(CHANNELS["slack"], "f", said).missing == missing


def test_what_slack_said_and_was_not_heard_is_named() -> None:
    told = CHANNELS["slack"]
    other = type(told)(told.hear, lambda _: told.facts(in_channel("other", ts="1.000001", user="U9")), told.again)
    assert judge(other, "f", in_channel("hi")).missing == ("text", "sender", "time")


def test_an_update_of_another_kind_is_ignored() -> None:
    assert judge(TELEGRAM, "f", {"update_id": 1, "shipping_query": {}}) == Verdict("f", "ignored: unreadable")


def test_a_message_that_is_ignored_though_it_says_something_is_lost() -> None:
    deaf = type(TELEGRAM)(lambda _: "deaf", TELEGRAM.facts, TELEGRAM.again)
    assert judge(deaf, "f", payload(text="hi")) == Verdict("f", "ignored: deaf", ("message",))
    assert judge(deaf, "f", payload(text="hi", **{"from": {**ADA, "is_bot": True}})).missing == ()
    assert judge(deaf, "f", payload(text="/tasks@OtherBot")).missing == ()


GROUP = {"id": -7, "type": "supergroup", "title": "Home"}
POLL = {"id": "1", "question": "Tea?", "options": [{"text": "yes", "voter_count": 0}], "total_voter_count": 0}
KINDS = {"is_closed": False, "is_anonymous": True, "type": "regular", "allows_multiple_answers": False}


@pytest.mark.parametrize(
    ("fields", "lost"),
    [
        ({"text": "hi", "chat": GROUP}, "hi"),
        (
            {"text": "see this", "entities": [{"type": "text_link", "offset": 4, "length": 4, "url": "https://a.org"}]},
            "see",
        ),
        ({"poll": {**POLL, **KINDS}}, "yes"),
        ({"web_app_data": {"data": "two teas", "button_text": "Order"}}, "two teas"),
    ],
)
def test_all_words_of_an_update_must_be_heard(fields: dict[str, Any], lost: str) -> None:
    assert judge(TELEGRAM, "f", payload(**fields)).missing == ()

    def without(told: dict[str, Any]) -> Any:
        heard = TELEGRAM.hear(told)
        return type(heard)(**{**vars(heard), "text": heard.text.replace(lost, "")})

    assert judge(type(TELEGRAM)(without, TELEGRAM.facts, TELEGRAM.again), "f", payload(**fields)).missing == ("text",)


@pytest.mark.parametrize(
    "raw", [{}, {"message": 5}, {"message": {"date": None}}, {"event": 7}, {"entry": [{"changes": 1}]}]
)
def test_facts_of_what_says_nothing_are_none(raw: dict[str, Any]) -> None:
    for channel in CHANNELS.values():
        facts = channel.facts(raw)
        assert not (facts.holds if isinstance(facts, Facts) else facts)


def test_whatever_raises_is_a_finding() -> None:
    def raises(_: dict[str, Any]) -> str:
        raise KeyError

    channel = type(TELEGRAM)(raises, TELEGRAM.facts, TELEGRAM.again)
    assert judge(channel, "f", payload(text="hi")) == Verdict("f", "raised KeyError", ("everything",))


def test_what_differs_from_the_payload_is_named() -> None:
    channel = type(TELEGRAM)(TELEGRAM.hear, lambda _: TELEGRAM.facts(payload(text="other", date=1)), TELEGRAM.again)
    assert judge(channel, "f", payload(text="hi")).missing == ("text", "time")


def test_folders_are_read_by_the_names_of_channels(tmp_path: Path) -> None:
    for name in ("telegram", "pigeon"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.json").write_text(json.dumps(payload(text="hi")), "utf-8")
    assert [verdict.file for verdict in judge_all(tmp_path)] == ["telegram/a.json"]
    assert [verdict.file for verdict in judge_all(tmp_path / "telegram")] == ["telegram/a.json"]


WHATSAPP = CHANNELS["whatsapp"]


def call(*messages: dict[str, Any], field: str = "messages") -> dict[str, Any]:
    contact = {"wa_id": "336", "user_id": "FR.1", "profile": {"name": "Ada"}}
    value = {"contacts": [contact], "messages": list(messages)}
    return {
        "object": "whatsapp_business_account",
        "entry": [{"id": "1", "changes": [{"field": field, "value": value}]}],
    }


def sent(kind: str, number: int = 1, **content: Any) -> dict[str, Any]:
    return {
        "from": "336",
        "id": f"wamid.{number}",
        "timestamp": f"{1_800_000_000 + number}",
        "type": kind,
        kind: content,
    }


@pytest.mark.parametrize(
    "message",
    [
        sent("text", body="hi"),
        sent("text", body="/tasks work"),
        sent("image", id="1", caption="look"),
        sent("sticker", id="1"),
        sent("reaction", emoji="x"),
        sent("interactive", type="list_reply", list_reply={"id": "theirs", "title": "Tea"}),
        sent("order", text="today", product_items=[{"product_retailer_id": "p1", "quantity": 2}]),
        sent("edit", original_message_id="wamid.0", message={"type": "text", "text": {"body": "better"}}),
        sent(
            "interactive", type="nfm_reply", nfm_reply={"response_json": '{"a": {"b": ["c", "d"]}, "flow_token": "x"}'}
        ),
        {**sent("text", body="hi"), "group_id": "g"},
        sent("system", type="user_changed_number", wa_id="337", body="Ada changed"),
    ],
)
def test_each_kind_of_whatsapps_is_as_it_should_be(message: dict[str, Any]) -> None:
    assert judge(WHATSAPP, "f", call(message)).missing == ()


def test_each_message_of_a_payload_is_looked_for_in_whatever_order_it_is_heard() -> None:
    both = call(sent("text", 2, body="later"), sent("text", 1, body="sooner"))
    assert judge(WHATSAPP, "f", both) == Verdict("f", "wamid.1  'sooner'; wamid.2  'later'")
    deaf = type(WHATSAPP)(lambda told: WHATSAPP.hear(told)[:1], WHATSAPP.facts, WHATSAPP.again)
    assert judge(deaf, "f", both).missing == ("message",)


def test_another_field_of_whatsapps_is_ignored() -> None:
    assert judge(WHATSAPP, "f", call(sent("text", body="hi"), field="history")) == Verdict("f", "ignored: history")
