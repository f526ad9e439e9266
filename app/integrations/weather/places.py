"""Which place a name means, and where somebody lives as they have said it themselves."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.integrations.weather.port import Place, Weather
from app.language.places import place_in
from app.memory.repositories import Repositories
from app.memory.words import fold

_HOME = "home"
_MOST = 10
_MUCH_LARGER = 20


@dataclass(frozen=True, slots=True)
class Home:
    """Where somebody lives, in their own words ("" where they never said), and whose words they had read when they said so."""

    name: str = ""
    taint: tuple[str, ...] = ()


async def home_of(store: Repositories, user_id: str) -> Home:
    """From what its user has told of themselves and vouched for."""
    for fact in await store.facts.current(user_id):
        if fact.key == _HOME and fact.confirmed and (place := place_in(fact.statement)):
            return Home(place, tuple(fact.taint))
    return Home()


async def find_place(weather: Weather, name: str, *, language: str, zone: str) -> Place | None:
    """ "Osu, Accra": the Osu that lies in Accra, else Accra, and where that isn't known either any Osu; of several of one name the likeliest for who lives in `zone`. Raises FetchFailed,
    OutsideRefused."""
    parts = [part.strip() for part in name.split(",") if part.strip()][:3]
    first: Sequence[Place] = ()
    for at, part in enumerate(parts):
        found = await weather.places(part, language=language, limit=_MOST)
        rest = [fold(one) for one in parts[at + 1 :]]
        within = [one for one in found if all(word in fold(f"{one.region} {one.country}") for word in rest)]
        if within or (found and not rest):
            return _nearest(within or found, zone)
        first = first or found
    return _nearest(first, zone) if first else None


def _nearest(found: Sequence[Place], zone: str) -> Place:
    """The first, unless a place that isn't much smaller lies in that time zone."""
    own = next((one for one in found if one.zone == zone), None)
    return own if own is not None and own.people * _MUCH_LARGER >= found[0].people else found[0]
