"""What links a Slack account: words to send to the app as a direct message."""

from app.interfaces.pushed.codes import issue_code
from app.interfaces.pushed.linking import LinkServices
from app.interfaces.slack.client import slack_client
from app.interfaces.slack.failures import SlackProblem, TokenRefused
from app.interfaces.slack.incoming import CHANNEL
from app.interfaces.slack.workspace import Workspace

OFF = "Slack is off. docs/slack.md has every step; then run this again."
REFUSED = "Slack doesn't accept SLACK_BOT_TOKEN. Copy it from OAuth & Permissions of your app and run this again."
UNREACHABLE = "Slack can't be reached from here right now. Check the connection and run this again."


async def slack_link(services: LinkServices) -> tuple[bool, str]:
    """Whether there is a code, and the words to send; or a sentence that says what is missing."""
    if services.settings.slack_bot_token is None:
        return False, OFF
    client = slack_client(services.settings)
    try:
        await Workspace(client).me()
    except TokenRefused:
        return False, REFUSED
    except SlackProblem:
        return False, UNREACHABLE
    finally:
        await client.close()
    code = await issue_code(services.store, services.owner.id, CHANNEL, services.clock)
    return True, f"Send this to the app in Slack, as a direct message, within fifteen minutes:\n\nlink {code}"
