"""The words of a message that as a whole can't be read."""

from typing import Any

import pytest

from app.interfaces.telegram.salvage import salvaged
from tests.interfaces.telegram.house import ANA, NOON

MESSAGE = {"message_id": 7, "from": {"id": ANA, "first_name": "Ana"}, "chat": {"id": ANA, "type": "private"}}


def test_words_are_taken() -> None:
    said = salvaged({"update_id": 1, "message": {**MESSAGE, "text": "milk", "novelty": {}}}, NOON)
    assert said is not None
    assert (said.text, said.sender.id, said.address, said.external_id) == ("milk", str(ANA), "1001", "1001:7")
    assert said.untrusted == ""


def test_a_caption_is_words_too() -> None:
    said = salvaged({"message": {**MESSAGE, "caption": "this one"}}, NOON)
    assert said is not None
    assert said.text == "this one"


@pytest.mark.parametrize("field", ["forward_origin", "quote", "reply_to_message"])
def test_what_may_be_others_words_is_not_trusted(field: str) -> None:
    said = salvaged({"message": {**MESSAGE, "text": "pay them", field: {}}}, NOON)
    assert said is not None
    assert said.untrusted


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        MESSAGE,
        {**MESSAGE, "text": " "},
        {**MESSAGE, "text": ["milk"]},
        {**MESSAGE, "text": "milk", "message_id": "7"},
        {**MESSAGE, "text": "milk", "from": None},
        {**MESSAGE, "text": "milk", "chat": {"id": -5, "type": "group"}},
        {**MESSAGE, "text": "milk", "chat": {"id": 5, "type": "private"}},
    ],
)
def test_what_is_uncertain_is_left(message: Any) -> None:
    assert salvaged({"update_id": 1, "message": message}, NOON) is None
