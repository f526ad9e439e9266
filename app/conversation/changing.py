"""A change of what waits, in words: "leave out the last line", "just say I'll come", "without Yaw". It is what Edit on the card does.

The words count only where nothing else can be meant: its card is the last thing that was said in this very chat, and they change its text,
its guests or a field of its form, or ask for another tone of a text.
"""

from app.conversation.approvals import Approvals, Tap
from app.conversation.deciding import said_words, waiting_shown_last
from app.conversation.turn import Resources, Turn
from app.language.cues import says
from app.memory.records import PendingAction
from app.tools.amending import changes_text

_EDITED = "edited"


async def change_in_words(turn: Turn, resources: Resources, approvals: Approvals) -> None:
    """Let a turn whose words change what waits go on as that change; leave any other alone."""
    words = said_words(turn)
    if not words or turn.reply is not None:
        return
    before = await resources.store.pending.decided_in(turn.user.id, turn.id)
    if before:  # in an attempt that was cut off
        turn.changes = next((action.id for action in before if action.status == _EDITED), "")
        return
    action = await waiting_shown_last(turn, resources, others_may_wait=True)
    if action is not None and _is_change(action, words):
        await approvals.take_change(Tap(turn.user, "edit", action.id, words, said_in=turn.id))
        turn.changes = action.id


def _is_change(action: PendingAction, words: str) -> bool:
    another_tone = isinstance(action.arguments.get("body"), str) and says("another_tone", words)
    return another_tone or changes_text(action.arguments, words)
