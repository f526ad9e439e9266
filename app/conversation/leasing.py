"""Taking a lease: free, expired, one's own, or one whose process is certainly gone."""

from datetime import datetime, timedelta

from app.conversation.holder import is_gone
from app.memory.repositories.leases import Leases

LEASE_TIME = timedelta(seconds=60)


async def take_lease(leases: Leases, name: str, holder: str, now: datetime, *, lasts: timedelta = LEASE_TIME) -> bool:
    """Take or renew the lease `name` for so long; False while a living process holds it."""
    if await leases.acquire(name, holder, now=now, ttl=lasts, info={}):
        return True
    lease = await leases.get(name)
    if lease is None or not is_gone(lease.holder):
        return False
    await leases.release(name, lease.holder)
    return await leases.acquire(name, holder, now=now, ttl=lasts, info={})
