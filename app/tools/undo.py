"""Taking back what was done: the tables of what undoes what, and the tool that does it.

Invariant: a ledger entry is taken back at most once (`mark_undone` compares and sets before anything runs). What lies here is taken back
inside the caller's transaction: when that fails, the mark goes with it. What lies elsewhere is marked first and taken back when the mark
is on disk; where nothing was done there, the mark is taken off again, and where nobody knows, it stays.
"""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from pydantic_ai import RunContext

from app.cards.wording import WORDINGS, title_of
from app.deps import AgentDeps
from app.errors import AssistantError, NotFound, OutcomeUnknown, StorageError, ToolProblem
from app.gate.outcome import Done, Outside
from app.gate.risk import WRITES
from app.memory.records import LedgerEntry
from app.memory.repositories import Repositories
from app.memory.runs import asking_turn
from app.timetable.moving import move
from app.tools import (
    event_undo,
    files_changes,
    mail_moving,
    news_undo,
    quiet,
    said_first,
    standing,
    watching_undo,
    work_undo,
)
from app.tools.plan_undo import APPROVED, Whole, take_back, whole_of
from app.tools.toolset import Tool

NAMED = 4
_CLOCK = "clock"  # the channel of turns that a schedule asked for
_LOOKED_BACK = 5  # turns
_CAME_TO_NOTHING = "Your last order changed nothing, so there is nothing of it to undo. Say “undo” again to take back what came before it: {before}"
_HASNT_HAPPENED = "{what} waits for your OK, so nothing of it has happened; “no” leaves it. Say “undo” again to take back what came before it: {before}"
Undo = Callable[[Repositories, str, Mapping[str, Any], datetime], Awaitable[str]]
UndoOutside = Callable[[AgentDeps, Mapping[str, Any], datetime], Awaitable[str]]


async def undo(ctx: RunContext[AgentDeps], change: str = "", last_step: bool = False) -> Done:
    """Undo the last change."""
    deps = ctx.deps
    entry = await _last(deps)
    if not change:
        await _check_last_order(deps, entry)
    whole = None if last_step or change == f"#{entry.id}" else await whole_of(deps, entry)
    if change and change != (whole.name if whole else f"#{entry.id}"):
        raise ToolProblem("Something else was changed since, so I left it. Say “undo” to take back the last change.")
    if whole:
        return await _undo_plan(deps, whole)
    await _carry(deps, entry)
    left = await _what_is_left(deps, entry)
    if not is_outside(entry):
        return Done(await undo_entry(deps.store, deps.user.id, entry, deps.now) + left)
    return await begin_outside(deps, entry, left)


async def _prepare_undoing(deps: AgentDeps, given: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The card says which change, and what runs later takes back that one or none."""
    entry = await _last(deps)
    await _check_last_order(deps, entry)
    whole = None if given.get("last_step") else await whole_of(deps, entry)
    for one in whole.left if whole else (entry,):
        await _carry(deps, one)
    if whole:
        return {**given, "change": whole.name}, whole.told
    return {**given, "change": f"#{entry.id}"}, f"take back: {entry.result}"


async def _undo_plan(deps: AgentDeps, whole: Whole) -> Outside:
    """Take back a plan, step by step, once this call's line is on disk: a crash between two steps leaves the others to the next undo."""
    for entry in whole.left:
        await _carry(deps, entry)

    async def back() -> None:
        """Each that wasn't taken back has its own right again."""

    return Outside(text="", act=lambda: take_back(whole, partial(_undo_now, deps)), back=back)


async def _undo_now(deps: AgentDeps, entry: LedgerEntry) -> str:
    """Take back one of several, outside of any transaction. Raises AssistantError where it wasn't, OutcomeUnknown where nobody knows."""
    if not is_outside(entry):
        async with deps.database.transaction():
            return await undo_entry(deps.store, deps.user.id, entry, deps.now)
    begun = await begin_outside(deps, entry)
    try:
        return await begun.act()
    except (OutcomeUnknown, StorageError):
        raise
    except AssistantError:
        await begun.back()
        raise


async def _last(deps: AgentDeps) -> LedgerEntry:
    entry = await deps.store.ledger.last_undoable(deps.user.id)
    if entry is None:
        raise NotFound("There is nothing left to undo.")
    return entry


async def _check_last_order(deps: AgentDeps, entry: LedgerEntry) -> None:
    """Raises ToolProblem where the last order came to nothing, so that `entry` is of one before it: that is named, and taken back when it is
    asked for again."""
    for turn in reversed(await deps.store.turns.recent(deps.user.id, _LOOKED_BACK)):
        if turn.started_at < entry.started_at or turn.channel == _CLOCK:
            continue
        calls = await deps.store.audit.of_turn(deps.user.id, turn.id)
        orders = [call for call in calls if call.tool in WORDINGS]
        if not calls and not turn.id.startswith(APPROVED):
            continue
        if any(call.outcome == "held" for call in orders) and (held := await _still_waits(deps, turn.id)):
            await _carry(deps, entry)
            raise ToolProblem(_HASNT_HAPPENED.format(what=held, before=entry.result))
        failed = turn.status == "failed" if not calls else bool(orders) and orders[-1].outcome == "failed"
        if failed and not any(call.tool == undo.__name__ or call.outcome == "done" for call in orders):
            await _carry(deps, entry)
            raise ToolProblem(_CAME_TO_NOTHING.format(before=entry.result))
        return


async def _still_waits(deps: AgentDeps, turn_id: str) -> str:
    """What a turn asked for that waits for its OK; "" for nothing."""
    waiting = await deps.store.pending.waiting(deps.user.id, deps.now)
    return next(
        (f"#{one.number} ({title_of(one.tool, one.arguments)})" for one in waiting if one.turn_id == turn_id), ""
    )


async def _carry(deps: AgentDeps, entry: LedgerEntry) -> None:
    """What is taken back is named, and was made from what its turn had read."""
    made = await deps.store.turns.get(deps.user.id, asking_turn(entry.turn_id))
    for source in (*(made.taint if made else ()), *((entry.undo or {}).get("taint") or ())):
        deps.taint.add(source)


async def _what_is_left(deps: AgentDeps, entry: LedgerEntry) -> str:
    """A message may have done several things; one undo takes back one of them."""
    same_turn = await deps.store.ledger.of_turn(deps.user.id, entry.turn_id)
    left = [other for other in same_turn if other.id != entry.id and other.undo and other.undone_at is None]
    return ' Say "undo" again to take back the rest of that message.' if left else ""


async def undo_entry(store: Repositories, user_id: str, entry: LedgerEntry, at: datetime) -> str:
    """Take back one ledger entry and say so. The caller holds the transaction. Raises ToolProblem when it cannot be."""
    arguments = dict(entry.undo or {})
    action = UNDO.get(str(arguments.pop("action", "")))
    if action is None:
        raise ToolProblem("That one can't be taken back.")
    if not await store.ledger.mark_undone(user_id, entry.id, at):
        raise ToolProblem("That was taken back already.")
    return await action(store, user_id, arguments, at)


def is_outside(entry: LedgerEntry) -> bool:
    """Whether taking it back changes something elsewhere."""
    return str((entry.undo or {}).get("action", "")) in UNDO_OUTSIDE


async def begin_outside(deps: AgentDeps, entry: LedgerEntry, more: str = "") -> Outside:
    """Mark one that `is_outside` as taken back; what is then to be done, outside of any transaction. `more` is said behind it."""
    arguments = dict(entry.undo or {})
    action, ledger, user_id = UNDO_OUTSIDE[str(arguments.pop("action", ""))], deps.store.ledger, deps.user.id
    if not await ledger.mark_undone(user_id, entry.id, deps.now):
        raise ToolProblem("That was taken back already.")

    async def act() -> str:
        return await action(deps, arguments, deps.now) + more

    async def back() -> None:
        await ledger.unmark_undone(user_id, entry.id)

    return Outside(text="", act=act, back=back)


async def _delete_note(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    _expect(await store.notes.delete(user_id, given["id"], at), "note")
    return f"Taken back: note #{given['id']} is gone."


async def _restore_note(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    _expect(await store.notes.restore(user_id, given["id"]), "note")
    return f"Note #{given['id']} is back."


async def _edit_note(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    await store.notes.update(
        user_id,
        given["id"],
        title=given["title"],
        content=given["content"],
        tags=given["tags"],
        taint=given.get("taint"),
        at=at,
    )
    return f"Note #{given['id']} reads as before."


async def _delete_tasks(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    for number in given["ids"]:
        await store.tasks.delete(user_id, number, at)
    return f"Taken back: {_items(given)} gone from the list."


async def _restore_tasks(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    await store.tasks.restore_many(user_id, given["ids"])
    return f"{_capital(_items(given))} back on the list."


async def _reopen_tasks(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    for number in given["ids"]:
        await store.tasks.reopen(user_id, number)
    return f"{_capital(_items(given))} open again."


async def _edit_task(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    due_at = datetime.fromisoformat(given["due_at"]) if given["due_at"] else None
    kept = {name: given[name] for name in ("title", "list_name", "due_has_time", "priority")}
    await store.tasks.update(user_id, given["id"], due_at=due_at, taint=given.get("taint"), at=at, **kept)
    return f'"{given["title"]}" is as it was.'


async def _arrange_list(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    await store.tasks.arrange(user_id, [(number, place) for number, place in given["places"]])
    return "The list is in its earlier order again."


async def _rename_list(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    await store.tasks.rename_list(user_id, given["name"], given["before"], at, only=given["ids"])
    return f"The list is called {given['before']} again."


async def _cancel_reminder(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    _expect(await store.reminders.cancel(user_id, given["id"], at), "reminder")
    return f"Taken back: reminder #{given['id']} is cancelled."


async def _restore_reminder(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    reminder = await store.reminders.get(user_id, given["id"])
    if reminder is not None and reminder.rule is None and reminder.due_at <= at:
        raise ToolProblem(f"The time of reminder #{given['id']} has passed. Tell me a new one and I'll set it again.")
    _expect(await store.reminders.restore(user_id, given["id"]), "reminder")
    return f"Reminder #{given['id']} is set again."


async def _change_reminder(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    kept = {name: given[name] for name in ("text", "local_start", "time_zone", "rule")}
    due_at = datetime.fromisoformat(given["due_at"])
    if due_at <= at:
        raise ToolProblem(
            f"The earlier time of reminder #{given['id']} has passed. Tell me a new one and I'll move it."
        )
    without = given.get("exceptions", [])
    await store.reminders.update(
        user_id, given["id"], due_at=due_at, exceptions=without, taint=given.get("taint"), at=at, **kept
    )
    return f"Reminder #{given['id']} is as it was."


async def _forget_fact(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    await store.facts.forget(user_id, given["id"])
    return "Taken back: I no longer keep that about you."


async def _restate_fact(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    await store.facts.add(
        user_id,
        key=given["key"],
        statement=given["statement"],
        confidence=1.0,
        source="user",
        turn_id=None,
        taint=given.get("taint", []),
        confirmed=True,
        at=at,
    )
    return "Taken back: I hold what you told me before."


async def _delete_journal(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    _expect(await store.journal.delete(user_id, given["id"], at), "journal entry")
    return "Taken back: that journal entry is gone."


async def _delete_read_later(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    _expect(await store.read_later.delete(user_id, given["id"], at), "read-later item")
    return "Taken back: it is off your read-later list."


async def _restore_read_later(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    _expect(await store.read_later.restore(user_id, given["id"]), "read-later item")
    return "It is back on your read-later list."


async def _unread_read_later(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    await store.read_later.mark_unread(user_id, given["id"])
    return "It counts as unread again."


async def _set_time_zone(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    await store.users.set_zone(user_id, given["zone"], given["source"])
    await move(store, user_id, given["zone"], at)
    return f"Your time zone is {given['zone']} again, and what repeats keeps its hour there."


async def _keep_mail_unsent(store: Repositories, user_id: str, row: Mapping[str, Any], at: datetime) -> str:
    if not await store.mail_outbox.take_back(user_id, int(row["id"]), at):
        raise ToolProblem("That mail has gone out already, so I can't take it back.")
    return "Not sent."


UNDO: Mapping[str, Undo] = {
    "delete_note": _delete_note,
    "restore_note": _restore_note,
    "edit_note": _edit_note,
    "delete_tasks": _delete_tasks,
    "restore_tasks": _restore_tasks,
    "reopen_tasks": _reopen_tasks,
    "edit_task": _edit_task,
    "arrange_list": _arrange_list,
    "rename_list": _rename_list,
    "cancel_reminder": _cancel_reminder,
    "restore_reminder": _restore_reminder,
    "change_reminder": _change_reminder,
    "forget_fact": _forget_fact,
    "restate_fact": _restate_fact,
    "delete_journal": _delete_journal,
    "delete_read_later": _delete_read_later,
    "restore_read_later": _restore_read_later,
    "unread_read_later": _unread_read_later,
    "set_time_zone": _set_time_zone,
    "delete_schedule": standing.delete_new,
    "restore_schedule": standing.restore,
    "set_quiet_hours": quiet.restore,
    "set_channel": said_first.restore,
    "delete_alert": watching_undo.delete_new,
    "restore_alert": watching_undo.restore,
    "change_alert": watching_undo.change_back,
    "unfollow_news": news_undo.unfollow,
    "follow_news": news_undo.follow,
    "keep_mail_unsent": _keep_mail_unsent,
}

# What lies elsewhere: called when the entry is marked, with what the `undo` of its Done holds. Raises AssistantError where nothing was done,
# OutcomeUnknown where nobody knows.
UNDO_OUTSIDE: Mapping[str, UndoOutside] = {
    "move_mail_back": mail_moving.move_back,
    "mark_mail_back": mail_moving.mark_back,
    "take_event_away": event_undo.take_away,
    "take_import_away": event_undo.take_import_away,
    "put_event_back": event_undo.put_back,
    "put_event_in_again": event_undo.put_in_again,
    "take_file_back": files_changes.take_back,
    **work_undo.AT_WORK,
}


def _expect(changed: bool, noun: str) -> None:
    """Nothing to take back when the thing is gone for good or was put right by hand."""
    if not changed:
        raise ToolProblem(f"That {noun} has changed since, so there is nothing to take back.")


def _items(given: Mapping[str, Any]) -> str:
    """ "milk and eggs are", or how many when there are many or their names were not kept."""
    titles, count = given.get("titles", ()), len(given["ids"])
    if not titles or count > NAMED:
        return "1 item is" if count == 1 else f"{count} items are"
    return f"{titles[0]} is" if count == 1 else f"{', '.join(titles[:-1])} and {titles[-1]} are"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


TOOLS: tuple[Tool, ...] = (Tool(undo, WRITES, prepare=_prepare_undoing),)
