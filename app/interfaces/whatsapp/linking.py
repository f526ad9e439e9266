"""The address that, opened on a phone, links that WhatsApp account: it writes the message with the code, and the person sends it."""

from urllib.parse import quote

from app.interfaces.pushed.codes import issue_code
from app.interfaces.pushed.linking import LinkServices
from app.interfaces.whatsapp.client import graph_api
from app.interfaces.whatsapp.content import CHANNEL
from app.interfaces.whatsapp.fields import digits
from app.interfaces.whatsapp.graph_errors import GraphProblem, TokenRefused

OFF = "WhatsApp is off. docs/whatsapp.md has every step; then run this again."
REFUSED = "Meta doesn't accept WHATSAPP_ACCESS_TOKEN for this number. Make a system user's token and run this again."
UNREACHABLE = "Meta can't be reached from here right now. Check the connection and run this again."


async def whatsapp_link(services: LinkServices) -> str:
    """An address that makes the account which opens it the owner; or a sentence that says what is missing."""
    settings = services.settings
    if settings.whatsapp_access_token is None or not settings.whatsapp_phone_number_id:
        return OFF
    api = graph_api(settings)
    try:
        number = digits((await api.number()).shown)
    except TokenRefused:
        return REFUSED
    except GraphProblem:
        return UNREACHABLE
    finally:
        await api.close()
    code = await issue_code(services.store, services.owner.id, CHANNEL, services.clock)
    return f"https://wa.me/{number}?text={quote(f'link {code}')}"
