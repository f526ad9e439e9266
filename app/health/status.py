"""How fresh a person's measurements are: every known metric, and how long ago anything of it came. Reads only; no value is in it."""

from collections.abc import Sequence
from datetime import UTC, datetime

from app.health.metrics import METRICS, Metric
from app.health.models import MetricStatus, Status
from app.memory.records import HealthSender, HealthSeries
from app.memory.repositories import Repositories


async def status_of(store: Repositories, user_id: str, now: datetime) -> Status:
    """The answer of `/health/status`."""
    series = await store.health_samples.series(user_id)
    latest = _latest(series)
    return Status(
        now=now,
        latest_ingest=latest,
        lag_minutes=_minutes(latest, now),
        clock_skew_seconds=_skew(await store.health_senders.everything(user_id)),
        set_aside=await store.health_set_aside.count(user_id),
        metrics=[_metric(row, [one for one in series if one.metric == row.name], now) for row in METRICS],
    )


def _metric(metric: Metric, series: Sequence[HealthSeries], now: datetime) -> MetricStatus:
    filled = [one for one in series if one.samples]
    newest = max((one.last_ms for one in filled if one.last_ms is not None), default=None)
    latest = _latest(series)
    return MetricStatus(
        metric=metric.name,
        unit=metric.unit,
        samples=sum(one.samples for one in filled),
        devices=len(filled),
        latest_sample=None if newest is None else datetime.fromtimestamp(newest / 1000, UTC),
        latest_ingest=latest,
        ingest_lag_minutes=_minutes(latest, now),
    )


def _latest(series: Sequence[HealthSeries]) -> datetime | None:
    return max((one.received_at for one in series), default=None)


def _minutes(then: datetime | None, now: datetime) -> float | None:
    """How long ago, to a tenth; never negative, whatever became of our own clock."""
    return None if then is None else max(round((now - then).total_seconds() / 60, 1), 0.0)


def _skew(senders: Sequence[HealthSender]) -> float | None:
    """Of who sent last: an older phone's clock says nothing about what comes now."""
    used = [sender for sender in senders if sender.used_at is not None]
    last = max(used, key=lambda sender: sender.used_at or sender.created_at, default=None)
    return last.clock_skew_seconds if last else None
