"""What asks the world outside, as the settings say."""

from app.clock import Clock
from app.config import Settings
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.web import NO_WEB, Web


def build_web(settings: Settings, fetcher: Fetcher, clock: Clock) -> Web:
    """The ports there are; none where WEB_ACCESS is off. Nothing is asked yet."""
    if not settings.web_access:
        return NO_WEB
    return Web(fetcher=fetcher)
