"""Whether a request may need several calls: read from its structure, quickly, whatever is written."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.planning.prefilter import SHORTEST, needs_plan, weights

REQUESTS: dict[str, list[str]] = tomllib.loads((Path(__file__).parent / "requests.toml").read_text(encoding="utf-8"))
HOSTILE = (
    "'" * 5_000,
    '"' * 5_000,
    "a" * 100_000,
    "send the " * 20_000,
    "remind me to " * 5_000,
    "please " * 5_000,
    ", send the x" * 3_000,
    "a@" * 5_000,
    "http://" * 3_000,
    "{" * 5_000,
    "if the all of the each every " * 2_000,
    "a-" * 5_000 + ".doc",
    ". " * 9_000,
    "\u202e\u0000 \ud800".encode("utf-8", "replace").decode() * 1_000,
)


def caught(name: str) -> float:
    rows = REQUESTS[name]
    return sum(needs_plan(row) for row in rows) / len(rows)


def test_requests_of_several_calls_are_caught_and_single_ones_are_not() -> None:
    assert caught("several") >= 0.95
    assert caught("single") <= 0.02


def test_requests_written_after_the_rules_are_mostly_caught() -> None:
    assert caught("several_later") >= 0.75
    assert caught("single_later") <= 0.06


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Find a free hour on Thursday and book it for lunch", "several things to do"),
        ("If it rains tomorrow, move my run to Sunday", "a condition"),
        ("if my train is late tonight tell the restaurant", "a condition"),
        ("Send the minutes of the board meeting to Esi", "part of a thing"),
        ("Thank everybody who helped with the release", "for each"),
        ("Forward the invoice from Vodafone to Ben", "acts on what is there"),
        ("Reschedule my dental check-up to next Thursday", "another time for it"),
        ("Book the cheapest of the three hotels in Osu", "the one that is most"),
        ("Tell Kofi what the team decided about it", "an open question"),
        ("The bill came by mail this morning. Pay it.", "a source told"),
        ("What's the weather tomorrow, and do I have a meeting?", "several questions"),
    ],
)
def test_it_says_why(text: str, reason: str) -> None:
    assert reason in weights(text)
    assert needs_plan(text)


def test_a_joining_word_alone_is_no_reason() -> None:
    assert not needs_plan("Add bread, butter and a dozen eggs to the shopping list")
    assert not needs_plan("Remind me to buy bread, check the tyres and pay the rent on Friday")


def test_what_somebody_is_to_be_told_is_no_command() -> None:
    assert not needs_plan("Tell Yaw to bring the projector and check the sound before the talk")
    assert not needs_plan("Note: call the plumber. Send Ama the slides. Move the meeting with Ben.")
    assert needs_plan("Note: call the plumber. Then send Ama the slides of the last meeting.")


def test_a_short_text_is_never_two_requests() -> None:
    assert not needs_plan("book it and tell Ama"[: SHORTEST - 1])
    assert not needs_plan("   " + "\n" * 50)
    assert not needs_plan("")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_read_like_any_other(text: str) -> None:
    assert needs_plan(text) in (True, False)


@given(st.text(max_size=300))
def test_no_text_breaks_it(text: str) -> None:
    assert all(weight > 0 for weight in weights(text).values())


@given(
    st.lists(
        st.sampled_from("send the and if my please tell me what ‹file› ‹ : , . ' that to all it book".split()),
        max_size=60,
    )
)
def test_no_order_of_its_own_words_breaks_it(words: list[str]) -> None:
    assert needs_plan(" ".join(words)) in (True, False)
