"""Slack as a channel of this process: a workspace's app, by Socket Mode or by being called."""

import asyncio

from app.interfaces.pushed.calls import Answer, Call, CallEarly, CallRefused, CallsOff, CallUnreadable, Take
from app.interfaces.pushed.chats import Chats
from app.interfaces.pushed.members import Members
from app.interfaces.pushed.service import ChannelService, Hand, Raw, Tell
from app.interfaces.pushed.services import ChannelServices
from app.interfaces.pushed.status import State
from app.interfaces.slack.client import slack_client
from app.interfaces.slack.courier import SlackCourier
from app.interfaces.slack.failures import SlackProblem, TokenRefused
from app.interfaces.slack.incoming import CHANNEL
from app.interfaces.slack.reception import Payloads, SlackFront, Today
from app.interfaces.slack.screen import SlackScreen
from app.interfaces.slack.signature import Signature, challenge_of, payload_of
from app.interfaces.slack.socket_mode import SocketMode
from app.interfaces.slack.status import DEAF, OPENING, OUTAGE, REFUSED, SOCKET, WEBHOOK
from app.interfaces.slack.workspace import Workspace

_LOOK = 2.0  # seconds between two looks at the socket


class SlackDriver:
    """How Slack is reached."""

    channel = CHANNEL
    refused = REFUSED

    def __init__(self, services: ChannelServices, workspace: Workspace, chats: Chats, today: Today) -> None:
        """Calls nothing yet."""
        settings, store = services.settings, services.store
        self._workspace = workspace
        self._settings = settings
        self.front = SlackFront(workspace)
        self.screen = SlackScreen(workspace, store)
        self.courier = SlackCourier(workspace, store, chats, services.conversation.mailroom.allowed)
        members = Members(CHANNEL, settings, store, services.owner, services.clock)
        self._payloads = Payloads(workspace, self.front, members, services.clock, today)
        secret = settings.slack_signing_secret.get_secret_value() if settings.slack_signing_secret else ""
        self._signature = Signature(secret, services.clock) if secret else None

    async def connect(self) -> State | None:
        """Learn who we are."""
        try:
            self._payloads.me = await self._workspace.me()
        except TokenRefused:
            return REFUSED
        except SlackProblem:
            return OUTAGE
        return None

    async def take(self, raw: Raw, hand: Hand) -> None:
        """One payload."""
        await self._payloads.take(raw, hand)

    async def called(self, call: Call, take: Take) -> Answer:
        """An event, a tap or a slash command that Slack signed."""
        if self._signature is None:
            raise CallsOff
        if call.method != "POST" or not self._signature.is_good(call.body, call.headers):
            raise CallRefused
        payload = payload_of(call.body, call.headers.get("content-type", ""))
        if payload is None:
            raise CallUnreadable
        challenge = challenge_of(payload)
        if challenge is not None:
            return Answer(challenge)
        if not self._payloads.me.user:  # nobody knows yet what turns to us
            raise CallEarly
        await take(payload)
        return Answer()

    async def listen(self, take: Take, tell: Tell) -> None:
        """Over a socket where there is a token for one, else by being called."""
        if self._settings.slack_app_token is None:
            await tell(WEBHOOK if self._signature else DEAF)
            await asyncio.Event().wait()
            return
        socket = SocketMode(self._workspace.client.open_socket, take)
        running = asyncio.create_task(socket.run(), name="slack:socket")
        try:
            while not running.done():
                await tell(SOCKET if socket.is_connected else OPENING)
                await asyncio.wait({running}, timeout=_LOOK if socket.is_connected else _LOOK / 10)
            running.result()
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def prepare(self) -> None:
        """Nothing to do: commands and tabs are in the app's manifest."""

    async def close(self) -> None:
        """Let go of the connections."""
        await self._payloads.close()
        await self._workspace.client.close()


def slack_service(services: ChannelServices, today: Today, *, holder: str) -> ChannelService:
    """Slack in one process, not started yet. Needs `settings.slack_bot_token`."""
    workspace, chats = Workspace(slack_client(services.settings)), Chats()
    return ChannelService(services, SlackDriver(services, workspace, chats, today), chats, holder=holder)
