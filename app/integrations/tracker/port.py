"""What an issue tracker can do for us, in words of the domain: tickets, boards, sprints, transitions. No vendor's types, names or errors.

A ticket is named by its key ("PROJ-12"). Methods fail as `integrations/ports.py` says. Titles, texts and names are other people's words.
Times are aware. People are named by a Person that the tracker found itself, or ME.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal, Protocol

from app.integrations.ports import Me, Remark, Written

Whose = Literal["mine", "reported", "watching"]
Stage = Literal["open", "to do", "in progress", "done"]
InSprint = Literal["current", "next", "backlog"]
STAGES: tuple[Stage, ...] = ("open", "to do", "in progress", "done")
ME = "@me"
"""In place of a name: whose account it is."""
NOBODY = "nobody"
"""In place of a name: a ticket is to be assigned to nobody."""


@dataclass(frozen=True, slots=True)
class TicketQuery:
    """Which tickets: every field that is set must fit. `words` stand in title, text or comments; `project` is a key; `whose` is their user's part;
    `status` is a Stage or the name of a status; `kind` the name of one ("Bug"); `since` when it was changed last; `title` are words of the
    title alone; `sprint_id` is one of a board's; `assignee` is a Person's id, ME or NOBODY; `priority` the name of one. `own` is a question that its
    user wrote in the tracker's own language: it is asked as it is, and no other field counts."""

    words: str = ""
    title: str = ""
    project: str = ""
    whose: Whose | None = None
    status: str = ""
    kind: str = ""
    sprint: InSprint | None = None
    sprint_id: str = ""
    label: str = ""
    since: datetime | None = None
    assignee: str = ""
    priority: str = ""
    own: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """`id` is how the tracker names them, `name` what they are called."""

    id: str
    name: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket as a list has it. `stage` is what its status means; people are names, "" for nobody."""

    key: str
    title: str
    kind: str
    status: str
    stage: Stage
    updated_at: datetime
    created_at: datetime
    url: str
    assignee: str = ""
    assignee_id: str = ""
    reporter: str = ""
    reporter_id: str = ""
    priority: str = ""
    labels: tuple[str, ...] = ()
    due: date | None = None

    @property
    def project(self) -> str:
        """The key of its project."""
        return self.key.rpartition("-")[0]


@dataclass(frozen=True, slots=True)
class Related:
    """Another ticket and how this one stands to it: "blocks", "parent", "subtask"."""

    how: str
    key: str
    title: str
    status: str


@dataclass(frozen=True, slots=True)
class Whole:
    """A ticket with all that belongs to it. `fields` are those that a tracker's owners made, by name."""

    ticket: Ticket
    text: str
    remarks: tuple[Remark, ...] = ()
    related: tuple[Related, ...] = ()
    sprint: str = ""
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Project:
    """Tickets that have a key in common."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Sprint:
    """`state` is "active", "future" or "closed"; a time that isn't set is None."""

    id: str
    name: str
    state: str
    goal: str = ""
    starts: datetime | None = None
    ends: datetime | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """`kind` is "scrum" or "kanban"; the latter has no sprints."""

    id: str
    name: str
    kind: str
    project: str = ""


@dataclass(frozen=True, slots=True)
class Transition:
    """A step of a ticket from its status to another; `wants` are the names of fields it asks for, each with the values there are."""

    id: str
    name: str
    to: str
    wants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A ticket to be made. `kind` is one that `IssueTracker.kind` gave; `assignee` is a Person's id or ME; `fields` are by name."""

    project: str
    title: str
    kind: str = ""
    text: str = ""
    priority: str = ""
    assignee: str = ""
    labels: tuple[str, ...] = ()
    due: date | None = None
    parent: str = ""
    fields: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class TicketChange:
    """What is to become of a ticket; None and () leave it. `assignee` is a Person's id, ME or NOBODY; `fields` are by name."""

    title: str | None = None
    text: str | None = None
    priority: str | None = None
    assignee: str | None = None
    add_labels: tuple[str, ...] = ()
    remove_labels: tuple[str, ...] = ()
    due: date | None = None
    fields: Mapping[str, str] = field(default_factory=dict[str, str])


class IssueTracker(Protocol):
    """One account at one tracker. Lists are at most `limit` long, tickets with the last changed first."""

    async def me(self) -> Me:
        """Whose account it is."""
        ...

    def asked(self, query: TicketQuery) -> str:
        """How that is asked in the tracker's own language."""
        ...

    def address(self, key: str) -> str:
        """The page of a ticket."""
        ...

    def read_back(self, text: str) -> str:
        """How a text reads that was written there."""
        ...

    async def tickets(self, query: TicketQuery, limit: int) -> Sequence[Ticket]:
        """Those that fit. Raises ToolProblem with the tracker's reason where it doesn't take the question."""
        ...

    async def ticket(self, key: str) -> Whole:
        """One with all that belongs to it. Raises NotFound."""
        ...

    async def projects(self, words: str, limit: int) -> Sequence[Project]:
        """Those whose name or key holds the words; without words all."""
        ...

    async def people(self, words: str, limit: int) -> Sequence[Person]:
        """Those who are called so."""
        ...

    async def boards(self, project: str, limit: int) -> Sequence[Board]:
        """Those of a project; without one all."""
        ...

    async def sprints(self, board: Board) -> Sequence[Sprint]:
        """Those of a board that run or are to come; none of one that has no sprints."""
        ...

    async def transitions(self, key: str) -> Sequence[Transition]:
        """The steps that are possible from where it stands. Raises NotFound."""
        ...

    async def kind(self, project: str, said: str, *, below: bool) -> str:
        """The name of a kind of ticket that a project has; its usual one for "" (`below` another ticket or not). Raises ToolProblem with those
        there are, NotFound for no such project."""
        ...

    async def missing(self, draft: Draft) -> Sequence[str]:
        """What the project wants of such a ticket and the draft doesn't say, each with the values there are. Raises ToolProblem for a kind,
        a field or a value that the project doesn't have."""
        ...

    async def create(self, draft: Draft) -> str:
        """A new ticket; its key."""
        ...

    async def change(self, key: str, wanted: TicketChange) -> None:
        """Make it so; made twice it is the same. Raises NotFound."""
        ...

    async def move(self, key: str, transition: Transition, fields: Mapping[str, str]) -> None:
        """Make a step of those that are possible, with what it asks for by name."""
        ...

    async def comment(self, key: str, text: str) -> Written:
        """Write below a ticket."""
        ...

    async def delete_comment(self, key: str, comment: str) -> None:
        """Delete what was written below a ticket, by its id. Raises NotFound."""
        ...

    async def delete(self, key: str) -> None:
        """Delete a ticket for good. Raises NotFound, ToolProblem where that isn't allowed."""
        ...
