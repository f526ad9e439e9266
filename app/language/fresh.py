"""Whether words ask for what is new in the world: a hint that a search is wanted, and that its newest pages are. Pure; the words are cues."""

from app.language.cues import says


def wants_fresh(text: str) -> bool:
    """ "latest", "breaking", "right now", … where they are about the world and not about somebody's own day."""
    return says("asks_fresh", text)
