"""The page of limits says what the code holds."""

from pathlib import Path

import pytest

from app.config import Settings
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


def test_the_bodies_it_names_are_the_ones_that_are_held() -> None:
    held = {one.prefix: one.most_bytes for one in allowances(upload=10, archive=4)}
    assert {path: held[path] for path in ("/webhooks", "/chat", "/")} == {
        "/webhooks": 1_000_000,
        "/chat": 300_000,
        "/": 100_000,
    }
