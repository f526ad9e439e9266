"""A card shows what would run and what led to it, in our words."""

from dataclasses import replace

from app.conversation.cards import ending, with_cards
from app.memory.records import PendingAction
from tests.conversation.conftest import NOON

ACTION = PendingAction(
    id="a1",
    user_id="ana",
    turn_id="t1",
    trace_id="",
    channel="web",
    tool="send_email",
    arguments={},
    digest="",
    summary="Send email — to: ama@example.com, text: Running late",
    taint=[],
    status="pending",
    result="",
    created_at=NOON,
    expires_at=NOON,
    decided_at=None,
)


def test_a_reply_without_cards_stays_as_it_is() -> None:
    assert with_cards("Hello.", []) == "Hello."


def test_the_exact_call_stands_under_a_reply_that_only_talks_about_it() -> None:
    assert with_cards("I wrote to your sister.", [ACTION]) == (
        "I wrote to your sister.\n\nWaiting for your OK: Send email — to: ama@example.com, text: Running late"
    )


def test_a_reply_that_shows_the_call_word_for_word_is_not_repeated() -> None:
    reply = f"Queued: {ACTION.summary}. It waits for your OK."
    assert with_cards(reply, [ACTION]) == reply


def test_what_was_read_before_is_always_named() -> None:
    tainted = replace(ACTION, taint=["file offer.pdf", "read_page"])
    assert with_cards(ACTION.summary, [tainted]).endswith("(Asked after reading: file offer.pdf, read_page.)")


def test_each_way_to_decide_leaves_a_sentence() -> None:
    assert all(ending(verb) for verb in ("confirm", "cancel", "edit", "expired", "undo"))
    assert ending("something else") == ""
