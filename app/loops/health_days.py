"""Computes the days of what was measured, so that the next question finds them ready: small units of work, one after the other."""

from app.health.days import DayBook
from app.loops.ground import Ground


async def settle_due(ground: Ground) -> int:
    """Every stale day of everybody; how many were computed. What a stopped process leaves is stale still."""
    done = 0
    for user_id in await ground.store.health_days.behind():
        book = DayBook(ground.store, ground.database, user_id, ground.clock.now())
        done += await book.settle_all()
    return done
