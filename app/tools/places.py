"""Where its user is and what a place's name means, for the tools that ask about somewhere."""

from app.cards import sources
from app.cards.literal import one_line
from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.integrations.weather.port import Place, Weather
from app.language.places import place_in
from app.memory.words import fold

WHERE = "For which place? Say a town and I'll remember it as yours."
_HOME = "home"
_UNKNOWN = "I can't find a place called “{name}”. A bigger town nearby works."
_MOST = 10
_SHOWN = 80


async def home_of(deps: AgentDeps) -> str:
    """Where its user lives, from what they have said of themselves. Raises ToolProblem, which asks them."""
    for fact in await deps.store.facts.current(deps.user.id):
        if fact.key == _HOME and fact.confirmed and not fact.taint and (place := place_in(fact.statement)):
            return place
    raise ToolProblem(WHERE)


async def place_of(deps: AgentDeps, weather: Weather, said: str) -> tuple[Place, str]:
    """The place that a name means, and how it is shown. One in its user's own time zone is called as they called it; what a service says
    of another one taints the turn. Raises NotFound, FetchFailed, OutsideRefused."""
    name = one_line(said, _SHOWN).strip(" .?!,") or await home_of(deps)
    place = await _found(deps, weather, [part.strip() for part in name.split(",") if part.strip()])
    if place is None:
        raise NotFound(_UNKNOWN.format(name=name))
    if place.zone == deps.user.time_zone and fold(place.name) == fold(name.partition(",")[0]):
        return place, name
    source = sources.site("open-meteo.com")
    deps.taint.add(source)
    await deps.store.sources.seen(deps.user.id, source, "", deps.clock.now())
    return place, one_line(place.label, _SHOWN)


async def _found(deps: AgentDeps, weather: Weather, parts: list[str]) -> Place | None:
    """ "Osu, Accra": the Osu that lies in Accra, else Accra."""
    language = deps.user.locale.partition("-")[0]
    for at, name in enumerate(parts):
        found = await weather.places(name, language=language, limit=_MOST)
        rest = [fold(part) for part in parts[at + 1 :]]
        within = [one for one in found if all(part in fold(f"{one.region} {one.country}") for part in rest)]
        if within or (found and not rest):
            return _nearest(within or list(found), deps.user.time_zone)
    return None


def _nearest(found: list[Place], zone: str) -> Place:
    """The likeliest of one name: the first, unless a place of some size lies in its user's own time zone."""
    own = [one for one in found if one.zone == zone]
    is_larger = own and own[0].people * 20 >= found[0].people
    return own[0] if is_larger else found[0]
