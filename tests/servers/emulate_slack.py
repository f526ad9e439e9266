"""`emulate` as Slack: its Web API, with a bot, two people and a channel. What is asked of it as others would see it goes by slack_sdk.

What it doesn't do: it has no `apps.connections.open` and no websockets, limits nobody's rate, takes any block, and reads only what is posted
(slack_sdk asks for a few methods with GET).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from slack_sdk import WebClient

from tests.servers.emulate import running

BOT_TOKEN, ANA_TOKEN = "xoxb-kwasi-test", "xoxp-ana-test"
_EVERYTHING = (
    "chat:write channels:read channels:history groups:read groups:history im:read im:write im:history mpim:read mpim:history users:read "
    "files:read files:write channels:join"
)
_SEED = {
    "team": {"name": "Kwasi", "domain": "kwasi"},
    "users": [{"name": "kwasi", "real_name": "Kwasi"}, {"name": "ana", "real_name": "Ana Mensah"}],
    "channels": [{"name": "garden"}],
    "bots": [{"name": "kwasi"}],
    "tokens": [
        {"token": BOT_TOKEN, "user": "kwasi", "type": "bot", "scopes": _EVERYTHING.split()},
        {"token": ANA_TOKEN, "user": "ana", "scopes": _EVERYTHING.split()},
    ],
}


@dataclass(frozen=True, slots=True)
class EmulatedSlack:
    """Where it listens, and its people and channel by their ids."""

    url: str
    bot: str
    ana: str
    channel: str

    @property
    def api(self) -> str:
        """The base URL of its Web API."""
        return f"{self.url}/api"

    def seen_by(self, token: str = ANA_TOKEN) -> WebClient:
        """Slack's own client, as somebody."""
        return WebClient(token, base_url=f"{self.api}/")

    def says(self, channel: str, token: str = ANA_TOKEN, **message: Any) -> str:
        """Somebody writes; the message's name."""
        return str(self.seen_by(token).chat_postMessage(channel=channel, **message)["ts"])

    def messages(self, channel: str) -> list[dict[str, Any]]:
        """What stands in a channel, the first one first."""
        read = self.seen_by(BOT_TOKEN).api_call("conversations.history", data={"channel": channel})
        return list(reversed(read["messages"]))

    def thread(self, channel: str, ts: str) -> list[dict[str, Any]]:
        """What stands in a thread."""
        read = self.seen_by(BOT_TOKEN).api_call("conversations.replies", data={"channel": channel, "ts": ts})
        return list(read["messages"])


@contextmanager
def emulated_slack() -> Iterator[EmulatedSlack]:
    """One that runs. Raises as `emulate` does."""
    with running("slack", _SEED) as numeric:
        url = numeric.replace("127.0.0.1", "localhost")  # as it calls itself
        asked = WebClient(BOT_TOKEN, base_url=f"{url}/api/")
        people = {each["name"]: each["id"] for each in asked.api_call("users.list")["members"]}
        channels = {each["name"]: each["id"] for each in asked.api_call("conversations.list")["channels"]}
        yield EmulatedSlack(url, people["kwasi"], people["ana"], channels["garden"])
