"""What of the weather somebody asks about: an umbrella, the cold, the sunset. Pure; the words are cues (`asks_…` in `words/cues.toml`)."""

from app.language.cues import cues

# The narrower first: an umbrella is asked for because of the rain.
_ABOUT = ("umbrella", "sunrise", "sunset", "snow", "coat", "rain", "wind", "cold", "hot", "sun")


def asked_about(text: str) -> str:
    """A key of the forecast's answers; "" for the weather as such."""
    said = cues(text)
    return next((one for one in _ABOUT if f"asks_{one}" in said), "")
