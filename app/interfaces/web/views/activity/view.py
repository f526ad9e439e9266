"""Activity: the sections, and the first of them: all that happened, newest first, by day."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import date, datetime, time, timedelta
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from app.interfaces.web.views.activity import costs, loops, outside, replay
from app.interfaces.web.views.activity.rows import rows
from app.interfaces.web.views.viewer import Viewer
from app.language.time.wording import say_date
from app.learning.happened import past, place_before, place_of
from app.schedule.zones import localise

_MOST = 40
_DAY = timedelta(days=1)
FAILED = "failed"
_SECTIONS: Mapping[str, tuple[str, Callable[[Viewer, Mapping[str, str]], Awaitable[dict[str, Any]]]]] = {
    "talks": ("Conversations", replay.talks),
    "costs": ("Costs", costs.view),
    "loops": ("What runs", loops.view),
    "outside": ("Outside", outside.view),
}


async def view(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """The section that is asked for."""
    show = query.get("show", "")
    if session := query.get("session", ""):
        values = await replay.view(seen, session, query)
        return _framed("talks", values)
    if show in _SECTIONS:
        return _framed(show, await _SECTIONS[show][1](seen, query))
    return _framed(FAILED if query.get("only") == FAILED else "", await _everything(seen, query))


def _framed(show: str, values: dict[str, Any]) -> dict[str, Any]:
    chips = [("", "Everything", "/activity"), (FAILED, "Went wrong", f"/activity?only={FAILED}")]
    chips += [(name, title, f"/activity?show={name}") for name, (title, _) in _SECTIONS.items()]
    return {
        "title": "Activity",
        "section": show if show in _SECTIONS else "everything",
        "chips": [{"label": label, "href": href, "current": name == show} for name, label, href in chips],
        **values,
    }


async def _everything(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    day, failed = _day(query.get("day", "")), query.get("only") == FAILED
    place, since = place_of(query.get("before", "")), None
    if day is not None:
        since = localise(datetime.combine(day, time()), seen.zone)
        if "before" not in query:
            end = localise(datetime.combine(day + _DAY, time()), seen.zone)
            place = await place_before(seen.store, seen.user.id, end)
    found = await past(seen.store, seen.user.id, place, most=_MOST, since=since, in_trouble=failed)
    shown = await rows(found.happenings, seen)
    kept = {
        name: value
        for name, value in (("day", day.isoformat() if day else ""), ("only", FAILED if failed else ""))
        if value
    }
    return {
        "days": [
            {"name": _capital(say_date(each, seen.local_now)), "rows": list(of_day)}
            for each, of_day in groupby(shown, key=lambda row: row["day"])
        ],
        "day": day.isoformat() if day else "",
        "only": kept.get("only", ""),
        "newest": _address(kept) if "before" in query else "",
        "older": _address(kept | {"before": str(found.rest)}) if found.rest else "",
    }


def _day(text: str) -> date | None:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if found.year > 1970 and found.year < 9000 else None


def _address(query: Mapping[str, str]) -> str:
    return f"/activity?{urlencode(query)}" if query else "/activity"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
