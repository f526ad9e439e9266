"""Actions that wait for their user's yes."""

from datetime import timedelta

from app.briefings.waiting import waiting
from app.memory.records import PendingAction
from tests.briefings.life import MONDAY, Life, lines


async def test_what_waits_is_said_until_it_has_expired(life: Life) -> None:
    action = PendingAction(
        id="a1",
        user_id=life.user.id,
        turn_id="t1",
        trace_id="",
        channel="cli",
        tool="clear_list",
        arguments={},
        digest="d",
        summary="Clear your shopping list",
        taint=["gmail"],
        status="pending",
        result="",
        created_at=MONDAY,
        expires_at=MONDAY + timedelta(hours=5),
        decided_at=None,
    )
    await life.store.pending.add(action)
    [section] = await waiting(life.occasion())
    assert (section.title, lines([section]), section.taint) == (
        "Waiting for your OK",
        ["Clear your shopping list"],
        ("gmail",),
    )
    assert await waiting(life.occasion(now=MONDAY + timedelta(hours=6))) == []
