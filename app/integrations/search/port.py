"""What a search of the web finds, in words of the domain. No vendor's types, names or errors here. Texts are other people's words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that was found: its address, its title, what it says about the question, and the day it is of ("" where unknown)."""

    url: str
    title: str
    text: str
    published: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """What one search engine found. `by` is its name as people know it; `note` says what kind of search it was where it isn't a whole one."""

    hits: tuple[Hit, ...]
    by: str
    note: str = ""


class WebSearch(Protocol):
    """The search of the web."""

    async def search(self, query: str, *, limit: int = 5, fresh: bool = False, language: str = "en") -> Found:
        """The best pages for a query; `fresh` wants the newest. Raises FetchFailed where nobody answers."""
        ...

    @property
    def engines(self) -> Sequence[str]:
        """Who is asked, in that order."""
        ...
