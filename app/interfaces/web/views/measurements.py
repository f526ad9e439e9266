"""Health: what was measured. A metric over a time as a picture, the newest of each against what is usual, and where it all comes from.

Reads only: measurements are erased by word or command, never from here. No word on what a figure means.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from app.charts.chart import Chart
from app.health.access import FROM_SETTING
from app.health.drawing import all_days, chart_of_days, chart_of_nights
from app.health.figures import Known, Newest
from app.health.freshness import fresh, is_stale
from app.health.import_report import report_of
from app.health.metrics import BY_NAME, METRICS, Metric
from app.health.over_time import Asked, over_days
from app.health.reading import HealthReading
from app.health.sleeping import SLEEP, Nights, slept
from app.health.wording import ago, amount, label, moment, spread, title
from app.interfaces.web.views.viewer import Viewer
from app.learning.turn_log import readable
from app.memory.records import HealthBackfill, HealthSender

RANGES = (7, 30, 90, 365)
_USUAL = 30
_DAY = timedelta(days=1)
_FIRST = ("steps", "sleep_session", "resting_heart_rate", "hrv_rmssd", "heart_rate", "weight")
_OF_DAYS = ("sum", "exercise", "sleep")  # whose newest figure is that of a day, and not the newest sample
_IMPORTS = 10
_NAME = 120
_STATUS = {
    "waiting": "waits",
    "running": "is being read",
    "done": "done",
    "cancelled": "stopped",
    "failed": "failed",
    "undone": "taken back",
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """A metric over the last so many days, today with them."""

    metric: Metric
    days: int

    def address(self, **other: Any) -> str:
        """Of the page that shows it, with something else in it."""
        return f"/measurements?{urlencode({'metric': self.metric.name, 'days': self.days, **other})}"


def chosen(query: Mapping[str, str], known: Mapping[str, Known]) -> Chosen | None:
    """What an address asks for; else the first there is. None where nothing was ever measured."""
    ordered = _ordered(known)
    if not ordered:
        return None
    metric = BY_NAME.get(query.get("metric", ""), ordered[0])
    days = query.get("days", "")
    return Chosen(metric, int(days) if days in map(str, RANGES) else _USUAL)


async def view(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """All of it."""
    reading = reading_of(seen)
    known = await reading.known()
    shown = chosen(query, known)
    values = {
        "title": "Health",
        "senders": [_sender(one, seen) for one in await _senders(seen)],
        "imports": [_import(row, seen) for row in await seen.store.health_backfills.newest(seen.user.id, _IMPORTS)],
        "set_aside": await seen.store.health_set_aside.count(seen.user.id),
    }
    if shown is None:
        return values
    await reading.prepare()
    picture = await chart(reading, shown)
    text = await _told(reading, shown, seen)
    return values | {
        "metric": title(shown.metric),
        "words": text,
        "picture": _addresses(shown, picture) if picture is not None else None,
        "ranges": [
            {"label": _range(days), "href": shown.address(days=days), "current": days == shown.days} for days in RANGES
        ],
        "tiles": [await _tile(reading, metric, shown, seen) for metric in _ordered(known)],
        "devices": _devices(known, seen),
    }


def reading_of(seen: Viewer) -> HealthReading:
    """What the viewer's samples say."""
    return HealthReading(seen.store, seen.house.database, seen.user, seen.now)


async def chart(reading: HealthReading, shown: Chosen) -> Chart | None:
    """The picture; None where there is too little for one."""
    days = all_days(*_span(reading, shown))
    if shown.metric.name == SLEEP.name:
        nights = await reading.nights(days[0], days[-1])
        usual = await reading.sleep_baseline(days[0]) or await reading.sleep_baseline(reading.today)
        return chart_of_nights({night.day: night for night in nights}, days, usual)
    figures = await reading.days(shown.metric.name, days[0], days[-1])
    usual = await reading.baseline(shown.metric.name, days[0]) or await reading.baseline(
        shown.metric.name, reading.today
    )
    return chart_of_days(shown.metric, {figure.day: figure.number for figure in figures}, days, usual)


def _span(reading: HealthReading, shown: Chosen) -> tuple[date, date]:
    return reading.today - _DAY * (shown.days - 1), reading.today


async def _told(reading: HealthReading, shown: Chosen, seen: Viewer) -> str:
    """The same in words, as the conversation says it."""
    first, last = _span(reading, shown)
    if shown.metric.name == SLEEP.name:
        return (await slept(Nights(reading, first, last, seen.local_now))).text
    return (await over_days(Asked(reading, shown.metric, first, last, seen.local_now))).text


def _addresses(shown: Chosen, picture: Chart) -> dict[str, str]:
    of = {"metric": shown.metric.name, "days": shown.days}
    addresses = {frame: f"/measurements/chart.svg?{urlencode({**of, 'frame': frame})}" for frame in ("wide", "narrow")}
    return addresses | {"alt": picture.alt}


async def _tile(reading: HealthReading, metric: Metric, shown: Chosen, seen: Viewer) -> dict[str, Any]:
    """The newest of a metric, against what is usual."""
    newest, now = await reading.newest(metric.name), seen.local_now
    usual = await reading.baseline(metric.name, reading.today)
    said = ""
    if usual is not None:
        said = f"usually {spread(metric, usual.low, usual.high)}"
    return {
        "title": title(metric),
        "href": Chosen(metric, shown.days).address(),
        "current": metric.name == shown.metric.name,
        "figure": await _figure(reading, metric, newest),
        "usual": said,
        "fresh": fresh(metric, newest, now)
        if newest and is_stale(metric, newest, now)
        else moment(newest.at, now)
        if newest
        else "",
        "stale": newest is not None and is_stale(metric, newest, now),
    }


async def _figure(reading: HealthReading, metric: Metric, newest: Newest | None) -> str:
    """Of amounts the newest day's, of the rest the newest measurement."""
    if newest is None:
        return "–"
    if metric.aggregate not in _OF_DAYS:
        return amount(metric, newest.number, newest.detail)
    day = newest.at.date()
    figures = await reading.days(metric.name, day - _DAY, day + _DAY)
    return amount(metric, figures[-1].number) if figures else "–"


def _ordered(known: Mapping[str, Known]) -> list[Metric]:
    names = [
        *(name for name in _FIRST if name in known),
        *(row.name for row in METRICS if row.name in known and row.name not in _FIRST),
    ]
    return [BY_NAME[name] for name in names if name in BY_NAME]


def _devices(known: Mapping[str, Known], seen: Viewer) -> list[dict[str, str]]:
    """Each device, what it measures and when anything of it came last."""
    found: dict[str, list[Known]] = {}
    for one in known.values():
        for device in dict.fromkeys(one.devices):
            found.setdefault(device, []).append(one)
    return [
        {
            "name": label(device),
            "metrics": ", ".join(BY_NAME[one.metric].title for one in ones if one.metric in BY_NAME),
            "came": _when(max(one.received_at for one in ones), seen),
        }
        for device, ones in found.items()
    ]


async def _senders(seen: Viewer) -> list[HealthSender]:
    """Those whose secret opens something now."""
    senders = await seen.store.health_senders.everything(seen.user.id)
    return [one for one in senders if one.name != FROM_SETTING or seen.settings.health_secret]


def _sender(one: HealthSender, seen: Viewer) -> dict[str, str]:
    return {
        "name": readable(one.name, _NAME)[0],
        "since": seen.day(one.created_at),
        "used": f"last sent {_when(one.used_at, seen)}" if one.used_at else "has sent nothing yet",
    }


def _import(row: HealthBackfill, seen: Viewer) -> dict[str, Any]:
    report = report_of(row)
    return {
        "name": readable(report.file, _NAME)[0],
        "status": _STATUS.get(report.status, report.status),
        "percent": round(report.percent, 1),
        "running": report.status in ("waiting", "running"),
        "counts": f"{report.kept:,} kept, {report.doubled:,} there already, {report.refused:,} refused, of {report.read:,} read",
        "problem": report.problem,
        "at": seen.said(row.created_at),
    }


def _when(at: Any, seen: Viewer) -> str:
    age = seen.now - at
    return ago(age) if age < _DAY else moment(at, seen.local_now)


def _range(days: int) -> str:
    return {7: "A week", 30: "30 days", 90: "90 days", 365: "A year"}[days]
