"""What `doctor` says of the world outside: who is asked about it, and whether there is a browser. Looks at what is set and installed; asks nobody."""

from typing import Any

from app.errors import ToolProblem
from app.integrations.browser.chromium import driver, found_chromium
from app.interfaces.cli.finding import Finding

_WEB, _BROWSER = "the web", "browser"
_OFF = "WEB_ACCESS is off: no weather, search, pages, ways and news"
_NO_DRIVER = "none: pages that need one and forms are left out; ./scripts/browser installs what drives it"


async def web(services: Any) -> Finding:
    """Who is asked about the weather, the web, the ways."""
    asked, settings = services.web, services.settings
    if asked.search is None:
        return Finding(_WEB, "off", _OFF)
    weather = "WeatherAPI, then Open-Meteo" if settings.weatherapi_key else "Open-Meteo"
    ways = "Google Maps, then OpenStreetMap" if settings.google_maps_api_key else "OpenStreetMap"
    search = ", then ".join(asked.search.engines)
    return Finding(_WEB, "ok", f"search by {search}; weather by {weather}; ways by {ways}")


async def browser(services: Any) -> Finding:
    """Whether a page can be opened in a browser."""
    settings = services.settings
    if services.web.browser is None:
        return Finding(_BROWSER, "off", "WEB_ACCESS is off")
    if not driver():
        return Finding(_BROWSER, "off", _NO_DRIVER)
    if settings.browser_cdp_url:
        return Finding(_BROWSER, "ok", "the one at BROWSER_CDP_URL, not tried")
    try:
        path = found_chromium(settings.browser_path)
    except ToolProblem as problem:
        return Finding(_BROWSER, "broken" if settings.browser_path else "off", problem.sentence)
    return Finding(_BROWSER, "ok", f"{path}, started when it is needed")
