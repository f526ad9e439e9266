"""What the routers need of the house, and no more. `bootstrap.Services` fits; so does the house of the tests."""

from typing import TYPE_CHECKING, Protocol

from app.clock import Clock
from app.config import Settings
from app.conversation.stream import Hub
from app.deps import Searcher
from app.memory.records import User
from app.memory.repositories import Repositories

if TYPE_CHECKING:  # the conversation brings the agents with it, which take a second to load; a router only calls it
    from app.conversation.conversation import Conversation


class DatabaseInfo(Protocol):
    """As much of the database as anyone may know."""

    @property
    def engine(self) -> str:
        """Its kind."""
        ...


class RouterServices(Protocol):
    """The house."""

    @property
    def settings(self) -> Settings:
        """What is configured."""
        ...

    @property
    def clock(self) -> Clock:
        """Where "now" comes from."""
        ...

    @property
    def database(self) -> DatabaseInfo:
        """Where it is all kept."""
        ...

    @property
    def store(self) -> Repositories:
        """What is kept."""
        ...

    @property
    def conversation(self) -> "Conversation":
        """The way into a turn."""
        ...

    @property
    def recall(self) -> Searcher:
        """What finds what is kept."""
        ...

    @property
    def hub(self) -> Hub:
        """What is going on."""
        ...

    @property
    def owner(self) -> User:
        """Whose page this is."""
        ...

    @property
    def version(self) -> str:
        """Ours."""
        ...
