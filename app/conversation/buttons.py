"""Which buttons stand under what a turn said: to decide what waits, and to take back what was done. Knows no channel."""

from app.conversation.spoken import language_of
from app.conversation.turn import Resources, Turn
from app.language.saying import worded
from app.memory.records import LedgerEntry
from app.memory.repositories import Repositories
from app.messages import Button, ButtonVerb
from app.planning.executor import step_id

_CHOICES: tuple[tuple[str, ButtonVerb], ...] = (("Confirm", "confirm"), ("Cancel", "cancel"), ("Edit", "edit"))


async def buttons_of(turn: Turn, resources: Resources) -> list[Button]:
    """Confirm, Cancel and Edit for each call that waits; Undo when something of this turn can be taken back."""
    buttons = await choices_of(turn, resources)
    if await _can_be_undone(turn, resources):
        buttons.append(Button(worded("Undo", await _language(turn, resources)), "undo", turn.undoes or turn.id))
    return buttons


async def choices_of(turn: Turn, resources: Resources) -> list[Button]:
    """Confirm, Cancel and Edit for each call that waits."""
    pending = resources.store.pending
    held = [await pending.get(turn.user.id, action_id) for action_id in turn.books.held]
    turn.waiting = [action for action in held if action is not None and action.status == "pending"]
    if not turn.waiting:
        return []
    language, several = await _language(turn, resources), len(turn.waiting) > 1
    return [
        button
        for action in turn.waiting
        for button in choices(action.id, f" #{action.number}" if several else "", language)
    ]


async def _language(turn: Turn, resources: Resources) -> str:
    """That of the conversation; a turn is asked once."""
    turn.language = turn.language or await language_of(resources.store, turn.user.id, turn.text)
    return turn.language


async def _can_be_undone(turn: Turn, resources: Resources) -> bool:
    if (
        not turn.undoes
        and not turn.resumed
        and not any(call.outcome in ("done", "replayed") for call in turn.books.calls)
    ):
        return False
    entries = await calls_of(resources.store, turn.user.id, turn.undoes or turn.id)
    return any(entry.undo and entry.undone_at is None for entry in entries)


async def calls_of(store: Repositories, user_id: str, turn_id: str) -> list[LedgerEntry]:
    """What a turn did, in order: its own calls, and those of the steps of a plan that was made in it."""
    entries = await store.ledger.within(user_id, turn_id)
    for plan in await store.plans.of_turns(user_id, [turn_id]):
        for number in range(len(plan.steps)):
            entries += await store.ledger.within(user_id, step_id(plan.id, number))
    return entries


def choices(action_id: str, number: str, language: str) -> list[Button]:
    """What decides a call. Where several calls wait, their buttons have the cards' numbers: no word of a call ever stands on a button."""
    return [Button(f"{worded(label, language)}{number}", verb, action_id) for label, verb in _CHOICES]
