"""What of the weather somebody asks about: an umbrella, the cold, the sunset. Pure; the words are cues (`asks_…` in `words/cues.toml`)."""

import re

from app.language.cues import cues

# The narrower first: an umbrella is asked for because of the rain.
_ABOUT = ("umbrella", "sunrise", "sunset", "snow", "coat", "rain", "wind", "cold", "hot", "sun")

# What of it is watched for, and nothing else sounds like.
WATCHED = re.compile(
    r"\b(?:it(?:'s| is|'ll| will)? (?:going to |gonna |likely to )?(?:be |get |gets )?(?:rain|snow|pour|storm|windy|cold|hot|freez|frost|warm|wet)\w*"
    r"|(?:rain|snow|frost|storms?|thunderstorms?|showers|umbrella|heatwave|weather)|(?:below|under|above|over) -?\d+ ?(?:°|degrees)"
    r"|pluie|pleu\w+|neige\w*|orages?|gel|canicule|parapluie|météo)\b",
    re.IGNORECASE,
)


def asked_about(text: str) -> str:
    """A key of the forecast's answers; "" for the weather as such."""
    said = cues(text)
    return next((one for one in _ABOUT if f"asks_{one}" in said), "")
