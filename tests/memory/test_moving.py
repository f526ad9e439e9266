"""Copying and comparing, apart from any engine: what differs in the end is never called moved."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from app.errors import MoveRefused
from app.memory.moving import Column, Table, Tally, Values, copy

LEASES = Table("leases", (Column("name", "text"), Column("holder", "text"), Column("expires_at", "time")), ("name",))
NOTES = Table("notes", (Column("id", "int"), Column("content", "text")), ("id",))
NOTE: Values = (1, "milk")


class Shelf:
    """A database in memory, ours; `damage` is what becomes of a page on its way in."""

    aside = "or empty it"

    def __init__(self, description: str, rows: Sequence[Values] = (), damage: Any = list) -> None:
        self.description = description
        self.mended: list[str] = []
        self.kept: dict[str, list[Values]] = {"leases": [], "notes": list(rows)}
        self.damage = damage

    async def count(self, table: Table) -> int:
        return len(self.kept[table.name])

    async def pages(self, table: Table) -> AsyncIterator[list[Values]]:
        if self.kept[table.name]:
            yield self.kept[table.name]

    async def numbers(self) -> dict[str, int]:
        return {"notes": 1}

    async def empty(self, tables: Sequence[Table]) -> None:
        self.kept = {table.name: [] for table in tables}

    async def write(self, table: Table, page: Sequence[Values]) -> None:
        self.kept[table.name] += self.damage(page)

    async def settle(self, tables: Sequence[Table], numbers: Mapping[str, int]) -> None:
        assert numbers == {"notes": 1}


async def copied(source: Shelf, target: Shelf) -> dict[str, int]:
    return await copy(source, target, [LEASES, NOTES], lambda *_: True, lambda *_: None)


async def test_what_is_the_same_is_moved() -> None:
    assert await copied(Shelf("here", [NOTE]), Shelf("there")) == {"leases": 0, "notes": 1}


@pytest.mark.parametrize(
    "damage",
    [
        lambda page: page[1:],
        lambda page: [*page, *page],
        lambda page: [(number, text.upper()) for number, text in page],
        lambda page: [(str(number), text) for number, text in page],
    ],
    ids=["lost", "doubled", "changed", "of another type"],
)
async def test_what_was_lost_doubled_or_changed_on_the_way_is_noticed(damage: Any) -> None:
    with pytest.raises(MoveRefused, match=r"read back from there is not what was written \(notes\)"):
        await copied(Shelf("here", [NOTE]), Shelf("there", damage=damage))


async def test_a_database_in_use_is_named_with_its_process() -> None:
    source = Shelf("here", [NOTE])
    source.kept["leases"] = [("loops:a", "box|42|1|x", datetime(2027, 1, 1, tzinfo=UTC))]
    with pytest.raises(MoveRefused, match=r"running on here \(process 42 on box\)"):
        await copied(source, Shelf("there"))


async def test_what_is_there_already_is_counted_and_not_written_over() -> None:
    target = Shelf("there", [NOTE, NOTE])
    with pytest.raises(MoveRefused, match=r"something in there already \(2 in notes\)"):
        await copied(Shelf("here", [NOTE]), target)
    assert target.kept["notes"] == [NOTE, NOTE]


def test_a_digest_knows_values_and_not_their_order() -> None:
    one, other, third = Tally(), Tally(), Tally()
    one.add([(1, "a"), (2, "b")])
    other.add([(2, "b")])
    other.add([(1, "a")])
    third.add([(1, "b"), (2, "a")])
    assert one == other != third
