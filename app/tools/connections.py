"""The one tool for what is connected elsewhere and what is missing: it says so, and how to connect it."""

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.gate.risk import PURE
from app.tools.toolset import Tool


async def connection_status(ctx: RunContext[AgentDeps], service: str) -> str:
    """What is connected, and how to connect, mend or disconnect it: give the user the way it says.

    Args:
        service: accounts (all of them), mail, calendar, tasks, contacts, google, microsoft, caldav, ics (a calendar's link), github,
            gitea, slack, telegram, whatsapp, jira, drive, meetings, health, diagnostics, weather or web.
    """
    deps = ctx.deps
    accounts = await deps.accounts.every(deps.user.id) if deps.accounts else []
    return deps.connections.status(service.strip().casefold(), accounts, deps.channel)


TOOLS: tuple[Tool, ...] = (Tool(connection_status, PURE),)
