"""What a turn tells the offline model beside its messages: what things of its user's accounts at work are called."""

from pydantic_ai.settings import ModelSettings

from app.language.orders.names import NONE_KNOWN, Known


class KnowingSettings(ModelSettings, total=False):
    """What a turn may say beside every other setting."""

    known: Known


def known_in(settings: ModelSettings | None) -> Known:
    """The names that these settings bring; none where they bring none."""
    known = (settings or {}).get("known")
    return known if isinstance(known, Known) else NONE_KNOWN
