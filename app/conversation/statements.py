"""What a turn's user said of themselves, kept as the turn ends: found by rules, at once, unasked and unmentioned.

Only their own words count: not what a file says, nobody else's message, no command, no step of a plan. Where the reply asks whether to
remember, nothing is kept before the answer.
"""

from app.conversation.turn import PLAN_PREFIX, Resources, Turn
from app.deps import CallNote
from app.language.statements.facts import told_key
from app.learning.offering import offers
from app.learning.statements import Origin, learn_at_once
from app.prompts.turn import own_part


async def learn_from(turn: Turn, resources: Resources) -> None:
    """Keep what the user states in this turn. To be called in the transaction that writes the turn down."""
    if (
        not is_said(turn)
        or offers(turn.reply or "")
        or any(call.tool.startswith("forget") for call in turn.books.calls)
    ):
        return
    said = own_words(turn)
    if said:
        origin = Origin(turn.id, tuple(turn.taint.sources), turn.local_moment)
        decided = {_key(call) for call in turn.books.calls if call.tool == "remember_fact"}
        await learn_at_once(resources.store, turn.user.id, said, origin, decided=decided)


def own_words(turn: Turn) -> str:
    """What the user typed or said in this turn, without what came with it and what others wrote."""
    if turn.by_clock:
        return ""
    if any(entry.untrusted for entry in turn.entries):
        return own_part("\n".join(entry.text for entry in turn.entries if entry.text and not entry.untrusted))
    return own_part(turn.text)


def is_said(turn: Turn) -> bool:
    """Whether it is a message of its user, rather than a command, a correction of a card or a step of a plan."""
    last = turn.entries[-1]
    apart = last.corrects or turn.part_of or last.external_id.startswith(PLAN_PREFIX) or turn.answered_early
    return not apart and turn.status != "stopped"


def _key(call: CallNote) -> str:
    return told_key(str(call.arguments.get("statement", "")), str(call.arguments.get("key", "")))
