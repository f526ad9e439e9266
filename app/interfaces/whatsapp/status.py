"""The states of WhatsApp."""

from app.interfaces.pushed.status import State

LISTENING = State("webhook", "running; Meta calls /webhooks/whatsapp")
DEAF = State(
    "deaf",
    "sends, and hears nothing: set WHATSAPP_APP_SECRET and WHATSAPP_VERIFY_TOKEN, so that Meta's calls can be told from others'",
    wrong=True,
)
UNNUMBERED = State(
    "no_number",
    "WHATSAPP_PHONE_NUMBER_ID is missing; copy it from WhatsApp in Meta's App Dashboard",
    wrong=True,
    refused=True,
)
OUTAGE = State("unreachable", "Meta can't be reached right now; trying again", wrong=True)
REFUSED = State(
    "token_refused",
    "Meta doesn't accept WHATSAPP_ACCESS_TOKEN for this number; make a system user's token and restart",
    wrong=True,
    refused=True,
)
STATES = (LISTENING, DEAF, UNNUMBERED, OUTAGE, REFUSED)
