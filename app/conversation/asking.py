"""The messages that ask for an OK: which one asked, what is said beside it, and how it loses its buttons once that is decided."""

from typing import Any

from app.cards.card import cards_in, ended
from app.conversation.cards import cards_of
from app.conversation.outbox import EVERYWHERE, LOCAL
from app.conversation.settle import links_of
from app.conversation.spoken import language_of
from app.conversation.standing import copies_of
from app.conversation.turn import Resources, Turn
from app.language.saying import in_language
from app.memory.records import Json, OutboxEntry, PendingAction
from app.messages import OutboundMessage


def approval_id(action_id: str) -> str:
    """The turn in which a confirmed call runs, and the key of what it says."""
    return f"approval:{action_id}"


class Asking:
    """Reads and revises them."""

    def __init__(self, resources: Resources) -> None:
        """`resources` are what every turn shares."""
        self._resources = resources
        self._mailroom = resources.mailroom

    async def message_of(self, action: PendingAction) -> OutboxEntry | None:
        """The message that asked."""
        key = action.card or f"reply:{action.turn_id}"
        return await self._resources.store.outbox.get_by_key(action.user_id, key)

    async def say_outcome(self, turn: Turn, *, beside: PendingAction) -> None:
        """What came of the call; where it set a worker to work whose own calls wait now, their cards stand under it."""
        key = approval_id(beside.id)
        held = {
            "buttons": tuple(turn.buttons),
            "cards": cards_of(turn.waiting, turn.language),
            "links": links_of(turn),
        }
        where = await self.message_of(beside)
        await self.say_beside(beside.user_id, turn.reply or "", key=key, turn_id=turn.id, beside=where, **held)
        await self._resources.store.pending.stand_on(beside.user_id, [action.id for action in turn.waiting], key)

    async def say_beside(
        self,
        user_id: str,
        text: str,
        *,
        key: str,
        turn_id: str,
        beside: OutboxEntry | None,
        **held: Any,
    ) -> None:
        """Say what came of a tap where its card stands: everywhere, where that was shown everywhere."""
        text = in_language(text, await language_of(self._resources.store, user_id))
        channel, address, on = (beside.channel, beside.address, "") if beside else (LOCAL, "", "")
        if beside is not None and (copies := await copies_of(self._resources.store, beside)):
            channel, address, on = EVERYWHERE, "", copies[-1].channel
        message = OutboundMessage(
            user_id, channel, key, text, address=address, kind="notice", turn_id=turn_id, on=on, **held
        )
        await self._mailroom.put(message, self._resources.clock.now())

    async def settle(self, action: PendingAction, verb: str) -> None:
        """The message that asked loses its buttons: it is decided."""
        await self.drop_buttons(await self.message_of(action), action.id, verb)

    async def drop_buttons(self, entry: OutboxEntry | None, target: str, verb: str) -> None:
        """Take the buttons of `target` from a message and its copies, and say how it was decided."""
        if entry is None:
            return
        for one in (entry, *await copies_of(self._resources.store, entry)):
            left = [button for button in one.body.get("buttons", []) if button["target"] != target]
            body = {**one.body, "buttons": left, **_ended(one.body, target, verb)}
            await self._mailroom.revise(one.user_id, one, body, self._resources.clock.now())


def _ended(body: Json, target: str, verb: str) -> Json:
    """That it is decided: on its card where it has one, else under the text."""
    cards = cards_in(body)
    if any(card.action == target for card in cards):
        return {"cards": ended(cards, target, verb)}
    return {"ended": [*body.get("ended", []), verb]}
