"""A change of what waits, in words: "leave out the last line", "just say I'll come", "without Yaw". It is what Edit on the card does.

The words count only where nothing else can be meant: its card is the last thing that was said in this very chat, or they name it ("on the clinic
form"), and they change its text, its guests or a field of its form, or ask for another tone of a text.
"""

from collections.abc import Sequence

from app.conversation.approvals import Approvals, Tap
from app.conversation.deciding_named import named_among, waiting_then
from app.conversation.spoken import language_of
from app.conversation.turn import Resources, Turn
from app.conversation.waiting import said_words, tell, waiting_shown_last
from app.language.cues import says
from app.language.request_changes import named_changes
from app.language.saying import in_language
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
        edited = next((action for action in before if action.status == _EDITED), None)
        turn.changes, turn.change = (edited.id, _how(edited, words)) if edited else ("", "")
        return
    action, change = await _meant(turn, resources, words)
    if action is not None:
        await approvals.take_change(Tap(turn.user, "edit", action.id, words, said_in=turn.id))
        turn.changes, turn.change = action.id, change
    elif turn.reply:
        turn.reply = in_language(turn.reply, await language_of(resources.store, turn.user.id, words))


async def _meant(turn: Turn, resources: Resources, words: str) -> tuple[PendingAction | None, str]:
    """The request that words change, and how they say it should be; where they name several, the turn is answered with those."""
    last = await waiting_shown_last(turn, resources, others_may_wait=True)
    waiting = await waiting_then(turn, resources)
    if last is not None and len(waiting) == 1 and _is_change(last, words):
        return last, words
    named = {} if turn.in_group else _named(waiting, words)
    if last is not None and (last.id in named or not named):
        return (last, named.get(last.id, words)) if last.id in named or _is_change(last, words) else (None, "")
    if len(named) > 1:
        tell(turn, "edit", [action for action in waiting if action.id in named], every=waiting)
    return next((action for action in waiting if len(named) == 1 and action.id in named), None), "".join(named.values())


def _named(waiting: Sequence[PendingAction], words: str) -> dict[str, str]:
    """The requests that words name and change, by what they say of them; the first name that is one of any is theirs."""
    for one, rest in named_changes(words) if waiting else ():
        found = {action.id: rest for action in named_among(one, waiting) if _is_change(action, rest)}
        if found:
            return found
    return {}


def _how(action: PendingAction, words: str) -> str:
    return _named([action], words).get(action.id, words)


def _is_change(action: PendingAction, words: str) -> bool:
    another_tone = isinstance(action.arguments.get("body"), str) and says("another_tone", words)
    return another_tone or changes_text(action.arguments, words)
