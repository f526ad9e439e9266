"""Whether Slack takes our token: asked once, within a time."""

import asyncio

from app.config import Settings
from app.interfaces.pushed.status import State
from app.interfaces.slack.client import slack_client
from app.interfaces.slack.failures import SlackProblem, TokenRefused
from app.interfaces.slack.status import DEAF, OUTAGE, REFUSED


async def team_told(settings: Settings, seconds: float) -> tuple[str, State | None]:
    """The workspace and our name there, or what is wrong. Never longer than `seconds`, and a little to hang up."""
    client = slack_client(settings)
    try:
        async with asyncio.timeout(seconds):
            answer = await client.call("auth.test")
    except TokenRefused:
        return "", REFUSED
    except (SlackProblem, TimeoutError):
        return "", OUTAGE
    finally:
        await client.close()
    if settings.slack_app_token is None and settings.slack_signing_secret is None:
        return "", DEAF
    return f"@{answer.get('user', '')} in {answer.get('team', '')}", None
