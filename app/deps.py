"""What a tool may ask for: one container, built once per turn by one factory for every interface.

Data and Protocols only. What lives above the tools (workers, turns, budget) comes in through a Protocol that `bootstrap`
binds. A tool reads `ctx.deps`; it never imports an adapter, a channel or the pipeline.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from app.charts.chart import Chart
from app.clock import Clock
from app.integrations.accounts import Accounts
from app.integrations.web import NO_WEB, Web
from app.learning.windows import Window
from app.memory.ports import Database
from app.memory.records import Account, Found, Hit, User
from app.memory.repositories import Repositories
from app.messages import Document, Link
from app.models.reading.reader import File, Reading
from app.models.speech.ports import Transcript
from app.timetable.feeds import NOTHING_CONNECTED, Feeds
from app.tracing.tracing import TraceReader


class Searcher(Protocol):
    """Search over everything a user keeps."""

    async def search(self, user_id: str, query: str, *, kinds: tuple[str, ...], limit: int) -> Found:
        """Hits by words and, where an embedder works, by meaning; best first. Never raises for a missing embedder."""
        ...

    async def by_words(self, user_id: str, query: str, *, kinds: tuple[str, ...], limit: int) -> list[Hit]:
        """Hits of the words alone, best first."""
        ...

    async def by_meaning(self, user_id: str, query: str, *, kinds: tuple[str, ...], limit: int) -> Found | None:
        """Hits by meaning alone, nearest first; None where no embedder works."""
        ...

    async def nearness(self, query: str, texts: Sequence[str]) -> list[float] | None:
        """How near each text is to the query in meaning, between 0 and 1; None where no embedder works."""
        ...

    async def windows(self, user_id: str, query: str, *, limit: int) -> Sequence[Window]:
        """The same over what was said: a few neighbouring turns each, best first, no turn in two of them."""
        ...


class Connections(Protocol):
    """Which outside services are connected."""

    def status(self, service: str, accounts: Sequence[Account] = (), channel: str = "") -> str:
        """A few sentences: what of `accounts` is connected, and how to connect it from that channel."""
        ...


class FileReader(Protocol):
    """Reads documents, pictures and sheets, and hears recordings."""

    async def read(self, file: File, locale: str, *, sees: bool, now: datetime) -> Reading:
        """What a file says, for somebody of that locale on whose clock it is `now`; what can't be read is a note. Raises nothing for what a file holds."""
        ...

    async def transcribe(self, recording: bytes, locale: str) -> Transcript:
        """What is said in a recording, for somebody of that locale. Raises nothing for what it holds."""
        ...


class WorkerInvoker(Protocol):
    """The assistants behind the assistant."""

    async def invoke(self, deps: "AgentDeps", name: str, message: str, purpose: str) -> str:
        """Let a worker do something, taking it on first where there is none of that name; what it says, as the main agent reads
        it. Its taint becomes the turn's. Raises ToolProblem."""
        ...


@dataclass(slots=True)
class Taint:
    """Whose words a turn works with beside its user's own; both lists only ever grow.

    `sources`: it has read them itself. `carried`: earlier turns had, or what is stored was made from them, and its model is still shown
    that.
    """

    sources: list[str] = field(default_factory=list)
    carried: list[str] = field(default_factory=list)

    def add(self, source: str) -> None:
        """Remember a source that was read, once."""
        if source not in self.sources:
            self.sources.append(source)

    def carry(self, sources: Iterable[str]) -> None:
        """Remember sources whose words are shown again, each once."""
        self.carried += [source for source in dict.fromkeys(sources) if source not in self.carried]

    @property
    def all(self) -> list[str]:
        """Every source, each once: what the turn writes carries all of them."""
        return list(dict.fromkeys((*self.sources, *self.carried)))

    def __bool__(self) -> bool:
        return bool(self.sources or self.carried)


@dataclass(frozen=True, slots=True)
class CallNote:
    """One tool call as the gate decided it; `outcome` is one word: done, failed, held, refused, read, replayed, unknown."""

    tool: str
    arguments: dict[str, object]
    decision: str
    outcome: str


@dataclass(slots=True)
class Books:
    """What the gate writes down while a turn runs: its calls in order, the approvals it asked for, and a request to stop."""

    calls: list[CallNote] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)
    done_in: dict[str, tuple[int, str]] = field(default_factory=dict)  # by digest: at which step, under which key
    charts: list[Chart] = field(default_factory=list)  # what its tools drew, in order; the last few go with the reply
    files: list[Document] = field(
        default_factory=list[Document]
    )  # what its tools made to be kept; it goes with the reply
    links: list[Link] = field(default_factory=list[Link])  # what searches, pages and the news gave it to answer with
    addresses: set[str] = field(default_factory=set[str])  # what searches and pages have shown in this turn
    ports: frozenset[str] | None = None  # what its user has connected, once that was looked up
    took: dict[str, float] = field(default_factory=dict[str, float])  # seconds by part: "hear", "tool:get_weather"
    stopped: bool = False
    asked_for: list[int] = field(default_factory=list)  # which of the calls that its user's own words ask for were made

    def add_time(self, part: str, seconds: float) -> None:
        """Something of this turn took so long."""
        self.took[part] = self.took.get(part, 0.0) + seconds

    def count(self, digest: str) -> int:
        """Which time this very call is made in the turn, from 0; each asking counts."""
        number = self.seen.get(digest, 0)
        self.seen[digest] = number + 1
        return number


@dataclass(frozen=True, slots=True)
class AgentDeps:
    """One turn's container. `now` is fixed when the turn starts, so that one turn has one "now"."""

    user: User
    turn_id: str
    trace_id: str
    channel: str
    now: datetime
    clock: Clock
    database: Database
    store: Repositories
    search: Searcher
    connections: Connections
    taint: Taint
    books: Books = field(default_factory=Books)
    approved: str | None = None  # the digest of the one held call its user has just confirmed
    approval_lifetime: timedelta = timedelta(hours=24)
    schedule_freshness: timedelta = timedelta(hours=6)
    pushed: Mapping[str, timedelta | None] = field(
        default_factory=dict[str, timedelta | None]
    )  # the chat channels that are on, by name
    workers: WorkerInvoker | None = None  # None: a worker itself, which calls no workers
    worker: str = ""  # the name of the worker whose run this is
    by_clock: bool = False  # nobody's words began this turn: a schedule did
    said: str = ""  # what its user typed or said in this turn, without what came with it
    asked_for: Sequence[CallNote] = ()  # the calls that rules find those words to ask for
    said_alone: bool = False  # nothing came with those words: no file, quote or forward
    by_rules: bool = False  # rules read the user's words and make its calls: nothing that is shown can steer them
    about_user: str = ""  # facts and profile, ready for the prompt
    domains: frozenset[str] = frozenset()
    accounts: Accounts | None = None  # None: nothing elsewhere is reached from here
    feeds: Feeds = NOTHING_CONNECTED
    reader: FileReader | None = None  # None: no file is read from here
    web: Web = NO_WEB
    traces: TraceReader | None = (
        None  # None: none is set, or its user isn't the owner: traces are the whole installation's
    )

    @property
    def zone(self) -> ZoneInfo:
        """The user's time zone."""
        return ZoneInfo(self.user.time_zone)

    @property
    def local_now(self) -> datetime:
        """This turn's moment on the user's wall clock."""
        return self.now.astimezone(self.zone)
