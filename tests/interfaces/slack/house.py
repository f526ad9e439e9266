"""Everything with Slack: others' server behind a front of ours, events over a socket or signed and posted, a scripted model."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
from fastapi import FastAPI
from pydantic import SecretStr
from pydantic_ai.models import Model
from slack_sdk.signature import SignatureVerifier

from app.bootstrap.services import Services
from app.bootstrap.slack_home import today_of
from app.clock import Clock
from app.config import Settings
from app.conversation.holder import this_process
from app.interfaces.pushed.service import ChannelService
from app.interfaces.slack.service import slack_service
from app.routers import errors, webhooks
from tests.house import open_house, settings_in
from tests.interfaces.slack.payload import event, slashed, tap
from tests.interfaces.telegram.house import until
from tests.interfaces.web.serving import serving
from tests.servers.emulate_slack import ANA_TOKEN, BEN_TOKEN, BOT_TOKEN, EmulatedSlack
from tests.servers.slack_front import SlackFront
from tests.servers.slack_socket import SlackSocket, slack_socket

SECRET = "signed by the tests"
FORM = "application/x-www-form-urlencoded"


@dataclass
class SlackPerson:
    """Somebody with Slack open: what they do is in their talk with the bot, and the payload that Slack makes of it is returned."""

    slack: EmulatedSlack
    user: str
    token: str
    talk: str
    since: float

    def says(self, text: str, **fields: Any) -> dict[str, Any]:
        """Words in the talk."""
        ts = self.slack.says(self.talk, self.token, text=text or "file")
        return event(user=self.user, channel=self.talk, channel_type="im", ts=ts, text=text, **fields)

    def says_in(self, channel: str, text: str) -> dict[str, Any]:
        """Words that others read, to the bot."""
        words = f"<@{self.slack.bot}> {text}"
        ts = self.slack.says(channel, self.token, text=words)
        return event(user=self.user, channel=channel, channel_type="channel", ts=ts, text=words)

    def types(self, text: str) -> dict[str, Any]:
        """The app's slash command with these words."""
        return slashed(text, user_id=self.user, channel_id=self.talk, response_url="", trigger_id=self._mark())

    def sends(self, text: str, name: str, media_type: str, data: bytes, **fields: Any) -> dict[str, Any]:
        """A file with words."""
        client = self.slack.seen_by(self.token)
        ticket = client.api_call("files.getUploadURLExternal", data={"filename": name, "length": len(data)})
        httpx.post(ticket["upload_url"], content=data).raise_for_status()
        done = json.dumps([{"id": ticket["file_id"], "title": name}])
        client.api_call("files.completeUploadExternal", data={"files": done, "channel_id": self.talk})
        kept = {"id": ticket["file_id"], "name": name, "mimetype": media_type, "size": len(data), "mode": "hosted"}
        return self.says(text, subtype="file_share", files=[{**kept, **fields}])

    def taps(self, label: str) -> dict[str, Any]:
        """A tap on the newest button of that label."""
        for message in reversed(self.sees):
            if label in (found := buttons_of(message)):
                return self.tap(found[label], str(message["ts"]))
        raise AssertionError(f"no button {label!r} in {[buttons_of(each) for each in self.sees]}")

    def tap(self, data: str, ts: str, **fields: Any) -> dict[str, Any]:
        """A tap with any data on any message."""
        container = {"type": "message", "message_ts": ts, "channel_id": self.talk, "is_ephemeral": False}
        whole = tap(data, user={"id": self.user}, container=container, channel={"id": self.talk}, response_url="")
        whole["actions"][0]["action_ts"] = self._mark()
        return {**whole, **fields}

    @property
    def sees(self) -> list[dict[str, Any]]:
        """What the bot said in the talk since it was entered, the first one first."""
        messages = self.slack.messages(self.talk)
        return [one for one in messages if one.get("user") == self.slack.bot and float(one["ts"]) > self.since]

    def _mark(self) -> str:
        """An id that there wasn't."""
        return self.slack.says(self.slack.channel, self.token, text="(the time passes)")


@dataclass
class SlackWorld:
    """Slack with Ana and Ben, and both ways by which it tells us."""

    slack: EmulatedSlack
    front: SlackFront
    socket: SlackSocket
    ana: SlackPerson
    ben: SlackPerson
    url: str = ""
    clock: Clock | None = None
    told: list[str] = field(default_factory=list)

    @property
    def settings(self) -> dict[str, Any]:
        """Slack switched on, with Ana as its owner and Ben on its list."""
        return {
            "slack_bot_token": SecretStr(BOT_TOKEN),
            "slack_app_token": SecretStr("xapp-test"),
            "slack_signing_secret": SecretStr(SECRET),
            "slack_api_url": self.front.api,
            "owner_slack_user_id": self.slack.ana,
            "allowed_slack_user_ids": self.slack.ben,
            "slack_joining_window": 0.0,
        }

    async def tells(self, payload: dict[str, Any]) -> None:
        """Over the socket, until it is acknowledged."""
        mark = await self.socket.send(payload, "slash_commands" if "command" in payload else "events_api")
        await until(lambda: mark in self.socket.acknowledged)

    async def calls(self, payload: dict[str, Any]) -> int:
        """Signed and posted; the status."""
        body, headers = self.signed(payload)
        async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
            return (await client.post(self.url, content=body, headers=headers)).status_code

    def signed(self, payload: dict[str, Any]) -> tuple[bytes, dict[str, str]]:
        """A call's body and headers: JSON of an event, a form of anything else."""
        assert self.clock is not None
        if payload.get("type") == "event_callback":
            body, kind = json.dumps(payload).encode(), "application/json"
        else:
            fields = payload if "command" in payload else {"payload": json.dumps(payload)}
            body, kind = urlencode(fields).encode(), FORM
        stamp = str(int(self.clock.now().timestamp()))
        signature = SignatureVerifier(SECRET).generate_signature(timestamp=stamp, body=body) or ""
        return body, {"content-type": kind, "x-slack-request-timestamp": stamp, "x-slack-signature": signature}


def buttons_of(message: dict[str, Any]) -> dict[str, str]:
    """A message's buttons by their labels, with what they send."""
    rows = [block for block in message.get("blocks", []) if block["type"] == "actions"]
    return {each["text"]["text"]: each["value"] for row in rows for each in row["elements"]}


@asynccontextmanager
async def slack_world(slack: EmulatedSlack, front: SlackFront) -> AsyncIterator[SlackWorld]:
    """One that runs."""
    async with slack_socket() as socket:
        front.sockets = socket.api
        ana, ben = await asyncio.to_thread(partial(_people, slack))
        yield SlackWorld(slack, front, socket, ana, ben)


def _people(slack: EmulatedSlack) -> list[SlackPerson]:
    bot, made = slack.seen_by(BOT_TOKEN), []
    for user, token in ((slack.ana, ANA_TOKEN), (slack.ben, BEN_TOKEN)):
        talk = bot.api_call("conversations.open", data={"users": user})["channel"]["id"]
        made.append(SlackPerson(slack, user, token, talk, float(slack.says(slack.channel, text="(a new day)"))))
    return made


@dataclass
class SlackHouse:
    """A house that Slack tells things."""

    services: Services
    slack: ChannelService
    world: SlackWorld


@dataclass
class _Door:
    """What is served: the webhook alone."""

    settings: Settings
    app: FastAPI
    closing: asyncio.Event


@asynccontextmanager
async def slack_house(
    folder: Path, world: SlackWorld, *, model: Model | None = None, **changes: Any
) -> AsyncIterator[SlackHouse]:
    """A house with its socket open and its webhook served."""
    settings = settings_in(folder, **{**world.settings, **changes})
    async with open_house(folder, model=model, settings=settings) as services:
        slack = slack_service(services, today_of(services), holder=this_process())
        app = FastAPI(openapi_url=None)
        app.include_router(webhooks.build_router(settings, {"slack": slack}, services.clock))
        errors.install(app)
        slack.start()
        try:
            await services.conversation.sweep()
            await until(lambda: slack.state.name in ("socket", "webhook"))
            async with serving(_Door(settings, app, asyncio.Event())) as url:
                world.url, world.clock = f"{url}/webhooks/slack", services.clock
                yield SlackHouse(services, slack, world)
        finally:
            await services.conversation.close()
            await slack.stop()
