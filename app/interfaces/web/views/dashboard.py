"""The dashboard's views: all users' rows as plain tables, newest first. THE table of them is `VIEWS`.

For whoever looks after the house, who may read all of it in the database anyway; nobody else gets here.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from app.gate.outcome import WENT_WRONG
from app.interfaces.web.views.viewer import PageHouse
from app.language.time.wording import say_duration
from app.loops.table import LOOPS
from app.memory.records import TurnRecord
from app.prompts.lock import check_drift
from app.prompts.named import PROMPTS, fetched, file_text, texts
from app.prompts.sections import FOLDER, section
from app.tools import readback

PAGE = 50
_CUT = 400  # characters of a cell
_LAST = 2**53
_DAY, _MONTH = timedelta(days=1), timedelta(days=30)
Query = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: a row is as many cells as there are columns. `after` continues it, "" at its end; `bad` are the numbers of rows to be seen first;
    `acts` what can be done with each row: the name of the act and its button's words."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    after: str = ""
    bad: frozenset[int] = frozenset()
    note: str = ""
    acts: Sequence[Sequence[tuple[str, str]]] = ()


@dataclass(frozen=True, slots=True)
class Desk:
    """What the views look things up in. `zone` is the one the moments are told in: the owner's."""

    house: PageHouse
    zone: ZoneInfo
    now: datetime
    query: Query = field(default_factory=dict[str, str])

    def at(self, moment: datetime | None) -> str:
        """ "2026-11-29 15:04:05"."""
        return f"{moment.astimezone(self.zone):%Y-%m-%d %H:%M:%S}" if moment else ""

    @property
    def before(self) -> int:
        """Where the page that is asked for begins."""
        said = self.query.get("before", "")
        return min(int(said), _LAST) if said.isascii() and said.isdecimal() and len(said) < 17 else _LAST


async def overview(desk: Desk) -> list[Sheet]:
    """Who is there, what went wrong lately, what it cost."""
    store = desk.house.store
    counts = await store.overview.counts()
    users = await store.users.everyone("", 200)
    failed = await store.overview.interactions(10, failed=True)
    broken = [run for run in (await store.loop_runs.latest()).values() if run.status == "failed"]
    of_turns = ("facts", "notes", "tasks", "reminders", "turns")
    return [
        Sheet(
            "Users",
            ("user", "name", "zone", *of_turns),
            [
                (one.id, one.name, one.time_zone, *(str(counts.get(one.id, {}).get(name, 0)) for name in of_turns))
                for one in users
            ],
        ),
        Sheet(
            "Loops that failed",
            ("loop", "when", "error", "again"),
            [(run.name, desk.at(run.started_at), run.error, desk.at(run.next_run_at)) for run in broken],
            note="" if broken else "All is well.",
        ),
        _turns("Turns that failed lately", failed, desk),
        await _costs("Cost of the last 24 hours", desk, _DAY, ("user_id",)),
    ]


async def interactions(desk: Desk) -> list[Sheet]:
    """What was asked and answered."""
    found = await desk.house.store.overview.interactions(PAGE, before=desk.before)
    after = f"?before={found[-1].number}" if len(found) == PAGE else ""
    return [_turns("Interactions", found, desk, after=after)]


async def audit(desk: Desk) -> list[Sheet]:
    """Every tool call as it was decided."""
    found = await desk.house.store.overview.audit(PAGE, before=desk.before)
    rows = [
        (desk.at(one.created_at), one.user_id, one.tool, _json(one.arguments), one.decision, one.outcome, one.turn_id)
        for one in found
    ]
    bad = frozenset(at for at, one in enumerate(found) if one.outcome in WENT_WRONG)
    after = f"?before={found[-1].id}" if len(found) == PAGE else ""
    return [Sheet("Audit log", ("when", "user", "tool", "arguments", "decision", "outcome", "turn"), rows, after, bad)]


async def schedules(desk: Desk) -> list[Sheet]:
    """What will run by itself."""
    found = await desk.house.store.overview.schedules(500)
    rows = [
        (desk.at(one.due_at), one.user_id, one.kind, readback.title(one), one.rule or "once", one.status, one.origin)
        for one in found
    ]
    return [Sheet("Scheduled tasks", ("next", "user", "kind", "what", "rule", "status", "set by"), rows)]


async def memory(desk: Desk) -> list[Sheet]:
    """The texts about each user."""
    found = await desk.house.store.overview.profiles(500)
    rows = [(one.user_id, one.key, one.content, desk.at(one.updated_at)) for one in found]
    return [Sheet("Memory profile", ("user", "text", "content", "written"), rows)]


async def loops(desk: Desk) -> list[Sheet]:
    """All background work, when it last did something and when it is next due."""
    latest = await desk.house.store.loop_runs.latest()
    switches = await desk.house.store.loop_switches.every()
    rows, bad, acts = [], set[int](), list[Sequence[tuple[str, str]]]()
    for at, loop in enumerate(LOOPS):
        run, switch = latest.get(loop.name), switches.get(loop.name)
        paused = switch.paused_at if switch else None
        on = loop.condition(desk.house.settings)
        status = "off" if not on else run.status if run else "nothing to do yet"
        if on and paused:
            status = f"paused since {desk.at(paused)}"
        turn = ("resume", "Resume") if paused else ("pause", "Pause")
        acts.append(() if loop.routine or not on else (turn, ("run", "Run now")))
        if run is not None and run.status == "failed":
            bad.add(at)
        rows.append(
            (
                loop.name,
                loop.about,
                say_duration(loop.cadence),
                status,
                desk.at(run.started_at) if run else "",
                desk.at(run.next_run_at) if run and on else "",
                run.error if run else "",
            )
        )
    columns = ("loop", "what it does", "at least every", "status", "last", "next", "error")
    note = "What is paused keeps its work until it goes on. A person's own routines are paused on their Reminders."
    return [Sheet("Loops", columns, rows, bad=frozenset(bad), note=note, acts=acts)]


async def costs(desk: Desk) -> list[Sheet]:
    """What models cost, in US dollars."""
    return [
        await _costs("By user, last 30 days", desk, _MONTH, ("user_id",)),
        await _costs("By model, last 30 days", desk, _MONTH, ("model",)),
        await _costs("By role, last 30 days", desk, _MONTH, ("role",)),
    ]


async def prompts(desk: Desk) -> list[Sheet]:
    """Every prompt as it is used now, where it is from, and whether anybody changed it since it was locked."""
    drifted = {drift.name: drift.how for drift in check_drift()}
    tuned, own = list[Sequence[str]](), list[Sequence[str]]()
    abouts = {one.name: one.about for one in PROMPTS}
    for key in texts():
        version = fetched(key)
        name, _, family = key.partition(".")
        text = version.text if version else file_text(key)
        origin = f"Langfuse, version {version.number}" if version else "file"
        about = f"for models of the family “{family}”" if family else abouts[name]
        tuned.append((key, about, _origin(origin, drifted.get(key)), f"{len(text):,}", text))
    for path in sorted(FOLDER.glob("*.md")):
        text = section(path.stem)
        own.append((path.stem, _origin("file", drifted.get(f"sections/{path.stem}")), f"{len(text):,}", text))
    bad = frozenset(at for at, row in enumerate(tuned) if row[0] in drifted)
    changed = frozenset(at for at, row in enumerate(own) if f"sections/{row[0]}" in drifted)
    return [
        Sheet("Prompts that can be tuned", ("prompt", "who reads it", "from", "characters", "text"), tuned, bad=bad),
        Sheet("Sections that belong to the code", ("section", "from", "characters", "text"), own, bad=changed),
    ]


def _origin(origin: str, drift: str | None) -> str:
    return f"{origin}, {drift} since it was locked" if drift else origin


def _turns(title: str, found: Sequence[TurnRecord], desk: Desk, *, after: str = "") -> Sheet:
    rows = [
        (
            desk.at(one.started_at),
            one.user_id,
            one.channel,
            one.text[:_CUT],
            one.reply[:_CUT],
            one.status,
            one.model,
            f"{(one.finished_at - one.started_at).total_seconds():.1f} s",
            one.id,
        )
        for one in found
    ]
    columns = ("when", "user", "channel", "asked", "answered", "status", "model", "took", "turn")
    bad = frozenset(at for at, one in enumerate(found) if one.status == "failed")
    return Sheet(title, columns, rows, after, bad, note="" if rows else "None.")


async def _costs(title: str, desk: Desk, back: timedelta, by: Sequence[str]) -> Sheet:
    found = await desk.house.store.overview.costs(desk.now - back, by)
    rows = [
        (
            next(filter(None, (one.user_id, one.model, one.role)), "–"),
            f"{one.requests:,}",
            f"{one.input_tokens:,}",
            f"{one.output_tokens:,}",
            f"${one.cost:.4f}",
        )
        for one in found
    ]
    return Sheet(
        title, ("", "calls", "tokens in", "tokens out", "cost"), rows, note="" if rows else "No model was called."
    )


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _CUT else f"{text[:_CUT]}…"


@dataclass(frozen=True, slots=True)
class DashboardView:
    """One row: where it lies below /dashboard/, what it is called, and who looks it up."""

    name: str
    title: str
    view: Callable[[Desk], Awaitable[list[Sheet]]]


VIEWS: tuple[DashboardView, ...] = (
    DashboardView("", "Overview", overview),
    DashboardView("interactions", "Interactions", interactions),
    DashboardView("audit", "Audit log", audit),
    DashboardView("schedules", "Scheduled tasks", schedules),
    DashboardView("memory", "Memory profile", memory),
    DashboardView("loops", "Loops", loops),
    DashboardView("costs", "Costs", costs),
    DashboardView("prompts", "Prompts", prompts),
)
