"""Where what was said stands: the message of a turn, and its copies where it was said everywhere. Changes nothing."""

from app.conversation.outbox import CHANNELS, EVERYWHERE, is_copy
from app.memory.records import OutboxEntry
from app.memory.repositories import Repositories


async def message_of(store: Repositories, user_id: str, turn_id: str) -> OutboxEntry | None:
    """The message in which a turn said what it came to; None where it said nothing, or that was forgotten."""
    reply = await store.outbox.get_by_key(user_id, f"reply:{turn_id}")
    if reply is not None:
        return reply
    said = await store.outbox.of_turn(user_id, turn_id)
    return next((entry for entry in said if not is_copy(entry)), None)


async def copies_of(store: Repositories, entry: OutboxEntry) -> list[OutboxEntry]:
    """The same message on other channels; none where it was said in one place."""
    said = await store.outbox.of_turn(entry.user_id, entry.turn_id) if entry.turn_id else []
    return [other for other in said if is_copy(other) and other.key.startswith(f"{entry.key}@")]


def channel_of(asked_on: str, card: OutboxEntry | None) -> str:
    """The channel that what is said of a card comes by: where it was asked for, unless its card had to be shown elsewhere."""
    if card is None or not CHANNELS[asked_on].pushed or CHANNELS[card.channel].pushed:
        return asked_on
    return EVERYWHERE
