"""Hands what people decided about turns to whoever keeps the traces, on the trace of the turn that asked: minutes later, and after a restart."""

from app.loops.ground import Ground

_AT_ONCE = 50


async def send_due(ground: Ground) -> int:
    """Send those that nobody has taken yet; how many were taken."""
    taken: list[int] = []
    for score in await ground.store.scores.unsent(_AT_ONCE):
        if not await ground.tracing.score(score):
            break  # whoever takes them is away: they are kept
        taken.append(score.id)
    return await ground.store.scores.sent(taken, ground.clock.now())
