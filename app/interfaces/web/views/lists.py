"""Lists: every list with its items, open ones first and what was ticked lately folded under them."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import quote

from app.interfaces.web.views.viewer import Viewer, page_number
from app.memory.records import Task

TODO = "todo"
_SHOWN_DONE = timedelta(days=14)
PAGE = 40  # items of one page: each brings a form of its own
_FEWEST, _MOST_LISTS, _MOST_DONE = 5, 40, 30


async def view(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """The lists, the to-do list first, the beginning of each; `?list=` shows one, page by page."""
    only, at = query.get("list", ""), page_number(query)
    counts = {name: (open_, done) for name, open_, done in await seen.store.tasks.lists(seen.user.id)}
    names = [only] if only else [TODO, *(name for name in counts if name != TODO)]
    most = PAGE if only else max(_FEWEST, PAGE // max(len(names), 1))
    return {
        "title": "Lists",
        "only": only,
        "lists": [await _list(name, counts.get(name, (0, 0)), seen, most=most, at=at) for name in names[:_MOST_LISTS]],
        "names": [*counts],
    }


async def _list(name: str, count: tuple[int, int], seen: Viewer, *, most: int, at: int) -> dict[str, Any]:
    open_, lately = count[0], seen.now - _SHOWN_DONE
    tasks = await seen.store.tasks.list(seen.user.id, list_name=name, limit=at * most + most)
    done = [] if at else await seen.store.tasks.done_since(seen.user.id, name, lately, _MOST_DONE)
    here = f"/lists?list={quote(name)}&page="
    return {
        "name": name,
        "label": list_label(name),
        "count": open_,
        "open": [task_row(task, seen) for task in tasks[at * most :]],
        "done": [task_row(task, seen) for task in done],
        "more": max(0, open_ - most) if most < PAGE else 0,
        "page": {
            "before": f"{here}{at - 1}" if at else "",
            "after": f"{here}{at + 1}" if most == PAGE and open_ > (at + 1) * most else "",
        },
    }


def list_label(name: str) -> str:
    """What a list is called in a heading."""
    return "To do" if name == TODO else name[:1].upper() + name[1:]


def task_row(task: Task, seen: Viewer) -> dict[str, Any]:
    """One item."""
    due = task.due_at
    return {
        "id": task.id,
        "title": task.title,
        "list": task.list_name,
        "list_label": "" if task.list_name == TODO else list_label(task.list_name),
        "due": (seen.said(due) if task.due_has_time else seen.day(due)) if due else "",
        "late": due is not None and task.done_at is None and _is_late(task, seen),
        "done": task.done_at is not None,
        "ticked": seen.said(task.done_at) if task.done_at else "",
        "taint": task.taint,
    }


def _is_late(task: Task, seen: Viewer) -> bool:
    assert task.due_at is not None
    return task.due_at < seen.now if task.due_has_time else seen.local(task.due_at).date() < seen.local_now.date()
