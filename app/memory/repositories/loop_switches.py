"""What is paused of the background work and what is to run at once, as its operator wants it. A loop that nobody touched has no row."""

from datetime import datetime

from app.memory.records import LoopSwitch
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import records

_PAUSE = """INSERT INTO loop_switches (name, paused_at) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET paused_at = COALESCE(loop_switches.paused_at, $2)"""
_RUN = """INSERT INTO loop_switches (name, run_at) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET run_at = $2"""


class LoopSwitches(Repository):
    """One row a loop."""

    @operator
    async def every(self) -> dict[str, LoopSwitch]:
        """All that were ever touched, by the loop's name."""
        found = await self._db.fetch("SELECT * FROM loop_switches ORDER BY name")
        return {row.name: row for row in records(LoopSwitch, found)}

    @operator
    async def pause(self, name: str, at: datetime) -> None:
        """It begins nothing from now on; one that is paused stays so since when it was."""
        await self._db.execute(_PAUSE, name, at)

    @operator
    async def resume(self, name: str) -> None:
        """It goes on."""
        await self._db.execute("UPDATE loop_switches SET paused_at = NULL WHERE name = $1", name)

    @operator
    async def run_now(self, name: str, at: datetime) -> None:
        """It looks at once whether there is something to do, also where it is paused."""
        await self._db.execute(_RUN, name, at)
