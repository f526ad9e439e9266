"""A change of what waits, in words: "leave out the last line", "just say I'll come", "without Yaw". It is what Edit on the card does.

The words count only where nothing else can be meant: its card is the last thing that was said in this very chat and they change a value that it has
("make it high", "no, tomorrow at 5"), whatever else waits; or they name it ("on the clinic form"), and they change its text, its guests or a field of its
form, or ask for another tone of a text. Where they fit several cards that were shown together, which is meant is asked.
"""

from collections.abc import Sequence

from app.conversation.approvals import Approvals, Tap
from app.conversation.deciding_named import named_among, waiting_then
from app.conversation.spoken import language_of
from app.conversation.turn import RUN_PLAN, Resources, Turn
from app.conversation.waiting import said_lately, said_words, shown_last, tell
from app.language.card_changes import puts_right
from app.language.card_things import renamed
from app.language.cues import says
from app.language.request_changes import named_changes
from app.language.saying import in_language
from app.memory.records import PendingAction
from app.tools.amending import changes_shown, changes_text

_EDITED = "edited"


async def change_in_words(turn: Turn, resources: Resources, approvals: Approvals) -> None:
    """Let a turn whose words change what waits go on as that change; leave any other alone."""
    words = said_words(turn)
    if not words or turn.reply is not None:
        return
    before = await resources.store.pending.decided_in(turn.user.id, turn.id)
    if before:  # in an attempt that was cut off
        edited = next((action for action in before if action.status == _EDITED), None)
        turn.changes, turn.change = (edited.id, await _how(edited, words, turn, resources)) if edited else ("", "")
        return
    action, change = await _meant(turn, resources, words)
    if action is not None:
        await approvals.take_change(Tap(turn.user, "edit", action.id, words, said_in=turn.id))
        turn.changes, turn.change = action.id, change
    elif turn.reply:
        turn.reply = in_language(turn.reply, await language_of(resources.store, turn.user.id, words))


async def _meant(turn: Turn, resources: Resources, words: str) -> tuple[PendingAction | None, str]:
    """The request that words change, and how they say it should be; where they name several, the turn is answered with those."""
    waiting = await waiting_then(turn, resources)
    if turn.in_group or not waiting:
        return None, ""
    shown = (await shown_last(turn, resources)).last
    fit = [action for action in shown if action in waiting and _is_shown_change(action, words, turn)]
    if len(shown) == 1 and not fit and shown[0] in waiting:
        words = renamed(shown[0].arguments, words, await said_lately(turn, resources))
        fit = [shown[0]] if _is_shown_change(shown[0], words, turn) else []
    if len(fit) == 1 and len(waiting) == 1:
        return fit[0], words
    named = _named(waiting, words)
    if meant := [action for action in shown if action.id in named] or ([] if named else fit):
        fit = meant  # the cards above first
    elif named:
        fit = [action for action in waiting if action.id in named]
    elif shown and puts_right(words):  # of the card above it is no change, and an older one isn't taken for granted
        others = [action for action in waiting if _is_shown_change(action, words, turn)]
        if others:
            tell(turn, "edit", others, every=waiting)
        return None, ""
    if len(fit) > 1:
        tell(turn, "edit", fit, every=waiting)
    return (fit[0], named.get(fit[0].id, words)) if len(fit) == 1 else (None, "")


def _named(waiting: Sequence[PendingAction], words: str) -> dict[str, str]:
    """The requests that words name and change, by what they say of them; the first name that is one of any is theirs."""
    for one, rest in named_changes(words) if waiting else ():
        found = {action.id: rest for action in named_among(one, waiting) if _is_change(action, rest)}
        if found:
            return found
    return {}


async def _how(action: PendingAction, words: str, turn: Turn, resources: Resources) -> str:
    named = _named([action], words).get(action.id, "")
    return named or renamed(action.arguments, words, await said_lately(turn, resources))


def _is_shown_change(action: PendingAction, words: str, turn: Turn) -> bool:
    """Whether words change a call, or one of a plan's."""
    calls = [call["arguments"] for call in action.arguments.get("calls") or ()] if action.tool == RUN_PLAN else []
    return _is_change(action, words) or any(
        changes_shown(one, words, turn.local_moment) for one in (action.arguments, *calls)
    )


def _is_change(action: PendingAction, words: str) -> bool:
    another_tone = isinstance(action.arguments.get("body"), str) and says("another_tone", words)
    return another_tone or changes_text(action.arguments, words)
