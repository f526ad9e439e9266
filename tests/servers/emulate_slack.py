"""`emulate` as Slack: its Web API, with a bot, two people and a channel. The bot may do what the manifest in docs/slack.md lets it. What is asked of it as others would see it goes by slack_sdk.

What it doesn't do: it has no `apps.connections.open` and no websockets, limits nobody's rate, takes any block, and reads only what is posted
(slack_sdk asks for a few methods with GET).
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import yaml
from slack_sdk import WebClient

from tests.servers.emulate import running

BOT_TOKEN, ANA_TOKEN, BEN_TOKEN = "xoxb-kwasi-test", "xoxp-ana-test", "xoxp-ben-test"
_PAGE = Path(__file__).parents[2] / "docs/slack.md"
MANIFEST: dict[str, Any] = yaml.safe_load(_PAGE.read_text("utf-8").partition("```yaml\n")[2].partition("```")[0])
_THEIRS = (
    *(
        "chat:write",
        "channels:history",
        "channels:read",
        "users:read",
        "users:read.email",
        "files:write",
        "files:read",
        "search:read",
    ),
    *("groups:read", "groups:history", "im:write", "im:history", "im:read", "reactions:read", "reactions:write"),
)
_SEED = {
    "team": {"name": "Kwasi", "domain": "kwasi"},
    "users": [
        {"name": "kwasi", "real_name": "Kwasi"},
        {"name": "ana", "real_name": "Ana Mensah"},
        {"name": "ben", "real_name": "Ben Adjei"},
    ],
    "channels": [{"name": "garden"}],
    "bots": [{"name": "kwasi"}],
    "strict_scopes": True,
    "tokens": [
        {"token": BOT_TOKEN, "user": "kwasi", "type": "bot", "scopes": MANIFEST["oauth_config"]["scopes"]["bot"]},
        {"token": ANA_TOKEN, "user": "ana", "scopes": list(_THEIRS)},
        {"token": BEN_TOKEN, "user": "ben", "scopes": list(_THEIRS)},
    ],
}


@dataclass(frozen=True, slots=True)
class EmulatedSlack:
    """Where it listens, and its people and channel by their ids."""

    url: str
    bot: str
    ana: str
    ben: str
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

    def talk(self, person: str = "") -> str:
        """The channel in which somebody (Ana) and the bot talk."""
        opened = self.seen_by(BOT_TOKEN).api_call("conversations.open", data={"users": person or self.ana})
        return str(opened["channel"]["id"])

    def sends(self, channel: str, name: str, data: bytes, words: str = "", token: str = ANA_TOKEN) -> str:
        """Somebody sends a file; its id."""
        client = self.seen_by(token)
        place = client.api_call("files.getUploadURLExternal", data={"filename": name, "length": len(data)})
        httpx.post(place["upload_url"], content=data).raise_for_status()
        whole = {"files": json.dumps([{"id": place["file_id"]}]), "channel_id": channel, "initial_comment": words}
        client.api_call("files.completeUploadExternal", data=whole)
        return str(place["file_id"])

    def messages(self, channel: str) -> list[dict[str, Any]]:
        """What stands in a channel, the first one first."""
        read = self.seen_by(BOT_TOKEN).api_call("conversations.history", data={"channel": channel, "limit": 1000})
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
        yield EmulatedSlack(url, people["kwasi"], people["ana"], people["ben"], channels["garden"])
