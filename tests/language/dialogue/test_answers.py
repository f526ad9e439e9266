"""Answers to our own questions; the requests with answers lie in `said/answers.txt`."""

import pytest

from app.language.dialogue.answers import complete
from app.language.orders.plan import Call, Clause, Reading, recorded
from tests.language.orders.reading import read_all
from tests.language.orders.suite import NOW


def completed(first: str, asked: str, answer: str) -> Reading | None:
    """The reading of `first` with the answer in it."""
    return complete(Clause(answer, NOW), read_all(Clause(first, NOW)), asked)


def test_a_new_time_for_one_that_was_past() -> None:
    asked = "That is in the past: yesterday. Which time ahead did you mean?"
    reading = completed("remind me yesterday at 9 to dance", asked, "tomorrow at 9")
    assert reading is not None
    assert reading.calls[0].arguments == {"text": "dance", "when": "tomorrow at 9"}


def test_which_list_to_clear() -> None:
    reading = completed("delete the list", "Which list should I clear?", "the shopping one")
    assert reading is not None
    assert reading.calls[0].tool == "clear_list"


def test_words_that_are_no_answer_are_left_alone() -> None:
    assert completed("remind me to stretch", "When should I remind you to stretch?", "who won the cup?") is None
    assert completed("remind me to stretch", "Is there more?", "at six") is None


WHICH = "Which mail? #7 Ama Boateng: Re: Dinner on Sunday?, #14 Kofi Mensah: Invoice, #23 ECG Billing: Your bill for October."
OPEN = recorded(Call("reply_to_mail", {"mail": "it", "body": "Yes"}), WHICH)


@pytest.mark.parametrize(
    ("answer", "mail"),
    [
        ("14", "14"),
        ("mail 14", "14"),
        ("le mail 14", "14"),
        ("the second one", "14"),
        ("le deuxième", "14"),
        ("the last", "23"),
        ("ECG", "ECG"),
        ("Kofi's", "Kofi's"),
        ("the one from Kofi", "one from Kofi"),
        ("the unpaid one", "unpaid"),
    ],
)
def test_one_of_those_listed_is_chosen(answer: str, mail: str) -> None:
    reading = complete(Clause(answer, NOW), [OPEN], WHICH)
    assert reading is not None
    assert reading.calls == (Call("reply_to_mail", {"mail": mail, "body": "Yes"}),)


@pytest.mark.parametrize(
    "said",
    [
        "what's new in my mail?",
        "read #14",
        "read mail 8",
        "read the invoice from Kofi Mensah",
        "forward it to Esi",
        "archive it",
        "open the pdf",
        "show the whole conversation",
        "what did we write about this?",
        "let me know if mail comes from the school",
    ],
)
def test_an_order_behind_such_a_question_chooses_nothing(said: str) -> None:
    assert complete(Clause(said, NOW), [OPEN], WHICH) is None
