"""Which of several addresses is meant."""

import pytest

from app.language.dialogue.addresses import chosen
from app.language.orders.plan import Call

ASKED = "Which address of Kofi? I know Kofi Asante <kofi.asante@buka.example>, Kofi Boakye <kboakye@northline.example>."
MAIL = Call("send_mail", {"to": ["kofi", "esi"], "subject": "Late", "body": "I'm late"})


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("Asante o, not the IT one", "kofi.asante@buka.example"),
        ("boakye", "kboakye@northline.example"),
        ("the second one", "kboakye@northline.example"),
        ("the one at buka", "kofi.asante@buka.example"),
        ("not Boakye, Asante", ""),  # before "not" nobody is named
        ("Kofi", ""),
        ("what's on today?", ""),
        ("Asante and Boakye", ""),
        ("Asante " + "please " * 20, ""),
    ],
)
def test_the_one_whose_words_are_said(said: str, address: str) -> None:
    call = chosen(said, ASKED, [MAIL])
    assert (call.arguments["to"] if call else "") == ([address, "esi"] if address else "")


def test_in_french() -> None:
    call = chosen(
        "Boakye, pas Asante",
        ASKED.replace("Which address of Kofi?", "Quelle adresse de Kofi ?").replace("I know", "Je connais"),
        [MAIL],
    )
    assert call is not None
    assert call.arguments["to"] == ["kboakye@northline.example", "esi"]


def test_only_behind_that_question_and_for_that_name() -> None:
    assert chosen("Asante", "Which mail? #1 Kofi Asante: Dinner.", [MAIL]) is None
    assert chosen("Asante", ASKED, [Call("send_mail", {"to": ["yaw"]})]) is None
    assert chosen("Asante", ASKED, []) is None
