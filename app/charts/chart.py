"""A chart as data: what a tool hands over beside its words, what the outbox keeps, and what the renderers draw. No drawing here."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

Kind = Literal["bars", "line", "stacked"]
# How a series is drawn: each role has its colour, in light and in dark.
Role = Literal["main", "second", "deep", "rem", "light", "asleep", "awake"]
MOST_POINTS = 400
MOST_SERIES = 6


@dataclass(frozen=True, slots=True)
class Series:
    """One row of values, one for each label of the chart; None where there is a gap, which is drawn as a gap."""

    name: str
    values: tuple[float | None, ...]
    role: Role = "main"


@dataclass(frozen=True, slots=True)
class Chart:
    """`labels` stand under the values, `unit` on the axis. `band` is the person's own usual range, from low to high.

    `alt` says in a sentence what the picture shows, for those who can't see it and for channels that show none.
    """

    kind: Kind
    title: str
    unit: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    alt: str
    band: tuple[float, float] | None = None
    band_label: str = ""

    def as_dict(self) -> dict[str, Any]:
        """JSON form, as the outbox keeps it."""
        return asdict(self)


def chart_of(data: Mapping[str, Any]) -> Chart:
    """The chart that `as_dict` gave. Raises KeyError and TypeError for anything else."""
    series: Sequence[Mapping[str, Any]] = data["series"]
    rows = tuple(Series(row["name"], tuple(row["values"]), row["role"]) for row in series)
    band = data["band"]
    return Chart(
        kind=data["kind"],
        title=data["title"],
        unit=data["unit"],
        labels=tuple(data["labels"]),
        series=rows,
        alt=data["alt"],
        band=(band[0], band[1]) if band else None,
        band_label=data["band_label"],
    )
