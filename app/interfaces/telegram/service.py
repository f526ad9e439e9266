"""The bot as a part of the house: starts with it, stops with it, and keeps trying while Telegram is away.

Several processes may run one; the lease decides which fetches, streams and delivers, and the others stand by. A webhook may reach
any of them. Stops in order: what comes in, what is shown live, what goes out.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from telegram import BotCommand
from telegram.error import TelegramError

from app.clock import Clock
from app.config import Settings
from app.conversation.commands import COMMANDS
from app.conversation.conversation import Conversation
from app.conversation.delivery import Deliverer
from app.conversation.stream import Hub
from app.errors import StorageError
from app.interfaces.telegram.bot import TokenRefused, build_bot
from app.interfaces.telegram.chats import Chats
from app.interfaces.telegram.courier import Speak, TelegramCourier
from app.interfaces.telegram.duty import RENEWAL, Duty
from app.interfaces.telegram.files import Files
from app.interfaces.telegram.live import Live
from app.interfaces.telegram.members import Members
from app.interfaces.telegram.placeholder import Stage
from app.interfaces.telegram.polling import KINDS, Polling, Update
from app.interfaces.telegram.reception import Reception
from app.interfaces.telegram.status import OUTAGE, REFUSED, STANDING_BY, WEBHOOK, State, Status
from app.memory.ports import Database
from app.memory.records import User
from app.memory.repositories import Repositories
from app.tracing.tracing import Tracing

log = logging.getLogger(__name__)
_STANDBY_PAUSE = 2.0
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 30.0
_REFUSED_PAUSE = 40.0
_LONGEST_WAIT = 10.0
_GRACE = 3.0
_MENU_WORDS = 256


class TelegramServices(Protocol):
    """What the bot needs of the house."""

    @property
    def settings(self) -> Settings:
        """What is configured."""
        ...

    @property
    def clock(self) -> Clock:
        """Where "now" comes from."""
        ...

    @property
    def database(self) -> Database:
        """Where it is all kept, and what says that there is news."""
        ...

    @property
    def store(self) -> Repositories:
        """What is kept."""
        ...

    @property
    def conversation(self) -> Conversation:
        """The way into a turn."""
        ...

    @property
    def tracing(self) -> Tracing:
        """Where traces go."""
        ...

    @property
    def hub(self) -> Hub:
        """What is going on."""
        ...

    @property
    def owner(self) -> User:
        """Whose house it is."""
        ...


class TelegramService:
    """The bot of one process. Needs `settings.telegram_bot_token`."""

    def __init__(self, services: TelegramServices, *, holder: str, speak: Speak | None = None) -> None:
        """`holder` names this process on leases; `speak` turns an answer into a voice note."""
        settings, store, clock = services.settings, services.store, services.clock
        assert settings.telegram_bot_token is not None
        self._services = services
        self._bot = build_bot(settings.telegram_bot_token, settings.telegram_api_url)
        self._chats = Chats()
        self._live = Live(services.hub)
        self._duty = Duty(store, services.database, clock, holder)
        self._status = Status(self._duty)
        self._members = Members(settings, store, services.owner, clock)
        self._reception = Reception(services, self._bot, self._members, self._live.arrived)
        courier = TelegramCourier(self._bot, store, self._chats, speak, services.conversation.mailroom.allowed)
        self._deliverer = Deliverer(store, services.database, clock, courier, record=services.tracing.record)
        self.files = Files(self._bot)
        self._sending = asyncio.Lock()
        self._connected = False
        self._pause = _FIRST_PAUSE
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; returns at once. Call it before the conversation takes up what was left, so that those turns are seen too."""
        self._live.listen()
        self._task = asyncio.create_task(self._serve(), name="telegram")

    async def stop(self) -> None:
        """End all of it; an open long poll is broken off."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._live.close()
        await self._reception.close()
        try:
            await self._duty.leave()
        except StorageError:
            log.warning("lease not released", extra={"event": "telegram.release_failed"})
        await self._bot.disconnect()

    @property
    def is_ready(self) -> bool:
        """Whether we know our own name, and so whom a message is for."""
        return self._connected

    @property
    def state(self) -> State:
        """How it goes in this process."""
        return self._status.state

    async def take(self, raw: Update) -> None:
        """Keep an update that came by webhook. Raises StorageError where it couldn't be kept."""
        await self._reception.take(raw)

    async def _serve(self) -> None:
        """For ever: connect, and be on duty while the lease is ours."""
        while True:
            pause = _STANDBY_PAUSE
            try:
                held = await self._duty.take()
                if not await self._connect():
                    pause = self._pause
                elif held:
                    await self._on_duty()
                else:
                    await self._status.tell(STANDING_BY)
            except StorageError:
                log.warning("bot waits for storage", extra={"event": "telegram.storage_away"})
            except Exception:
                log.exception("bot failed", extra={"event": "telegram.failed"})
            await asyncio.sleep(pause)

    async def _connect(self) -> bool:
        """Whether Telegram knows us; learned once."""
        if self._connected:
            return True
        try:
            await self._bot.connect()
        except TokenRefused:
            await self._status.tell(REFUSED)
            self._pause = _REFUSED_PAUSE
            return False
        except TelegramError:
            await self._status.tell(OUTAGE)
            self._pause = min(self._pause * 2, _LONGEST_PAUSE)
            return False
        self._connected = True
        log.info("bot connected", extra={"event": "telegram.connected", "bot": self._bot.username})
        return True

    async def _on_duty(self) -> None:
        """Fetch, stream and deliver until the lease is lost or a part fails."""
        await self._members.welcome_owner()
        await self._deliverer.take_over()
        house = self._services
        self._live.go_on_duty(Stage(self._bot, house.database, house.store, house.clock, self._chats))
        delivery = asyncio.create_task(self._deliver(), name="telegram:delivery")
        incoming = asyncio.create_task(self._come_in(), name="telegram:incoming")
        keeping = asyncio.create_task(self._keep_lease(), name="telegram:lease")
        offering = asyncio.create_task(self._insist(self._offer_commands), name="telegram:commands")
        try:
            done, _ = await asyncio.wait({delivery, incoming, keeping}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            await _end(keeping, offering, incoming)
            await self._live.go_off_duty()
            await self._finish_sending()
            await _end(delivery)

    async def _keep_lease(self) -> None:
        """Returns when the lease is another's."""
        while True:
            await asyncio.sleep(RENEWAL)
            if not await self._duty.take():
                log.warning("duty lost", extra={"event": "telegram.duty_lost"})
                return

    async def _come_in(self) -> None:
        """Fetch, or have Telegram call us."""
        settings = self._services.settings
        if not settings.telegram_webhook_url or not settings.telegram_webhook_secret:
            return await Polling(self._bot, self._reception, self._status.tell).run()
        await self._insist(self._ask_for_calls)
        await self._status.tell(WEBHOOK)
        await asyncio.Event().wait()
        return None

    async def _ask_for_calls(self) -> None:
        settings = self._services.settings
        secret = settings.telegram_webhook_secret
        await self._bot.set_webhook(
            settings.telegram_webhook_url,
            secret_token=secret.get_secret_value() if secret else None,
            allowed_updates=list(KINDS),
        )

    async def _offer_commands(self) -> None:
        """So that Telegram shows them while a person types."""
        await self._bot.set_my_commands([BotCommand(row.name, row.about[:_MENU_WORDS]) for row in COMMANDS])

    async def _insist(self, call: Callable[[], Awaitable[Any]]) -> None:
        """Make a call until it is done."""
        pause = _FIRST_PAUSE
        while True:
            try:
                await call()
            except TelegramError as problem:
                reason = type(problem).__name__
                log.info(
                    "call failed", extra={"event": "telegram.call_failed", "call": call.__name__, "reason": reason}
                )
                await asyncio.sleep(max(pause, getattr(problem, "seconds", 0.0)))
                pause = min(pause * 2, _LONGEST_PAUSE)
            else:
                return

    async def _deliver(self) -> None:
        """Deliver what is due, then wait for news or for what is due next."""
        database, clock, seen = self._services.database, self._services.clock, None
        while True:
            seconds = _LONGEST_WAIT
            try:
                async with self._sending:
                    await self._live.caught_up()
                    following = await self._deliverer.deliver_due()
                if following is not None:
                    seconds = min(seconds, max((following - clock.now()).total_seconds(), 0.0))
                seen = await database.changed(seconds, since=seen)
            except StorageError:
                log.warning("delivery waits for storage", extra={"event": "telegram.delivery_waits"})
                await asyncio.sleep(_FIRST_PAUSE)

    async def _finish_sending(self) -> None:
        """Let what is being sent arrive: broken off, nobody would know whether it did."""
        try:
            async with asyncio.timeout(_GRACE), self._sending:
                return
        except TimeoutError:
            log.info("sending broken off", extra={"event": "telegram.sending_broken_off"})


async def _end(*tasks: asyncio.Task[None]) -> None:
    """Cancel and wait."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
