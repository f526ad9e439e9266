"""Where an import stands, as it is kept and as it is told. Pure."""

from collections import Counter
from dataclasses import replace

from app.health.models import BackfillReason, BackfillReport
from app.health.samsung.batches import BEGIN, Batch
from app.health.samsung.problems import ROWS
from app.memory.records import HealthBackfill, Json

COUNTS = ("read", "kept", "doubled", "set_aside", "refused")
_MOST_REASONS = 200
# What became of a measurement, as the report counts it.
_COUNTED = {"stored": "kept", "replaced": "kept", "unchanged": "doubled", "outdated": "doubled", "deleted": "refused"}


def report_of(row: HealthBackfill) -> BackfillReport:
    """An import as it is told."""
    done, total = row.progress["files"]
    reasons = [
        BackfillReason(file=one["file"], code=one["code"], reason=ROWS.get(one["code"], ""), rows=one["rows"])
        for one in row.reasons
    ]
    return BackfillReport(
        id=row.id,
        file=row.name,
        status=row.status,  # pyright: ignore[reportArgumentType] - checked by the model
        percent=100.0 if row.status == "done" else row.progress["percent"],
        files_done=done,
        files_total=total,
        **{name: row.counts[name] for name in COUNTS},
        reasons=reasons,
        problem=row.problem,
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
    )


def beginning(size: int, changed: int, *, upload: bool, zone: str) -> Json:
    """How far one is that has not begun: the file as it is now, so that another one is not taken for it."""
    return {
        "place": list(BEGIN),
        "table": "",
        "files": [0, 0],
        "percent": 0.0,
        "size": size,
        "changed": changed,
        "upload": upload,
        "zone": zone,
        "holder": "",
        "tries": 0,
    }


def moved(row: HealthBackfill, batch: Batch) -> HealthBackfill:
    """The row with where the batch is; only one with a place of its own moves that."""
    progress = {**row.progress, "table": batch.table, "files": [batch.done, batch.total], "tries": 0}
    if batch.place != BEGIN:
        progress |= {"place": list(batch.place), "percent": batch.percent}
    return replace(row, progress=progress)


def counted(row: HealthBackfill, batch: Batch, fates: Counter[str]) -> HealthBackfill:
    """The row with what came of the batch."""
    counts = Counter(row.counts)
    counts.update(read=batch.read, doubled=batch.known, refused=batch.refused)
    for fate, number in fates.items():
        counts[_COUNTED[fate]] += number
    reasons = Counter({(one["file"], one["code"]): one["rows"] for one in row.reasons})
    reasons.update(batch.reasons)
    if fates["deleted"]:
        reasons[batch.table, "deleted"] += fates["deleted"]
    listed: list[Json] = [
        {"file": file, "code": code, "rows": number} for (file, code), number in _bounded(reasons).items()
    ]
    return replace(row, counts={name: counts[name] for name in COUNTS}, reasons=listed)


def _bounded(reasons: Counter[tuple[str, str]]) -> Counter[tuple[str, str]]:
    """At most so many, the largest; the rest are together under one name for each code."""
    if len(reasons) <= _MOST_REASONS:
        return reasons
    largest = Counter(dict(reasons.most_common(_MOST_REASONS // 2)))
    for (file, code), number in reasons.items():
        if (file, code) not in largest:
            largest["other files", code] += number
    return largest
