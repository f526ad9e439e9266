"""The tools for tasks and lists: "todo" is the list things go to when none is named; every other name is a list too.

Several items are handled in one call; what is not found is said and the rest still happens.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from pydantic_ai import RunContext
from rapidfuzz import fuzz

from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import ADDS, READS, WRITES
from app.language.time import wording
from app.memory.records import Task
from app.tools import when
from app.tools.elsewhere import with_list
from app.tools.pick import Shelf, of_shelf, pick
from app.tools.pinning import figures, moment_of, pinning
from app.tools.provenance import carry, sources_of
from app.tools.toolset import Tool

TODO = "todo"
MAX_TITLE = 500
_TODO_NAMES = frozenset(("", "todo", "to do", "to-do", "todos", "to dos", "task", "tasks", "things to do", "to-dos"))
_AROUND = re.compile(r"^(?:my|the|our|a)\s+|\s*\blists?$")
_ALL = frozenset(("all", "everything", "all of them", "every task", "all tasks", "them all", "the lot"))
_NEARLY, _SHORT_NAME = (
    88,
    3,
)  # how alike two names are, of 100, of which one is the other with a slip; letters of names that have none
_NO_DUE = frozenset(("none", "no", "never", "clear", "remove"))


async def add_tasks(ctx: RunContext[AgentDeps], titles: list[str], *, list_name: str = "", due: str = "") -> Done:
    """Add tasks or items."""
    deps = ctx.deps
    wanted = [title.strip()[:MAX_TITLE] for title in titles if title.strip()]
    if not wanted:
        raise ToolProblem("What should I add?")
    moment = when.read_moment(due, deps.local_now) if due.strip() else None
    key = await _spelled(deps, list_name)
    added = [
        await deps.store.tasks.add(
            deps.user.id,
            list_name=key,
            title=title,
            due_at=moment.utc if moment else None,
            due_has_time=bool(moment and moment.has_time),
            priority=0,
            turn_id=deps.turn_id,
            taint=sources_of(deps, title, "" if key == TODO else list_name),
            at=deps.now,
        )
        for title in wanted
    ]
    until = _due(added[0], deps)
    text = f"Added {_joined(added)} to {list_label(key)}{', ' + until if until else ''}."
    return Done(text, undo=_undo("delete_tasks", added))


async def list_tasks(
    ctx: RunContext[AgentDeps], list_name: str = "", *, day: str = "", include_done: bool = False
) -> str:
    """One list, or all; day: due then."""
    deps = ctx.deps
    if day.strip():
        return await _of_day(deps, list_name, day)
    if list_name.strip():
        key = await _meant(deps, list_name)
        found = await deps.store.tasks.list(deps.user.id, list_name=key, include_done=include_done)
        if not found:
            return await _only_other(deps, key, list_name)
        return "\n".join((_shown(list_label(key), found, deps), *await _elsewhere(deps, key)))
    tasks = await deps.store.tasks.list(deps.user.id, include_done=include_done)
    if not tasks:
        return "Your lists are empty. Tell me what to add."
    names = sorted({task.list_name for task in tasks}, key=lambda name: (name != TODO, name))
    return "\n".join(
        _shown(list_label(name), [task for task in tasks if task.list_name == name], deps) for name in names
    )


async def _of_day(deps: AgentDeps, list_name: str, day: str) -> str:
    """What is due in a stretch of days; today also what is overdue and what has no day on the to-do list."""
    first, end = when.stretch(day, day, deps.local_now)
    key = await _meant(deps, list_name) if list_name.strip() else None
    tasks = await deps.store.tasks.list(deps.user.id, list_name=key)
    is_now = first is not None and end is not None and first <= deps.now < end
    due = [task for task in tasks if task.due_at and _falls(task.due_at, None if is_now else first, end)]
    undated = [task for task in tasks if is_now and not task.due_at and (list_name.strip() or task.list_name == TODO)]
    carry(deps, (*due, *undated))
    blocks = [("Due" if is_now else f"Due {day.strip()}", due), ("To do, any day", undated)]
    shown = [f"{label}:\n" + "\n".join(f"- {_line(task, deps)}" for task in found) for label, found in blocks if found]
    return "\n".join(shown) or f"Nothing on your lists is due {day.strip()}."


def _falls(moment: datetime, first: datetime | None, end: datetime | None) -> bool:
    return (first is None or moment >= first) and (end is None or moment < end)


async def complete_tasks(ctx: RunContext[AgentDeps], tasks: list[str], list_name: str = "") -> Done:
    """Tick off, or "all"."""
    deps = ctx.deps
    chosen, problems = await _chosen(deps, tasks, list_name)
    for task in chosen:
        await deps.store.tasks.complete(deps.user.id, task.id, deps.now)
    return Done(_said(f"Done: {_joined(chosen)}.", problems), undo=_undo("reopen_tasks", chosen))


async def _prepare_choosing(deps: AgentDeps, arguments: dict[str, Any], verb: str) -> tuple[dict[str, Any], str]:
    """The very tasks those words mean now: "all" and "the last one" may be others by the time they are confirmed."""
    chosen, _ = await _chosen(deps, list(arguments.get("tasks", ())), str(arguments.get("list_name", "")))
    return {"tasks": [f"#{task.id}" for task in chosen], "list_name": ""}, f"{verb} {_joined(chosen)}"


async def _prepare_completing(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    return await _prepare_choosing(deps, arguments, "tick off")


async def _prepare_deleting(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    return await _prepare_choosing(deps, arguments, "remove")


async def _prepare_clearing(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Which list, by its own name, and how much is on it."""
    key = await _meant(deps, str(arguments.get("list_name", "")))
    every = await _every(deps, key)
    return {"list_name": key}, f"clear {list_label(key)}: {_joined(every)}"


async def edit_task(
    ctx: RunContext[AgentDeps], task: str, *, title: str = "", due: str = "", list_name: str = ""
) -> Done:
    """Rename, move, set due ("none" clears)."""
    deps = ctx.deps
    old = await pick(shelf(deps), task)
    if not (title.strip() or due.strip() or list_name.strip()):
        raise ToolProblem(f'What should change about "{old.title}"?')
    due_at, has_time = old.due_at, old.due_has_time
    if due.strip().casefold() in _NO_DUE:
        due_at, has_time = None, False
    elif due.strip():
        due_at, has_time = _new_due(due, old, deps)
    new_list = await _spelled(deps, list_name) if list_name.strip() else old.list_name
    new_title = title.strip()[:MAX_TITLE] or old.title
    await deps.store.tasks.update(
        deps.user.id,
        old.id,
        title=new_title,
        list_name=new_list,
        due_at=due_at,
        due_has_time=has_time,
        priority=old.priority,
        taint=list(dict.fromkeys((*old.taint, *sources_of(deps, title, list_name)))),
        at=deps.now,
    )
    if new_list != old.list_name and old.place is not None:
        await deps.store.tasks.arrange(deps.user.id, [(old.id, None)])
    new = await deps.store.tasks.get(deps.user.id, old.id)
    return Done(f"Changed: {_line(new or old, deps)}, on {list_label(new_list)}.", undo=_as_it_was(old))


def _new_due(due: str, old: Task, deps: AgentDeps) -> tuple[datetime, bool]:
    """When it is due now, and whether at an hour; "by a week" counts from when it was."""
    was = old.due_at.astimezone(deps.zone) if old.due_at else None
    later = when.shifted(due, was, deps.local_now) if was else None
    if later is not None:
        return later.astimezone(UTC), old.due_has_time
    moment = when.read_moment(due, deps.local_now)
    return moment.utc, moment.has_time


async def delete_tasks(ctx: RunContext[AgentDeps], tasks: list[str], list_name: str = "") -> Done:
    """Remove items."""
    deps = ctx.deps
    chosen, problems = await _chosen(deps, tasks, list_name)
    for task in chosen:
        await deps.store.tasks.delete(deps.user.id, task.id, deps.now)
    return Done(_said(f"Removed {_joined(chosen)}.", problems), undo=_undo("restore_tasks", chosen))


async def clear_list(ctx: RunContext[AgentDeps], list_name: str) -> Done:
    """Empty a list."""
    deps = ctx.deps
    key = await _meant(deps, list_name)
    ids = await deps.store.tasks.delete_list(deps.user.id, key, deps.now)
    if not ids:
        raise NotFound(await _empty(deps, list_name))
    count = "1 item" if len(ids) == 1 else f"{len(ids)} items"
    label = list_label(key)
    return Done(f"Cleared {label}: {count} gone.", undo={"action": "restore_tasks", "ids": ids})


async def rename_list(ctx: RunContext[AgentDeps], list_name: str, new_name: str) -> Done:
    """Rename a list."""
    deps = ctx.deps
    old, new = await _meant(deps, list_name), list_key(new_name)
    if not new_name.strip() or old == new:
        raise ToolProblem(f"What should {list_label(old)} be called?")
    ids = await deps.store.tasks.rename_list(deps.user.id, old, new, deps.now)
    if not ids:
        raise NotFound(await _empty(deps, list_name))
    label = list_label(old)
    undo = {"action": "rename_list", "ids": ids, "name": new, "before": old}
    return Done(f"{label[0].upper()}{label[1:]} is now called {new}.", undo=undo)


async def _spelled(deps: AgentDeps, name: str) -> str:
    """The key of a list; of one that is there, where the name is that but for a slip, or a part of it."""
    key = list_key(name)
    names = [one for one, _, _ in await deps.store.tasks.lists(deps.user.id)]
    if key in names or key == TODO:
        return key
    near = [one for one in names if len(one) > _SHORT_NAME and fuzz.ratio(one, key) >= _NEARLY]
    near = near or [one for one in names if set(key.split()) < set(one.split())]  # "Berlin" of "Berlin trip"
    return near[0] if len(near) == 1 else key


async def _meant(deps: AgentDeps, name: str) -> str:
    """The key of the list that is meant of those there are: by its name, with a slip in it, or with a word more or less."""
    key = await _spelled(deps, name)
    names = [one for one, _, _ in await deps.store.tasks.lists(deps.user.id)]
    if key in names or key == TODO:
        return key
    held = [one for one in names if set(one.split()) <= set(key.split())]
    return held[0] if len(held) == 1 else key


def list_key(name: str) -> str:
    """The stored name of a list: "My Shopping List" and "shopping" are one list."""
    plain = " ".join(name.casefold().split())
    bare = _AROUND.sub("", _AROUND.sub("", plain)).strip()
    return TODO if bare in _TODO_NAMES else bare[:80]


def list_label(name: str) -> str:
    """What a list is called in a sentence."""
    key = list_key(name)
    return "your to-do list" if key == TODO else f"your {key} list"


def shelf(deps: AgentDeps, list_name: str = "") -> Shelf[Task]:
    """How one of the user's open tasks is looked up, on one list or on all."""
    key = list_key(list_name) if list_name.strip() else None

    async def get(number: int) -> Task | None:
        task = await deps.store.tasks.get(deps.user.id, number)
        return task if task is not None and task.deleted_at is None else None

    return Shelf(
        noun="task",
        deps=deps,
        get=get,
        find=lambda words: deps.store.tasks.find(deps.user.id, words, list_name=key),
        all=lambda: deps.store.tasks.list(deps.user.id, list_name=key),
        name=lambda task: task.title,
    )


async def _chosen(deps: AgentDeps, references: Sequence[str], list_name: str) -> tuple[list[Task], list[str]]:
    """The tasks meant, each once, and a sentence for each one not found; raises when none was."""
    named = [reference for reference in references if reference.strip()]
    if any(reference.strip().casefold() in _ALL for reference in named):
        return await _every(deps, list_name), []
    list_name = await _meant(deps, list_name) if list_name.strip() else ""
    chosen: dict[int, Task] = {}
    problems: list[ToolProblem] = []
    for reference in named:
        try:
            task = await pick(shelf(deps, list_name), reference)
        except ToolProblem as problem:
            problems.append(problem)
        else:
            chosen[task.id] = task
    if not chosen:
        raise problems[0] if problems else ToolProblem("Which task?")
    return list(chosen.values()), [problem.sentence for problem in problems]


async def _every(deps: AgentDeps, list_name: str) -> list[Task]:
    """All that is open on one list, or on all."""
    every = list(await shelf(deps, await _meant(deps, list_name) if list_name.strip() else "").all())
    if not every:
        raise NotFound(await _empty(deps, list_name or TODO))
    carry(deps, every)
    return every


async def _elsewhere(deps: AgentDeps, key: str) -> list[str]:
    """That an account has a list of the same name, which is another."""
    if key == TODO:
        return []
    others = await with_list(deps, lambda name: list_key(name) == key)
    return [
        f"There is another list called “{key}”, at {one}: say “show my {key} list in my {one} account” to see it."
        for one in others
    ]


async def _only_other(deps: AgentDeps, key: str, said: str) -> str:
    """Of the to-do list, where it is empty and there is one other list, that one: it may have been meant by "my list"."""
    open_ones = await deps.store.tasks.list(deps.user.id) if key == TODO else []
    names = {task.list_name for task in open_ones}
    if len(names) != 1:
        return await _empty(deps, said)
    return f"There is nothing on {list_label(key)}.\n{_shown(list_label(names.pop()), open_ones, deps)}"


async def _empty(deps: AgentDeps, list_name: str) -> str:
    lists = await deps.store.tasks.lists(deps.user.id)
    others = [list_label(name).removeprefix("your ") for name, open_count, _ in lists if open_count]
    if others:  # a list's name is as its things were said
        carry(deps, await deps.store.tasks.list(deps.user.id))
    nothing = f"There is nothing on {list_label(list_name)}."
    return f"{nothing} You do have: {', '.join(others)}." if others else nothing


def _shown(label: str, tasks: Sequence[Task], deps: AgentDeps) -> str:
    carry(deps, tasks)
    return "\n".join((f"{label[0].upper()}{label[1:]}:", *(f"- {_line(task, deps)}" for task in tasks)))


def _line(task: Task, deps: AgentDeps) -> str:
    until = _due(task, deps)
    done = " ✓" if task.done_at else ""
    return f"{task.title}{', ' + until if until else ''}{done} (#{task.id})"


def _due(task: Task, deps: AgentDeps) -> str:
    """ "due tomorrow at 09:00 (Sunday 22 November)", or nothing."""
    if task.due_at is None:
        return ""
    local = task.due_at.astimezone(deps.zone)
    if task.due_has_time:
        return f"due {when.say(local, deps.local_now)}"
    return f"due {wording.say_date(local.date(), deps.local_now)}"


def _joined(tasks: Sequence[Task]) -> str:
    """ "milk (#1), eggs (#2) and bread (#3)"."""
    names = [f"{task.title} (#{task.id})" for task in tasks]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _said(done: str, problems: Sequence[str]) -> str:
    return " ".join((done, *problems))


def _undo(action: str, tasks: Sequence[Task]) -> dict[str, object]:
    return {"action": action, "ids": [task.id for task in tasks], "titles": [task.title for task in tasks]}


def _as_it_was(task: Task) -> dict[str, object]:
    """What undo needs to set a task back."""
    return {
        "action": "edit_task",
        "id": task.id,
        "title": task.title,
        "list_name": task.list_name,
        "due_at": task.due_at.isoformat() if task.due_at else None,
        "due_has_time": task.due_has_time,
        "priority": task.priority,
        "taint": task.taint,
    }


async def _prepare_editing(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Pinned to its number, and to when it is due then: "a week later" too."""
    held, said = await of_shelf("task", shelf, "change the task")(deps, arguments)
    due = str(held.get("due") or "").strip()
    if due and due.casefold() not in _NO_DUE:
        at, has_time = _new_due(due, await pick(shelf(deps), held["task"]), deps)
        held["due"] = figures(when.Moment(at.astimezone(deps.zone), has_date=True, has_time=has_time))
    return held, said


TOOLS: tuple[Tool, ...] = (
    Tool(add_tasks, ADDS, pinning(moment_of("due"))),
    Tool(list_tasks, READS),
    Tool(complete_tasks, WRITES, prepare=_prepare_completing),
    Tool(edit_task, WRITES, _prepare_editing),
    Tool(delete_tasks, WRITES, prepare=_prepare_deleting),
    Tool(clear_list, WRITES, prepare=_prepare_clearing),
    Tool(rename_list, WRITES),
)
