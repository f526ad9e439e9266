"""What a code host can do for us, in words of the domain: repositories, issues, pull requests, builds. No vendor's types, names or errors.

An issue or a pull request is an item; it is named by its repository ("owner/name") and its number. Methods fail as `integrations/ports.py`
says. Titles, texts, names and diffs are other people's words. Times are aware.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from app.integrations.ports import Me, Remark, Written

Kind = Literal["issue", "pull request"]
State = Literal["open", "closed", "merged", "draft"]
Verdict = Literal["approve", "request changes", "comment"]
BuildState = Literal["running", "passed", "failed", "cancelled"]
ME = "@me"
"""In place of a name: whose account it is."""


@dataclass(frozen=True, slots=True)
class ItemQuery:
    """Which items: every field that is set must fit. `words` stand in title or text; `author`, `assignee`, `reviewer` (who was asked for a
    review), `reviewed_by`, `mentions` and `involves` are handles, or ME. A draft is open too."""

    words: str = ""
    repo: str = ""
    kind: Kind | None = None
    state: State | None = None
    author: str = ""
    assignee: str = ""
    reviewer: str = ""
    reviewed_by: str = ""
    mentions: str = ""
    involves: str = ""
    label: str = ""
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """An issue or a pull request as a list has it. `author` and `assignees` are handles."""

    repo: str
    number: int
    kind: Kind
    title: str
    state: State
    author: str
    updated_at: datetime
    url: str
    assignees: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    comments: int = 0

    @property
    def name(self) -> str:
        """ "acme/site#12"."""
        return f"{self.repo}#{self.number}"


@dataclass(frozen=True, slots=True)
class Build:
    """One run of checks: of a workflow on a branch, or of a check on a commit."""

    name: str
    state: BuildState
    branch: str = ""
    url: str = ""
    ended_at: datetime | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class Whole:
    """An item with all that belongs to it. What follows `builds` is of a pull request alone; `mergeable` None where the host doesn't know."""

    item: Item
    text: str
    remarks: tuple[Remark, ...] = ()
    builds: tuple[Build, ...] = ()
    branch: str = ""
    base: str = ""
    head: str = ""
    files: int = 0
    added: int = 0
    removed: int = 0
    mergeable: bool | None = None


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file of a pull request. `patch` is a unified diff, "" for one that the host doesn't show."""

    path: str
    status: str
    added: int
    removed: int
    patch: str


@dataclass(frozen=True, slots=True)
class Release:
    """A published version."""

    tag: str
    name: str
    text: str
    at: datetime
    url: str


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository and what there is to say of it."""

    name: str
    about: str
    language: str
    stars: int
    open_items: int
    branch: str
    url: str
    is_private: bool = False
    commits: tuple[Remark, ...] = ()
    release: Release | None = None
    readme: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the host tells its user of. `reason` in words ("you were mentioned"), "" where the host gives none; `number` 0 where it is about
    no item."""

    id: str
    repo: str
    title: str
    kind: str
    reason: str
    at: datetime
    number: int = 0
    is_unread: bool = True


@dataclass(frozen=True, slots=True)
class ItemChange:
    """What is to become of an item; None and () leave it."""

    is_open: bool | None = None
    add_labels: tuple[str, ...] = ()
    remove_labels: tuple[str, ...] = ()
    assign: tuple[str, ...] = ()
    unassign: tuple[str, ...] = ()
    ask_review: tuple[str, ...] = ()


class CodeHost(Protocol):
    """One account at one host. Lists come newest first, at most `limit`."""

    async def me(self) -> Me:
        """Whose account it is."""
        ...

    async def notices(self, limit: int, repo: str = "") -> Sequence[Notice]:
        """What its user hasn't read, of one repository or of all. Raises ToolProblem where the account may not see it."""
        ...

    async def items(self, query: ItemQuery, limit: int) -> Sequence[Item]:
        """Those that fit. Raises ToolProblem for what can't be searched for there."""
        ...

    async def repositories(self, words: str, limit: int) -> Sequence[Repository]:
        """Those of its user whose name holds the words, the last changed first; without words all."""
        ...

    async def item(self, repo: str, number: int) -> Whole:
        """One with all that belongs to it. Raises NotFound."""
        ...

    async def changes(self, repo: str, number: int) -> Sequence[FileChange]:
        """The files of a pull request. Raises NotFound."""
        ...

    async def repository(self, repo: str) -> Repository:
        """What there is to say of one. Raises NotFound."""
        ...

    async def releases(self, repo: str, limit: int) -> Sequence[Release]:
        """Its published versions."""
        ...

    async def builds(self, repo: str, limit: int, *, branch: str = "") -> Sequence[Build]:
        """The last runs of its workflows."""
        ...

    async def create(self, repo: str, title: str, text: str, *, labels: Sequence[str], assign: Sequence[str]) -> Item:
        """A new issue."""
        ...

    async def comment(self, repo: str, number: int, text: str) -> Written:
        """Write below an item."""
        ...

    async def delete_comment(self, repo: str, comment: str) -> None:
        """Delete what was written below an item, by its id. Raises NotFound."""
        ...

    async def change(self, repo: str, number: int, wanted: ItemChange) -> Item:
        """Make it so; made twice it is the same. Raises NotFound."""
        ...

    async def review(self, repo: str, number: int, verdict: Verdict, text: str, *, head: str = "") -> str:
        """Judge a pull request, at commit `head` where that is given; the review's address."""
        ...

    async def merge(self, repo: str, number: int, *, head: str, method: str) -> str:
        """Merge a pull request as it stood at the commit `head`; the merging commit. Raises ChangedElsewhere where it stands elsewhere by now,
        ToolProblem where it can't be merged."""
        ...
