"""The weather of the day for a briefing, where its user lives; nothing where they never said, or nobody answers."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from app.briefings.occasion import Occasion
from app.briefings.section import Item, Section
from app.errors import OutsideError
from app.integrations.weather.asked import Stretch, Told, units_of
from app.integrations.weather.places import find_place, home_of
from app.integrations.weather.wording import told

_TITLE = "Weather"
_DAY = timedelta(days=1)


async def ahead(occasion: Occasion) -> list[Section]:
    """ "Accra, today: rain, 22 to 30 °C. 80% chance of rain, most likely 13:00–18:00."."""
    weather, user = occasion.web.weather, occasion.user
    home = await home_of(occasion.store, user.id)
    if weather is None or not home.name:
        return []
    try:
        place = await find_place(weather, home.name, language="en", zone=user.time_zone)
        forecast = await weather.forecast(place) if place is not None else None
    except OutsideError:  # the fetcher has written down which
        return []
    if forecast is None:
        return []
    now = occasion.now.astimezone(ZoneInfo(place.zone) if place and place.zone else occasion.zone)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    looks_on = occasion.looks_on
    stretch = Stretch(midnight + _DAY, midnight + 2 * _DAY) if looks_on else Stretch(midnight, midnight + _DAY)
    asked = Told(forecast, stretch)
    if not asked.days:
        return []
    line = told(asked, "", units_of(user), "tomorrow" if looks_on else "today").split("\n")[0]
    said = line.partition(": ")[2] or line
    return [
        Section(
            _TITLE,
            (Item(said.rstrip("."), taint=home.taint),),
            (0,),
            f"The weather {'tomorrow' if looks_on else 'today'}: {{}}.",
        )
    ]
