"""In which measures somebody reckons, by the country of their locale and their time zone. Pure."""

import re

_SAID = re.compile(
    r"(?<!\w)(?:(?P<celsius>celsius|celcius|centigrade|metric|métrique|°\s?c|degrees c|degrés c)|(?P<fahrenheit>fahrenheit|farenheit|imperial|°\s?f|degrees f))(?!\w)",
    re.IGNORECASE,
)
_MILES = {"US": "", "LR": "", "GB": "Europe/London"}
_FAHRENHEIT = frozenset(("US", "LR", "BS", "BZ", "KY", "PW", "FM", "MH"))


def in_miles(locale: str, time_zone: str) -> bool:
    """Whether miles are meant: many who live elsewhere write the English of Britain."""
    zone = _MILES.get(_country(locale))
    return zone is not None and zone in ("", time_zone)


def in_fahrenheit(locale: str) -> bool:
    """Whether degrees are Fahrenheit's, and rain is measured in inches."""
    return _country(locale) in _FAHRENHEIT


def fahrenheit_said(text: str) -> bool | None:
    """Whether words ask for Fahrenheit's degrees, or for Celsius'; None where they ask for neither."""
    said = _SAID.search(text)
    return None if said is None else said["fahrenheit"] is not None


def _country(locale: str) -> str:
    return locale.replace("_", "-").partition("-")[2].upper()
