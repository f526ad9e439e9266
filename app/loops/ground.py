"""What loops work with, and what a run of one comes to. Knows no loop, so that each loop's module may know this one."""

from dataclasses import dataclass
from datetime import datetime

from app.clock import Clock
from app.config import Settings
from app.conversation.background import Background
from app.conversation.conversation import Conversation
from app.integrations.accounts import Accounts
from app.integrations.web import NO_WEB, Web
from app.learning.embedding import Embedding
from app.learning.study import Study
from app.loops.beside import Beside
from app.memory.ports import Database
from app.memory.repositories import Repositories
from app.timetable.feeds import NOTHING_CONNECTED, Feeds
from app.tracing.tracing import NO_TRACING, Tracing


@dataclass(frozen=True, slots=True)
class Ground:
    """What loops work with. `owner_id`: who can always be reached, on the page and in the terminal. `beside`: what goes on beside them."""

    settings: Settings
    clock: Clock
    database: Database
    store: Repositories
    conversation: Conversation
    embedding: Embedding
    study: Study
    background: Background
    accounts: Accounts
    beside: Beside
    owner_id: str
    feeds: Feeds = NOTHING_CONNECTED
    web: Web = NO_WEB
    tracing: Tracing = NO_TRACING


@dataclass(frozen=True, slots=True)
class Ran:
    """What one run came to: `worked` is how many things it did; `next_at` when it is due again, if before its cadence."""

    worked: int = 0
    next_at: datetime | None = None
