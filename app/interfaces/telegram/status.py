"""The states of the bot."""

from app.interfaces.pushed.status import State

POLLING = State("polling", "running, by polling")
WEBHOOK = State("webhook", "running, by webhook")
OUTAGE = State("unreachable", "Telegram can't be reached right now; trying again", wrong=True)
REFUSED = State(
    "token_refused",
    "Telegram doesn't accept TELEGRAM_BOT_TOKEN; copy it from @BotFather and restart",
    wrong=True,
    refused=True,
)
CONFLICT = State(
    "conflict",
    "another program fetches this bot's messages with the same token; stop it, or give each a bot of its own",
    wrong=True,
)
STATES = (POLLING, WEBHOOK, OUTAGE, REFUSED, CONFLICT)
