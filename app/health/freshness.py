"""How new what is known is, in a sentence: "Newest from Galaxy Watch 12 min ago." Pure."""

from datetime import datetime, timedelta

from app.health.figures import Newest
from app.health.metrics import Metric
from app.health.wording import ago, label, moment

# What a watch measures by itself all day or every night: a day and a half without it means that nothing comes in.
ALWAYS = frozenset(
    "steps distance active_energy total_energy heart_rate resting_heart_rate hrv_rmssd sleep_session spo2 respiratory_rate".split()
)
STALE = timedelta(hours=36)
_RECENT = timedelta(hours=6)


def is_stale(metric: Metric, newest: Newest, now: datetime) -> bool:
    """Whether something that is measured all the time has long not been."""
    return metric.name in ALWAYS and now - newest.at > STALE


def fresh(metric: Metric, newest: Newest, now: datetime) -> str:
    """A sentence."""
    age = now - newest.at
    if is_stale(metric, newest, now):
        return f"Nothing newer than {moment(newest.at, now)} ({ago(age)}): is the bridge on your phone running?"
    said = ago(age) if age < _RECENT else moment(newest.at, now)
    return f"Newest from {label(newest.device)} {said}."
