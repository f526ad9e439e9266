"""THE table of what can be done with a row of a page: a name, the tool that does it, and how what was pressed or typed becomes its arguments.

The page sends a name and plain fields; no tool can be called from it that has no row here, and each goes through the gate.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Fields = Mapping[str, str]
Arguments = Callable[[Fields], dict[str, Any]]
_LONGEST = 4_000  # characters of one field


@dataclass(frozen=True, slots=True)
class Act:
    """One row. `arguments` makes the call's of the fields; what is empty is left out."""

    name: str
    tool: str
    arguments: Arguments


def _given(*names: str, **fixed: Any) -> Arguments:
    """The fields of these names as they are, and what is always so."""

    def arguments(fields: Fields) -> dict[str, Any]:
        return {**{name: text for name in names if (text := _text(fields, name))}, **fixed}

    return arguments


def _numbered(argument: str, *names: str, several: bool = False, **fixed: Any) -> Arguments:
    """The row by its number (the field `row`: a field `id` would hide the id of its own form from scripts) as `argument`, in a list where the tool takes `several`; beside it what `_given` takes."""
    given = _given(*names, **fixed)

    def arguments(fields: Fields) -> dict[str, Any]:
        number = f"#{_text(fields, 'row')}"
        return {argument: [number] if several else number, **given(fields)}

    return arguments


def _new_tasks(fields: Fields) -> dict[str, Any]:
    """A line each."""
    titles = [line for line in _text(fields, "titles").splitlines() if line.strip()]
    return {"titles": titles, **_given("list_name", "due")(fields)}


def _text(fields: Fields, name: str) -> str:
    return fields.get(name, "").strip()[:_LONGEST]


ACTS: Mapping[str, Act] = {
    row.name: row
    for row in (
        Act("add-task", "add_tasks", _new_tasks),
        Act("tick", "complete_tasks", _numbered("tasks", several=True)),
        Act("edit-task", "edit_task", _numbered("task", "title", "due", "list_name")),
        Act("delete-task", "delete_tasks", _numbered("tasks", several=True)),
        Act("clear-list", "clear_list", _given("list_name")),
        Act("rename-list", "rename_list", _given("list_name", "new_name")),
        Act("add-reminder", "set_reminder", _given("text", "when", "repeat")),
        Act("move-reminder", "change_reminder", _numbered("reminder", "when")),
        Act("snooze-hour", "change_reminder", _numbered("reminder", when="in 1 hour")),
        Act("snooze-day", "change_reminder", _numbered("reminder", when="tomorrow")),
        Act("edit-reminder", "change_reminder", _numbered("reminder", "text", "when", "repeat")),
        Act("cancel-reminder", "cancel_reminder", _numbered("reminder")),
        Act("add-schedule", "schedule_task", _given("instruction", "when")),
        Act("edit-schedule", "change_schedule", _numbered("schedule", "when", "instruction")),
        Act("pause-schedule", "change_schedule", _numbered("schedule", state="pause")),
        Act("resume-schedule", "change_schedule", _numbered("schedule", state="resume")),
        Act("skip-schedule", "change_schedule", _numbered("schedule", state="skip next")),
        Act("delete-schedule", "delete_schedule", _numbered("schedule")),
    )
}
