"""Wall clock to UTC and back, and the zone of a named place.

Invariant: every wall-clock time has exactly one UTC time. A time the spring change skips moves forward by the gap
(02:30 becomes 03:30); a time the autumn change repeats is the first of the two. Does not know whose zone it is.
"""

import re
import tomllib
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

_SAID = tomllib.loads(Path(__file__).with_name("places.toml").read_text(encoding="utf-8"))
PLACES, ABBREVIATIONS = (
    {name: zone for zone, names in _SAID[table].items() for name in names.split("|")}
    for table in ("places", "abbreviations")
)
_OFFSET = re.compile(r"(?:utc|gmt)\s*([+-])\s*(\d{1,2})(?::?(00|15|30|45))?\Z")
_FILLER = re.compile(r"\b(?:time zone|timezone|time|the|in|city of|right now|now)\b")
_MAX_OFFSET_HOURS = 14


def to_utc(local_naive: datetime, zone: tzinfo) -> datetime:
    """The UTC time at which the wall clock in `zone` shows `local_naive`, under the gap and fold policy above."""
    # fold=0 means "the offset before the change": inside a gap that moves the clock forward by the gap, inside a
    # fold it picks the first of the two, which is the policy wanted in both cases.
    return local_naive.replace(tzinfo=zone, fold=0).astimezone(UTC)


def to_local(utc: datetime, zone: tzinfo) -> datetime:
    """An aware time, shown on the wall clock of `zone`."""
    return utc.astimezone(zone)


def localise(local_naive: datetime, zone: tzinfo) -> datetime:
    """The wall-clock time as an aware time that really exists in `zone`."""
    return to_utc(local_naive, zone).astimezone(zone)


def is_zone(name: str) -> bool:
    """Whether `name` is an IANA zone name this machine knows ("Europe/Paris")."""
    return name in _zone_names()


def find_zone(place: str) -> str | None:
    """The IANA zone of a city, country, US state, abbreviation or UTC offset; None when unknown or ambiguous."""
    name = _plain(place)
    offset = _OFFSET.match(name)
    if offset:
        return _offset_zone(offset)
    bare = " ".join(_FILLER.sub(" ", name).split())
    # Places first: IANA also knows "EST" as a zone without summer time, which is not what people mean by it.
    return _lookup(name) or _lookup(bare) or (place if is_zone(place) else None)


def open_zone(name: str) -> tzinfo:
    """The zone object of a name that `find_zone` returned."""
    return ZoneInfo(name)


def offset_at(zone: tzinfo, moment: datetime) -> timedelta:
    """How far `zone` is ahead of UTC at an aware moment."""
    return moment.astimezone(zone).utcoffset() or timedelta(0)


def _lookup(name: str) -> str | None:
    if not name:
        return None
    return PLACES.get(name) or ABBREVIATIONS.get(name) or _cities().get(name)


def _plain(place: str) -> str:
    return " ".join(place.replace("_", " ").replace(".", "").casefold().strip(" ?!,'").split())


def _offset_zone(match: re.Match[str]) -> str | None:
    sign, hours, minutes = match.group(1), int(match.group(2)), int(match.group(3) or 0)
    if hours > _MAX_OFFSET_HOURS:
        return None
    if minutes:
        return _half_hour_zone(sign, hours, minutes)
    if hours == 0:
        return "Etc/UTC"
    # Etc names carry the sign of POSIX: UTC+2 is called Etc/GMT-2.
    name = f"Etc/GMT{'-' if sign == '+' else '+'}{hours}"
    return name if is_zone(name) else None


_HALF_HOUR_ZONES = {
    330: "Asia/Kolkata",
    345: "Asia/Kathmandu",
    270: "Asia/Kabul",
    390: "Asia/Yangon",
    570: "Australia/Darwin",
    525: "Australia/Eucla",
    -570: "Pacific/Marquesas",
}


def _half_hour_zone(sign: str, hours: int, minutes: int) -> str | None:
    """Zones off the full hour have no Etc name; those without daylight saving stand for their offset."""
    total = (hours * 60 + minutes) * (1 if sign == "+" else -1)
    return _HALF_HOUR_ZONES.get(total)


@cache
def _zone_names() -> frozenset[str]:
    return frozenset(available_timezones())


@cache
def _cities() -> dict[str, str]:
    """City part of each IANA name; a city that names two different zones is left out."""
    cities: dict[str, str] = {}
    for name in sorted(_zone_names()):
        area, _, city = name.rpartition("/")
        if not area or area.startswith(("Etc", "SystemV", "posix", "right")):
            continue
        plain = city.replace("_", " ").casefold()
        cities.setdefault(plain, name)
    return cities
