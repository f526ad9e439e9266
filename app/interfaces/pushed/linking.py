"""What making a link needs of the services."""

from typing import Protocol

from app.clock import Clock
from app.config import Settings
from app.memory.records import User
from app.memory.repositories import Repositories


class LinkServices(Protocol):
    """What a link is made with."""

    @property
    def settings(self) -> Settings:
        """What is configured."""
        ...

    @property
    def store(self) -> Repositories:
        """What is kept."""
        ...

    @property
    def clock(self) -> Clock:
        """Where "now" comes from."""
        ...

    @property
    def owner(self) -> User:
        """Who the account will be."""
        ...
