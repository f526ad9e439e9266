"""The one local owner of a bare start, and the time zone we believe until somebody says better."""

from dataclasses import replace

from tzlocal import get_localzone_name

from app.clock import Clock
from app.config import Settings
from app.errors import ConfigurationError
from app.memory.records import User
from app.memory.repositories import Repositories
from app.schedule.zones import is_zone
from app.timetable.moving import move

OWNER = "owner"


async def ensure_owner(store: Repositories, settings: Settings, clock: Clock, *, serves: bool = False) -> User:
    """The owner's row, made at the first start. TIME_ZONE, when set, stands above what was guessed or said: for good where a file
    or the server's environment sets it, and for this run alone where a command's environment does."""
    zone = settings.time_zone
    if zone and not is_zone(zone):
        raise ConfigurationError(f"TIME_ZONE “{zone}” isn't a time zone I know. Write one like Africa/Accra.")
    lasts = bool(zone) and (serves or not settings.is_of_this_run("time_zone"))
    owner = await store.users.add(
        OWNER,
        name=settings.owner_name,
        time_zone=zone if lasts else _system_zone(),
        zone_source="setting" if lasts else "system",
        locale=settings.locale,
        at=clock.now(),
    )
    await store.users.link(OWNER, "local", OWNER, clock.now())
    if zone and not lasts:
        store.users.lend_zone(OWNER, zone)
        return replace(owner, time_zone=zone, zone_source="setting")
    if zone and owner.time_zone != zone:
        # First what repeats: a crash in between is made up for at the next start, and who has moved already stays.
        await move(store, OWNER, zone, clock.now())
        await store.users.set_zone(OWNER, zone, "setting")
        owner = replace(owner, time_zone=zone, zone_source="setting")
    return owner


def _system_zone() -> str:
    """The machine's zone, or UTC when it has none we know."""
    name = get_localzone_name() or "UTC"
    return name if is_zone(name) else "UTC"
