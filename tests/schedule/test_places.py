"""The table of places."""

from app.schedule.places import PLACES, UNIQUE_ABBREVIATIONS
from app.schedule.zones import is_zone


def test_every_place_leads_to_a_real_zone() -> None:
    assert all(is_zone(zone) for zone in (*PLACES.values(), *UNIQUE_ABBREVIATIONS.values()))


def test_names_are_written_as_they_are_looked_up() -> None:
    assert all(name == name.casefold() and "." not in name for name in PLACES)
