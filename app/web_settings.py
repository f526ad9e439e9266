"""The settings of what is asked of the world outside: search, weather, ways and the browser. `config.Settings` has them as its own.
Reads nothing itself."""

from pydantic import BaseModel, Field, SecretStr

EXA = "https://api.exa.ai"
BRAVE = "https://api.search.brave.com"
LINKUP = "https://api.linkup.so"
TAVILY = "https://api.tavily.com"
DUCKDUCKGO = "https://api.duckduckgo.com"
WIKIPEDIA = "https://{language}.wikipedia.org"
OPEN_METEO = "https://api.open-meteo.com"
OPEN_METEO_PLACES = "https://geocoding-api.open-meteo.com"
WEATHERAPI = "https://api.weatherapi.com"
NOMINATIM = "https://nominatim.openstreetmap.org"
NEWS_SEARCH = (
    "https://news.google.com/rss/search?q={query}&hl={language}&gl={country}&ceid={country}:{language},"
    "https://www.bing.com/news/search?q={query}&format=rss&setlang={language}"
)
NEWS_FRONTS = "https://news.google.com/rss?hl={language}&gl={country}&ceid={country}:{language},https://feeds.bbci.co.uk/news/rss.xml"
OSRM = "https://routing.openstreetmap.de/routed-{mode}"
GOOGLE_MAPS = "https://maps.googleapis.com"


class WebSettings(BaseModel):
    """Who is asked about the world outside, and with which keys. Each has somebody to ask without any."""

    # --- The world outside ------------------------------------------------------------------------------------------
    web_access: bool = Field(
        True,
        description="Whether pages, search, weather, ways and news are asked for when you want them; false: Kwasi asks nobody outside about the world.",
    )
    exa_api_key: SecretStr | None = Field(None, description="Key for searching with Exa, the first that is asked.")
    brave_api_key: SecretStr | None = Field(None, description="Key for Brave Search, the second.")
    linkup_api_key: SecretStr | None = Field(None, description="Key for Linkup, the third.")
    tavily_api_key: SecretStr | None = Field(None, description="Key for Tavily, the fourth.")
    searxng_url: str = Field(
        "",
        description="A SearXNG server with its JSON format switched on, the fifth; it may stand in your own network.",
    )
    exa_url: str = Field(EXA, description="Base URL of Exa, for a gateway of your own.")
    brave_url: str = Field(BRAVE, description="Base URL of Brave Search, for a gateway of your own.")
    linkup_url: str = Field(LINKUP, description="Base URL of Linkup, for a gateway of your own.")
    tavily_url: str = Field(TAVILY, description="Base URL of Tavily, for a gateway of your own.")
    duckduckgo_url: str = Field(
        DUCKDUCKGO, description="Base URL of DuckDuckGo's instant answers, asked with Wikipedia where there is no key."
    )
    wikipedia_url: str = Field(
        WIKIPEDIA, description="Base URL of Wikipedia or another MediaWiki; {language} is the reader's language."
    )
    weatherapi_key: SecretStr | None = Field(
        None, description="Key for WeatherAPI, asked before Open-Meteo, which needs none."
    )
    weatherapi_url: str = Field(WEATHERAPI, description="Base URL of WeatherAPI, for a gateway of your own.")
    open_meteo_url: str = Field(OPEN_METEO, description="Base URL of Open-Meteo, for a server of your own.")
    open_meteo_places_url: str = Field(
        OPEN_METEO_PLACES, description="Base URL of Open-Meteo's search for places, for a server of your own."
    )
    google_maps_api_key: SecretStr | None = Field(
        None, description="Key for Google Maps: ways with traffic, buses and trains. Without it OpenStreetMap is asked."
    )
    google_maps_url: str = Field(GOOGLE_MAPS, description="Base URL of Google Maps, for a gateway of your own.")
    nominatim_url: str = Field(
        NOMINATIM, description="Base URL of a Nominatim server, which finds places on OpenStreetMap."
    )
    osrm_url: str = Field(
        OSRM,
        description="Base URL of an OSRM server, which finds ways on OpenStreetMap; {mode} is car, foot or bike. Without it: cars alone.",
    )
    news_search_urls: str = Field(
        NEWS_SEARCH,
        description="Feeds, comma-separated, that are asked about a topic in that order; {query}, {language} and {country} are filled in.",
    )
    news_front_urls: str = Field(
        NEWS_FRONTS, description="Feeds, comma-separated, that have the headlines, in the order they are asked."
    )
    browser_path: str = Field(
        "", description="The Chromium that reads pages which need one and fills in forms; empty: the one installed."
    )
    browser_cdp_url: str = Field(
        "", description="A browser that already runs elsewhere, by its DevTools address, such as http://127.0.0.1:9222."
    )
    browser_allowed_domains: str = Field(
        "",
        description="Domains, comma-separated, that the browser may open, with their subdomains; empty: all outside.",
    )
