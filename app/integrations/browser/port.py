"""What a browser can do for us, in words of the domain. No vendor's types, names or errors here.

All text of a page is its maker's: untrusted, shortened and without control characters.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

MOST_TEXT = 8_000  # characters of a page


@dataclass(frozen=True, slots=True)
class Item:
    """Something that can be followed. `number` is what it is called by; a link has the http(s) `url` it leads to, a button "" ."""

    number: int
    kind: Literal["link", "button"]
    name: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class FormField:
    """One field as its form shows it. `label` is unique within the form; `kind` is HTML's type, or select, textarea, radio, checkbox;
    `value` is what stands there, an option by its label, "on" for a tick; `is_missing`: the form won't be sent with it as it is."""

    label: str
    name: str
    kind: str
    value: str
    is_required: bool = False
    is_missing: bool = False
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """`mark` says which form of its page it is and which fields it has: another mark, another form. `sends_to` is the host it goes to."""

    mark: str
    sends_to: str
    button: str
    fields: tuple[FormField, ...]


@dataclass(frozen=True, slots=True)
class Download:
    """A file that an address gave instead of a page; its name is made harmless, its bytes are nobody's word."""

    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Page:
    """What a page shows. `text` has at most MOST_TEXT characters, headings marked #, ## and ###; `is_cut`: there is more of it; `status`
    is HTTP's, 0 where there was none."""

    url: str
    title: str
    text: str
    is_cut: bool = False
    status: int = 200
    items: tuple[Item, ...] = ()
    forms: tuple[Form, ...] = ()
    download: Download | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A form that could be sent: the page's address, the form's mark, whom it goes to, and what stands in every field that isn't empty."""

    url: str
    form: str
    sends_to: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Filled:
    """A form that was filled in. `unknown` are names given that it has no field for, `missing` the labels that it still wants, `refused`
    those that a person types themselves, `unfit` what was given that a field doesn't take."""

    prepared: Prepared
    form: Form
    unknown: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    unfit: tuple[str, ...] = ()


class Browser(Protocol):
    """One browser for a process, with a profile for each user. One page at a time.

    All raise OutsideRefused for an address that may not be asked, FetchFailed where a page doesn't come, and ToolProblem for anything else,
    with a sentence: no browser here, one that hung or ended."""

    async def open(self, user_id: str, url: str) -> Page:
        """The page at an address, or the file it gives."""
        ...

    async def follow(self, user_id: str, number: int) -> Page:
        """Where the item of that number leads, of the page that was shown last. Sends no form. Raises NotFound."""
        ...

    async def fill(self, user_id: str, fields: Mapping[str, str], url: str = "") -> Filled:
        """Fill in the form that fits best, of the page at `url` or the one shown last; names are labels, or names of fields. Sends
        nothing. Raises NotFound where there is no such form."""
        ...

    async def rehearse(self, user_id: str, prepared: Prepared) -> bytes:
        """Open the page anew and fill the form in as prepared: its picture, as PNG. Raises ChangedElsewhere where the form isn't the
        same any more."""
        ...

    async def submit(self, user_id: str, prepared: Prepared) -> Page:
        """Fill in as `rehearse` does, send it, and give the page that came back. Raises OutcomeUnknown where nobody knows whether it was
        sent, ChangedElsewhere."""
        ...

    async def shot(self, user_id: str) -> bytes:
        """A picture of the page that was shown last, as PNG. Raises NotFound."""
        ...

    def filled(self, user_id: str) -> Prepared | None:
        """The form that was filled in last, where it wasn't sent since."""
        ...

    async def close(self) -> None:
        """End its processes. What is asked later starts them again."""
        ...
