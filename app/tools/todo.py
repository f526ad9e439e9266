"""The tools for lists elsewhere: one of ours kept the same as one there, and a look at what is there.

To begin sends the user's things to a service, so it waits for an OK, whose card says how much goes which way; the loop "to-do" does it.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic_ai import RunContext

from app.cards import sources
from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import WRITES, Risk
from app.integrations.calendar.todo import Todo
from app.integrations.mail.characters import one_line
from app.integrations.ports import TaskListInfo
from app.language.time import wording
from app.memory.records import Account
from app.memory.words import fold
from app.tools import when
from app.tools.elsewhere import accounts_of
from app.tools.tasks import TODO, list_key, list_label
from app.tools.toolset import Tool

SHOWN = 40
_LONGEST = 300  # characters of a title
_READS = Risk(reads_private=True, reads_untrusted=True)
_SENDS = Risk(side_effect=True, egress=True, reads_private=True)
_WHICH = "Which list at {label}? There are {names}."
_NAMES = "names of lists"
_NO_LIST = "There is no list called “{name}” at {label}. There are {names}."
_EMPTY_ACCOUNT = "There is no list at {label} yet. Make one there first."
_WITH_ANOTHER = "{ours} is kept the same as “{theirs}” already. Stop that first."
_TAKEN = "“{theirs}” at {label} is kept the same as {ours} already. Stop that first."
_STAYING = "; {count} that others' words had a part in stay here only"
_NOT_SYNCED = "{ours} isn't synced with anything."


@dataclass(frozen=True, slots=True)
class _There:
    """A list elsewhere, and what is open on it."""

    account: Account
    info: TaskListInfo
    open: tuple[Todo, ...]

    @property
    def named(self) -> str:
        return f"“{one_line(self.info.name, 80)}” at {self.account.label}"

    @property
    def source(self) -> str:
        """Whose words come from there."""
        return sources.todo_list(self.info.name, self.account.label)


async def sync_list(ctx: RunContext[AgentDeps], list_name: str, account: str = "", their_list: str = "") -> Done:
    """Keep one of our lists and one of a to-do service the same from now on."""
    deps = ctx.deps
    key, there = await _meant(deps, list_name, account, their_list)
    row = await deps.store.synced_lists.add(
        deps.user.id,
        there.account.id,
        list_name=key,
        list_id=there.info.id,
        title=one_line(there.info.name, 80),
        key=f"kwasi-{secrets.token_hex(8)}",
        at=deps.now,
    )
    ours = list_label(key)
    return Done(f"From now on {ours} and “{row.title}” at {there.account.label} are kept the same.")


async def stop_syncing(ctx: RunContext[AgentDeps], list_name: str) -> Done:
    """Both sides keep what they have."""
    deps = ctx.deps
    key = list_key(list_name)
    row = await deps.store.synced_lists.named(deps.user.id, key)
    if row is None or not await deps.store.synced_lists.remove(deps.user.id, row.id):
        raise NotFound(_NOT_SYNCED.format(ours=_begun(list_label(key))))
    return Done(f"{_begun(list_label(key))} is no longer synced with “{row.title}”. Both keep what they have.")


async def list_todo(ctx: RunContext[AgentDeps], account: str = "", their_list: str = "") -> str:
    """What is open on lists of to-do services."""
    deps = ctx.deps
    lines: list[str] = []
    for one in await accounts_of(deps).chosen(deps.user.id, account, "tasks"):
        async with accounts_of(deps).tasks(one) as reached:
            infos = await reached.lists()
            for info in [_named(deps, infos, their_list, one)] if their_list.strip() else infos:
                items = await reached.items(info.id, zone=deps.zone)
                lines += _told(deps, _There(one, info, _open(items)), is_asked_for=bool(their_list.strip()))
    return "\n".join(lines) or "Nothing is open there."


async def _prepare_syncing(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    said = [str(arguments.get(name, "")) for name in ("list_name", "account", "their_list")]
    key, there = await _meant(deps, *said)
    _carry(deps, there)  # its name is on the card
    mine = await deps.store.tasks.list(deps.user.id, list_name=key, limit=1_000)
    going = sum(set(one.taint) <= {there.source} for one in mine)
    pinned = {"list_name": key, "account": there.account.pinned, "their_list": there.info.name}
    told = f"keep {list_label(key)} the same as {there.named} from now on: {going} of yours go there, {len(there.open)} of theirs come here"
    return pinned, told + (_STAYING.format(count=len(mine) - going) if going < len(mine) else "")


async def _meant(deps: AgentDeps, list_name: str, account: str, their_list: str) -> tuple[str, _There]:
    """Our list's key and theirs. Raises ToolProblem where either is synced, or several may be meant."""
    key = list_key(list_name)
    chosen = await accounts_of(deps).one(deps.user.id, account, "tasks")
    async with accounts_of(deps).tasks(chosen) as reached:
        infos = await reached.lists()
        info = _named(deps, infos, their_list or ("" if key == TODO else key), chosen, is_guess=not their_list.strip())
        items = await reached.items(info.id, zone=deps.zone)
    for row in await deps.store.synced_lists.every(deps.user.id):
        if row.list_name == key:
            raise ToolProblem(_WITH_ANOTHER.format(ours=_begun(list_label(key)), theirs=row.title))
        if (row.account_id, row.list_id) == (chosen.id, info.id):
            raise ToolProblem(_TAKEN.format(theirs=row.title, label=chosen.label, ours=list_label(row.list_name)))
    return key, _There(chosen, info, _open(items))


def _named(
    deps: AgentDeps, infos: Sequence[TaskListInfo], said: str, account: Account, *, is_guess: bool = False
) -> TaskListInfo:
    """The one of that name, the only one, or of a guess that fits none the one question. Raises ToolProblem, whose names taint the turn."""
    if not infos:
        raise NotFound(_EMPTY_ACCOUNT.format(label=account.label))
    wanted = list_key(said)
    exact = [one for one in infos if fold(one.name) == fold(said) or list_key(one.name) == wanted]
    meant = exact or [one for one in infos if said.strip() and fold(wanted) in fold(one.name)]
    meant = meant or (list(infos) if is_guess else [])
    names = ", ".join(f"“{one_line(one.name, 80)}”" for one in infos[:SHOWN])
    if len(meant) != 1:
        deps.taint.add(_NAMES)
    if not meant:
        raise NotFound(_NO_LIST.format(name=said.strip()[:60], label=account.label, names=names))
    if len(meant) > 1:
        raise ToolProblem(_WHICH.format(label=account.label, names=names))
    return meant[0]


def _open(items: Sequence[Todo]) -> tuple[Todo, ...]:
    return tuple(one for one in items if one.done_at is None and one.title.strip())


def _told(deps: AgentDeps, there: _There, *, is_asked_for: bool) -> list[str]:
    """A list with its open tasks; an empty one only where it was asked for. Others may write on it: its words taint the turn."""
    if not (there.open or is_asked_for):
        return []
    _carry(deps, there)
    if not there.open:
        return [f"Nothing is open on {there.named}."]
    rows = [f"- {one_line(one.title, _LONGEST)}{_due(one, deps)}" for one in there.open[:SHOWN]]
    more = len(there.open) - SHOWN
    return [f"{there.named}:", *rows, *([f"And {more} more."] if more > 0 else [])]


def _carry(deps: AgentDeps, there: _There) -> None:
    deps.taint.add(there.source)


def _due(todo: Todo, deps: AgentDeps) -> str:
    if todo.due is None:
        return ""
    if isinstance(todo.due, datetime):
        return f", due {when.say(todo.due.astimezone(deps.zone), deps.local_now)}"
    return f", due {wording.say_date(todo.due, deps.local_now)}"


def _begun(label: str) -> str:
    return f"{label[:1].upper()}{label[1:]}"


TOOLS: tuple[Tool, ...] = (
    Tool(sync_list, _SENDS, _prepare_syncing),
    Tool(stop_syncing, WRITES),
    Tool(list_todo, _READS),
)
