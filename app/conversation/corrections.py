"""Edit on an approval card: the user's correction takes the place of what the held call said, and the gate asks anew.

The held call is closed before its correction is looked at. Where the call has exactly one text to correct, that is done with no
model; otherwise the words and the call go to the model together.
"""

from dataclasses import replace

from app.conversation.turn import RUN_PLAN, Resources, Turn
from app.gate.executor import run_stored
from app.gate.ledger import canonical
from app.memory.records import PendingAction

CHANGED = "Changed. Below is what it is now, and it waits for your OK."


def entry_id(action: PendingAction) -> str:
    """The external id of a correction that came with the tap itself; one correction an action."""
    return f"edit:{action.id}"


async def propose_again(turn: Turn, resources: Resources) -> str | None:
    """The reply to a correction that needed no model; None for any other message."""
    corrected = turn.entries[-1].corrects
    if not corrected:
        return None
    action = await resources.store.pending.get(turn.user.id, corrected)
    if action is None:
        return None
    for source in action.taint:  # the user's words change it; what was read before is still in it
        turn.taint.add(source)
    if action.tool == RUN_PLAN:
        plan = await resources.store.plans.get(turn.user.id, str(action.arguments.get("plan", "")))
        turn.text = f"{plan.goal if plan else action.summary}\nThe change: {turn.text}"
        return None
    texts = [name for name, value in action.arguments.items() if isinstance(value, str) and value]
    if len(texts) != 1:
        turn.text = f"Change this request: {action.tool} {canonical(action.arguments)}\nThe change: {turn.text}"
        return None
    changed = replace(action, arguments={**action.arguments, texts[0]: turn.text})
    agent = resources.agents.having(action.tool)
    said = await run_stored(agent, changed, turn.deps(resources))
    held = [await resources.store.pending.get(turn.user.id, action_id) for action_id in turn.books.held]
    return CHANGED if any(held) else said
