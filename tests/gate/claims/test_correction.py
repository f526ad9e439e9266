"""What a corrected reply says: the truth in the claim's place, the rest as it was."""

import pytest

from app.gate.claims.check import check_claims
from tests.gate.claims.replies import note


def corrected(reply: str, *calls: tuple[str, str], asked: str = "please do it") -> str:
    return check_claims(reply, [note(*call) for call in calls], asked=asked).reply


def test_nothing_ran_is_said_with_what_to_say_next() -> None:
    assert corrected("I've sent it to Ann.") == (
        'I was too quick there: nothing has been sent yet. Say "try again" and I\'ll have another go.'
    )


def test_what_waits_is_said_to_wait() -> None:
    assert corrected("I've sent it to Ann.", ("send_email", "held")) == (
        "To be exact: nothing has been sent yet. It waits for your OK."
    )


def test_what_failed_is_said_to_have_failed() -> None:
    assert corrected("The note is saved.", ("save_note", "failed")).startswith("That didn't go through, so nothing")


def test_what_nobody_knows_is_not_said_to_have_failed() -> None:
    assert corrected("I've sent it.", ("send_email", "unknown")).startswith("It isn't certain")


def test_what_did_go_through_is_named() -> None:
    assert corrected("I saved the note and emailed it to Paul.", ("save_note", "done")).startswith(
        "What went through: save note."
    )


def test_true_sentences_stay_where_they_are() -> None:
    reply = "Rain from 2 pm. I told Jo to bring an umbrella. Shall I also check tomorrow?"

    said = corrected(reply, ("get_weather", "read"), asked="what's the weather and tell Jo to bring an umbrella")

    assert said.startswith("Rain from 2 pm. I was too quick there")
    assert said.endswith("Shall I also check tomorrow?")


def test_a_ticked_list_goes_as_a_whole() -> None:
    said = corrected(
        "Your trip:\n\n- ✅ Train booked\n- ✅ Hotel reserved\n\nAnything else?", asked="book train and hotel"
    )

    assert "✅" not in said
    assert said.startswith("Your trip:\n\nI was too quick")
    assert said.endswith("\n\nAnything else?")


def test_a_table_leaves_no_empty_frame() -> None:
    said = corrected("| Step | Status |\n|---|---|\n| Invitations sent | ✅ |\n\nBye!", asked="send the invitations")

    assert "|" not in said


def test_what_only_follows_from_a_claim_goes_with_it() -> None:
    assert "confirmation" not in corrected("Booked! You'll get a confirmation by mail. Enjoy!", asked="book it")


@pytest.mark.parametrize(
    ("reply", "asked", "begins"),
    [
        ("Ich habe es gesendet.", "schick es", "Da war ich zu schnell"),
        ("C'est fait !", "envoie-le", "Je suis allé trop vite"),
        ("He enviado el informe.", "envía el informe", "Me he adelantado"),
    ],
)
def test_the_correction_speaks_the_language_of_the_claim(reply: str, asked: str, begins: str) -> None:
    assert corrected(reply, asked=asked).startswith(begins)


def test_no_correction_opens_with_an_apology() -> None:
    assert not corrected("Sent!").startswith(
        ("I'm sorry", "Unfortunately", "I apologise", "I wasn't able", "I'm afraid")
    )
