"""What commands share that act for the owner: their yes at the terminal, and the turn under which it stands in the books."""

import sys
import uuid
from typing import Any

from app.conversation.turn import Turn, trace_of
from app.memory.records import InboxEntry


def agrees(ask: str) -> bool:
    """Whether whoever sits there says yes to a question; a closed input is no."""
    sys.stdout.write(ask)
    sys.stdout.flush()
    return sys.stdin.readline().strip().casefold() in ("yes", "y")


def turn_of(services: Any) -> Turn:
    """A turn of the owner's, begun now."""
    now, mark = services.clock.now(), uuid.uuid4().hex
    entry = InboxEntry("", services.owner.id, "cli", mark, "", "", "done", None, now)
    return Turn(id=mark, user=services.owner, entries=[entry], moment=now, trace_id=trace_of(mark))
