"""Removing rows by a list of values, on both engines: all of them or none, however many."""

import pytest

from app.errors import StorageError
from app.memory.repositories import Repositories
from tests.memory.rows_of_ana import note


async def test_what_cannot_be_removed_whole_is_not_removed_at_all(house: Repositories) -> None:
    one = await note(house)
    with pytest.raises(StorageError):
        await house.notes.erase("ana", [one.id] + [number + 1000 for number in range(600)] + [2**63])
    assert await house.notes.everything("ana") == [one]
    assert [found.id for found in await house.notes.find("ana", "milk")] == [one.id]
