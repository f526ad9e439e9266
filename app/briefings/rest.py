"""How its user slept, for the morning briefing: only where last night has come in, and only in the morning."""

from app.briefings.occasion import AFTERNOON, Occasion
from app.briefings.section import Item, Section
from app.health.figures import Night
from app.health.metrics import BY_NAME
from app.health.reading import HealthReading
from app.health.wording import difference

_SLEEP = BY_NAME["sleep_session"]
_TITLE = "Last night"


async def slept(occasion: Occasion) -> list[Section]:
    """ "7 hours 12 minutes asleep, 18 min less than your usual 7 h 30 min"."""
    if occasion.database is None or occasion.local.hour >= AFTERNOON:
        return []
    reading = HealthReading(occasion.store, occasion.database, occasion.user, occasion.now)
    nights = await reading.nights(reading.today, reading.today)
    if not nights or nights[0].main is None:
        return []
    usual = await reading.sleep_baseline(reading.today)
    against = difference(_SLEEP, nights[0].asleep, usual.mean) if usual else ""
    return [Section(_TITLE, (Item(_asleep(nights[0]), aside=against),), (0,), "Last night: {}.")]


def _asleep(night: Night) -> str:
    """Hours in words: "7 h" would be an hour of the day to who reads it over."""
    hours, minutes = divmod(round(night.asleep), 60)
    return f"{hours} hour{'' if hours == 1 else 's'} {minutes} minute{'' if minutes == 1 else 's'} asleep"
