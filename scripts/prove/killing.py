"""What proofs share that kill the program at a step of its talk with a server, and look at what became of it.

Real processes, real SIGKILLs. What is held for an OK is prepared once; each kill falls on a copy of it, at the n-th step from the tap on Confirm to
the last word with a server: each use of the database, each word that goes out and each that comes in, before and after. Then the program starts
as the server does, time passes, its user confirms what still waits, and the end is judged.
"""

import argparse
import asyncio
import inspect
import logging
import os
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from pydantic_ai.models import Model

from app.bootstrap.models import build_models
from app.bootstrap.services import Services, build_services
from app.bootstrap.storage import build_database
from app.clock import ManualClock
from app.config import Settings
from app.loops.mail import send_due
from app.routing.agents import Agents
from scripts.prove.crash_corners import Home, start
from scripts.prove.crash_storm import NOON, DoomedDatabase, in_process
from scripts.prove.engines import engines_of, own_postgres
from tests.house import FixedModels

Act = Callable[[Services], Awaitable[None]]
Words = Sequence[
    tuple[Any, str, str]
]  # a class, its method that says or hears something outside, and how that is called
LATER = timedelta(minutes=10)  # longer than whoever took a mail may take, or a vendor's index be behind
SOON = timedelta(seconds=20)  # as a program is started again that fell
AGENTS = Agents()  # they hold nothing of a house
_MOST_SHOWN = 20
_UNKNOWN = ("can't tell whether", "not certain whether", "isn't certain whether")
_FAILED = ("was not sent", "Not done", "didn't work", "nothing was done")
_OPEN = ("waiting", "sending", "started", "executing", "pending")


class Doomed(DoomedDatabase):
    """It counts the words with servers too; `steps` says what each step was."""

    def __init__(self, inner: Any) -> None:
        super().__init__(inner, None)
        self.steps: list[str] = []

    def step(self, what: str = "database") -> None:
        self.steps.append(what)
        super().step()

    def begin(self, doom: int | None) -> None:
        """Count from here on."""
        self.uses, self.steps, self.doom = 0, [], doom


def watch_words(step: Callable[[str], None], words: Words) -> None:
    """Have all that goes out and comes in counted, in a process that ends soon."""
    for owner, name, what in words:
        setattr(owner, name, _counted(getattr(owner, name), what, step))


def _counted(word: Callable[..., Any], what: str, step: Callable[[str], None]) -> Callable[..., Any]:
    def called(*values: Any, **named: Any) -> Any:
        step(what)
        said = word(*values, **named)
        step(what)
        return said

    async def awaited(*values: Any, **named: Any) -> Any:
        step(what)
        said = await word(*values, **named)
        step(what)
        return said

    return awaited if inspect.iscoroutinefunction(word) else called


# ------------------------------------------------------------------------------------------------ what is done


async def confirm(house: Services) -> None:
    """The tap, on what still waits for it."""
    for action in await house.store.pending.waiting(house.owner.id, house.clock.now()):
        await house.conversation.decide(house.owner.id, "confirm", action.id)


async def hours_pass(house: Services) -> None:
    """Whoever took a mail and never finished has had their time."""
    for _ in range(3):
        later(house, LATER)
        await send_due(house.ground)
    await house.conversation.drain()


def later(house: Services, span: timedelta) -> None:
    """That much time passes."""
    house.clock.set(house.clock.now() + span)  # type: ignore[attr-defined]


class Outside(Protocol):
    """The servers of a proof."""

    def clear(self) -> None:
        """As they are before anything is prepared."""

    def fresh(self) -> None:
        """As they were before anything was done."""

    def keep(self) -> None:
        """What is there now is what they begin with."""


@dataclass(frozen=True)
class Scenario:
    """`act` is killed on a copy of what `prepare` left, and done again after the next start; `tool` is what it calls; `count` things are
    `wanted` at the end. `again`: what was left undone is asked for again in it, so that nothing may be missing. `anew`: it is prepared for
    each kill, as its server can't be put back. `soon`: the part of starts that come within seconds; `dies`: of those that are killed too.
    `model` prepares it, the offline one where there is none; `begins` is the time then."""

    name: str
    prepare: Callable[[Services, Any], Awaitable[None]]
    act: Act
    tool: str
    count: Callable[[Any], int]
    wanted: int = 1
    again: bool = False
    anew: bool = False
    soon: float = 0.0
    dies: float = 0.0
    model: Model | None = None
    begins: datetime = NOON


# ------------------------------------------------------------------------------------------------ lives


async def live(
    settings: Settings,
    *work: Callable[[Services], Awaitable[Any]],
    doom: int | None = None,
    at: datetime = NOON,
    words: Words = (),
    model: Model | None = None,
) -> tuple[list[str], Any]:
    """One life of the program: each in turn; what its steps were (those of `words` too), and what the last one said."""
    database = Doomed(build_database(settings))
    models: dict[str, Any] = {"models": FixedModels(model, build_models(settings).offline)} if model else {}
    clock = ManualClock(at)
    house = await build_services(settings, database=database, clock=clock, embedder=None, agents=AGENTS, **models)
    watch_words(database.step, words)
    database.begin(doom)
    try:
        said = [await one(house) for one in work]
        database.doom = None
        return database.steps, said[-1]
    finally:
        await house.close()


def lived(settings: Settings, *work: Callable[[Services], Awaitable[Any]], **how: Any) -> tuple[int, Any]:
    """The same in a process of its own; its wait status, and what came of it."""
    return in_process(lambda: asyncio.run(live(settings, *work, **how)))


def warm(*work: Callable[[Services], Awaitable[Any]], **how: Any) -> None:
    """Load here what each life would load again: processes are forked from this one."""
    with tempfile.TemporaryDirectory() as folder, Home(Path(folder)).database() as settings:
        asyncio.run(live(settings, *work, **how))


async def seen(house: Services) -> dict[str, Any]:
    """What stands in the books, and what was said."""
    mails = await house.database.fetch("SELECT state FROM mail_outbox")
    calls = await house.database.fetch("SELECT tool, status FROM ledger ORDER BY id")
    actions = await house.database.fetch("SELECT status FROM pending_actions")
    said = await house.store.outbox.after(house.owner.id, ("local",), 0, 100)
    return {
        "mails": [row["state"] for row in mails],
        "calls": [(row["tool"], row["status"]) for row in calls],
        "actions": [row["status"] for row in actions],
        "open": await house.store.inbox.users_with_open(),
        "said": [entry.body["text"] for entry in said],
        "keys": [entry.key for entry in said],
    }


# ------------------------------------------------------------------------------------------------ what must hold


@dataclass
class Tally:
    """What came of one scenario. `unknown`: told that nobody knows; `undone`: told that it wasn't done, and it wasn't; `quiet`: not told; `false`:
    told that it wasn't done where some of it was."""

    kills: int = 0
    lost: int = 0
    twice: int = 0
    unknown: int = 0
    undone: int = 0
    quiet: int = 0
    false: int = 0
    left: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def is_well(self) -> bool:
        """Nothing is as it must not be."""
        return not (self.lost or self.twice or self.quiet or self.false or self.left)

    @property
    def counts(self) -> tuple[int, ...]:
        """Of all, in order."""
        return self.kills, self.lost, self.twice, self.unknown, self.undone, self.quiet, self.false, self.left


def judge(
    one: Scenario, where: str, books: dict[str, Any] | None, there: int, tally: Tally, *, before: int | None = None
) -> None:
    """Write one kill's end into the tally. `before`: how many were there at first, where nothing else may have changed that."""
    if books is None:
        tally.left += 1
        tally.wrong.append(f"{where}: the start died")
        return
    states = [status for tool, status in books["calls"] if tool == one.tool] + books["mails"]
    ends = [*states, *(status for status in books["actions"])]
    is_unknown, is_failed = "unknown" in states, "failed" in states
    told = "\n".join(books["said"])
    is_told = any(word in told for word in (_UNKNOWN if is_unknown else _FAILED))
    facts = {
        "twice": there > max(one.wanted, 1) or len(books["keys"]) != len(set(books["keys"])),
        "left": bool(books["open"]) or any(state in _OPEN for state in ends),
        "quiet": (is_unknown or is_failed) and not is_told,
        "false": is_failed and not is_unknown and before is not None and there != before,
        "lost": there != one.wanted and (one.again or not (is_unknown or is_failed)),
    }
    tally.unknown += is_unknown and is_told
    tally.undone += is_failed and not is_unknown and is_told
    for what, is_so in facts.items():
        setattr(tally, what, getattr(tally, what) + is_so)
    if any(facts.values()):
        found = ", ".join(what for what, is_so in facts.items() if is_so)
        tally.wrong.append(f"{where}: {found}; {there} there, {books}")


def kills(
    one: Scenario, words: Words, home: Home, outside: Outside, *, share: float, rng: random.Random, most: int
) -> Tally:
    """Kill at every step of it, or at a seeded share of them; without any share at the last word with a server but one."""
    tally = Tally()
    outside.clear()
    with home.database() as prepared:
        _prepare(one, prepared, outside)
        outside.keep()
        before = None if one.again else one.count(outside)
        with home.database(prepared) as calm:
            status, told = lived(calm, one.act, at=one.begins, words=words)
            books = lived(calm, hours_pass, seen, at=one.begins + LATER)[1]
            checked = Tally()
            judge(one, "undisturbed", books and books[1], one.count(outside), checked)
            if status or not checked.is_well or checked.unknown or checked.undone:
                raise SystemExit(f"{one.name}: the undisturbed run failed: {checked}, {books}")
        for step in _chosen(told[0], share, rng, most):
            outside.fresh()
            with home.database(None if one.anew else prepared) as settings:
                if one.anew:
                    _prepare(one, settings, outside)
                died, books, how = _killed(one, words, settings, step, rng)
                tally.kills += died
                where = f"step {step} ({told[0][step - 1]}) of “{one.name}”, {how}"
                judge(one, where, books, one.count(outside), tally, before=before)
    return tally


def _prepare(one: Scenario, settings: Settings, outside: Outside) -> None:
    if lived(settings, partial(one.prepare, outside=outside), at=one.begins, model=one.model)[0]:
        raise SystemExit(f"{one.name}: nothing could be prepared")


def _killed(
    one: Scenario, words: Words, settings: Settings, step: int, rng: random.Random
) -> tuple[int, dict[str, Any] | None, str]:
    """Killed at that step, and perhaps again in its next start: how often it died, its books at the end, and when it was started."""
    died = int(os.WIFSIGNALED(lived(settings, one.act, doom=step, at=one.begins, words=words)[0]))
    at, how = (one.begins + SOON, "started soon") if rng.random() < one.soon else (one.begins + LATER, "started late")
    if rng.random() < one.dies:
        doom = rng.randint(1, step)
        died += os.WIFSIGNALED(lived(settings, start, one.act, doom=doom, at=at, words=words)[0])
        at, how = at + SOON, f"{how}, killed at {doom} and started again"
    status, after = lived(settings, start, one.act, hours_pass, seen, at=at)
    return died, after[1] if after and not status else None, how


def _chosen(steps: Sequence[str], share: float, rng: random.Random, most: int) -> list[int]:
    """All of them or a part, those with servers before the others; the numbers of steps begin with one."""
    words = [number for number, what in enumerate(steps, 1) if what != "database"]
    if share <= 0:
        return [words[-2]]
    found = [number for number in range(1, len(steps) + 1) if rng.random() < share]
    if most and len(found) > most:
        found = rng.sample(found, most)
    return sorted(found) or [words[-2]]


def options_of(told: str) -> argparse.Namespace:
    """What the command line asks for, of a proof that tells this of itself. From here on nothing is logged."""
    logging.disable(logging.CRITICAL)  # dying processes say little of interest
    parser = argparse.ArgumentParser(description=told.splitlines()[0])
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--postgres", default="", metavar="URL")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--most", type=int, default=0, metavar="N", help="no more kills than that of a scenario")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--only", action="append", metavar="WORD", help="scenarios whose name has it, or one of several"
    )
    return parser.parse_args()


def proven(
    scenarios: Sequence[Scenario],
    words: Words,
    servers: Callable[[Scenario], Outside],
    options: argparse.Namespace,
) -> int:
    """0 when nothing was lost, done twice, said wrongly, left open or kept quiet. Prints a table. `servers`: those of a scenario."""
    wrong = 0
    heads = ("kills", "lost", "twice", "unknown, told", "undone, told", "not told", "false", "left")
    print(f"{'engine':9} {'scenario':28} {' '.join(f'{head:>{len(head) + 1}}' for head in heads)}", flush=True)
    for engine in engines_of(options.engine):
        given = nullcontext(options.postgres) if options.postgres or engine == "sqlite" else own_postgres()
        with given as url, tempfile.TemporaryDirectory() as folder:
            home = Home(Path(folder), url if engine == "postgres" else "")
            for one in scenarios:
                if options.only and not any(word in one.name for word in options.only):
                    continue
                rng = random.Random(f"{options.seed}:{engine}:{one.name}")
                tally = kills(one, words, home, servers(one), share=options.share, rng=rng, most=options.most)
                wrong += not tally.is_well
                row = " ".join(f"{count:{len(head) + 1}}" for count, head in zip(tally.counts, heads, strict=True))
                print(f"{engine:9} {one.name:28} {row}", flush=True)
                for what in tally.wrong[:_MOST_SHOWN]:
                    print(f"  {what}", file=sys.stderr, flush=True)
    return 1 if wrong else 0
