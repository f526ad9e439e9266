"""What goes into which field, as people say it."""

import pytest

from app.language.forms import changed, field_in, fields_in


@pytest.mark.parametrize(
    ("said", "fields"),
    [
        ("with my name Ana and email ana@x.org", ["name: Ana", "email: ana@x.org"]),
        ("name: Ana Mensah, email: ana@x.org", ["name: Ana Mensah", "email: ana@x.org"]),
        ("using first name Ana, last name Mensah, phone 024 555 and city Accra", ["first name: Ana", "last name: Mensah", "phone: 024 555", "city: Accra"]),
        ("shoe size = 42; colour = dark blue", ["shoe size: 42", "colour: dark blue"]),
        ("avec nom Ana et email ana@x.org", ["nom: Ana", "email: ana@x.org"]),
        ('message: "see you, and bring bread"', ["message: see you, and bring bread"]),
        ("nom Ana, courriel a@x.org, jour jeudi, 2 places", ["nom: Ana", "courriel: a@x.org", "jour: jeudi", "places: 2"]),
        ("message I bring a number of people, Friday", ["message: I bring a number of people, Friday"]),
        ("whatever you like", []),
        ("", []),
    ],
)  # fmt: skip
def test_fields_and_their_values(said: str, fields: list[str]) -> None:
    assert fields_in(said) == fields


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ("name Ama", "name: Ama"),
        ("the surname is Owusu", "surname: Owusu"),
        ("Ferreira as the last name", "last name: Ferreira"),
        ("email is tom@tomsmail.net", "email: tom@tomsmail.net"),
        ("nombre de visiteurs 6", "nombre de visiteurs: 6"),
        ("la taille mets L", "taille: L"),
        ("email to adjoa.m@work.com", "email: adjoa.m@work.com"),
        ("Lomé", ""),
        ("", ""),
    ],
)
def test_one_field_as_it_is_said(said: str, field: str) -> None:
    assert field_in(said) == field


FILLED = ["Full name: Ama", "Your e-mail: a@x.org", "Guests: 2", "Date: Friday"]


@pytest.mark.parametrize(
    ("said", "now"),
    [
        ("the email should be b@y.org", {"Your e-mail": "b@y.org"}),
        ("put 3 guests instead", {"Guests": "3"}),
        ("no wait, change the date to Saturday", {"Date": "Saturday"}),
        ("the name is Owusu, not Wusu", {"Full name": "Owusu"}),
        ("change the date to Monday and the guests to 5", {"Date": "Monday", "Guests": "5"}),
        ("pour la date mets jeudi", {"Date": "jeudi"}),
        ("corrige l'email: d@d.fr", {"Your e-mail": "d@d.fr"}),
        ("Saturday for the date", {"Date": "Saturday"}),
        ("actually make it friday", {"Date": "friday"}),
        ("make it the 8th", {"Date": "the 8th"}),
        ("change the email to adjoa.m@work.com", {"Your e-mail": "adjoa.m@work.com"}),
        ("add my phone 0244123", {"phone": "0244123"}),
    ],
)
def test_a_field_that_is_filled_in_is_changed_by_its_name(said: str, now: dict[str, str]) -> None:
    before = dict(one.split(": ", 1) for one in FILLED)
    assert changed(FILLED, said) == [f"{name}: {value}" for name, value in {**before, **now}.items()]


@pytest.mark.parametrize(
    "said",
    [
        "email Ama about this",
        "remind me to email Ama",
        "email is broken",
        "name isabel",
        "dates are set",
        "what is the date?",
        "the date is wrong",
        "cancel it",
        "write a message to Ama",
        "the guests are late",
        "put milk on the list",
        "yes, send it",
        "a" * 1_000,
        "",
    ],
)
def test_anything_else_changes_no_field(said: str) -> None:
    assert changed(FILLED, said) is None
