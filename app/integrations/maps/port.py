"""What maps can do for us, in words of the domain. No vendor's types, names or errors here."""

from typing import Protocol


class Maps(Protocol):
    """See the methods."""
