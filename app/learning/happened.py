"""What happened, newest first, some at a time: turns, what was done outside of any (a row acted on, a command, a silent run), and what the
clock brought.

Four books are read side by side, each before a number of its own, so that a page deep in the past costs what the first does. A line of a
book whose turn has a row of its own is shown there and nowhere else.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.memory.records import Occurrence, TurnRecord
from app.memory.repositories import Repositories
from app.memory.repositories.turn_rows import Line
from app.memory.runs import asking_turn

FAR = 2**62
_LINES, _MOMENTS = 400, 120  # of one look
_STEP = "plan:"  # what begins the id under which a step of a plan calls its tools
_OPEN = ("waiting", "running")
# How a call ended, in words; nothing where it went well.
OUTCOMES: Mapping[str, str] = {
    "done": "",
    "read": "",
    "replayed": "",
    "held": "asked first",
    "refused": "refused",
    "failed": "failed",
    "unknown": "nobody knows how it went",
    "started": "begun, not ended",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page begins: before this number in each book."""

    turn: int = FAR
    call: int = FAR
    effect: int = FAR
    moment: int = FAR

    def __str__(self) -> str:
        """As it stands in an address."""
        return ".".join("" if number == FAR else str(number) for number in self._numbers)

    @property
    def _numbers(self) -> tuple[int, ...]:
        return self.turn, self.call, self.effect, self.moment


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened: a turn, what the clock brought, or, without either, calls under an id that is no turn's."""

    at: datetime
    id: str
    turn: TurnRecord | None = None
    moment: Occurrence | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """Some of it, newest first, and where the rest begins; None where there is none."""

    happenings: list[Happening]
    rest: Place | None


@dataclass(slots=True)
class _Entry:
    number: int
    at: datetime
    shown: Happening | None


@dataclass(slots=True)
class _Book:
    """What was read of one book. `full`: there may be more behind it. `read` is how much of it is used up, `last` the number up to which."""

    entries: list[_Entry]
    full: bool
    last: int
    read: int = 0
    closed: bool = False

    @property
    def head(self) -> _Entry | None:
        """What comes next of it."""
        return self.entries[self.read] if not self.closed and self.read < len(self.entries) else None

    @property
    def ended_early(self) -> bool:
        """Whether nobody knows what comes next."""
        return not self.closed and self.full and self.read == len(self.entries)


def place_of(text: str) -> Place:
    """The place that an address names; the newest where it names none."""
    parts = text.split(".")
    if len(parts) != 4 or not all(
        part == "" or (part.isascii() and part.isdecimal() and len(part) < 19) for part in parts
    ):
        return Place()
    return Place(*(int(part) if part else FAR for part in parts))


async def place_before(store: Repositories, user_id: str, moment: datetime) -> Place:
    """Where what came before a moment begins."""
    return Place(
        await store.turns.last_before(user_id, moment) + 1,
        await store.audit.last_before(user_id, moment) + 1,
        await store.ledger.last_before(user_id, moment) + 1,
        await store.occurrences.last_before(user_id, moment) + 1,
    )


async def past(
    store: Repositories,
    user_id: str,
    place: Place,
    *,
    most: int,
    since: datetime | None = None,
    in_trouble: bool = False,
) -> Past:
    """`most` things from a place on, back to `since`; all, or those that went wrong."""
    turns = await _turns(store, user_id, place, most, in_trouble=in_trouble)
    calls = await store.audit.lines_before(user_id, place.call, _LINES, in_trouble=in_trouble)
    effects = await store.ledger.lines_before(user_id, place.effect, _LINES, in_trouble=in_trouble)
    moments = [] if in_trouble else await store.occurrences.before(user_id, place.moment, _MOMENTS)
    owners = await _owners(store, user_id, {line.turn_id for line in (*calls, *effects)})
    if in_trouble:
        found = {turn.id: turn for turn in await store.turns.many(user_id, sorted(set(owners.values())))}
        calls_shown, effects_shown = _of_turns(calls, owners, found), _of_turns(effects, owners, found)
        moments_shown: list[_Entry] = []
    else:
        runs = {moment.run_id for moment in moments if moment.run_id}
        known = await store.turns.known(user_id, sorted({*owners.values(), *runs}))
        audited = await _audited(store, user_id, {line.turn_id for line in calls}, effects, known)
        hidden = known | runs
        calls_shown = _beside(calls, owners, hidden)
        effects_shown = _beside(effects, owners, hidden | audited)
        moments_shown = [_moment(moment, known) for moment in moments]
    books = [
        _book(turns, place.turn, most + 1),
        _book(calls_shown, place.call, _LINES),
        _book(effects_shown, place.effect, _LINES),
        _book(moments_shown, place.moment, _MOMENTS),
    ]
    return _merged(books, most, since)


async def _turns(store: Repositories, user_id: str, place: Place, most: int, *, in_trouble: bool) -> list[_Entry]:
    look = store.turns.not_done_before if in_trouble else store.turns.before
    found = await look(user_id, place.turn, most + 1)
    return [
        _Entry(turn.number, turn.finished_at, Happening(turn.started_at, turn.id, turn)) for turn in reversed(found)
    ]


async def _owners(store: Repositories, user_id: str, ids: Iterable[str]) -> dict[str, str]:
    """The turn to which the lines under each id belong: that of a worker's run and of a plan's step is the one that asked for it."""
    owners: dict[str, str] = {}
    for named in ids:
        owner = asking_turn(named)
        if owner.startswith(_STEP):
            plan = await store.plans.get(user_id, owner.removeprefix(_STEP).rpartition(":")[0])
            owner = plan.turn_id if plan else owner
        owners[named] = owner
    return owners


async def _audited(
    store: Repositories, user_id: str, seen: set[str], effects: Sequence[Line], known: set[str]
) -> set[str]:
    """Whose effects need no row of their own, for their calls have one."""
    asked = {line.turn_id for line in effects} - seen - known
    return seen | {entry.turn_id for entry in await store.audit.of_turns(user_id, sorted(asked))}


def _beside(lines: Sequence[Line], owners: dict[str, str], hidden: set[str]) -> list[_Entry]:
    """The lines, each with what is shown of it: nothing where its turn is."""
    return [
        _Entry(
            line.id,
            line.at,
            None if {line.turn_id, owners[line.turn_id]} & hidden else Happening(line.at, line.turn_id),
        )
        for line in lines
    ]


def _of_turns(lines: Sequence[Line], owners: dict[str, str], turns: dict[str, TurnRecord]) -> list[_Entry]:
    """The lines of what went wrong, each with its turn where that was done all the same: one that was not is found among the turns."""
    entries: list[_Entry] = []
    for line in lines:
        turn = turns.get(owners[line.turn_id])
        shown = Happening(line.at, line.turn_id) if turn is None else Happening(turn.started_at, turn.id, turn)
        entries.append(_Entry(line.id, line.at, shown if turn is None or turn.status == "done" else None))
    return entries


def _moment(moment: Occurrence, known: set[str]) -> _Entry:
    is_told = moment.status in _OPEN or moment.run_id in known
    shown = None if is_told else Happening(moment.ended_at, moment.run_id or f"moment:{moment.id}", moment=moment)
    return _Entry(moment.id, moment.ended_at, shown)


def _book(entries: list[_Entry], last: int, asked: int) -> _Book:
    return _Book(entries, len(entries) >= asked, last)


def _merged(books: list[_Book], most: int, since: datetime | None) -> Past:
    """The books as one, until there is enough or one of them has to be read on."""
    happenings: dict[str, Happening] = {}
    while not any(book.ended_early for book in books):
        heads = [(head, book) for book in books if (head := book.head) is not None]
        if not heads:
            return Past([*happenings.values()], None)
        head, book = max(heads, key=lambda pair: pair[0].at)
        if since is not None and head.at < since:
            book.closed = True
            continue
        if head.shown is not None and head.shown.id not in happenings:
            if len(happenings) == most:
                break
            happenings[head.shown.id] = head.shown
        book.read += 1
        book.last = head.number
    return Past([*happenings.values()], Place(*(book.last for book in books)))
