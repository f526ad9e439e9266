"""A reply opens with what it says and not with an apology; of what failed it tells in words."""

import pytest

from app.models.manners import NOTHING_LEFT, live, well_begun, without_codes
from tests.e2e.plain import _BANNED_OPENERS


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("I'm sorry, but I can't see your mail. Connect it first.", "I can't see your mail. Connect it first."),
        ("I’m sorry – that list is empty.", "That list is empty."),
        ("Unfortunately, the shop is closed.", "The shop is closed."),
        ("I'm afraid I can't do that, but I can remind you.", "I can't do that, but I can remind you."),
        ("I am afraid that it rains.", "It rains."),
        ("I'm afraid not.", "No."),
        ("I wasn't able to find Ama's number. Tell me.", "I couldn't find Ama's number. Tell me."),
        ("I apologise for the confusion. Your list has 3 items.", "Your list has 3 items."),
        ("I apologize, but the note isn't there.", "The note isn't there."),
        ("My apologies! Here it is.", "Here it is."),
        ("Sorry for the delay: here is the list.", "Here is the list."),
        ("Sorry, unfortunately I'm afraid I can't.", "I can't."),
        ("I'm so sorry to hear that your cat died. Shall I clear tomorrow?", "That's hard. Shall I clear tomorrow?"),
        ("I'm sorry to hear that, but here is the list.", "That's hard. Here is the list."),
        ("Oh, I'm sorry! Done now.", "Done now."),
        ("I'm sorry.", NOTHING_LEFT),
        ("Unfortunately not.", "No."),
        ("Sorry for keeping you waiting! Milk is on it.", "Milk is on it."),
        ("I'm sorry you're feeling ill. Rest.", "That's hard. Rest."),
        ("**Unfortunately**, no.", "No."),
    ],
)
def test_an_apology_in_front_goes_and_what_is_said_stays(written: str, read: str) -> None:
    assert well_begun(written) == read
    assert not well_begun(written).startswith(_BANNED_OPENERS)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (
            "My apologies, I could not delete the note. Your list has milk on it.",
            "I could not delete the note. Your list has milk on it.",
        ),
        (
            "I apologize that I couldn't delete the rent note, it was not found. All your other notes are safe.",
            "I couldn't delete the rent note, it was not found. All your other notes are safe.",
        ),
        ("I apologize that the email wasn't sent.", "The email wasn't sent."),
        ("Sorry for not deleting the rent note.", "What went wrong: not deleting the rent note."),
        ("Sorry about the reminder not being set. Now?", "What went wrong: the reminder not being set. Now?"),
        ("I'm sorry for failing to add milk; eggs are there.", "What went wrong: failing to add milk; eggs are there."),
        (
            "Apologies, the reminder could not be set: the database was busy",
            "The reminder could not be set: the database was busy",
        ),
        (
            "I apologize for the trouble, the note was not saved. Milk is added.",
            "The note was not saved. Milk is added.",
        ),
        (
            "I'm sorry that you have no backup left, all 3 notes are gone.",
            "You have no backup left, all 3 notes are gone.",
        ),
        ("I'm sorry to hear the payment failed.", "The payment failed."),
        ("I'm sorry to hear that 3 notes are gone.", "3 notes are gone."),
        ("I'm afraid not all notes were saved.", "Not all notes were saved."),
        ("Unfortunately not all of it was saved.", "Not all of it was saved."),
        ("I'm afraid so many are lost.", "So many are lost."),
        ("I'm afraid that failed.", "That failed."),
        ("I'm sorry if that was unclear.", "Perhaps that was unclear."),
    ],
)
def test_an_apology_never_takes_with_it_what_did_not_work(written: str, read: str) -> None:
    assert well_begun(written) == read
    assert not well_begun(written).startswith(_BANNED_OPENERS)


@pytest.mark.parametrize(
    "said",
    [
        "Your list has milk on it. Unfortunately the shop is closed.",
        "I'm afraid of heights is what you told me.",
        "Sorrel soup takes an hour.",
        "You asked for a sorry tale.",
        "",
        "I am here.",
    ],
)
def test_anything_else_stays_letter_by_letter(said: str) -> None:
    assert well_begun(said) == said


def test_a_long_reply_is_kept_to_its_end() -> None:
    tail = "word " * 5_000 + "end"
    assert well_begun(f"Unfortunately, {tail}") == f"W{tail[1:]}"


@pytest.mark.parametrize(
    ("draft", "seen"),
    [
        ("", ""),
        ("I", ""),
        ("I'm so", ""),
        ("I’m sorry, but I ca", ""),
        ("I'm sorry to hea", ""),
        ("I'm sorry to hear that. Shall", "That's hard. Shall"),
        (
            "Unfortunately, the shop at the corner of the market street is closed until Monday at",
            "The shop at the corner of the market street is closed until Monday at",
        ),
        ("I made", "I made"),
        ("Milk", "Milk"),
    ],
)
def test_a_draft_is_seen_once_it_is_known_how_it_begins(draft: str, seen: str) -> None:
    assert live(draft) == seen


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("The search failed with HTTP 503.", "The search failed with a technical problem."),
        (
            "It ended in an HTTP 404 error, so I looked elsewhere.",
            "It ended in a technical problem, so I looked elsewhere.",
        ),
        ("I got a KeyError: 'name' from it. Try again.", "I got a technical problem: 'name' from it. Try again."),
        (
            "The StorageError: your 3 notes were not saved and are lost",
            "A technical problem: your 3 notes were not saved and are lost",
        ),
        ("HTTP 404 (nothing was deleted)", "A technical problem (nothing was deleted)"),
        ("Error 503 Service Unavailable: disk full", "A technical problem: disk full"),
        ("It failed (HTTP 503).", "It failed (a technical problem)."),
        ("I met an internal StorageError twice.", "I met an internal technical problem twice."),
        ("Two HTTP 503 errors came back.", "Two technical problems came back."),
        ("The status 450 of your invoice is open.", "The status 450 of your invoice is open."),
        (
            "The page answered with status code 500 (Internal Server Error).",
            "The page answered with a technical problem.",
        ),
        ("Room 404 is free.", "Room 404 is free."),
        ("There was an error in your sum: it is 500.", "There was an error in your sum: it is 500."),
    ],
)
def test_what_failed_is_told_without_codes(written: str, read: str) -> None:
    assert without_codes(written, "find me a shop") == read


def test_a_code_that_its_user_asked_about_stays() -> None:
    said = "KeyError means that the key isn't there; HTTP 404 that the page isn't."
    assert without_codes(said, "what do KeyError and HTTP 404 mean? and look it up") == said
