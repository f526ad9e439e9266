"""Time zones as Microsoft names them, and as we do. Invariant: a name that means nothing is the reader's zone."""

from datetime import UTC, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from app.integrations.calendar.writing import zone_of
from app.integrations.calendar.zones import Zones
from app.schedule.zones import to_utc

_OWN = "tzone://microsoft/"
_UTC = frozenset(("", "utc", "tzone://microsoft/utc", "etc/utc"))


def zone_named(name: str, default: ZoneInfo) -> ZoneInfo:
    """The zone of a name of Windows' or of IANA's; `default` for one that only its calendar knows."""
    plain = name.strip().casefold()
    if plain in _UTC:
        return ZoneInfo("UTC")
    if plain.startswith(_OWN):
        return default
    found, _ = Zones((), default).find(name)
    return found if isinstance(found, ZoneInfo) else default


def wall_in(when: datetime, name: str) -> dict[str, str]:
    """A dateTimeTimeZone: what the clock shows in the zone of that IANA name, else in the time's own, else in UTC."""
    zone: tzinfo = zone_of(when, name) or UTC
    local = when.astimezone(zone).replace(tzinfo=None)
    if to_utc(local, zone) != when.astimezone(
        UTC
    ):  # the second pass of an hour that comes twice has no name on the wall
        zone, local = UTC, when.astimezone(UTC).replace(tzinfo=None)
    return {"dateTime": local.strftime("%Y-%m-%dT%H:%M:%S"), "timeZone": written(getattr(zone, "key", "UTC"))}


def written(name: str) -> str:
    """Windows' name for a zone where it has one, which every Exchange knows; else IANA's, as Graph takes those too."""
    return "UTC" if name.casefold() in _UTC else _windows().get(name, name)


@cache
def _windows() -> dict[str, str]:
    from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON  # half a second, for who writes times

    found: dict[str, str] = {}
    for windows, name in WINDOWS_TO_OLSON.items():
        found.setdefault(name, windows)
    return found
