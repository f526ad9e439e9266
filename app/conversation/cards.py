"""The words of an approval card: exactly what would run, and what it was read in that led to it.

Written by us from the stored call, never by a model: what stands on the card is what Confirm runs. Knows no channel.
"""

from collections.abc import Sequence

from app.memory.records import PendingAction

_ENDED = {
    "confirm": "Confirmed.",
    "cancel": "Cancelled.",
    "edit": "Changed; see the new request.",
    "expired": "This waited too long and has expired.",
    "undo": "Undone.",
}


def with_cards(reply: str, waiting: Sequence[PendingAction]) -> str:
    """The reply, and under it each call that waits, unless the reply shows it word for word already."""
    said = reply.casefold()
    blocks = [block for action in waiting if (block := _block(action, shown=action.summary.casefold() in said))]
    return "\n\n".join((reply, *blocks)) if blocks else reply


def waiting_for(action: PendingAction) -> str:
    """One call that waits, in a sentence."""
    return f"Waiting for your OK: {action.summary}"


def _block(action: PendingAction, *, shown: bool) -> str:
    lines = [] if shown else [waiting_for(action)]
    if action.taint:
        lines.append(f"(Asked after reading: {', '.join(action.taint)}.)")
    return "\n".join(lines)


def ending(verb: str) -> str:
    """What stands under a card once it is decided."""
    return _ENDED.get(verb, "")
