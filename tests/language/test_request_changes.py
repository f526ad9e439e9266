"""A change of a request that is named in it."""

import pytest

from app.language.request_changes import named_changes
from app.language.requests_meant import Request, meant

CLINIC = Request(1, "browser_submit_form", "Send a form https://clinic.example/booking name: Ama date: Thursday")
GYM = Request(2, "browser_submit_form", "Send a form https://gym.example/join name: Kofi")
AMA = Request(3, "send_mail", "Send mail Ama ama@x.org I'll be late on Friday")
ALL = (CLINIC, GYM, AMA)


@pytest.mark.parametrize(
    ("text", "number", "rest"),
    [
        ("on the clinic form change the date to Friday", 1, "change the date to Friday"),
        ("change the date on the clinic form to Friday", 1, "change the date to Friday"),
        ("change the date to Friday on the clinic form", 1, "change the date to Friday"),
        ("the date on the form for the clinic should be Friday", 1, "the date should be Friday"),
        ("the clinic form: date is Friday", 1, "date is Friday"),
        ("the clinic form's date should be Friday", 1, "date should be Friday"),
        ("for the gym one, make it Friday", 2, "make it Friday"),
        ("for the gym, make it Friday", 2, "make it Friday"),
        ("on gym.example make the name Yaw", 2, "make the name Yaw"),
        ("in the mail to Ama say 6 instead", 3, "say 6 instead"),
        ("sur le formulaire gym mets le nom Yaw", 2, "mets le nom Yaw"),
        ("on form 2 change the name to Yaw", 2, "change the name to Yaw"),
    ],
)
def test_a_name_is_taken_out_of_a_change(text: str, number: int, rest: str) -> None:
    found = [(meant(one, ALL, own=False), said) for one, said in named_changes(text)]
    assert ([request for request in ALL if request.number == number], rest) in found


@pytest.mark.parametrize("text", ["change the date to Friday", "what is on the form?", "the form " * 100, ""])
def test_what_names_none_has_no_name(text: str) -> None:
    assert list(named_changes(text)) == []


def test_ways_to_read_a_name_are_few() -> None:
    assert len(list(named_changes("the form for the mail to the form of the mail at the form for the mail " * 3))) < 60
