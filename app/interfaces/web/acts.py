"""THE table of what can be done with a row of a page: a name, the tool that does it, and how what was pressed or typed becomes its arguments.

The page sends a name and plain fields; no tool can be called from it that has no row here, and each goes through the gate.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Fields = Mapping[str, str]
Arguments = Callable[[Fields], dict[str, Any]]
_LONGEST = 4_000  # characters of one field
LONGEST_WRITTEN = 20_000  # characters of a text that is written on a page; what is longer is not changed there


@dataclass(frozen=True, slots=True)
class Act:
    """One row. `arguments` makes the call's of the fields; what is empty is left out."""

    name: str
    tool: str
    arguments: Arguments
    decides: bool = False  # the row it stands on is the question, so that it isn't asked once more


@dataclass(frozen=True, slots=True)
class Order:
    """What is nobody's to call but its user's: a row that is a slash command. `back` names the order that takes it back, and its button."""

    name: str
    command: str
    words: Callable[[Fields], str]
    said: str = ""  # what is said when it is done; "" what the command says
    back: tuple[str, str] = ("", "")


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


def _long(argument: str, *names: str) -> Arguments:
    """The row by its number as `argument` where it has one, a long text as `content`, and what `_given` takes."""
    given = _given(*names)

    def arguments(fields: Fields) -> dict[str, Any]:
        number = {argument: f"#{_text(fields, 'row')}"} if argument else {}
        content = fields.get("content", "").replace("\r\n", "\n").strip()[:LONGEST_WRITTEN]
        return {**number, "content": content, **given(fields)}

    return arguments


def _named(fields: Fields) -> dict[str, Any]:
    """What its user wants to be called."""
    called = _text(fields, "called")
    return {"statement": f"My name is {called}" if called else "", "key": "name"}


def _how_often(fields: Fields) -> dict[str, Any]:
    """A number of messages a day."""
    said = _text(fields, "most_a_day")
    return {"most_a_day": int(said)} if said.isascii() and said.isdecimal() and len(said) < 6 else {}


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
        Act("move-task", "move_task", _numbered("task", "to")),
        Act("move-task-up", "move_task", _numbered("task", to="up")),
        Act("move-task-down", "move_task", _numbered("task", to="down")),
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
        Act("add-fact", "remember_fact", _given("statement")),
        Act("correct-fact", "remember_fact", _given("statement", "key")),
        Act("forget-fact", "forget_fact", _numbered("what")),
        Act("keep-fact", "confirm_fact", _numbered("fact", yes=True), decides=True),
        Act("drop-fact", "confirm_fact", _numbered("fact", yes=False), decides=True),
        Act("add-note", "save_note", _long("", "title")),
        Act("edit-note", "edit_note", _long("note")),
        Act("add-to-note", "edit_note", lambda fields: {**_long("note")(fields), "add": True}),
        Act("delete-note", "delete_note", _numbered("note")),
        Act("write-journal", "save_journal_entry", _long("", "mood", "day")),
        Act("add-reading", "save_to_read_later", _given("url", "title")),
        Act("read", "mark_read", _numbered("item")),
        Act("delete-reading", "delete_read_later", _numbered("item")),
        Act("set-name", "remember_fact", _named),
        Act("set-zone", "set_time_zone", _given("place")),
        Act("set-quiet", "set_quiet_hours", _given("hours")),
        Act("set-channel", "set_channel", _given("channel")),
        Act("set-most", "set_quiet_hours", _how_often),
    )
}


def _of(name: str, before: str = "") -> Callable[[Fields], str]:
    """The field of that name, behind a word of the command."""
    return lambda fields: f"{before}{_text(fields, name)}"


ORDERS: Mapping[str, Order] = {
    row.name: row
    for row in (
        Order(
            "pause", "pause", lambda _: "", "Paused: I won't speak first. What comes due is kept.", ("resume", "Resume")
        ),
        Order("resume", "resume", lambda _: ""),
        Order(
            "accept", "learnings", _of("row", "accept "), "From now on I go by this.", ("dismiss", "Drop it after all")
        ),
        Order(
            "dismiss",
            "learnings",
            _of("row", "dismiss "),
            "Dropped: I don't go by it.",
            ("accept", "Take it up after all"),
        ),
        Order(
            "trust",
            "trust",
            _of("source"),
            "What it says may act from now on as if you had said it.",
            ("distrust", "Undo"),
        ),
        Order("distrust", "distrust", _of("source"), "What it says asks you first again."),
    )
}
