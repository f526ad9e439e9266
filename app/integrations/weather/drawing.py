"""A forecast as pictures: temperatures as lines, rain as bars. Data only, and none of fewer than two points."""

from app.charts.chart import Chart, Series
from app.integrations.weather.asked import Told, Units
from app.integrations.weather.port import Day, Hour

_LEAST = 2
_WORTH_SHOWING = 20  # per cent


def charts(asked: Told, units: Units, heading: str) -> list[Chart]:
    """Of several days their highest and lowest temperatures; of one day its hours; with the chance of rain where there is any."""
    days = asked.days if len(asked.days) > 1 else []
    made = _of_days(days, units, heading) if days else _of_hours(_hours_shown(asked), units, heading)
    return [one for one in made if len(one.labels) >= _LEAST]


def _hours_shown(asked: Told) -> list[Hour]:
    if not asked.stretch.is_now:
        return asked.hours
    today = asked.forecast.now.at.date()
    return [one for one in asked.forecast.hours if one.at.date() == today]


def _of_days(days: list[Day], units: Units, heading: str) -> list[Chart]:
    labels = tuple(f"{one.on:%a} {one.on.day}" for one in days)
    high, low = tuple(units.value(one.highest) for one in days), tuple(units.value(one.lowest) for one in days)
    said = f"from {min(low):.0f} to {max(high):.0f} {units.sign}"
    picture = Chart(
        "line",
        heading,
        units.sign,
        labels,
        (Series("Highest", high), Series("Lowest", low, role="second")),
        alt=f"{heading}: {said} over {len(days)} days.",
    )
    return [picture, *_rain([one.rain_chance for one in days], labels, heading)]


def _of_hours(hours: list[Hour], units: Units, heading: str) -> list[Chart]:
    labels = tuple(f"{one.at:%H}" for one in hours)
    values = tuple(units.value(one.temperature) for one in hours)
    if not values:
        return []
    said = f"from {min(values):.0f} to {max(values):.0f} {units.sign}"
    picture = Chart("line", heading, units.sign, labels, (Series("Temperature", values),), alt=f"{heading}: {said}.")
    return [picture, *_rain([one.rain_chance for one in hours], labels, heading)]


def _rain(chances: list[float | None], labels: tuple[str, ...], heading: str) -> list[Chart]:
    most = max((one for one in chances if one is not None), default=0)
    if most < _WORTH_SHOWING:
        return []
    return [
        Chart(
            "bars",
            f"{heading}: chance of rain",
            "%",
            labels,
            (Series("Chance of rain", tuple(chances)),),
            alt=f"The chance of rain, {most:.0f}% at its highest.",
        )
    ]
