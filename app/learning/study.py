"""What those who learn from the conversation work with. They know no agent, no channel and no loop."""

from dataclasses import dataclass

from app.clock import Clock
from app.config import Settings
from app.memory.ports import Database
from app.memory.repositories import Repositories
from app.models.asking import Asker


@dataclass(frozen=True, slots=True)
class Study:
    """Shared by all learners; built once, by bootstrap."""

    settings: Settings
    clock: Clock
    database: Database
    store: Repositories
    asker: Asker
