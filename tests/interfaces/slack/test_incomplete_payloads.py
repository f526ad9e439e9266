"""Payloads that say less than Slack documents, or say it elsewhere: what stands in them is read all the same."""

from datetime import UTC, datetime
from typing import Any

import pytest

from app.interfaces.pushed.incoming import Ignored, Said
from app.interfaces.slack.payloads import event_of, people_in
from app.interfaces.slack.place import place_at
from tests.interfaces.slack.payload import ANA, ME, TALK, TS, changed, direct, in_channel, rich, shared, slashed

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
LINK = "https://x.slack.com/archives/C1/p1"
WORDS = {"type": "text", "text": "hi"}


def said(payload: Any) -> Said:
    found = event_of(payload, ME, NOW)
    assert isinstance(found, Said), found
    return found


def without(payload: dict[str, Any], *names: str) -> dict[str, Any]:
    """The same payload and its event without these fields."""
    inner = {key: value for key, value in payload.get("event", {}).items() if f"event.{key}" not in names}
    kept = {key: value for key, value in payload.items() if key not in names}
    return {**kept, "event": inner} if inner else kept


@pytest.mark.parametrize("missing", ["type", "event.type", "event.ts", "event.channel_type", "event_id", "team_id"])
def test_what_an_envelope_does_not_say_stands_elsewhere(missing: str) -> None:
    heard = said(without(direct("hello"), missing))
    assert (heard.text, heard.sender.id, heard.original_id) == ("hello", ANA, f"{TALK}:{TS}")
    assert heard.sent_at == said(direct("hello")).sent_at


def test_a_change_is_known_by_what_it_holds() -> None:
    heard = said(without(changed("tea", "coffee"), "event.subtype"))
    assert (heard.text, heard.edited) == ("tea", True)


def test_a_slash_command_is_named_by_where_its_answer_goes_if_by_nothing_else() -> None:
    heard = said(without(slashed("what is on today?"), "trigger_id"))
    assert (heard.text, heard.original_id) == ("what is on today?", "command:2")
    nowhere = without(slashed("x"), "trigger_id", "response_url")
    assert event_of(nowhere, ME, NOW) == Ignored("unreadable")


def test_an_event_that_says_nothing_of_a_message_is_none() -> None:
    assert event_of({"event": {"user": ANA}}, ME, NOW) == Ignored("unknown")
    assert event_of({"type": "tomorrows_kind", "event": direct()["event"]}, ME, NOW) == Ignored("tomorrows_kind")


@pytest.mark.parametrize("user", ["W0GRID", "Uxxxxxxxxx", "U_0_1"])
def test_no_shape_of_an_id_is_taken_for_granted(user: str) -> None:
    heard = said(direct("hi", user=user))
    assert place_at(heard.address).name == user
    assert people_in(direct(f"<@{user}> too")) == (user,)


@pytest.mark.parametrize("user", ["", "U", "U0/1", "U0 1", "0U1", "U0\n", "Uä0", "U" * 60])
def test_what_can_be_no_id_is_none(user: str) -> None:
    assert event_of(direct("hi", user=user), ME, NOW) == Ignored("no sender")


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ({"type": "image", "title": {"text": "hi cat"}, "alt_text": "a waving cat"}, "hi cat\na waving cat"),
        ({"type": "image", "title": {"text": "cat"}, "alt_text": "cat"}, "cat"),
        (
            {"type": "video", "title": {"text": "How"}, "description": {"text": "Why"}, "title_url": "https://y"},
            "How\nWhy\nhttps://y",
        ),
        (
            {"type": "table", "rows": [[{"type": "raw_text", "text": "A"}, {"text": "B & C"}], [*rich(WORDS)], 7]},
            "A | B & C\nhi",
        ),
        ({"type": "tomorrows_kind", "text": {"type": "mrkdwn", "text": "later"}}, "later"),
        ({"type": None, "elements": rich(WORDS)[0]["elements"]}, "hi"),
    ],
)
def test_each_kind_of_block_with_words_is_read(block: dict[str, Any], words: str) -> None:
    assert said(direct("", blocks=[block])).text == words


@pytest.mark.parametrize("block", [{"type": "divider"}, {"type": "table", "rows": "x"}, {"type": "image"}])
def test_a_block_without_words_says_nothing(block: dict[str, Any]) -> None:
    assert event_of(direct("", blocks=[block]), ME, NOW) == Ignored("empty")


def test_what_hangs_on_a_message_without_words_was_passed_on_even_where_it_looks_like_a_links_preview() -> None:
    heard = said(direct("", attachments=[shared(is_share=False)]))
    assert (heard.text, heard.untrusted) == ("(forwarded from Ben:)\nSell & go", "forwarded from Ben")
    assert said(in_channel("", attachments=[shared(is_share=False)], channel_type="im")).text == heard.text
    preview = {"from_url": "https://a.org", "title": "A page"}
    assert said(direct("<https://a.org>", attachments=[preview])).text == "https://a.org"


@pytest.mark.parametrize(
    ("words", "more", "told"),
    [
        ("Help…", {"from_url": None}, True),
        ("Help…", {}, True),
        ("see <https://x.slack.com/archives/C1/p1>", {}, False),
        ("see <https://x.slack.com/archives/C1/p1?a=b&amp;cid=C1>", {"from_url": f"{LINK}?a=b&cid=C1"}, False),
        ("see <https://x.slack.com/archives/C1/p1|this>", {"original_url": LINK, "from_url": ""}, False),
    ],
)
def test_a_message_hangs_on_another_for_a_link_only_where_the_link_is(
    words: str, more: dict[str, Any], told: bool
) -> None:
    heard = said(direct(words, attachments=[shared(is_share=False, **more)]))
    assert ("Sell & go" in heard.text) == told == (heard.untrusted == "forwarded from Ben")
