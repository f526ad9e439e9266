"""Addresses."""

import pytest

from app.interfaces.slack.place import Place, place_at


def test_an_address_is_a_person_or_a_thread() -> None:
    assert place_at("U0ANA") == Place("U0ANA")
    assert place_at("W0ANA/1.5").is_person
    assert place_at("C0GARDEN/1700000000.000100") == Place("C0GARDEN", "1700000000.000100")
    assert not place_at("G0GROUP/1.5").is_person


@pytest.mark.parametrize("address", ["", "u0ana", "U0ANA/", "U0ANA/x", "U0ANA/1.5/2", "../x", "U0ANA\n", "77"])
def test_anything_else_is_none(address: str) -> None:
    with pytest.raises(ValueError, match="no address"):
        place_at(address)
