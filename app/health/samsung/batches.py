"""What reading an archive gives: measurements, some thousand at a time, each time with the place up to which everything is done."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple


class Place(NamedTuple):
    """`table` counts those that hold measurements, `line` its rows, `item` the measurements of that row that are done."""

    table: int
    line: int
    item: int


BEGIN = Place(-1, 0, 0)


@dataclass(frozen=True, slots=True)
class Group:
    """Measurements of one metric in one record, (start, end, number) each; one that has a detail stands alone."""

    client_id: str
    version: int
    device: str
    app: str
    metric: str
    zone_offset: int
    values: list[tuple[int, int, float]]
    detail: dict[str, object] | None


@dataclass(slots=True)
class Batch:
    """What was read up to `place`, which is done once this is kept. `read` counts measurements, taken or not; `known` are those that the
    archive says elsewhere too; `reasons` say by (table, code) why how many were left out, and what else is worth a word. `table`
    is the one being read, `done` of `total` were read before, and `percent` is of the whole."""

    place: Place = BEGIN
    groups: list[Group] = field(default_factory=list)
    size: int = 0
    read: int = 0
    known: int = 0
    refused: int = 0
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    table: str = ""
    done: int = 0
    total: int = 0
    percent: float = 0.0

    def refuse(self, table: str, code: str) -> None:
        """Leave one out."""
        self.read += 1
        self.refused += 1
        self.reasons[table, code] += 1
