"""Small archives by hand, and what is read out of them. They stand for files of Samsung Health; what they check is our reader."""

import io
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.health.samsung.archive import Archive
from app.health.samsung.batches import BEGIN, Batch, Group, Place
from app.health.samsung.ground import Devices, Ground
from app.health.samsung.times import Zone
from app.health.samsung.zipped import Zip

ROOT = "samsunghealth_ama_20260301120000"
NOW = 1_772_366_400_000  # 1 March 2026, noon
UUID = "36531204-4d7d-45aa-b503-331c59ae7dd2"
USUAL = {"deviceuuid": "watch", "pkg_name": "com.sec.android.app.shealth", "update_time": "2026-02-01 09:00:00.000"}
Files = Mapping[str, str | bytes]


@dataclass(slots=True)
class Out:
    """All batches as one: `values` are (metric, start, end, number) in their order."""

    values: list[tuple[str, int, int, float]] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    read: int = 0
    known: int = 0
    refused: int = 0
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    places: list[Place] = field(default_factory=list)

    def take(self, batch: Batch) -> None:
        """Add a batch."""
        for group in batch.groups:
            self.groups.append(group)
            self.values += [(group.metric, *value) for value in group.values]
        self.read, self.known = self.read + batch.read, self.known + batch.known
        self.refused += batch.refused
        self.reasons.update(batch.reasons)
        if batch.place != BEGIN:
            self.places.append(batch.place)

    @property
    def numbers(self) -> dict[str, list[float]]:
        """Values by metric."""
        found: dict[str, list[float]] = {}
        for metric, _, _, number in self.values:
            found.setdefault(metric, []).append(number)
        return found

    @property
    def why(self) -> dict[str, int]:
        """How many were left out or noted, by code."""
        found: Counter[str] = Counter()
        for (_, code), count in self.reasons.items():
            found[code] += count
        return {code: count for code, count in found.items() if count}


def table(kind: str, *rows: Mapping[str, object], prefix: str = "", mark: bool = True) -> dict[str, str]:
    """A CSV file as the app writes one, under its name."""
    full = [{**USUAL, "datauuid": f"{UUID[:-4]}{number:04}", **row} for number, row in enumerate(rows)]
    columns = list(dict.fromkeys(column for row in full for column in row))
    lines = [f"{kind},6310011,12", ",".join(prefix + column for column in columns)]
    lines += [",".join(str(row.get(column, "")) for column in columns) + "," for row in full]
    return {f"{ROOT}/{kind}.20260301120000.csv": ("\ufeff" if mark else "") + "\r\n".join(lines) + "\r\n"}


def minutes(kind: str, name: str, text: str | bytes) -> dict[str, str | bytes]:
    """A file of details, under its name."""
    return {f"{ROOT}/jsons/{kind}/{name[0]}/{name}": text}


def zipped(files: Files, method: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    """The archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out


def reader(source: io.BytesIO, *, zone: str = "UTC", devices: Mapping[str, str] | None = None) -> Archive:
    """It, about to be read."""
    return Archive(Zip(source), Ground(Zone(zone), NOW, Devices(dict(devices or {}))))


def read(*files: Files, zone: str = "UTC", done: Place = BEGIN) -> Out:
    """What is in an archive of these files, after a place."""
    out = Out()
    for batch in reader(zipped({name: text for some in files for name, text in some.items()}), zone=zone).batches(done):
        out.take(batch)
    return out


def row_of(start: str = "2026-02-01 08:00:00.000", end: str = "", **cells: object) -> dict[str, object]:
    """A row at a time, in UTC."""
    return {"start_time": start, "end_time": end or start, "time_offset": "UTC+0000", **cells}


def times(values: Sequence[tuple[str, int, int, float]]) -> list[tuple[int, int]]:
    """When they start and end."""
    return [(start, end) for _, start, end, _ in values]
