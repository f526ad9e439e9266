"""Whether a request may need several calls: read from its structure, quickly, whatever is written."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language.clauses import clauses
from app.planning.prefilter import SHORTEST, criteria, evidence, names_a_source, needs_plan, reasons, signals, weights

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
        st.sampled_from("send the and if my please tell me what file0 ‹ : , . ' that to all it book".split()),
        max_size=60,
    )
)
def test_no_order_of_its_own_words_breaks_it(words: list[str]) -> None:
    assert needs_plan(" ".join(words)) in (True, False)


def held(text: str) -> set[str]:
    found = evidence(text)
    return {reason.name for reason in reasons() if reason.holds(found)}


def test_every_reason_has_a_name_of_its_own_and_a_weight() -> None:
    assert len({reason.name for reason in reasons()}) == len(reasons())
    assert all(0 < reason.weight <= 1 for reason in reasons())


def test_a_text_that_asks_for_nothing_has_none() -> None:
    assert held("Good morning") == set()
    assert held("") == set()


def test_a_condition_counts_only_with_a_command() -> None:
    assert "a condition" in held("If it rains, move the run to Sunday")
    assert "a condition" in held("in case it rains tomorrow cancel my run")
    assert "a condition" not in held("If it rains, what do people do?")
    assert "a condition" not in held("Let me know if it rains")


def test_length_without_content_counts() -> None:
    told = "I would like a quiet place near the sea with a garden and a big table for nine people and two dogs, please, not far from town"
    assert "lengthy" in held(told)
    assert "lengthy" not in held(f"Tell Ama that {told}")


def test_a_joined_question_counts_when_it_asks_of_something_new() -> None:
    assert "a question of its own" in held("Who wrote to me today and what do I still owe the bank?")
    assert "a question of its own" not in held("Who wrote the book and when was it published?")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("part of a thing", "post a summary of link0 in # general"),
        ("from a source", "update the list with the numbers in file0"),
        ("for each", "thank everybody who came"),
        ("described by what happened", "merge the pull request that yaw approved"),
        ("what somebody did", "transfer what i owe nana"),
        ("the one that is most", "archive my oldest mails"),
        ("of somebody", "call ama's number"),
        ("another time for it", "reschedule lunch"),
        ("an open question", "tell kofi what was decided"),
        ("after its name", "write to the channel starting with dev"),
        ("beside another event", "set a reminder two hours before my flight"),
        ("people by their part", "write the participants"),
        ("when they are free", "set up a call when both of them are free"),
        ("blanks to fill", "send a mail called blank0"),
    ],
)
def test_each_look_up_is_recognised(name: str, text: str) -> None:
    assert name in {hit.name for hit in signals("look_up").find(text)}


@pytest.mark.parametrize(
    "text",
    [
        "set an alarm for every morning",
        "cancel the alarm that is set for eight",
        "schedule lunch next friday",
        "turn off all lights",
        "write me a poem about a programmer who never sleeps",
        "change my name to kofi",
    ],
)
def test_what_needs_no_look_up_hits_none(text: str) -> None:
    assert signals("look_up").find(text) == []


def test_kinds_of_things_are_told_apart() -> None:
    hits = signals("kinds").find("put the flight from my mail into my calendar")
    assert {hit.name for hit in hits} == {"travel", "mail", "calendar"}


def test_a_moment_is_no_criterion() -> None:
    assert criteria("next friday") == set()
    assert criteria("the cheapest hotel with good reviews under 0 euros") == {"cheapest", "reviews", "under 0"}


def test_where_things_stand_is_a_source() -> None:
    assert names_a_source(clauses("the bill came today")[0])
    assert not names_a_source(clauses("the weather is nice")[0])
