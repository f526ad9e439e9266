#!/usr/bin/env python3
"""Random schedules under crashes, sleeps and clocks that jump: is every due moment accounted for exactly once?

Each world is a real database with some people, their reminders, to-dos and schedules (RRULE, cron, once; nine zones; all of it across
changes of clocks), and a simulated clock. At each step the world wakes on time, sleeps, or its clock jumps forward or back; people pause and
resume; work takes its time; and every third look ends in a crash at some use of the database, before or after it, sometimes followed by
a reopened database. At the end every moment that a computation of its own (rules_by_hand.py) says was due must be a row that ran, ran late
or was skipped with a reason, and as often as a row says that something was said, so often it is in the outbox: once.

    occurrences.py [--schedules 10000] [--engine sqlite|postgres|both] [--share 0.1] [--seed 0] [--first 0]

`--share` is the part of the worlds that Postgres gets, `--first` the number of the first world, for a run in pieces. Prints a table; exit
code 1 when anything was lost, doubled or not explained.
"""

import argparse
import asyncio
import logging
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.bootstrap.storage import build_database
from app.clock import ManualClock
from app.config import Settings
from app.conversation.outbox import EVERYWHERE, Mailroom
from app.conversation.stream import Hub
from app.loops import reminders
from app.memory.records import Occurrence
from app.memory.repositories import Repositories, repositories
from app.messages import OutboundMessage
from app.timetable.allowed import Allowlist
from app.timetable.closing import close
from app.timetable.opening import Skipped, open_due
from app.timetable.promises import ALREADY_PAST, TASK_FRESHNESS
from app.timetable.reckoning import LATE_AFTER, NOT_THEN
from app.timetable.said_first import SaidFirst
from app.timetable.wording import Reader, missed_text
from scripts.prove.rules_by_hand import Plan, random_plan

DAYS = 80
PEOPLE = 50
ROWS = 500
STEPS = 800
SETTINGS = {"time_zone": "UTC", "embedder": "none", "_env_file": None}
_GAP = re.compile(r"so were those since (\S+),")
_MARK = re.compile(r"#([a-z]+\d+)#")
COUNTED = ("looks", "crashes", "sleeps", "forward", "back", "pauses")
ENDED = ("ran", "late", "skipped", "unlisted")
WRONG = ("lost", "too many", "unexplained", "not said", "said twice", "stuck")


class Crash(BaseException):
    """The end of the process at this use of the database."""


class DoomedDatabase:
    """A real database at the chosen use of which the process ends; commits are uses of their own."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.uses, self.doom = inner, 0, 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.inner, name)
        if name not in ("fetch", "fetch_one", "execute", "claim"):
            return found

        async def used(*values: Any, **named: Any) -> Any:
            self.step()
            result = await found(*values, **named)
            self.step()
            return result

        return used

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        self.step()
        async with self.inner.transaction():
            yield
            self.step()
        self.step()

    def step(self) -> None:
        self.uses += 1
        if self.uses == self.doom:
            raise Crash


@dataclass
class Promised:
    """A row of the world and when it is due. `maybe`: moments that may or may not have come before they were changed."""

    kind: str
    user: str
    id: int
    name: str
    freshness: timedelta
    plan: Plan | None = None
    once: list[datetime] = field(default_factory=list)
    maybe: set[datetime] = field(default_factory=set)
    past: set[datetime] = field(default_factory=set)

    def due(self, last: datetime) -> set[datetime]:
        """What is due up to `last`."""
        return {moment for moment in (self.plan.moments(last) if self.plan else self.once) if moment <= last}


class World:
    """Some people and what they are promised, on a clock that does what it likes."""

    def __init__(self, settings: Settings, number: int, seed: int) -> None:
        self.rng = random.Random(f"{seed}:{number}")
        self.settings = settings
        self.begin = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=self.rng.randrange(1500))
        self.clock = ManualClock(self.begin)
        self.farthest = self.begin
        self.counts: Counter[str] = Counter()
        self.promised: list[Promised] = []
        self.problems: list[str] = []

    async def open(self) -> None:
        """As a process starts."""
        self.inner = build_database(self.settings)
        await self.inner.open()
        self._house()

    def _house(self) -> None:
        self.database = DoomedDatabase(self.inner)
        self.store: Repositories = repositories(self.database)  # type: ignore[arg-type]
        said_first = SaidFirst(self.store, Allowlist(self.settings, self.store, ""), {})
        self.mailroom = Mailroom(self.database, self.store, Hub(), said_first)  # type: ignore[arg-type]

    # -------------------------------------------------------------------------------------------- who and what

    async def fill(self, rows: int) -> None:
        """People and what they are promised, named so that it is found again in what is said."""
        self.people = [f"user{number}" for number in range(PEOPLE)]
        for name in self.people:
            zone = self.rng.choice(("UTC", "Europe/Paris", "America/New_York"))
            await self.store.users.add(name, name=name, time_zone=zone, zone_source="said", locale="en", at=self.begin)
        makers = (self._reminder, self._schedule, self._task)
        while len(self.promised) < rows:
            made = await self.rng.choices(makers, (5, 5, 2))[0](self.rng.choice(self.people))
            self.promised += [made] if made else []

    async def _reminder(self, user: str) -> Promised | None:
        plan = random_plan(self.rng, self.begin, DAYS)
        moments = plan.moments(self.begin + timedelta(days=3 * DAYS))
        if not moments:
            return None
        name = f"r{len(self.promised)}"
        row = await self.store.reminders.add(
            user,
            text=f"remember #{name}#",
            due_at=moments[0],
            local_start=plan.start.isoformat(),
            time_zone=plan.zone,
            rule=plan.rule or None,
            turn_id=None,
            taint=[],
            at=self.begin,
            exceptions=plan.exceptions,
        )
        return Promised("reminder", user, row.id, name, self.settings.reminder_freshness, plan)

    async def _schedule(self, user: str) -> Promised | None:
        plan = random_plan(self.rng, self.begin, DAYS)
        moments = plan.moments(self.begin + timedelta(days=3 * DAYS))
        if not moments:
            return None
        name, freshness = f"s{len(self.promised)}", self.rng.choice((0, 3600, 21_600, 86_400))
        row = await self.store.scheduled_tasks.add(
            user,
            name=f"#{name}#",
            instruction="do it",
            rule=plan.rule,
            local_start=plan.start.isoformat(),
            time_zone=plan.zone,
            due_at=moments[0],
            turn_id=None,
            taint=[],
            at=self.begin,
            exceptions=plan.exceptions,
            freshness=freshness,
        )
        return Promised("schedule", user, row.id, name, timedelta(seconds=freshness), plan)

    async def _task(self, user: str) -> Promised:
        name, hours = f"t{len(self.promised)}", self.rng.randrange(-48, DAYS * 20)
        due_at = self.begin + timedelta(hours=hours, minutes=self.rng.randrange(60))
        row = await self.store.tasks.add(
            user,
            list_name=self.rng.choice(("todo", "home")),
            title=f"#{name}#",
            due_at=due_at,
            due_has_time=True,
            priority=0,
            turn_id=None,
            taint=[],
            at=self.begin,
        )
        made = Promised("task", user, row.id, name, TASK_FRESHNESS, once=[due_at])
        made.past |= {due_at} if due_at <= self.begin else set()
        return made

    # -------------------------------------------------------------------------------------------- what happens

    async def live(self, steps: int) -> None:
        """Some weeks, then a quiet end in which all that is due is done."""
        for _ in range(steps):
            await self._time_passes()
            if self.rng.random() < 0.1:
                await self._people_act()
            await self._look(doomed=self.rng.random() < 0.33)
        for name in self.people:
            await self.store.controls.resume(name)
        self.clock.set(self.farthest)
        for _ in range(3):
            await self._look(doomed=False, all_done=True)

    async def _time_passes(self) -> None:
        await self._choice(
            (self._on_time, 92), (self._a_while, 3), (self._sleep, 2), (self._jump_forward, 1), (self._jump_back, 2)
        )()
        self.farthest = max(self.farthest, self.clock.now())

    def _choice(self, *weighted: tuple[Callable[[], Awaitable[None]], int]) -> Callable[[], Awaitable[None]]:
        options, weights = zip(*weighted, strict=True)
        return self.rng.choices(options, weights)[0]

    async def _on_time(self) -> None:
        """As the runner does: until something is due."""
        moments = (await reminders.next_due(self.store), await self.store.scheduled_tasks.next_due())
        following = min((moment for moment in moments if moment), default=self.clock.now())
        self.clock.set(max(self.clock.now(), following) + timedelta(seconds=self.rng.randrange(3)))

    async def _a_while(self) -> None:
        self.clock.advance(timedelta(minutes=self.rng.randrange(1, 2000)))

    async def _sleep(self) -> None:
        self.counts["sleeps"] += 1
        self.clock.advance(timedelta(hours=self.rng.choice((3, 20, 60, 200))))

    async def _jump_forward(self) -> None:
        self.counts["forward"] += 1
        self.clock.advance(timedelta(hours=self.rng.randrange(1, 300)))

    async def _jump_back(self) -> None:
        self.counts["back"] += 1
        self.clock.set(self.clock.now() - timedelta(hours=self.rng.randrange(1, 300)))

    async def _people_act(self) -> None:
        user = self.rng.choice(self.people)
        if not await self.store.controls.resume(user) and self.rng.random() < 0.5:
            self.counts["pauses"] += 1
            await self.store.controls.pause(user, self.clock.now())
        tasks = [one for one in self.promised if one.kind == "task"]
        if tasks:
            await self._change_task(self.rng.choice(tasks))

    async def _change_task(self, task: Promised) -> None:
        """Tick it off, or put it off; what was due before may or may not have been said by then."""
        now, last = self.clock.now(), task.once[-1]
        row = await self.store.tasks.get(task.user, task.id)
        if row is None or row.done_at is not None:
            return
        task.maybe.add(last)
        if self.rng.random() < 0.5:
            await self.store.tasks.complete(task.user, task.id, now)
            return
        later = now + timedelta(minutes=self.rng.randrange(1, 9000))
        task.once.append(later)
        await self.store.tasks.update(
            task.user,
            task.id,
            title=row.title,
            list_name="todo",
            due_at=later,
            due_has_time=True,
            priority=0,
            taint=None,
            at=now,
        )

    async def _look(self, *, doomed: bool, all_done: bool = False) -> None:
        """One look of all loops; a doomed one ends at some use of the database, and the process starts anew."""
        self.counts["looks"] += 1
        self.database.uses, self.database.doom = 0, self.rng.randrange(1, 60) if doomed else 0
        try:
            await reminders.deliver_due(self.store, self.database, self.mailroom, self.clock, self.settings)  # type: ignore[arg-type]
            await open_due(self.store, self.database, self.clock, tell=self._tell)  # type: ignore[arg-type]
            await self._work(all_done=all_done)
        except Crash:
            self.counts["crashes"] += 1
            if self.rng.random() < 0.3:
                await self.inner.close()
                await self.open()
        self._house()

    async def _tell(self, skipped: Sequence[Skipped], now: datetime) -> None:
        by_user: dict[str, list[Skipped]] = {}
        for one in skipped:
            by_user.setdefault(one.schedule.user_id, []).append(one)
        for user, theirs in by_user.items():
            moments = [one.moment for one in theirs]
            key = f"missed:{theirs[0].schedule.id}:{theirs[0].due_at.isoformat()}"
            text = missed_text(moments, Reader("UTC", now))
            await self.mailroom.put_many([OutboundMessage(user, EVERYWHERE, key, text, kind="notice")], now)

    async def _work(self, *, all_done: bool) -> None:
        """A stand-in for the lane: each user's events in order; some take until a later look."""
        for user in await self.store.occurrences.users_with_open():
            if not all_done and self.rng.random() < 0.3:
                continue
            while occurrence := await self.store.occurrences.next_open(user):
                await self._run(occurrence)

    async def _run(self, occurrence: Occurrence) -> None:
        begun = await self.store.occurrences.begin(occurrence.user_id, occurrence.id, self.clock.now())
        schedule = await self.store.scheduled_tasks.get(occurrence.user_id, int(occurrence.owner_id))
        if begun is None or schedule is None:
            raise SystemExit("an occurrence that was open can't be begun")
        now = self.clock.now()
        late = now - occurrence.due_at > LATE_AFTER
        key = f"event:{schedule.id}:{occurrence.due_at.isoformat()}"
        message = OutboundMessage(occurrence.user_id, EVERYWHERE, key, f"done {schedule.name}", kind="notice")
        async with self.database.transaction():
            await self.mailroom.put(message, now)
            await close(self.store, begun, schedule, status="late" if late else "ran", reason="", now=now)

    # -------------------------------------------------------------------------------------------- what came of it

    async def judge(self) -> None:
        """Hold what is written down to what was due, and what was said to what is written down."""
        said: Counter[str] = Counter()
        for user in self.people:
            entries, last = [], 0
            while more := await self.store.outbox.after(user, ("local",), last, 500):
                entries, last = [*entries, *more], more[-1].id
            said.update(mark for entry in entries for mark in _MARK.findall(entry.body["text"]))
        for one in self.promised:
            rows = await self.store.occurrences.list(one.user, one.kind, str(one.id))
            self._hold_to_due(one, rows)
            self._hold_to_reasons(one, rows)
            told = sum(row.status in ("ran", "late") or row.reason.endswith(NOT_THEN) for row in rows)
            if said[one.name] != told:
                self._wrong("said twice" if said[one.name] > told else "not said", one, f"{said[one.name]} for {told}")
        if await self.store.occurrences.users_with_open():
            self.counts["stuck"] += 1

    def _hold_to_due(self, one: Promised, rows: Sequence[Occurrence]) -> None:
        due, written = one.due(self.farthest), {row.due_at for row in rows}
        self.counts["due"] += len(due - one.maybe)
        gaps = [(datetime.fromisoformat(found[1]), row.due_at) for row in rows if (found := _GAP.search(row.reason))]
        unlisted = {moment for moment in due - written for first, last in gaps if first < moment < last}
        self.counts["unlisted"] += len(unlisted)
        for moment in due - written - unlisted - one.maybe:
            self._wrong("lost", one, f"due {moment}")
        for moment in written - due - one.maybe:
            self._wrong("too many", one, f"due {moment}")

    def _hold_to_reasons(self, one: Promised, rows: Sequence[Occurrence]) -> None:
        fresh = max(one.freshness, LATE_AFTER)
        for row in rows:
            self.counts[row.status] += 1
            behind = row.ended_at - row.due_at
            fits = {
                "ran": timedelta(0) <= behind <= LATE_AFTER or (one.kind == "schedule" and behind <= LATE_AFTER),
                "late": behind > LATE_AFTER and (one.kind == "schedule" or behind <= fresh),
                "skipped": bool(row.reason) and (not row.reason.startswith("due ") or behind > fresh),
            }
            past = row.due_at in one.past and row.reason != ALREADY_PAST
            if not fits.get(row.status) or past:
                self._wrong("unexplained", one, f"{row.status} {behind} after {row.due_at}: {row.reason!r}")

    def _wrong(self, what: str, one: Promised, how: str) -> None:
        self.counts[what] += 1
        self.problems.append(f"{what}: {one.kind} {one.name} ({one.plan and one.plan.rule}) {how}")


async def prove(settings: Settings, number: int, *, seed: int = 0, rows: int = ROWS, steps: int = STEPS) -> World:
    """One world from its beginning to its end."""
    world = World(settings, number, seed)
    await world.open()
    try:
        await world.fill(rows)
        await world.live(steps)
        await world.judge()
    finally:
        await world.inner.close()
    return world


# ------------------------------------------------------------------------------------------------ all of them


@contextmanager
def fresh(server: Any) -> Iterator[Settings]:
    """Settings of an empty database: on the server, or a file."""
    with tempfile.TemporaryDirectory() as folder:
        if server is None:
            yield Settings(**SETTINGS, data_dir=Path(folder))
            return
        with server.database() as url:
            yield Settings(**SETTINGS, data_dir=Path(folder), database_url=url)


@contextmanager
def server_for(engine: str) -> Iterator[Any]:
    """The development environment's Postgres, or None for SQLite."""
    if engine == "sqlite":
        yield None
        return
    from tests.postgres import TestRun, server_of

    run = TestRun()
    try:
        yield server_of(run.folder)
    finally:
        run.close()


def run(engine: str, numbers: Sequence[int], seed: int) -> Counter[str]:
    """All worlds of one engine; what came of them."""
    counts: Counter[str] = Counter()
    with server_for(engine) as server:
        for number in numbers:
            with fresh(server) as settings:
                world = asyncio.run(prove(settings, number, seed=seed))
            counts.update(world.counts)
            counts["schedules"] += len(world.promised)
            for problem in world.problems[:20]:
                sys.stderr.write(f"  world {number} on {engine}: {problem}\n")
    return counts


def main() -> int:
    """0 when every due moment is accounted for once."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--schedules", type=int, default=10_000)
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    worlds, bad = -(-options.schedules // ROWS), 0
    for engine in ("sqlite", "postgres") if options.engine == "both" else (options.engine,):
        share = worlds if engine == "sqlite" else max(1, round(worlds * options.share))
        began = time.perf_counter()
        counts = run(engine, range(options.first, options.first + share), options.seed)
        bad += sum(counts[name] for name in WRONG)
        print(f"{engine}: {share} worlds, {counts['schedules']:,} schedules, {time.perf_counter() - began:.0f} s")
        for names in (COUNTED, ("due", *ENDED), WRONG):
            print("   " + "  ".join(f"{name} {counts[name]:,}" for name in names), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
