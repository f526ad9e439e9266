"""Which of the requests that wait words decide, where they name it."""

from dataclasses import replace

import pytest

from app.language.decisions import decision_in
from app.language.requests_meant import Request, about, may_be, meant, named_in, placed, several_in

CLINIC = Request(
    1,
    "browser_submit_form",
    "Send a form https://clinic.example/booking name: Ama date: Thursday",
    "send the form “Send” at https://clinic.example",
)
GYM = Request(
    2,
    "browser_submit_form",
    "Send a form https://www.citygym.example/join name: Kofi",
    "send the form “Send” at citygym.example",
)
AMA = Request(3, "send_mail", "Send mail Ama ama@x.org I'll be late on Friday")
YAW = Request(4, "add_event", "Put into your calendar: “lunch” Yaw")
FORGET = Request(5, "forget_fact", "Forget my sister's name")
TAINTED = Request(6, "send_mail", "", "Send mail Yaw the harbour")
ALL = (CLINIC, GYM, AMA, YAW, FORGET, TAINTED)


def _numbers(text: str) -> tuple[str, list[int]]:
    """What a message decides, and of which, where it counts on no order."""
    named = named_in(text)
    assert named is not None
    assert decision_in(text) is None
    found = [
        request.number
        for one in named.named
        for request in meant(one, [of for of in ALL if may_be(named, one, of)], own=False)
    ]
    return named.verb, found


@pytest.mark.parametrize(
    ("text", "verb", "numbers"),
    [
        ("cancel the clinic form", "cancel", [1]),
        ("please cancel the form for the clinic", "cancel", [1]),
        ("no to the clinic form", "cancel", [1]),
        ("drop the clinic form, I'll go there myself", "cancel", [1]),
        ("don't send the clinic form", "cancel", [1]),
        ("forget the gym form", "cancel", [2]),
        ("not the clinic form", "cancel", [1]),
        ("annule le formulaire de la clinique clinic", "cancel", []),
        ("annule le formulaire clinic", "cancel", [1]),
        ("the clinic form: cancel it", "cancel", [1]),
        ("yes to the clinic form", "confirm", [1]),
        ("yes, the clinic one", "confirm", [1]),
        ("ok to the gym form please", "confirm", [2]),
        ("confirm the form at citygym", "confirm", [2]),
        ("confirm the clinc form", "confirm", [1]),
        ("confirm the mail to Ama", "confirm", [3]),
        ("confirm the e-mail to Ama", "confirm", [3]),
        ("send the mail to Ama", "confirm", [3]),
        ("send the email to ama@x.org now", "confirm", [3]),
        ("go ahead with the mail to Ama", "confirm", [3]),
        ("the mail to Ama, yes please", "confirm", [3]),
        ("oui pour le mail à Ama", "confirm", [3]),
        ("confirme le formulaire clinic", "confirm", [1]),
        ("submit the gym form", "confirm", [2]),
        ("confirm the lunch with Yaw", "confirm", [4]),
        ("cancel the invitation to Yaw", "cancel", [4]),
        ("confirm the form", "confirm", [1, 2]),
        ("yes to the form", "confirm", [1, 2]),
        ("confirm the clinic form and the mail to Ama", "confirm", [1, 3]),
        ("cancel both forms", "cancel", [1, 2]),
        ("confirm form 2", "confirm", [2]),
        ("confirm the mail about the harbour", "confirm", [6]),
        ("cancel the request about my sister", "cancel", [5]),
        ("cancel the fact about my sister", "cancel", []),
        ("cancel the dentist appointment", "cancel", []),
        ("cancel the meeting with Kojo", "cancel", []),
        ("send the mail to Kojo", "confirm", []),
        ("accept the invitation to Yaw", "confirm", []),
        ("drop the lunch with Yaw", "cancel", []),
        ("forget my sister's name", "cancel", []),
        ("confirm the booking with Kojo", "confirm", []),
    ],
)
def test_what_is_named_is_meant(text: str, verb: str, numbers: list[int]) -> None:
    assert _numbers(text) == (verb, numbers)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("confirm the last one", [-1]),
        ("drop the first one", [0]),
        ("send the second", [1]),
        ("cancel the third request please", [2]),
        ("approve the most recent one", [-1]),
        ("yes to the second one", [1]),
        ("confirm the first and the third", [0, 2]),
        ("cancel the 2nd", [1]),
        ("confirme le dernier", [-1]),
        ("envoie le deuxième", [1]),
        ("the first one: no", [0]),
    ],
)
def test_a_place_in_what_was_shown(text: str, places: list[int]) -> None:
    named = named_in(text)
    assert decision_in(text) is None
    assert named is not None
    assert named.by_place
    assert [one.place for one in named.named] == places


@pytest.mark.parametrize(
    "text",
    ["send a mail to Ama", "cancel another form", "confirm the form?", "no, the second one", "no milk", "milk", "send mail to Ama", "drop in on Ama", "cancel", "cancel it if it rains", "confirm the form " * 9, "fill in the clinic form", "write the mail to Ama", "make it the second"],
)  # fmt: skip
def test_what_orders_or_asks_something_else_names_none(text: str) -> None:
    assert named_in(text) is None


def test_other_peoples_words_make_it_one_of_several_and_bear_out_no_yes() -> None:
    one = about("the gym form")
    assert one is not None
    tricked = replace(CLINIC, others="send the form “Gym” at https://clinic.example")
    assert meant(one, [tricked, GYM], own=False) == [tricked, GYM]
    assert meant(one, ALL, own=True) == [GYM]
    assert meant(one, [TAINTED], own=True) == []


def test_places_are_counted_among_what_they_name() -> None:
    first, last, other = (about(text) for text in ("the second form", "the last", "the other one"))
    assert first
    assert last
    assert other
    order = [AMA, CLINIC, YAW, GYM]
    assert placed(first, meant(first, order, own=False), []) == [GYM]
    assert placed(last, order, []) == [GYM]
    assert placed(last, order, [YAW]) == [YAW]
    assert placed(other, [AMA, CLINIC], [CLINIC]) == [AMA]
    assert placed(other, order, [CLINIC]) == []


def test_several_decisions_in_one_message() -> None:
    found = several_in("confirm 3 and cancel the clinic form")
    assert [one.verb for one in found] == ["confirm", "cancel"]
    assert several_in("confirm 3 and cancel my dentist appointment if it rains") == ()
    assert several_in("confirm 3") == ()
