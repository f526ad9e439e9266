"""What the process that reads an archive answers: it opens one, then gives it batch by batch. Sentences are the parent's, codes are ours.

A question is `{"open": path, "zone": name, "now": ms, "place": [...], "devices": {...}}` and then `{}` for each batch; an answer is a
packed batch, `{"refused": code}` where the archive can't be read (on), or `{"end": true, "devices": {...}}`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from app.health.samsung.archive import Archive
from app.health.samsung.batches import Batch, Place
from app.health.samsung.ground import Devices, Ground
from app.health.samsung.packing import Head, packed
from app.health.samsung.times import Zone
from app.health.samsung.zipped import Unzippable, Zip

Answer = tuple[Head, bytes]


class Answering:
    """One archive that is being read."""

    def __init__(self) -> None:
        """None yet."""
        self._batches: Iterator[Batch] = iter(())
        self._devices = Devices({})
        self._file: BinaryIO | None = None

    def close(self) -> None:
        """Let go of the archive."""
        if self._file is not None:
            self._file.close()

    def answer(self, head: Head, body: bytes) -> Answer:
        """Answer one question."""
        try:
            if "open" in head:
                self._open(head)
                return {}, b""
            batch = next(self._batches, None)
        except Unzippable as problem:
            return {"refused": problem.code}, b""
        if batch is None:
            return {"end": True, "devices": {**self._devices.names, **self._devices.given}}, b""
        return packed(batch)

    def _open(self, head: Head) -> None:
        self._devices = Devices(dict(head["devices"]))
        ground = Ground(Zone(head["zone"]), head["now"], self._devices)
        try:
            self._file = Path(head["open"]).open("rb")  # noqa: SIM115 - until `close`
        except OSError as problem:
            raise Unzippable("gone") from problem
        self._batches = Archive(Zip(self._file), ground).batches(Place(*head["place"]))
