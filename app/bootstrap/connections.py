"""Which outside services are connected, and what to do to connect the others: one row a service.

A row names what somebody has to have. It names a setting only once that setting does something."""

from app.config import Settings

_HOW: dict[str, tuple[str, str]] = {
    "mail": ("Mail", "an IMAP, Gmail or Outlook account"),
    "calendar": ("Your calendar", "a Google, Outlook or CalDAV calendar"),
    "github": ("GitHub", "a GitHub account"),
    "news": ("News", "news topics and a search key"),
    "slack": ("Slack", "a Slack app of your own"),
    "jira": ("Jira", "a Jira account"),
    "drive": ("Drive", "a Google Drive account"),
    "meetings": ("Meeting transcripts", "a Google Drive account"),
    "diagnostics": ("My own traces", "a Logfire or Langfuse project"),
    "weather": ("The weather", "a WeatherAPI key"),
    "search": ("Web search", "a key for Exa, Brave, Linkup or Tavily, or a SearXNG server"),
}
# What is set up in another way than by a setting, and says so itself.
_SAID = {
    "health": (
        "Health data comes from your phone: `./scripts/run health pair` pairs one, `./scripts/run health import` brings in a Samsung "
        "Health archive, and `./scripts/run health` shows what has come."
    ),
}
_ALIASES = {
    "watch": "health",
    "wearable": "health",
    "web": "search",
    "email": "mail",
    "gmail": "mail",
    "outlook": "mail",
}


class SettingsConnections:
    """Connections as the settings say. None but health has its integration in this version yet."""

    def __init__(self, settings: Settings) -> None:
        """`settings` decide."""
        self._settings = settings

    def status(self, service: str) -> str:
        """One or two sentences a user may read."""
        key = _ALIASES.get(service.lower(), service.lower())
        if key in _SAID:
            return _SAID[key]
        if key not in _HOW:
            return f"I don't know a service called {service}."
        name, needs = _HOW[key]
        return (
            f"{name} isn't connected yet. It needs {needs}, and that connection comes in a later version; "
            "`./scripts/run doctor` lists what is there today."
        )
