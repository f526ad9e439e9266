"""Search by meaning on SQLite: all of a user's vectors compared in memory, then the nearest read again exactly.

Vectors lie on disk in half precision. In memory each part is one signed byte: about 400 bytes a document with 384 dimensions, 40 MB
for 100,000 of them, at most MEMORY for all users together (the least recently asked go first; one user's alone may be more).
Rows are only ever appended, under rising ids: a search first reads what is new since the last one, and a vector that was
removed is noticed when its row is no longer there. So no other process has to say what it changed. numpy is loaded by the first search.
"""

import sqlite3
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from struct import pack
from typing import TYPE_CHECKING, Any

from app.memory.adapters.sqlite_connection import rows
from app.memory.records import Hit
from app.memory.rows import record
from app.memory.words import LONGEST_HIT

if TYPE_CHECKING:
    import numpy

MEMORY = 256 * 1024 * 1024
_AT_ONCE = 1024  # rows widened for one multiplication: they stay in the processor's cache
_SPARE = 32  # candidates above those asked for, so that rounding to bytes does not decide who is found

_NEW = (
    "SELECT id, kind, vector FROM embeddings WHERE user_id = ? AND model = ? AND dimensions = ? AND id > ? ORDER BY id"
)
_PUT = """INSERT OR REPLACE INTO embeddings (document_id, user_id, kind, model, dimensions, vector)
    SELECT id, user_id, kind, ?4, ?5, ?6 FROM documents
    WHERE user_id = ?1 AND kind = ?2 AND owner_id = ?3 AND (?7 IS NULL OR text = ?7)"""


def packed(vector: Sequence[float]) -> bytes:
    """A vector as its row keeps it: half precision, little-endian."""
    return pack(f"<{len(vector)}e", *vector)


def put(
    connection: sqlite3.Connection,
    owner: tuple[str, str, str],
    model: str,
    vector: Sequence[float],
    text: str | None = None,
) -> bool:
    """Keep the embedding of a document (that still has this text); its row gets a new id even where it replaces one."""
    return connection.execute(_PUT, (*owner, model, len(vector), packed(vector), text)).rowcount > 0


def of_owners(
    connection: sqlite3.Connection, whose: tuple[str, str, str], owner_ids: Sequence[str]
) -> dict[str, bytes]:
    """The embeddings of documents by their owner ids; `whose` is user, kind and model."""
    sql = (
        "SELECT d.owner_id, e.vector FROM documents d JOIN embeddings e ON e.document_id = d.id AND e.model = ?3"
        f" WHERE d.user_id = ?1 AND d.kind = ?2 AND d.owner_id IN ({', '.join('?' * len(owner_ids))})"
    )
    return dict(connection.execute(sql, (*whose, *owner_ids)).fetchall())


@dataclass(frozen=True, slots=True)
class Near:
    """A question: this user's documents of these kinds (none: all) nearest to a vector of length one."""

    user_id: str
    vector: Sequence[float]
    model: str
    kinds: Sequence[str]
    limit: int


class Matrix:
    """Vectors as bytes with a scale for each, under rising ids."""

    def __init__(self, dimensions: int) -> None:
        """Empty."""
        import numpy  # loaded here: it costs the start a tenth of a second and is not needed before somebody searches

        self._np = numpy
        self._parts = numpy.empty((0, dimensions), numpy.int8)
        self._scales = numpy.empty(0, numpy.float32)
        self._ids = numpy.empty(0, numpy.int64)
        self._size = 0

    @property
    def memory(self) -> int:
        """Bytes held."""
        return self._parts.nbytes + self._scales.nbytes + self._ids.nbytes

    @property
    def last(self) -> int:
        """The highest id read so far."""
        return int(self._ids[self._size - 1]) if self._size else 0

    def append(self, new: Sequence[tuple[int, bytes]]) -> None:
        """Take rows in the order of their ids."""
        np, start, end = self._np, self._size, self._size + len(new)
        self._reserve(end)
        vectors = np.frombuffer(b"".join(row[1] for row in new), "<f2").reshape(len(new), -1).astype(np.float32)
        scales = np.maximum(np.abs(vectors).max(axis=1) / 127, 1e-9)
        vectors /= scales[:, None]
        self._parts[start:end] = np.rint(vectors, out=vectors)
        self._scales[start:end] = scales
        self._ids[start:end] = [row[0] for row in new]
        self._size = end

    def nearest(self, vector: "numpy.ndarray[Any, Any]", count: int) -> list[tuple[float, int]]:
        """About how near, and the id, of the `count` rows nearest to `vector`, in no order."""
        np = self._np
        scores = self._products(vector) * self._scales[: self._size]
        scores[np.isnan(scores)] = -np.inf
        best = np.argpartition(-scores, count)[:count] if count < self._size else np.arange(self._size)
        return [(float(scores[row]), int(self._ids[row])) for row in best if scores[row] > -np.inf]

    def forget(self, ids: Sequence[int]) -> None:
        """Never name these rows again."""
        self._scales[: self._size][self._np.isin(self._ids[: self._size], ids)] = self._np.nan

    def _products(self, vector: "numpy.ndarray[Any, Any]") -> "numpy.ndarray[Any, Any]":
        np, size = self._np, self._size
        products = np.empty(size, np.float32)
        wide = np.empty((_AT_ONCE, len(vector)), np.float32)
        for start in range(0, size, _AT_ONCE):
            narrow = self._parts[start : min(start + _AT_ONCE, size)]
            np.copyto(wide[: len(narrow)], narrow)
            np.dot(wide[: len(narrow)], vector, out=products[start : start + len(narrow)])
        return products

    def _reserve(self, rows: int) -> None:
        """Grow by a quarter at a time, so that appending one row rarely copies all."""
        if rows <= len(self._ids):
            return
        room = rows + rows // 4
        for name in ("_parts", "_scales", "_ids"):
            old = getattr(self, name)
            grown = self._np.empty((room, *old.shape[1:]), old.dtype)
            grown[: self._size] = old[: self._size]
            setattr(self, name, grown)


class Shelves:
    """The vectors of one user by one model, a matrix for each kind: who looks for notes does not wait for all that was said."""

    def __init__(self, dimensions: int) -> None:
        """Empty."""
        self._dimensions = dimensions
        self._matrices: dict[str, Matrix] = {}

    @property
    def memory(self) -> int:
        """Bytes held."""
        return sum(matrix.memory for matrix in self._matrices.values())

    @property
    def last(self) -> int:
        """The highest id read so far."""
        return max((matrix.last for matrix in self._matrices.values()), default=0)

    def append(self, new: Sequence[tuple[int, str, bytes]]) -> None:
        """Take rows (id, kind, vector) in the order of their ids."""
        by_kind: dict[str, list[tuple[int, bytes]]] = {}
        for number, kind, vector in new:
            by_kind.setdefault(kind, []).append((number, vector))
        for kind, rows_of_kind in by_kind.items():
            self._matrices.setdefault(kind, Matrix(self._dimensions)).append(rows_of_kind)

    def nearest(self, vector: "numpy.ndarray[Any, Any]", kinds: Sequence[str], count: int) -> list[int]:
        """The ids of the rows of these kinds (none: all) nearest to `vector`, in no order."""
        asked = [matrix for kind, matrix in self._matrices.items() if not kinds or kind in kinds]
        return [
            number for _, number in nlargest(count, (row for matrix in asked for row in matrix.nearest(vector, count)))
        ]

    def forget(self, ids: Sequence[int]) -> None:
        """Never name these rows again."""
        for matrix in self._matrices.values():
            matrix.forget(ids)


class Vectors:
    """The matrices of all users who searched lately. Used from one thread."""

    def __init__(self) -> None:
        """Empty until the first search."""
        self._shelves: OrderedDict[tuple[str, str, int], Shelves] = OrderedDict()

    def search(self, connection: sqlite3.Connection, near: Near) -> list[Hit]:
        """The documents that are asked for, best first."""
        import numpy  # as above

        asked = numpy.asarray(near.vector, numpy.float32)
        shelves = self._of(connection, near)
        while True:
            ids = shelves.nearest(asked, near.kinds, near.limit + _SPARE)
            found = _exactly(connection, near.user_id, ids, asked)
            gone = set(ids) - {row["embedding"] for row in found}
            if not gone:
                return [record(Hit, row) for row in found[: near.limit]]
            shelves.forget(sorted(gone))

    def _of(self, connection: sqlite3.Connection, near: Near) -> Shelves:
        """What is asked about, with what was written since the last time."""
        key = (near.user_id, near.model, len(near.vector))
        shelves = self._shelves.setdefault(key, Shelves(len(near.vector)))
        self._shelves.move_to_end(key)
        cursor = connection.execute(_NEW, (*key, shelves.last))
        while new := cursor.fetchmany(4096):
            shelves.append(new)
        while len(self._shelves) > 1 and sum(held.memory for held in self._shelves.values()) > MEMORY:
            self._shelves.popitem(last=False)
        return shelves


def _exactly(
    connection: sqlite3.Connection, user_id: str, ids: Sequence[int], vector: "numpy.ndarray[Any, Any]"
) -> list[dict[str, Any]]:
    """The documents of these embeddings with their true cosine, best first."""
    import numpy

    sql = (  # the plus keeps SQLite from walking all of the user's embeddings instead of these few
        "SELECT e.id AS embedding, e.vector, d.kind, d.owner_id, d.created_at,"
        f" SUBSTR(d.text, 1, {LONGEST_HIT}) AS text FROM embeddings e"
        f" JOIN documents d ON d.id = e.document_id WHERE +e.user_id = $user AND e.id IN ({', '.join(map(str, ids))})"
    )
    found = rows(connection, sql, {"user": user_id})
    for row in found:
        stored = numpy.frombuffer(row["vector"], "<f2").astype(numpy.float32)
        row["score"] = float(stored @ vector / numpy.linalg.norm(stored))  # half precision is not quite of length one
    return sorted(found, key=lambda row: (row["score"], row["embedding"]), reverse=True)
