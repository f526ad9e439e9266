"""What there is in an archive: its tables, by type, and where the files with their details lie.

A person zips the folder with whatever they have, so it may lie at any depth, under another name, with the system's own litter in between,
and twice. A table is known by its name, `com.samsung.<type>.<stamp>.csv`, a detail by its folder `jsons/<type>/`. Nothing is ever
written anywhere, so a name that leads out of the archive harms nobody; it is left out and said all the same.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from app.health.samsung.zipped import Entry, Zip

MOST_TABLES = 5_000
_TABLE = re.compile(r"(com\.samsung\.s?health\.[a-z0-9_.]{1,100}?)(?:\.\d{6,20})?\.csv", re.ASCII | re.IGNORECASE)
_DETAIL = re.compile(r"(?:(.*)/)?jsons/(com\.samsung\.s?health\.[a-z0-9_.]{1,100})/(?:[^/]*/)?([^/]+)", re.ASCII)
_DRIVE = re.compile(r"[a-zA-Z]:")
_LITTER = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")


@dataclass(frozen=True, slots=True)
class Table:
    """A CSV file: which type it holds, which folder it is in, and where it is in the directory. `weight`: bytes packed, with its details."""

    type: str
    root: str
    line: int
    weight: int


@dataclass(slots=True)
class Listing:
    """`others`: files that are nothing of ours, by (label, code), how many."""

    tables: list[Table] = field(default_factory=list)
    others: Counter[tuple[str, str]] = field(default_factory=Counter)
    _details: dict[int, int] = field(default_factory=dict)

    def note_detail(self, root: str, kind: str, name: str, line: int) -> None:
        """That there is such a file."""
        self._details[hash((root, kind, name))] = line

    def detail(self, archive: Zip, table: Table, name: str) -> Entry | None:
        """The file of that name among a table's details; None where the archive lacks it."""
        line = self._details.get(hash((table.root, table.type, name)))
        if line is None:
            return None
        entry = archive.at(line)
        return entry if entry.name.endswith(f"/{name}") else None


def listing(archive: Zip, detailed: Collection[str]) -> Listing:
    """Walk the directory. `detailed` are the types whose details are wanted. Raises Unzippable."""
    found = Listing()
    weights: Counter[tuple[str, str]] = Counter()
    seen: set[int] = set()
    places: list[tuple[str, str, Entry]] = []
    for entry in _sound(archive, found, seen):
        if detail := _DETAIL.fullmatch(entry.name):
            root, kind, name = detail[1] or "", detail[2], detail[3]
            if kind in detailed:
                found.note_detail(root, kind, name, entry.line)
                weights[root, kind] += entry.packed
        elif (table := _TABLE.fullmatch(entry.name.rpartition("/")[2])) and len(places) < MOST_TABLES:
            places.append((table[1].lower(), entry.name.rpartition("/")[0], entry))
        else:
            found.others["other files", "not_measured"] += 1
    found.tables = [
        Table(kind, root, entry.line, entry.packed + weights[root, kind] + 1) for kind, root, entry in places
    ]
    return found


def _sound(archive: Zip, found: Listing, seen: set[int]) -> Iterator[Entry]:
    """Files with a name that is fine and comes for the first time; the rest is noted."""
    for entry in archive.listed():
        if entry.name.endswith("/") or any(litter in entry.name for litter in _LITTER):
            continue
        key = hash(entry.name)
        if problem := _problem(entry, key in seen):
            found.others["files with odd names", problem] += 1
            continue
        seen.add(key)
        yield entry


def _problem(entry: Entry, is_seen: bool) -> str:
    name = entry.name
    if name.startswith("/") or "\0" in name or _DRIVE.match(name) or ".." in name.split("/"):
        return "name"
    if entry.is_link:
        return "link"
    return "twice" if is_seen else ""
