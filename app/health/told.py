"""What a question about one's readings is answered with. Data, and the sentences of having nothing."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.charts.chart import Chart
from app.health.figures import Known
from app.health.metrics import BY_NAME, Metric
from app.health.wording import joined

NO_DATA = (
    "No health data has come in yet. To begin, pair your phone with `./scripts/run health pair`, "
    "or bring in a Samsung Health archive with `./scripts/run health import`."
)


@dataclass(frozen=True, slots=True)
class Told:
    """Text for a chat or a terminal, and the picture beside it, where there is one."""

    text: str
    chart: Chart | None = None


def nothing_of(metric: Metric, known: Mapping[str, Known]) -> Told:
    """Where a metric never had a sample: what there is instead, or how to begin."""
    have = [row.title for row in BY_NAME.values() if row.name in known]
    if not have:
        return Told(NO_DATA)
    return Told(f"No {metric.title} has come in yet, from any device. What I have: {joined(have)}.")
