"""What is posted: within Meta's lengths whatever stands in it. The server of the tests looks at the rest."""

import pytest

from app.interfaces.whatsapp import bodies
from app.messages import Button
from tests.fakes.graph_api.shapes import Message


def held(body: bodies.Body) -> Message:
    return Message.model_validate(body)


@pytest.mark.parametrize(
    ("address", "field"), [("33612345678", "to"), ("FR.1349", "recipient"), ("US.ENT.118", "recipient")]
)
def test_a_number_and_an_id_go_under_different_names(address: str, field: str) -> None:
    assert bodies.is_recipient(address)
    assert held(bodies.text(address, "x")).model_dump()[field] == address


@pytest.mark.parametrize("address", ["", "local", "FR.", "+33 6", "a/b", "FR.1 2", "1" * 40])
def test_what_is_no_address(address: str) -> None:
    assert not bodies.is_recipient(address)


def test_labels_are_cut_and_differ() -> None:
    alike = [Button("Send the letter to Kofi now", "confirm", f"a{place}") for place in range(3)]
    shown = held(bodies.choices("33612345678", "?", alike)).interactive
    assert shown is not None
    titles = [each["reply"]["title"] for each in shown.model_dump()["action"]["buttons"]]
    assert titles == ["Send the letter to…", "Send the letter to 2", "Send the letter to 3"]


def test_ten_rows() -> None:
    many = [Button("Same", "confirm", f"a{place}") for place in range(10)]
    shown = held(bodies.choices("33612345678", "?", many)).interactive
    assert shown is not None
    assert shown.type == "list"


def test_a_templates_variable_is_on_one_line_and_cut() -> None:
    words = bodies.flattened("a\n\tb     c" + " word" * 900)
    assert words.startswith("a b c word")
    assert words.endswith("…")
    assert len(words) <= bodies.LONGEST_PARAMETER
    assert held(bodies.template("33612345678", "for_you", "en", words)).template


def test_a_long_name_keeps_its_ending() -> None:
    made = held(bodies.document("33612345678", "1", "x" * 500 + ".pdf")).document
    assert made is not None
    assert made.filename is not None
    assert made.filename.endswith("x.pdf")
