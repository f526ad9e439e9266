"""An archive from its first table to its last, as batches of measurements.

Invariant: the same archive gives the same measurements in the same order, so that reading can go on at any place: a `Place` says that all
before it is done. A first look reads the small tables that others lean on; it is made anew each time and tells its findings once.
"""

import time
from collections.abc import Iterator

from app.health.samsung.batches import BEGIN, Batch, Place
from app.health.samsung.ground import Ground
from app.health.samsung.kinds import BY_TYPE, ORDER, why_not
from app.health.samsung.lines import Line, rows
from app.health.samsung.listing import Table, listing
from app.health.samsung.reading import AT_ONCE, Reading
from app.health.samsung.zipped import Broken, Unzippable, Zip

MOST_TABLE = 4 * 1024**3
_ROWS_AT_ONCE = 20_000
_SECONDS = 1.0


class Archive:
    """An archive that is being read."""

    def __init__(self, archive: Zip, ground: Ground) -> None:
        """Looks at what there is. Raises Unzippable."""
        self._zip = archive
        self._ground = ground
        self._listing = listing(archive, frozenset(old for old, kind in BY_TYPE.items() if kind.minutes))
        found = sorted(self._listing.tables, key=_order)
        if not found:
            raise Unzippable("nothing")
        self._tables = [table for table in found if table.type in BY_TYPE and BY_TYPE[table.type].find]
        self._surveyed = [table for table in found if table.type in BY_TYPE and BY_TYPE[table.type].survey]
        self._others = [table for table in found if table.type not in BY_TYPE]
        self._weight = sum(table.weight for table in self._tables) or 1

    def batches(self, done: Place = BEGIN) -> Iterator[Batch]:
        """What comes after `done`, to the end; now and then one without a place of its own, which only says that work goes on.

        Raises Unzippable where the archive can't be read on."""
        for table in self._surveyed:
            yield from self._survey(table)
        if done == BEGIN:
            yield self._first()
        before = 0
        for number, table in enumerate(self._tables):
            if number >= done.table:
                yield from self._read(table, done if number == done.table else Place(number, 0, 0), before)
            before += table.weight

    def _survey(self, table: Table) -> Iterator[Batch]:
        survey, began = BY_TYPE[table.type].survey, time.monotonic()
        for line in self._readable(table):
            if survey and line.row is not None:
                survey(line.row, self._ground)
            if time.monotonic() - began > _SECONDS:
                began = time.monotonic()
                yield Batch(table=table.type, total=len(self._tables))

    def _first(self) -> Batch:
        """What is to be said before anything is read: the files left out, and what the first look passed over."""
        batch = Batch(Place(0, 0, 0), total=len(self._tables))
        batch.reasons.update(self._listing.others)
        batch.reasons.update(self._ground.notes)
        for table in self._others:
            batch.reasons[table.type, why_not(table.type)] += sum(1 for _ in self._readable(table))
        return batch

    def _readable(self, table: Table) -> Iterator[Line]:
        """The lines of a table, as far as they can be read."""
        try:
            yield from self._lines(table)
        except Broken:
            return

    def _lines(self, table: Table) -> Iterator[Line]:
        return rows(self._zip.chunks(self._zip.at(table.line), MOST_TABLE))

    def _read(self, table: Table, since: Place, before: int) -> Iterator[Batch]:
        """The rows of one table from a place in it on, batch by batch; the last one is there even where it is empty."""
        reading = Reading(self._zip, self._listing, table, self._ground)
        work = self._parts(table, since, reading)
        size = max(self._zip.at(table.line).size, 1)
        while True:
            reading.batch = Batch(table=table.type, done=since.table, total=len(self._tables))
            found = next(work, None)
            batch = reading.batch
            if found is None:
                batch.place, batch.done, share = Place(since.table + 1, 0, 0), since.table + 1, 1.0
            else:
                batch.place, share = found[0], min(found[1] / size, 1.0)
            batch.percent = round(100 * (before + table.weight * share) / self._weight, 2)
            yield batch
            if found is None:
                return

    def _parts(self, table: Table, since: Place, reading: Reading) -> Iterator[tuple[Place, int]]:
        """Fills the batch of `reading`; yields whenever it is full, or late, with what is done then and the bytes read."""
        number, began, count = since.table, time.monotonic(), 0
        try:
            for line in self._lines(table):
                count += 1
                if count > since.line:
                    skip = since.item if count == since.line + 1 else 0
                    for item in reading.row(line, skip):
                        yield Place(number, count - 1, item), line.read
                is_late = count % 256 == 0 and time.monotonic() - began > _SECONDS
                if is_late or reading.batch.size >= AT_ONCE or reading.batch.read >= _ROWS_AT_ONCE:
                    yield Place(number, max(count, since.line), 0 if count >= since.line else since.item), line.read
                    began = time.monotonic()
        except Broken as problem:
            reading.batch.reasons[table.type, problem.code] += 1


def _order(table: Table) -> tuple[int, str, str, int]:
    """As the table of kinds has them, older names behind; then by where they lie."""
    kind = BY_TYPE.get(table.type)
    return ORDER[kind.type] if kind else len(ORDER), table.type, table.root, table.line
