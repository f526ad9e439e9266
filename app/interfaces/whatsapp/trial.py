"""Whether Meta takes our token for our number, and our template: asked once, within a time."""

import asyncio
import logging

from app.config import Settings
from app.interfaces.pushed.status import State
from app.interfaces.whatsapp.client import GraphApi, graph_api
from app.interfaces.whatsapp.graph_errors import GraphProblem, TokenRefused
from app.interfaces.whatsapp.status import DEAF, OUTAGE, REFUSED, UNNUMBERED

log = logging.getLogger(__name__)
UNASKED = "its template couldn't be looked up"
UNKNOWN = "Meta knows no template {name} of this account: WHATSAPP_TEMPLATE is its name in WhatsApp Manager"
ELSEWHERE = "template {name} is there in {languages}, not in {language}: set WHATSAPP_TEMPLATE_LANGUAGE"
NOT_APPROVED = "template {name} isn't approved ({status}): nothing is said first outside the 24 hours until it is; look at it in WhatsApp Manager"


async def number_told(settings: Settings, seconds: float) -> tuple[str, State | None]:
    """The number with its quality, or what is wrong. Never longer than `seconds`, and a little to hang up."""
    if not settings.whatsapp_phone_number_id:
        return "", UNNUMBERED
    api = graph_api(settings)
    try:
        async with asyncio.timeout(seconds):
            number = await api.number()
            template, wrong = await _template_told(api, settings)
    except TokenRefused:
        return "", REFUSED
    except (GraphProblem, TimeoutError):
        return "", OUTAGE
    finally:
        await api.close()
    if settings.whatsapp_app_secret is None or settings.whatsapp_verify_token is None:
        return "", DEAF
    if wrong:
        return "", State("template", wrong, wrong=True)
    quality = f", quality {number.quality.lower()}" if number.quality else ""
    return f"{number.shown} ({number.name}{quality}){template}", None


async def _template_told(api: GraphApi, settings: Settings) -> tuple[str, str]:
    """What goes behind the number, and what is wrong with the template. Where Meta doesn't tell, nothing is known to be wrong."""
    name, language = settings.whatsapp_template, settings.whatsapp_template_language
    if not name:
        return "", ""
    try:
        found = await api.template(name)
    except GraphProblem as problem:
        log.info("template not asked", extra={"event": "whatsapp.template_unasked", "reason": str(problem)})
        return f"; {UNASKED}", ""
    if not found:
        return "", UNKNOWN.format(name=name)
    if language not in found:
        return "", ELSEWHERE.format(name=name, languages=", ".join(sorted(found)), language=language)
    if found[language] != "approved":
        return "", NOT_APPROVED.format(name=name, status=found[language] or "no status")
    return f"; template {name} is approved", ""
