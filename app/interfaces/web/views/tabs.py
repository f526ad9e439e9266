"""THE table of the page's tabs, in the order of the rail: where each lies, what it is called, and who looks things up for it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.interfaces.web.views import lists, measurements, memory, notes, schedules, search, settings, today
from app.interfaces.web.views.activity import view as activity
from app.interfaces.web.views.viewer import Viewer

Query = Mapping[str, str]
View = Callable[[Viewer, Query], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Tab:
    """One of them. `icon` is a symbol of `icons.svg`; `view` brings what its template `<name>.html` shows, None where other routes do;
    `in_bar`: on a phone it stands in the bar itself, the others behind "More"."""

    name: str
    path: str
    title: str
    icon: str
    view: View | None = None
    in_bar: bool = False


TABS: tuple[Tab, ...] = (
    Tab("chat", "/", "Chat", "chat", in_bar=True),
    Tab("today", "/today", "Today", "sun", today.view, in_bar=True),
    Tab("lists", "/lists", "Lists", "tick", lists.view, in_bar=True),
    Tab("schedules", "/schedules", "Reminders", "bell", schedules.view, in_bar=True),
    Tab("memory", "/memory", "Memory", "book", memory.view),
    Tab("notes", "/notes", "Notes", "page", notes.view),
    Tab("measurements", "/measurements", "Health", "heart", measurements.view),
    Tab("connections", "/connections", "Connections", "plug"),
    Tab("search", "/search", "Search", "find", search.view),
    Tab("activity", "/activity", "Activity", "list", activity.view),
    Tab("settings", "/settings", "Settings", "gear", settings.view),
)
VIEWS: Mapping[str, Tab] = {tab.path: tab for tab in TABS if tab.view is not None}
