"""Whether Meta takes our token for our number: asked once, within a time."""

import asyncio

from app.config import Settings
from app.interfaces.pushed.status import State
from app.interfaces.whatsapp.client import graph_api
from app.interfaces.whatsapp.graph_errors import GraphProblem, TokenRefused
from app.interfaces.whatsapp.status import DEAF, OUTAGE, REFUSED, UNNUMBERED


async def number_told(settings: Settings, seconds: float) -> tuple[str, State | None]:
    """The number with its quality, or what is wrong. Never longer than `seconds`, and a little to hang up."""
    if not settings.whatsapp_phone_number_id:
        return "", UNNUMBERED
    api = graph_api(settings)
    try:
        async with asyncio.timeout(seconds):
            number = await api.number()
    except TokenRefused:
        return "", REFUSED
    except (GraphProblem, TimeoutError):
        return "", OUTAGE
    finally:
        await api.close()
    if settings.whatsapp_app_secret is None or settings.whatsapp_verify_token is None:
        return "", DEAF
    quality = f", quality {number.quality.lower()}" if number.quality else ""
    return f"{number.shown} ({number.name}{quality})", None
