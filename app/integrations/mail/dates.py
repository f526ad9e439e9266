"""When a message says it was sent, in whatever form its program wrote that. Pure; never raises.

Date, time of day and offset are looked for each by itself, since programs put them in any order and forget any of them. A time without
an offset is UTC, as the standard has it. What no calendar has is None, never a guess.
"""

import re
from datetime import UTC, datetime, timedelta, timezone

_MONTHS = {name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
_MONTH = "(?P<month>" + "|".join(_MONTHS) + r")[a-z]{0,6}\.?"
_DAY = r"(?<!\d)(?P<day>\d{1,2})(?:[snrt][tdh])?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?<!\d)(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)",
        rf"{_DAY}[ ./-]{{0,3}}{_MONTH}[ ,./-]{{0,3}}(?P<year>\d{{2,4}})(?![\d:.])",
        rf"(?<![a-z]){_MONTH} {{1,3}}{_DAY}(?!\d)[^+\d]{{0,3}}(?:(?:\d{{1,2}}:){{1,2}}\d{{1,2}}\S{{0,4}} )?[^+\d]{{0,6}}(?P<year>\d{{4}})(?!\d)",
        r"(?<!\d)(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})(?!\d)",
        r"(?<!\d)(?P<day>1[3-9]|2\d|3[01])/(?P<month>\d{1,2})/(?P<year>\d{4})(?!\d)",
        r"(?<!\d)(?P<month>\d{1,2})/(?P<day>1[3-9]|2\d|3[01])/(?P<year>\d{4})(?!\d)",
    )
)
_CLOCK = re.compile(
    r"(?<![\d.+-])(?P<hour>\d{1,2})[:.](?P<minute>\d{1,2})(?:[:.](?P<second>\d{1,2}))?(?:[.,]\d{1,9})?(?![\d.]\d)"
    r" ?(?P<half>[ap])?(?:\.?m\b)?",
    re.IGNORECASE,
)
_BASIC = re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})")
_OFFSET = re.compile(r"(?P<sign>[+-]) ?(?P<hours>\d{1,2}):?(?P<minutes>\d{2})?(?!\d)")
_ENDLESS = re.compile(r"[+-] ?\d{5}")
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_ZONES = {
    **dict.fromkeys("z ut utc gmt wet".split(), 0),
    **dict.fromkeys("bst cet mez west".split(), 60),
    **dict.fromkeys("cest mesz eet sast".split(), 120),
    **dict.fromkeys("eest msk".split(), 180),
    **dict.fromkeys("ast edt".split(), -240),
    **dict.fromkeys("est cdt".split(), -300),
    **dict.fromkeys("cst mdt".split(), -360),
    **dict.fromkeys("mst pdt".split(), -420),
    "adt": -180,
    "pst": -480,
    "hst": -600,
    "jst": 540,
    "kst": 540,
    "hkt": 480,
    "sgt": 480,
    "aest": 600,
    "aedt": 660,
}
_LONGEST = 200
_YEARS = range(1900, 3000)


def date_of(text: str) -> datetime | None:
    """The moment, aware and with the offset as written; None for none, or for one that can't be."""
    line = _BASIC.sub(r"\1-\2-\3 \4:\5:\6", " ".join(text[:_LONGEST].split()))
    line = re.sub(r"(?<=\d)T(?=\d)", " ", line)
    day = next((found for form in _FORMS if (found := form.search(line))), None)
    if day is None:
        return None
    spared = " " * (day.end() - day.start())
    rest = line[: day.start()] + spared + line[day.end() :] if ":" not in day[0] else line
    clock = _CLOCK.search(rest)
    zone = _zone(rest[clock.end() :] if clock else "")
    moment = _moment(day.groupdict(), clock.groupdict() if clock else {})
    return moment.replace(tzinfo=zone) if moment and zone else None


def _moment(day: dict[str, str | None], clock: dict[str, str | None]) -> datetime | None:
    """The time on the wall; None where the calendar or the clock has no such."""
    written = (day["month"] or "").lower()
    month = _MONTHS.get(written) or int(written)
    hour, minute, second = (int(clock.get(unit) or 0) for unit in ("hour", "minute", "second"))
    if half := (clock.get("half") or "").lower():
        hour = hour % 12 + (12 if half == "p" else 0) if 1 <= hour <= 12 else hour
    year = _full(day["year"] or "")
    try:
        return datetime(year, month, int(day["day"] or 0), hour, minute, min(second, 59)) if year in _YEARS else None  # noqa: DTZ001
    except ValueError:
        return None


def _full(year: str) -> int:
    """A year of two or three digits as the standard reads it."""
    if len(year) == 4:
        return int(year)
    return int(year) + (2000 if len(year) == 2 and int(year) < 50 else 1900)


def _zone(behind: str) -> timezone | None:
    """The offset in what stands behind the time; UTC where none does, None for one that no place could have."""
    if _ENDLESS.search(behind):
        return None
    if found := _OFFSET.search(behind):
        minutes = int(found["hours"]) * 60 + int(found["minutes"] or 0)
        if minutes >= 24 * 60 or int(found["minutes"] or 0) > 59:
            return None
        return timezone(timedelta(minutes=-minutes if found["sign"] == "-" else minutes)) if minutes else UTC
    named = (_ZONES[word.lower()] for word in _WORD.findall(behind) if word.lower() in _ZONES)
    return timezone(timedelta(minutes=next(named, 0)))
