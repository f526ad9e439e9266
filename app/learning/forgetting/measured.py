"""Measurements in a forgetting: which of them somebody means, how many those are, and taking them away.

They go with everything, with everything of a time, and where somebody says measurements: "forget my weight measurements". A topic that
merely is a metric's name ("forget my weight") takes what was said of it and leaves years of measurements alone; the card says how to
take those too. There are millions: they are counted and removed by metric and time, never looked through.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from app.health.metrics import METRICS, Metric
from app.learning.forgetting.topic import Topic, topic_of
from app.memory.ports import Database
from app.memory.repositories import Repositories
from app.memory.repositories.health_rows import HealthRows
from app.memory.repositories.holdings import Stretch

_MEASURED = frozenset("measurement reading data sample value record history statistic stat".split())
_ALL_OF_THEM = (frozenset(), frozenset({"health"}), frozenset({"body"}))
_HINT = "your {count} of {title} {stay}; “forget my {title} measurements” takes {those}"


@dataclass(frozen=True, slots=True)
class Measured:
    """Samples of a metric (empty: of all) that start in a time, in milliseconds since 1970 (None: open); how many there were."""

    metric: str
    start_ms: int | None
    end_ms: int | None
    samples: int

    @property
    def everything(self) -> bool:
        """Whether nothing is left out."""
        return not self.metric and self.start_ms is None and self.end_ms is None

    def pinned(self) -> list[Any]:
        """The form that is stored."""
        return [self.metric, self.start_ms, self.end_ms, self.samples]


def measured_of(stored: Sequence[Any]) -> Measured:
    """The same again."""
    metric, start_ms, end_ms, samples = stored
    return Measured(str(metric), start_ms, end_ms, int(samples))


def metrics_meant(topic: Topic) -> list[str]:
    """The metrics whose measurements a topic names, empty text for all of them; none where it doesn't speak of measurements."""
    said = set(topic.words)
    about = frozenset(said - _MEASURED)
    if not said & _MEASURED:
        return []
    if about in _ALL_OF_THEM:
        return [""] if about or said == {"measurement"} else []  # "my data" alone may be anything
    return [metric.name for metric in METRICS if about in _names(metric)]


async def find(
    database: Database, user_id: str, *, topic: Topic | None, stretch: Stretch, everything: bool
) -> list[Measured]:
    """What of somebody's measurements a forgetting takes."""
    metrics = metrics_meant(topic) if topic else [""] if everything else []
    start, end = _ms(stretch.since), _ms(stretch.until)
    found: list[Measured] = []
    for metric in metrics:
        samples = await HealthRows(database).count(user_id, metric=metric or None, start_ms=start, end_ms=end)
        if samples or not (topic or stretch):  # what is left of measurements that are gone already goes with everything
            found.append(Measured(metric, start, end, samples))
    return found


async def hint(database: Database, user_id: str, topic: Topic | None) -> str:
    """A line where a topic is a metric's name and measurements of it stay; empty otherwise."""
    for metric in METRICS if topic else ():
        if topic and frozenset(topic.words) in _names(metric):
            samples = await HealthRows(database).count(user_id, metric=metric.name)
            if samples:
                one = samples == 1
                count = f"{samples:,} measurement{'' if one else 's'}"
                stay, those = ("stays", "it") if one else ("stay", "those")
                return _HINT.format(count=count, title=metric.title, stay=stay, those=those)
    return ""


async def erase(store: Repositories, user_id: str, measured: Sequence[Measured]) -> int:
    """Take them away; how many there were."""
    gone = 0
    for one in measured:
        if one.everything:
            await _end_imports(store, user_id)
        span = {"start_ms": one.start_ms, "end_ms": one.end_ms}
        gone += await store.health_samples.erase(user_id, metric=one.metric or None, **span)
        if not one.metric:
            await store.health_set_aside.erase(user_id, **span)
    return gone


async def _end_imports(store: Repositories, user_id: str) -> None:
    """Archives that are being read would bring it all back: their imports go, and the copies that were uploaded."""
    imports = await store.health_backfills.everything(user_id)
    await store.health_backfills.erase(user_id, [row.id for row in imports])
    for path in [Path(row.path) for row in imports if row.progress.get("upload")]:
        with suppress(OSError):
            await asyncio.to_thread(path.unlink, missing_ok=True)


def _names(metric: Metric) -> set[frozenset[str]]:
    """What people call it, each as the words of a topic."""
    said = (metric.name.replace("_", " "), metric.title, *metric.words)
    topics = (topic_of(name) for name in said)
    return {frozenset(topic.words) for topic in topics if topic}


def _ms(at: datetime | None) -> int | None:
    return None if at is None else round(at.timestamp() * 1000)
