"""What of the weather somebody asks about: an umbrella, the cold, the sunset. Pure; the words are cues (`asks_…` in `words/cues.toml`)."""

import re

from app.language.cues import cues

# The narrower first: an umbrella is asked for because of the rain.
_ABOUT = (
    ("asks_umbrella", "umbrella"),
    ("asks_sunrise", "sunrise"),
    ("asks_sunset", "sunset"),
    ("asks_snow", "snow"),
    ("asks_coat", "coat"),
    ("asks_rain", "rain"),
    ("asks_wind", "wind"),
    ("asks_cold", "cold"),
    ("asks_hot", "hot"),
    ("asks_sun", "sun"),
)
# What of it is watched for, and nothing else sounds like.
WATCHED = re.compile(
    r"\b(?:it(?:'s| is|'ll| will)? (?:going to |gonna |likely to )?(?:be |get |gets )?(?:very |really |quite |too |so )?(?:rain|snow|pour|storm|windy|cold|hot|freez|frost|warm|wet)\w*"
    r"|(?:rain|snow|frost|storms?|thunderstorms?|showers|umbrella|heatwave|weather)|(?:below|under|above|over) -?\d+ ?(?:°|degrees)"
    r"|pluie|pleu\w+|neige\w*|orages?|gel|canicule|parapluie|météo)\b",
    re.IGNORECASE,
)


SUN = frozenset(("sunrise", "sunset"))


def asked_beside(text: str) -> str:
    """What else is asked about where the sun's times are: "wind" of "when does the sun rise, and will it blow?"; "" for nothing."""
    said = cues(text)
    found = [about for cue, about in _ABOUT if cue in said]
    return next((about for about in found if about not in SUN | {"sun"}), "") if found and found[0] in SUN else ""


def asked_about(text: str) -> str:
    """A key of the forecast's answers; "" for the weather as such."""
    said = cues(text)
    return next((about for cue, about in _ABOUT if cue in said), "")
