"""The page about the archive names every table that is read, and every metric that comes of one."""

from pathlib import Path

from app.health.metrics import METRICS
from app.health.samsung.kinds import KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "samsung-archive.md").read_text(encoding="utf-8")


def test_every_table_that_is_read_is_named() -> None:
    for kind in KINDS:
        assert kind.type.removeprefix("com.samsung.").removeprefix("shealth.") in PAGE, kind.type


def test_every_metric_is_named() -> None:
    for metric in METRICS:
        assert f"`{metric.name}`" in PAGE, metric.name
