"""The tool for the order of a list: an item to its beginning, its end, one up or down, before or behind another one.

The first move gives every open item of the list its place; what is added later comes behind them.
"""

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import WRITES
from app.memory.records import Task
from app.tools.pick import pick
from app.tools.provenance import carry
from app.tools.tasks import list_label, shelf
from app.tools.toolset import Tool

MOST = 500  # open items of a list that can be put in order
_BEFORE, _AFTER = frozenset(("before", "above")), frozenset(("after", "below", "behind", "under"))
_STEPS = {"up": -1, "down": 1}
_FIRST, _LAST = frozenset(("first", "top", "beginning", "start")), frozenset(("last", "bottom", "end"))
_HOW = "Say where to: first, last, up, down, or before or after another item."


async def move_task(ctx: RunContext[AgentDeps], task: str, to: str) -> Done:
    """Move an item within its list. to: first, last, up, down, "before milk" or "after #12"."""
    deps = ctx.deps
    moved = await pick(shelf(deps), task)
    rows = await deps.store.tasks.list(deps.user.id, list_name=moved.list_name, limit=MOST + 1)
    if len(rows) > MOST:
        raise ToolProblem(
            f"{list_label(moved.list_name).capitalize()} has more than {MOST} items, so I leave its order as it is."
        )
    if moved.id not in {row.id for row in rows}:
        raise ToolProblem(f"“{moved.title}” is ticked off; only what is open has a place.")
    carry(deps, [moved])
    others = [row for row in rows if row.id != moved.id]
    at = await _place(deps, to, moved, rows, others)
    others.insert(at, moved)
    if [row.id for row in others] == [row.id for row in rows]:
        raise ToolProblem(f"“{moved.title}” stands there already.")
    await deps.store.tasks.arrange(deps.user.id, [(row.id, place) for place, row in enumerate(others, 1)])
    before = [[row.id, row.place] for row in rows]
    return Done(
        _said(moved, at, others), undo={"action": "arrange_list", "places": before, "list_name": moved.list_name}
    )


async def _place(deps: AgentDeps, to: str, moved: Task, rows: list[Task], others: list[Task]) -> int:
    """Behind how many of the others it comes. Raises ToolProblem."""
    said = to.strip().casefold()
    if said in _STEPS:
        return min(max([row.id for row in rows].index(moved.id) + _STEPS[said], 0), len(others))
    if said in _FIRST:
        return 0
    if said in _LAST:
        return len(others)
    side, _, name = said.partition(" ")
    if side not in _BEFORE | _AFTER or not name.strip():
        raise ToolProblem(_HOW)
    other = await pick(shelf(deps, moved.list_name), name)
    ids = [row.id for row in others]
    if other.id not in ids:
        raise ToolProblem(_HOW)
    return ids.index(other.id) + (side in _AFTER)


def _said(moved: Task, at: int, rows: list[Task]) -> str:
    where = "first" if at == 0 else "last" if at == len(rows) - 1 else f"after “{rows[at - 1].title}”"
    return f"“{moved.title}” is {where} on {list_label(moved.list_name)}."


TOOLS: tuple[Tool, ...] = (Tool(move_task, WRITES),)
