"""Another process on the same file: writes units of two notes each and prints a line after each commit."""

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.repositories import repositories

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


async def write(path: Path, name: str, count: int) -> None:
    database = SqliteDatabase(path)
    await database.open()
    notes = repositories(database).notes
    for number in range(count):
        async with database.transaction():
            for half in ("first", "second"):
                await notes.add(
                    "ana",
                    title=f"{name} {number}",
                    content=half,
                    tags=[],
                    source="user",
                    turn_id=None,
                    taint=[],
                    at=NOON,
                )
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
    await database.close()


asyncio.run(write(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
