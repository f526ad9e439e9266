"""Flowing lines are put together; the history below an answer is told from it in several languages, and nothing is lost."""

import pytest

from app.integrations.mail.quotes import folded, unflowed


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("One \ntwo \nthree.\nfour", "One two three.\nfour"),
        ("> a \n> b\nc", "> a b\nc"),
        ("> a \n>> b", "> a \n> > b"),
        (" from here\n >x", "from here\n>x"),
        ("name\n-- \nAma \nMensah", "name\n-- \nAma Mensah"),
    ],
)
def test_lines_that_flow_are_put_together(written: str, meant: str) -> None:
    assert unflowed(written) == meant


@pytest.mark.parametrize(
    ("said", "history"),
    [
        ("Yes.", "On Mon, 5 Jan 2026 at 10:00, Kofi <k@x.example> wrote:\n> Lunch?"),
        ("Yes.", "On Mon, 5 Jan 2026 at 10:00, Kofi\n<k@x.example> wrote:\n> Lunch?"),
        ("Yes.", "On Mon, Kofi wrote:\nLunch?\nAt one?"),
        ("Oui.", "Le lun. 5 janv. 2026 à 10:00, Kofi <k@x.example> a écrit :\n> Midi ?"),
        ("Ja.", "Am 05.01.2026 um 10:00 schrieb Kofi <k@x.example>:\n> Mittag?"),
        ("Sí.", "El lun, 5 ene 2026, Kofi <k@x.example> escribió:\n> ¿Comemos?"),
        ("Yes.", "From: Kofi <k@x.example>\nSent: Monday\nTo: Ama\nSubject: Lunch\n\nLunch?\n> older"),
        ("Ja.", "Von: Kofi\nGesendet: Montag\nAn: Ama\nBetreff: Mittag\n\nMittag?"),
        ("Yes.", "-----Original Message-----\nFrom: Kofi\n\nLunch?"),
        ("Yes.", "> Lunch?\n> At one?"),
        ("Yebo.", "Ngomsombuluko, Kofi ubhale:\n> Lunch?"),
    ],
)
def test_history_below_an_answer_is_folded(said: str, history: str) -> None:
    assert folded(f"{said}\n\n{history}") == (said, history)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Nothing quoted.",
        "> q\nanswer\n> q\nanswer",
        "Hi\nOn Mon, Kofi wrote:\n> q\nanswer\n> q\nanswer",
        "Hi\n> one\nanswer\n> two",
        "From: Kofi\nSent: Monday\nTo: Ama\nSubject: passed on\n\nLook.",
        "> only a quotation",
        "To: the team\nSubject: lunch\nwhat do you think",
        "Data: none\nwords",
        "The list:\n- a\n- b",
    ],
)
def test_what_was_answered_in_between_or_stands_alone_is_left(text: str) -> None:
    assert folded(text) == (text, "")


@pytest.mark.parametrize(
    "line", ["On On On " * 20, "On a wrote", "Den skrev a " * 10, "From: " + " " * 90, "> ", "a:", "---- x", ":" * 50]
)
def test_hostile_lines_lose_nothing(line: str) -> None:
    text = "said\n" + (line + "\n") * 1_000 + "end"
    said, quoted = folded(text)
    assert "end" in (quoted or said)
