"""What a page of the web says, in words of the domain. All of it is other people's words."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Page:
    """One page as text. `url` is where it was found at last; `kind` is page, pdf, text, video or podcast; `note` says what is wrong with it, such as
    that it wants a subscription ("" for nothing); `site`, `author` and `published` may be "". `text` has paragraphs apart by a blank line."""

    url: str
    title: str
    text: str
    kind: str = "page"
    note: str = ""
    site: str = ""
    author: str = ""
    published: str = ""
    language: str = ""


class Pages(Protocol):
    """Reads pages."""

    async def read(self, url: str, *, language: str = "en", attended: bool = True) -> Page:
        """What stands at an address. `attended`: its user waits for it; where nobody does, what a host asks programs to leave alone is left
        alone. Raises OutsideRefused, FetchFailed and ToolProblem, each with a sentence."""
        ...
