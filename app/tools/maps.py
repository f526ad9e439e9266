"""The tools for ways: how far, how long, by which roads or lines, when to leave to be there in time, and a reminder of that.

What services call places, roads and lines are other people's words: they stand in quotes, and the turn is tainted with the host.
What is sent out are names of places, to services that the owner chose; nobody else can read it there.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from urllib.parse import urlencode

from pydantic_ai import RunContext

from app.cards import sources
from app.cards.literal import one_line, unquoted
from app.deps import AgentDeps
from app.errors import NotFound, OutsideError, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import READS, Risk
from app.integrations.maps.port import Journey, Maps, Mode, Place, Ride, Route, Where
from app.language import ways
from app.language.measures import in_miles
from app.language.questions import language_of
from app.language.time.wording import say_duration
from app.tools import when as times
from app.tools.pinning import moment_of, pinning
from app.tools.provenance import carry, has_read
from app.tools.reminders import set_reminder
from app.tools.toolset import Tool

NO_MAPS = "I ask nobody outside about ways: WEB_ACCESS is off."
FROM_WHERE = "From where? Name a place, or say once where you live and I'll start from there."
NOT_KNOWN = "I don't know where that is: “{name}”. Tell me once, such as “my office is at 12 Oxford Street, Accra”."
NOT_FOUND = "I can't find a place called “{name}”. A street with its town works."
NO_WAY = "I find no way from “{origin}” to “{destination}”."
NO_TIMETABLE = "I know no timetables, so no buses or trains: they need a Google Maps key (`GOOGLE_MAPS_API_KEY`)."
NO_TRANSIT = "I find no bus or train there."
MARGIN = timedelta(minutes=5)
_MOST_NAME, _MOST_RIDES = 80, 6
_WALKED = 1_500.0  # metres that are walked where nobody says how
_MILE, _KILOMETRE = 1609.344, 1_000.0
_BY: dict[Mode, str] = {"car": "by car", "foot": "on foot", "bike": "by bike", "transit": "by bus or train"}
_DRAWN: dict[Mode, str] = {"car": "car", "foot": "foot", "bike": "bike", "transit": "car"}
_ON_MAP = "https://www.openstreetmap.org/directions?"
_ADDS_OUTSIDE = Risk(
    side_effect=True, reversible=True, adds=True, local=False
)  # others are asked before the reminder is set


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a way is asked for, with what is to be said before it."""

    journey: Journey
    arrive_by: datetime | None  # what was said; the journey's is earlier by the margin
    note: str = ""


async def get_directions(
    ctx: RunContext[AgentDeps],
    destination: str,
    origin: str = "",
    mode: str = "",
    arrive_by: str = "",
    leave_at: str = "",
) -> str:
    """Way, distance, time, when to leave.

    Args:
        origin: empty: home.
        mode: car, foot, bike or transit.
    """
    asked = await _asked(ctx.deps, destination, origin, mode, arrive_by, leave_at)
    asked, route = await _routed(ctx.deps, asked)
    return _told(asked, route, ctx.deps)


async def set_leave_reminder(
    ctx: RunContext[AgentDeps], destination: str, arrive_by: str, origin: str = "", mode: str = ""
) -> Done:
    """Remind the user when to leave to arrive in time."""
    deps = ctx.deps
    if not arrive_by.strip():
        raise ToolProblem("When do you want to be there?")
    asked = await _asked(deps, destination, origin, mode, arrive_by, "")
    asked, route = await _routed(deps, asked)
    leaves = _leaves(route, asked, deps)
    told = _told(asked, route, deps)
    if leaves is None or leaves <= deps.local_now:
        return Done(told)
    text = ways.leaving(one_line(destination, _MOST_NAME), language_of(deps.said))
    done = await set_reminder(ctx, text, leaves.isoformat())
    return Done(f"{done.text}\n{told}", undo=done.undo)


async def _asked(deps: AgentDeps, destination: str, origin: str, mode: str, arrive_by: str, leave_at: str) -> _Asked:
    """The journey those words mean. Raises ToolProblem, which asks or says what is missing."""
    maps = _maps(deps)
    if not destination.strip():
        raise ToolProblem("Where to?")
    arrives, leaves = _moment(arrive_by, deps), _moment(leave_at, deps)
    start, end = await _ends(deps, maps, destination, origin)
    journey = Journey(
        start,
        end,
        _mode(mode),
        depart_at=None if arrives else leaves,
        arrive_by=arrives - MARGIN if arrives else None,
        language=_language(deps),
    )
    if not mode.strip() and (walked := await _on_foot(maps, journey)):
        journey = walked
    return _Asked(journey, arrives)


async def _on_foot(maps: Maps, journey: Journey) -> Journey | None:
    """The journey on foot where it is so short that nobody would drive; None elsewhere."""
    walked = replace(journey, mode="foot")
    if abs(journey.origin.latitude - journey.destination.latitude) > 0.02:  # some 2 km
        return None
    route = await _ask(maps, walked)
    return walked if route and route.metres <= _WALKED else None


async def _routed(deps: AgentDeps, asked: _Asked) -> tuple[_Asked, Route]:
    """The route, by car or on foot where no timetable is known. Raises ToolProblem where there is none."""
    maps, journey = _maps(deps), asked.journey
    route: Route | None = None
    if journey.mode != "transit" or "transit" in maps.modes:
        route = await _ask(maps, journey, may_fail=journey.mode == "transit")
    if route is None and journey.mode == "transit":
        note = NO_TRANSIT if "transit" in maps.modes else NO_TIMETABLE
        asked = replace(asked, journey=await _on_foot(maps, journey) or replace(journey, mode="car"), note=note)
        route = await _ask(maps, asked.journey)
    if route is None:
        raise NotFound(NO_WAY.format(origin=_shown(journey.origin.name), destination=_shown(journey.destination.name)))
    hosts = dict.fromkeys((journey.origin.source, journey.destination.source, route.source))
    await has_read(deps, *map(sources.site, hosts))
    return asked, route


async def _ask(maps: Maps, journey: Journey, *, may_fail: bool = False) -> Route | None:
    try:
        return await maps.route(journey)
    except OutsideError as problem:
        if may_fail:
            return None
        raise ToolProblem(problem.sentence) from problem


async def _ends(deps: AgentDeps, maps: Maps, destination: str, origin: str) -> tuple[Place, Place]:
    """Where it begins and where it ends. What is looked for near by is so near home, or where it begins."""
    home = await _own(deps, "home") or await _own(deps, "work")
    begins = "" if ways.is_here(origin) else origin
    starts = await _named(deps, begins) if begins else home
    ends = await _named(deps, destination)
    if not starts or (not begins and ends == starts):
        raise ToolProblem(FROM_WHERE)
    base = await _found(deps, maps, home, None) if home and starts != home else None
    start = await _found(deps, maps, starts, base)
    return start, await _found(deps, maps, ends, start)


async def _named(deps: AgentDeps, name: str) -> str:
    """The place a name stands for: what a fact says of one's own, else the name. Raises ToolProblem where no fact does."""
    plain = one_line(name, _MOST_NAME).strip(" .?!,")
    keys = ways.own_keys(plain)
    if not keys:
        return plain
    found = await _of_facts(deps, keys)
    if not found:
        raise ToolProblem(NOT_KNOWN.format(name=unquoted(plain)))
    return found


async def _own(deps: AgentDeps, name: str) -> str:
    return await _of_facts(deps, ways.own_keys(name))


async def _of_facts(deps: AgentDeps, keys: tuple[str, ...]) -> str:
    """What the user has said of where that is, the most exact first; "" where nothing. What they haven't vouched for says nothing here."""
    known = [fact for fact in await deps.store.facts.current(deps.user.id) if fact.confirmed]
    for fact in (fact for key in keys for fact in known if fact.key == key):
        if place := ways.place_said(fact.statement):
            carry(deps, [fact])
            return place
    return ""


async def _found(deps: AgentDeps, maps: Maps, name: str, near: Place | None) -> Place:
    """The likeliest place of that name. Raises NotFound, ToolProblem."""
    looked_for, how = ways.sought(name)
    where: Where = "nearest" if how == "nearest" else "around" if how == "around" else "anywhere"
    try:
        found = await maps.find(looked_for, near=near, where=where, language=_language(deps))
    except OutsideError as problem:
        raise ToolProblem(problem.sentence) from problem
    if not found:
        raise NotFound(NOT_FOUND.format(name=unquoted(name)))
    return found[0]


def _maps(deps: AgentDeps) -> Maps:
    if deps.web.maps is None:
        raise ToolProblem(NO_MAPS)
    return deps.web.maps


def _mode(said: str) -> Mode:
    mode = ways.mode_of(said)
    return "foot" if mode == "foot" else "bike" if mode == "bike" else "transit" if mode == "transit" else "car"


def _language(deps: AgentDeps) -> str:
    return deps.user.locale.partition("-")[0] or "en"


def _moment(said: str, deps: AgentDeps) -> datetime | None:
    """The moment ahead that words name; None for no words. Raises ToolProblem."""
    if not said.strip():
        return None
    moment = times.read_moment(said, deps.local_now)
    if not moment.has_time:
        raise ToolProblem("At what time?")
    if moment.local < deps.local_now.replace(second=0, microsecond=0):
        raise ToolProblem("That is in the past. Which time ahead did you mean?")
    return moment.local


def _leaves(route: Route, asked: _Asked, deps: AgentDeps) -> datetime | None:
    """When to leave, on the user's clock and whole minutes; None where nobody said when to be there."""
    if asked.arrive_by is None or route.departs is None:
        return None
    return route.departs.astimezone(deps.zone).replace(second=0, microsecond=0)


# --- What is said ------------------------------------------------------------------------------------------------------


def _told(asked: _Asked, route: Route, deps: AgentDeps) -> str:
    journey = asked.journey
    ends = f"From “{_shown(journey.origin.name)}” to “{_shown(journey.destination.name)}”"
    length, taken = (
        _distance(route.metres, miles=in_miles(deps.user.locale, deps.user.time_zone)),
        say_duration(_minutes(route.seconds)),
    )
    roads = f" Mostly by “{_shown(', '.join(route.roads), 2 * _MOST_NAME)}”." if route.roads else ""
    lines = (
        asked.note,
        f"{ends}: {length}, {taken} {_BY[route.mode]}.{roads}{_caveat(route)}",
        *(_ride(ride, deps) for ride in route.rides[:_MOST_RIDES]),
        _timing(asked, route, deps),
        f"On the map: {_link(journey, route)} ({route.credit})",
    )
    return "\n".join(filter(None, lines))


def _caveat(route: Route) -> str:
    if route.is_estimate:
        return " That time is reckoned from the distance by road."
    return "" if route.has_traffic or route.mode != "car" else " That is without traffic, which I can't see."


def _timing(asked: _Asked, route: Route, deps: AgentDeps) -> str:
    now = deps.local_now
    if asked.arrive_by and (leaves := _leaves(route, asked, deps)):
        arrives = times.say(asked.arrive_by, now)
        if leaves <= now:
            return f"To be there {arrives} you would have had to leave {times.say(leaves, now)}."
        return f"To be there {arrives}, leave {times.say(leaves, now)}: that leaves {say_duration(MARGIN)} to spare."
    if route.departs and route.arrives:
        return f"If you leave {times.say(route.departs, now)}, you are there {times.say(route.arrives, now)}."
    return ""


def _ride(ride: Ride, deps: AgentDeps) -> str:
    """ "- 08:10 “Bus 12” from “Circle” to “Airport”, there at 08:40"."""
    starts = f"{ride.departs.astimezone(deps.zone):%H:%M} " if ride.departs else ""
    ends = f", there at {ride.arrives.astimezone(deps.zone):%H:%M}" if ride.arrives else ""
    return f"- {starts}“{_shown(ride.line)}” from “{_shown(ride.start)}” to “{_shown(ride.stop)}”{ends}"


def _distance(metres: float, *, miles: bool) -> str:
    """ "850 m", "7.8 km", "1.2 miles"."""
    if miles:
        length = metres / _MILE
        return f"{length:.0f} miles" if length >= 10 else f"{max(length, 0.1):.1f} miles"
    if metres < _KILOMETRE:
        return f"{max(round(metres, -1), 10):.0f} m"
    kilometres = metres / _KILOMETRE
    return f"{kilometres:.0f} km" if kilometres >= 10 else f"{kilometres:.1f} km"


def _minutes(seconds: float) -> timedelta:
    return timedelta(minutes=max(1, round(seconds / 60)))


def _link(journey: Journey, route: Route) -> str:
    points = [f"{place.latitude:.5f},{place.longitude:.5f}" for place in (journey.origin, journey.destination)]
    return _ON_MAP + urlencode({"engine": f"fossgis_osrm_{_DRAWN[route.mode]}", "route": ";".join(points)}, safe=",;")


def _shown(name: str, most: int = _MOST_NAME) -> str:
    return unquoted(one_line(name, most))


TOOLS: tuple[Tool, ...] = (
    Tool(get_directions, READS),
    Tool(set_leave_reminder, _ADDS_OUTSIDE, pinning(moment_of("arrive_by"))),
)
