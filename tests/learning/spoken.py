"""Turns that were said, written straight into storage: what learners read, without the conversation that makes it."""

import uuid
from datetime import datetime, timedelta

from app.bootstrap.services import Services
from app.conversation.history import storable, told
from app.memory.records import TurnRecord


async def spoken(
    house: Services,
    text: str,
    reply: str = "All right.",
    *,
    at: datetime | None = None,
    taint: tuple[str, ...] = (),
    user_id: str = "",
    channel: str = "cli",
) -> TurnRecord:
    """One turn of two seconds, at the clock's time unless said otherwise."""
    started_at = at or house.clock.now()
    return await house.store.turns.add(
        user_id or house.owner.id,
        id=uuid.uuid4().hex,
        channel=channel,
        text=text,
        reply=reply,
        status="done",
        route={},
        taint=taint,
        usage={},
        model="offline",
        trace_id="",
        started_at=started_at,
        finished_at=started_at + timedelta(seconds=2),
        messages=storable(told(text, reply)),
    )


async def did(house: Services, turn: TurnRecord, tool: str, result: str) -> int:
    """A call of that turn that was done; its line in the ledger."""
    entry = await house.store.ledger.start(
        turn.user_id, turn_id=turn.id, call_key=uuid.uuid4().hex, tool=tool, arguments={}, at=turn.started_at
    )
    assert entry is not None
    await house.store.ledger.finish(
        turn.user_id, entry.id, status="done", result=result, undo={"action": "x"}, at=turn.finished_at
    )
    return entry.id


async def another_user(house: Services, user_id: str = "ben") -> str:
    """Somebody else with a memory of their own."""
    user = await house.store.users.add(
        user_id, name=user_id, time_zone="UTC", zone_source="setting", locale="en-GB", at=house.clock.now()
    )
    return user.id
