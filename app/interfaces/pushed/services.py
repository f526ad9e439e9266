"""What a channel needs of the services."""

from typing import Protocol

from app.clock import Clock
from app.config import Settings
from app.conversation.conversation import Conversation
from app.conversation.stream import Hub
from app.memory.ports import Database
from app.memory.records import User
from app.memory.repositories import Repositories
from app.tracing.tracing import Tracing


class ChannelServices(Protocol):
    """What a channel needs of the services."""

    @property
    def settings(self) -> Settings:
        """What is configured."""
        ...

    @property
    def clock(self) -> Clock:
        """Where "now" comes from."""
        ...

    @property
    def database(self) -> Database:
        """Where it is all kept, and what says that there is news."""
        ...

    @property
    def store(self) -> Repositories:
        """What is kept."""
        ...

    @property
    def conversation(self) -> Conversation:
        """The way into a turn."""
        ...

    @property
    def tracing(self) -> Tracing:
        """Where traces go."""
        ...

    @property
    def hub(self) -> Hub:
        """What is going on."""
        ...

    @property
    def owner(self) -> User:
        """Whose assistant it is."""
        ...
