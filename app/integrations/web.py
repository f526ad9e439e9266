"""What there is to ask the world outside with: one port a thing, None where that is switched off."""

from dataclasses import dataclass

from app.integrations.browser.port import Browser
from app.integrations.maps.port import Maps
from app.integrations.news.port import News
from app.integrations.pages.port import Pages
from app.integrations.search.port import WebSearch
from app.integrations.weather.port import Weather


@dataclass(frozen=True, slots=True)
class Web:
    """The ports of a process."""

    weather: Weather | None = None
    search: WebSearch | None = None
    pages: Pages | None = None
    maps: Maps | None = None
    news: News | None = None
    browser: Browser | None = None


NO_WEB = Web()
