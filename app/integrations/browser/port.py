"""What browser can do for us, in words of the domain. No vendor's types, names or errors here."""

from typing import Protocol


class Browser(Protocol):
    """See the methods."""
