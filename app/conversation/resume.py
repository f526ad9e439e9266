"""Taking a turn up again: what the ledger says was done is shown to the model as done, so it goes on from there.

Used after a crash, and when one model gave up half-way and the next one takes over. Nothing that ran runs again,
and no worker that was set to work and ended.
"""

from pydantic_ai.messages import ModelMessage

from app.conversation.turn import Resources, Turn
from app.gate.replay import done_before
from app.workers.ended import told_again


async def done_so_far(turn: Turn, resources: Resources, prompt: str) -> list[ModelMessage]:
    """The turn's beginning: its prompt, and every call that ran, is unknown, or waits for approval, with its result.

    Empty when nothing happened yet, so that the turn starts afresh.
    """
    store, user_id = resources.store, turn.user.id
    before, runs = await done_before(store, user_id, turn.id, anew=turn.anew), await told_again(store, user_id, turn.id)
    for source in (*runs.taint, *(source for action in before.asked for source in action.taint)):
        turn.taint.add(source)
    waiting = (*before.waiting, *runs.waiting)
    turn.books.held += [action_id for action_id in waiting if action_id not in turn.books.held]
    return before.messages(prompt, also=runs.calls)
