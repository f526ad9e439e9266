"""The tools every domain has: the time, questions about dates, sums and conversions, and the user's time zone."""

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import PURE, WRITES
from app.language import calculator
from app.language.time import arithmetic
from app.schedule import zones
from app.timetable.moving import Moved, follow_zone
from app.tools import when
from app.tools.toolset import Tool

_MOMENT = "It's {:%H:%M} on {:%A} {} {:%B %Y}{}."


async def get_datetime(ctx: RunContext[AgentDeps], place: str = "") -> str:
    """Time here or elsewhere."""
    local, where = ctx.deps.local_now, f" ({when.zone_label(ctx.deps.user.time_zone)})"
    if place.strip():
        local, where = local.astimezone(zones.open_zone(_zone_of(place))), f" in {place.strip()}"
    return _MOMENT.format(local, local, local.day, local, where)


async def answer_date_question(ctx: RunContext[AgentDeps], question: str) -> str:
    """Date arithmetic."""
    answer = arithmetic.answer_date_question(question, ctx.deps.local_now)
    if answer is None:
        raise ToolProblem('I can\'t work that date out. "How many days until 24 December?" is one I can.')
    return answer


async def calculate(ctx: RunContext[AgentDeps], expression: str) -> str:
    """Sums, percentages, units."""
    return calculator.answer(expression)


async def set_time_zone(ctx: RunContext[AgentDeps], place: str) -> Done:
    """By city or zone."""
    deps = ctx.deps
    zone = _zone_of(place)
    await deps.store.users.set_zone(deps.user.id, zone, "user")
    moved = await follow_zone(deps.store, deps.database, deps.user.id, zone, deps.now)
    local = deps.now.astimezone(zones.open_zone(zone))
    undo = {"action": "set_time_zone", "zone": deps.user.time_zone, "source": deps.user.zone_source}
    return Done(f"Your time zone is now {zone}, where it is {local:%H:%M}.{_said(moved)}", undo=undo)


def _said(moved: Moved) -> str:
    """How many reminders and schedules came along, and how many stay; nothing where there are none."""
    follow = f" What repeats ({moved.followed}) keeps its hour there." if moved.followed else ""
    stay = f" What comes once ({moved.stayed}) stays at its moment." if moved.stayed else ""
    return follow + stay


def _zone_of(place: str) -> str:
    zone = zones.find_zone(place)
    if zone is None:
        raise NotFound(f'I don\'t know the time zone of "{place.strip()[:60]}". A big city nearby works.')
    return zone


TOOLS: tuple[Tool, ...] = (
    Tool(get_datetime, PURE),
    Tool(answer_date_question, PURE),
    Tool(calculate, PURE),
    Tool(set_time_zone, WRITES),
)
