"""What goes into which field, as people say it."""

import pytest

from app.language.forms import fields_in


@pytest.mark.parametrize(
    ("said", "fields"),
    [
        ("with my name Ana and email ana@x.org", ["name: Ana", "email: ana@x.org"]),
        ("name: Ana Mensah, email: ana@x.org", ["name: Ana Mensah", "email: ana@x.org"]),
        ("using first name Ana, last name Mensah, phone 024 555 and city Accra", ["first name: Ana", "last name: Mensah", "phone: 024 555", "city: Accra"]),
        ("shoe size = 42; colour = dark blue", ["shoe size: 42", "colour: dark blue"]),
        ("avec nom Ana et email ana@x.org", ["nom: Ana", "email: ana@x.org"]),
        ('message: "see you, and bring bread"', ["message: see you, and bring bread"]),
        ("whatever you like", []),
        ("", []),
    ],
)  # fmt: skip
def test_fields_and_their_values(said: str, fields: list[str]) -> None:
    assert fields_in(said) == fields
