"""What a place's name means, for the tools that ask about somewhere, and how it is shown."""

from app.cards import sources
from app.cards.literal import one_line
from app.deps import AgentDeps
from app.errors import NotFound, OutsideError, ToolProblem
from app.integrations.weather.places import find_place, home_of
from app.integrations.weather.port import Place, Weather
from app.memory.words import fold
from app.tools.provenance import has_read

WHERE = "For which place? Say a town and I'll remember it as yours."
_UNKNOWN = "I can't find a place called “{name}”. A bigger town nearby works."
_SHOWN = 80


async def place_of(deps: AgentDeps, weather: Weather, said: str) -> tuple[Place, str]:
    """The place that a name means, its user's own where none is said, and how it is shown. One in its user's own time zone is called as they
    called it; what a service says of another one taints the turn. Raises NotFound, and ToolProblem where they are asked or nobody answers."""
    name = one_line(said, _SHOWN).strip(" .?!,") or await _home(deps)
    language, zone = deps.user.locale.partition("-")[0], deps.user.time_zone
    try:
        place = await find_place(weather, name, language=language, zone=zone)
    except OutsideError as problem:
        raise ToolProblem(problem.sentence) from problem
    if place is None:
        raise NotFound(_UNKNOWN.format(name=name))
    town, _, within = name.partition(",")
    if place.zone == zone and fold(place.name) == fold(town):
        return place, name if fold(within) in fold(f"{place.region} {place.country}") else town
    await has_read(deps, sources.site(place.source or "nowhere"))
    return place, one_line(place.label, _SHOWN)


async def _home(deps: AgentDeps) -> str:
    """Where its user lives; whose words a turn had read that was told so come along. Raises ToolProblem, which asks."""
    home = await home_of(deps.store, deps.user.id)
    if not home.name:
        raise ToolProblem(WHERE)
    for source in home.taint:
        deps.taint.add(source)
    return home.name
