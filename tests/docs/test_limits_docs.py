"""The page of limits says what the code holds."""

from pathlib import Path

import pytest

from app.config import Settings
from app.conversation.buckets import Rate
from app.conversation.outbox import CHANNELS, Channel
from app.conversation.pace import BURST
from app.health.models import MOST_ITEMS
from app.health.wire import MOST_VALUES
from app.interfaces.web.intake import AT_ONCE, FROM_ONE_ADDRESS, LEAST_RATE, allowances
from app.memory.caps import words_and_numbers

PAGE = (Path(__file__).parents[2] / "docs" / "limits.md").read_text("utf-8")
SETTINGS = Settings.model_fields


def test_the_page_lists_every_cap_with_its_number_and_no_other() -> None:
    [table] = [part for part in PAGE.split("\n\n") if part.startswith("| what | most |")]
    assert table.splitlines()[2:] == [f"| {what} | {most} |" for what, most in words_and_numbers()]


@pytest.mark.parametrize(
    "said",
    [
        f"at least {LEAST_RATE} bytes a second",
        f"At most {AT_ONCE['owner']} requests of the signed-in page and {AT_ONCE['others']} others",
        f"of these {FROM_ONE_ADDRESS} from one address",
        f"`MAX_CONNECTIONS` ({SETTINGS['max_connections'].default})",
        f"`MAX_EVENT_STREAMS` ({SETTINGS['max_event_streams'].default})",
        f"`SENDER_PATIENCE` ({SETTINGS['sender_patience'].default.total_seconds():g} s)",
        f"| {MOST_ITEMS:,} each |",
        f"| {MOST_VALUES:,};",
    ],
)
def test_the_numbers_in_its_sentences_are_the_codes(said: str) -> None:
    assert said in PAGE


def test_how_fast_people_are_answered_stands_there() -> None:
    for name in ("messages_per_minute", "local_messages_per_minute"):
        most = SETTINGS[name].default
        assert f"| {round(most * BURST):,} | {most:,} | `{name.upper()}` |" in PAGE
    for name in ("turns_at_once", "background_at_once"):
        assert f"`{name.upper()}` ({SETTINGS[name].default})" in PAGE


@pytest.mark.parametrize(
    "channel", [channel for channel in CHANNELS.values() if channel.pushed], ids=lambda row: row.name
)
def test_how_fast_it_writes_stands_there(channel: Channel) -> None:
    assert f"| {channel.title} | {_rate(channel.in_chat)} | {_rate(channel.in_all)} |" in PAGE
    if channel.in_group:
        assert f"| a group in {channel.title} | {_rate(channel.in_group)} | {_rate(channel.in_all)} |" in PAGE
    if channel.changes:
        assert f"| changes of messages in {channel.title} | – | – | {_rate(channel.changes)} |" in PAGE


def _rate(rate: Rate | None) -> str:
    assert rate is not None
    return f"{rate.burst:g} | {rate.a_minute:,g}"


def test_the_bodies_it_names_are_the_ones_that_are_held() -> None:
    held = {one.prefix: one.most_bytes for one in allowances(upload=10, archive=4)}
    assert {path: held[path] for path in ("/webhooks", "/chat", "/")} == {
        "/webhooks": 1_000_000,
        "/chat": 300_000,
        "/": 100_000,
    }
