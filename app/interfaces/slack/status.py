"""The states of Slack."""

from app.interfaces.pushed.status import State

SOCKET = State("socket", "running, by Socket Mode")
OPENING = State("opening", "opening a socket to Slack")
WEBHOOK = State("webhook", "running; Slack calls /webhooks/slack")
DEAF = State(
    "deaf",
    "sends, and hears nothing: set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET for calls of /webhooks/slack",
    wrong=True,
)
OUTAGE = State("unreachable", "Slack can't be reached right now; trying again", wrong=True)
REFUSED = State(
    "token_refused",
    "Slack doesn't accept SLACK_BOT_TOKEN; copy it from OAuth & Permissions of your app and restart",
    wrong=True,
    refused=True,
)
STATES = (SOCKET, OPENING, WEBHOOK, DEAF, OUTAGE, REFUSED)
