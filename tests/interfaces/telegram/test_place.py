"""Addresses of chats, and threads in them."""

import pytest

from app.interfaces.telegram.place import Place, place_at


@pytest.mark.parametrize(
    ("address", "place"),
    [("1001", Place(1001)), ("-100200", Place(-100200)), ("-100200/7", Place(-100200, 7))],
)
def test_an_address_names_a_chat_and_perhaps_a_thread(address: str, place: Place) -> None:
    assert place_at(address) == place


@pytest.mark.parametrize("address", ["", "x", "1/x", "local"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        place_at(address)


def test_more_than_one_person_reads_a_group() -> None:
    assert Place(-5).is_group
    assert not Place(5).is_group
