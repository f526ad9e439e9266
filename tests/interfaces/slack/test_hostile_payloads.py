"""Payloads that nobody would send, made of ones that Slack does: each is something we know, and none raises."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from app.interfaces.pushed.incoming import Command, Ignored, Said
from app.interfaces.slack.incoming import HomeOpened, SlackTap
from app.interfaces.slack.payloads import event_of
from app.interfaces.slack.place import place_at
from app.interfaces.slack.signature import payload_of
from scripts.prove.fuzz_http import mutations
from tests.interfaces.slack.payload import ME, changed, direct, event, file, in_channel, rich, shared, slashed, tap

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
REAL: dict[str, dict[str, Any]] = {
    "words": direct("look at <https://a.org|this> &amp; <@U0BEN>", user_profile={"real_name": "Ana"}),
    "mention": in_channel(f"<@{ME.user}> hi", thread_ts="1600000000.000001"),
    "rich": direct("", blocks=rich({"type": "text", "text": "a"}, {"type": "link", "url": "https://a.org"})),
    "files": direct("see", files=[file(), file(subtype="slack_audio"), file(mode="external")]),
    "passed on": direct(
        "", attachments=[shared(files=[file()]), {"title": "x", "fields": [{"title": "a", "value": "b"}]}]
    ),
    "changed": changed("tea", "coffee"),
    "home": event("app_home_opened", user="U0ANA", tab="home"),
    "tap": tap(),
    "slash": slashed("tasks"),
}
EACH = 400


@pytest.mark.parametrize("kind", REAL)
def test_nothing_raises_and_whatever_is_heard_is_whole(kind: str) -> None:
    for body in mutations(REAL[kind], EACH, seed=len(kind)):
        payload = payload_of(body, "application/json")
        heard = event_of(payload, ME, NOW)
        if isinstance(heard, Ignored):
            continue
        if isinstance(heard, HomeOpened):
            assert place_at(heard.user).name
            continue
        assert isinstance(heard, Said | Command | SlackTap)
        assert place_at(heard.address)
        assert heard.sender.id
        json.dumps([heard.message, heard.sender.name, getattr(heard, "text", "")], ensure_ascii=False).encode()


def test_nesting_without_end_is_not_followed() -> None:
    nested: Any = {"type": "rich_text_section", "elements": []}
    for _ in range(500):
        nested = {"type": "rich_text", "elements": [nested]}
    assert event_of(direct("", blocks=[nested]), ME, NOW) == Ignored("empty")


@pytest.mark.parametrize(
    "text",
    [
        "<" * 100_000,
        f"a{' ' * 100_000}b",
        "<@U" * 50_000,
        "<a|" * 50_000 + ">",
        "&amp;" * 40_000,
        "<!" + "x^" * 50_000 + ">",
    ],
)
def test_a_long_hostile_text_is_read_once(text: str) -> None:
    assert isinstance(event_of(direct(text), ME, NOW), Said)
