"""A message that its user changed after a turn had taken it: what that did stands, and is told with its Undo; where it did nothing, the new words
are a message like any other.

Asked when the change's own turn begins, so that the turn before it has ended.
"""

from app.conversation.asking import approval_id
from app.conversation.buttons import calls_of
from app.conversation.spoken import language_of
from app.conversation.turn import Resources, Turn
from app.language.saying import in_language
from app.memory.records import LedgerEntry
from app.prompts.turn import CHANGED, own_part

STANDS = "You changed a message that I had already acted on, so what I did stands: {done}"
UNDO_FIRST = "To have it the new way, take it back with Undo, then send me the new words."
NO_UNDO = "That can't be taken back. For anything else, send me new words."
_MOST = 600  # characters of what was done


async def stand(turn: Turn, resources: Resources) -> None:
    """A stage: a changed message whose earlier words did something is answered with that."""
    [entry] = turn.entries if len(turn.entries) == 1 else [None]
    if entry is None or not entry.text.startswith(CHANGED):
        return
    store, user_id = resources.store, turn.user.id
    original = entry.external_id.rpartition(":")[0]
    versions = await store.inbox.versions(user_id, entry.channel, original) if original else []
    taken = list(dict.fromkeys(one.turn_id for one in versions if one.turn_id and one.id != entry.id))
    done = {turn_id: left for one in taken for turn_id, left in (await _done_for(one, turn, resources)).items()}
    left = [one for entries in done.values() for one in entries]
    if not left:
        return
    turn.text, turn.answered_early = entry.text, True
    turn.undoes = next((turn_id for turn_id, entries in done.items() if any(one.undo for one in entries)), "")
    told = " ".join(dict.fromkeys(" ".join(one.result.split()) for one in left))
    short = told if len(told) <= _MOST else f"{told[: _MOST - 1].rstrip()}…"
    language = await language_of(store, user_id, own_part(entry.text))
    said = (STANDS.format(done=short), UNDO_FIRST if turn.undoes else NO_UNDO)
    turn.reply = "\n".join(in_language(sentence, language) for sentence in said)


async def _done_for(turn_id: str, turn: Turn, resources: Resources) -> dict[str, list[LedgerEntry]]:
    """What a turn did, and what it asked for that was confirmed since, without what was taken back; whose words it holds comes along."""
    store, user_id = resources.store, turn.user.id
    first, asked = await store.turns.get(user_id, turn_id), await store.pending.within(user_id, turn_id)
    found = {turn_id: await calls_of(store, user_id, turn_id)}
    found |= {(ran := approval_id(action.id)): await store.ledger.within(user_id, ran) for action in asked}
    for source in (*(first.taint if first else ()), *(source for action in asked for source in action.taint)):
        turn.taint.add(source)
    return {ran: left for ran, entries in found.items() if (left := [one for one in entries if _stands(one)])}


def _stands(entry: LedgerEntry) -> bool:
    return entry.status in ("done", "unknown") and entry.undone_at is None
