"""The one tool of the domains whose account is not connected: what is missing and how to connect it."""

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.gate.risk import PURE
from app.tools.toolset import Tool


async def connection_status(ctx: RunContext[AgentDeps], service: str) -> str:
    """Whether a service is connected, and how to connect it.

    Args:
        service: mail, calendar, github, news, slack, jira, drive, meetings, health, diagnostics, weather or web.
    """
    return ctx.deps.connections.status(service.strip().casefold())


TOOLS: tuple[Tool, ...] = (Tool(connection_status, PURE),)
