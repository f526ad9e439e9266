"""What the news can do for us, in words of the domain. No vendor's types, names or errors here. Texts are other people's words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Story:
    """One report: its title, what it says in short, its page, who published it, and when (aware; None where that isn't said)."""

    title: str
    summary: str
    url: str
    publisher: str
    published: datetime | None = None


@dataclass(frozen=True, slots=True)
class Stories:
    """What one source brought, newest first. `host` is whom the words came from; `url` where a feed was found, `title` what it calls itself;
    `etag` and `last_modified` are for the next time; `as_before`: nothing was brought, for it is as it was then."""

    stories: tuple[Story, ...]
    host: str
    url: str = ""
    title: str = ""
    etag: str = ""
    last_modified: str = ""
    as_before: bool = False


class News(Protocol):
    """Feeds, and the news about a topic. All raise FetchFailed and OutsideRefused where nobody brings anything.

    `attended`: somebody waits for it; where nobody does, what a host asks programs to leave alone is left alone."""

    async def about(self, words: str, locale: str, *, attended: bool = True) -> Sequence[Stories]:
        """The latest about a topic in its words, for a reader of that locale ("en-GB")."""
        ...

    async def headlines(self, locale: str, *, attended: bool = True) -> Sequence[Stories]:
        """What is on the front pages."""
        ...

    async def feed(self, url: str, *, etag: str = "", last_modified: str = "", attended: bool = True) -> Stories:
        """What a feed brings now."""
        ...

    async def discover(self, url: str) -> Stories:
        """The feed at an address, or the one that the page there names; what it brings now. Raises NotFound where there is none."""
        ...
