"""Asking in a terminal, once, which zone its user's clock is in, where the machine's own says nothing of where they are."""

from collections.abc import Awaitable, Callable
from typing import Any
from zoneinfo import ZoneInfo

from app.schedule.zones import find_zone
from app.timetable.moving import UTC_ZONES, follow_zone

ASK = "Which city are you in, so that “at 9” means your 9? Enter keeps this machine's clock, {zone}: "
UNKNOWN = "I don't know the time zone of “{place}”. A big city nearby works; Enter keeps {zone}.\n"
SET = "Your time zone is {zone}, where it is {now:%H:%M}. “/timezone” and a city changes it.\n"


async def ask_zone(services: Any, read: Callable[[str], Awaitable[str | None]], write: Callable[[str], None]) -> None:
    """Ask until it is known, and keep it; nothing where it was said, set or learned already. `read` prompts for a line and returns
    None at the end of the input, which leaves the question for another time."""
    user = await services.store.users.get(services.owner.id)
    if user.zone_source != "system" or user.time_zone not in UTC_ZONES:
        return
    while (line := await read(ASK.format(zone=user.time_zone))) is not None:
        zone = find_zone(line) if line.strip() else user.time_zone
        if zone is not None:
            await _keep(services, zone)
            write(SET.format(zone=zone, now=services.clock.now().astimezone(ZoneInfo(zone))))
            return
        write(UNKNOWN.format(place=line.strip()[:60], zone=user.time_zone))


async def _keep(services: Any, zone: str) -> None:
    async with services.database.transaction():
        await services.store.users.set_zone(services.owner.id, zone, "user")
        await follow_zone(services.store, services.database, services.owner.id, zone, services.clock.now())
