"""Who reckons in miles and in Fahrenheit."""

import pytest

from app.language.measures import in_fahrenheit, in_miles


@pytest.mark.parametrize(
    ("locale", "zone", "miles", "fahrenheit"),
    [
        ("en-US", "America/New_York", True, True),
        ("en_US", "Europe/Paris", True, True),
        ("en-GB", "Europe/London", True, False),
        ("en-GB", "Africa/Accra", False, False),
        ("fr-FR", "Europe/Paris", False, False),
        ("en", "Africa/Accra", False, False),
    ],
)
def test_measures_go_by_country_and_zone(locale: str, zone: str, miles: bool, fahrenheit: bool) -> None:
    assert (in_miles(locale, zone), in_fahrenheit(locale)) == (miles, fahrenheit)
