"""A channel as a part of the process: starts with it, stops with it, and keeps trying while the channel is away.

Several processes may run one; the lease decides which fetches, streams and delivers, and the others stand by. A webhook may reach
any of them. Stops in order: what comes in, what is shown live, what goes out.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

from app.conversation.delivery import Courier, Deliverer
from app.conversation.outbox import CHANNELS
from app.conversation.outgoing import Outgoing
from app.errors import StorageError
from app.interfaces.pushed.calls import Answer, Call, Callee, CallsOff, Take
from app.interfaces.pushed.chats import Chats
from app.interfaces.pushed.duty import RENEWAL, Duty
from app.interfaces.pushed.front import Front
from app.interfaces.pushed.incoming import Event
from app.interfaces.pushed.live import Live
from app.interfaces.pushed.members import Members
from app.interfaces.pushed.reception import Reception
from app.interfaces.pushed.screen import Screen, Stage
from app.interfaces.pushed.services import ChannelServices
from app.interfaces.pushed.sparing import SparingScreen
from app.interfaces.pushed.status import STANDING_BY, State, Status
from app.interfaces.pushed.wellbeing import Wellbeing

log = logging.getLogger(__name__)
_STANDBY_PAUSE = 2.0
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 5.0
_REFUSED_PAUSE = 40.0
_LONGEST_WAIT = 10.0
_GRACE = 3.0
Raw = dict[str, Any]
Tell = Callable[[State], Awaitable[None]]
Hand = Callable[[Event], Awaitable[None]]


class Driver(Protocol):
    """One vendor: how it is reached, and what becomes of what it tells."""

    @property
    def channel(self) -> str:
        """Its name in CHANNELS."""
        ...

    @property
    def refused(self) -> State:
        """What is told where the vendor doesn't take our key."""
        ...

    @property
    def front(self) -> Front:
        """What is said on the spot."""
        ...

    @property
    def screen(self) -> Screen:
        """Where the live view writes."""
        ...

    @property
    def courier(self) -> Courier:
        """What sends."""
        ...

    async def connect(self) -> State | None:
        """Learn who we are there, or ask again, by a call that changes nothing; None when that is known, or what is wrong."""
        ...

    async def take(self, raw: Raw, hand: Hand) -> None:
        """Read what the vendor tells, and hand on each event in it. Raises StorageError where one couldn't be kept."""
        ...

    async def listen(self, take: Take, tell: Tell) -> None:
        """While on duty: fetch what is told and have it kept, or have the vendor call us. Ends only by being cancelled, or with an
        exception."""
        ...

    async def prepare(self) -> None:
        """While on duty, once and beside: what makes the channel pleasanter, such as offering commands."""
        ...

    async def close(self) -> None:
        """Let go of the connections."""
        ...


class ChannelService:
    """One channel of one process."""

    def __init__(self, services: ChannelServices, driver: Driver, chats: Chats, *, holder: str) -> None:
        """`holder` names this process on leases; `chats` are those that the driver's courier writes to."""
        settings, store, clock = services.settings, services.store, services.clock
        self.channel = driver.channel
        self._services = services
        self._driver = driver
        self._chats = chats
        self._live = Live(driver.channel, services.hub)
        self._duty = Duty(driver.channel, store, services.database, clock, holder)
        self._status = Status(self._duty)
        self._members = Members(driver.channel, settings, store, services.owner, clock)
        self._reception = Reception(services, driver.front, self._members, self._live.arrived)
        self._outgoing = Outgoing(CHANNELS[driver.channel], clock)
        self._wellbeing = Wellbeing(self._status, driver.connect, self._resume, driver.refused)
        self._deliverer = Deliverer(
            store,
            services.database,
            clock,
            driver.courier,
            record=services.tracing.record,
            outgoing=self._outgoing,
            heard=self._wellbeing.heard,
        )
        self._sending = asyncio.Lock()
        self._connected = False
        self._pause = FIRST_PAUSE
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; returns at once. Call it before the conversation takes up what was left, so that those turns are seen too."""
        self._live.listen()
        self._task = asyncio.create_task(self._serve(), name=self.channel)

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
            log.warning("lease not released", extra={"event": f"{self.channel}.release_failed"})
        await self._driver.close()

    @property
    def is_ready(self) -> bool:
        """Whether we know our own name, and so whom a message is for."""
        return self._connected

    @property
    def state(self) -> State:
        """How it goes in this process."""
        return self._status.state

    async def take(self, raw: Raw) -> None:
        """Keep what the vendor tells, once however often it comes. Raises StorageError where it couldn't be kept."""
        await self._driver.take(raw, self._reception.take)

    async def called(self, call: Call) -> Answer:
        """Take a call of the vendor's. Raises as Callee does."""
        if not isinstance(self._driver, Callee):
            raise CallsOff
        return await self._driver.called(call, self.take)

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
                log.warning("channel waits for storage", extra={"event": f"{self.channel}.storage_away"})
            except Exception:
                log.exception("channel failed", extra={"event": f"{self.channel}.failed"})
            await asyncio.sleep(pause)

    async def _connect(self) -> bool:
        """Whether the vendor knows us; learned once."""
        if self._connected:
            return True
        wrong = await self._driver.connect()
        if wrong is not None:
            await self._status.tell(wrong)
            self._pause = _REFUSED_PAUSE if wrong.refused else min(self._pause * 2, LONGEST_PAUSE)
            return False
        self._connected = True
        log.info("channel connected", extra={"event": f"{self.channel}.connected"})
        return True

    async def _on_duty(self) -> None:
        """Fetch, stream and deliver until the lease is lost or a part fails."""
        await self._members.welcome_owner()
        await self._deliverer.take_over()
        house = self._services
        screen = SparingScreen(self._driver.screen, self._outgoing)
        self._live.go_on_duty(Stage(screen, house.database, house.store, house.clock, self._chats))
        delivery = self._begin("delivery", self._deliver())
        incoming = self._begin("incoming", self._driver.listen(self.take, self._status.tell))
        keeping = self._begin("lease", self._keep_lease())
        watching = self._begin("wellbeing", self._wellbeing.watch())
        preparing = self._begin("preparing", self._driver.prepare())
        try:
            done, _ = await asyncio.wait({delivery, incoming, keeping}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            await _end(keeping, preparing, watching, incoming)
            await self._live.go_off_duty()
            await self._finish_sending()
            await _end(delivery)

    def _begin(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return asyncio.create_task(work, name=f"{self.channel}:{name}")

    async def _keep_lease(self) -> None:
        """Returns when the lease is another's."""
        while True:
            await asyncio.sleep(RENEWAL)
            if not await self._duty.take():
                log.warning("duty lost", extra={"event": f"{self.channel}.duty_lost"})
                return

    async def _deliver(self) -> None:
        """Deliver what is due, then wait for news or for what is due next."""
        database, clock, seen, in_hand = self._services.database, self._services.clock, None, False
        while True:
            seconds = _LONGEST_WAIT
            try:
                async with self._sending:
                    if (
                        in_hand
                    ):  # what was being sent as storage failed is nobody's else, and what comes behind waits for it
                        await self._deliverer.take_over()
                        in_hand = False
                    await self._live.caught_up()
                    following = await self._deliverer.deliver_due()
                if following is not None:
                    seconds = min(seconds, max((following - clock.now()).total_seconds(), 0.0))
                seen = await database.changed(seconds, since=seen)
            except StorageError:
                log.warning("delivery waits for storage", extra={"event": f"{self.channel}.delivery_waits"})
                in_hand = True
                await asyncio.sleep(FIRST_PAUSE)

    async def _resume(self) -> None:
        """The channel is well again."""
        await self._deliverer.resume()
        await self._services.database.nudge("outbox")

    async def _finish_sending(self) -> None:
        """Let what is being sent arrive: broken off, nobody would know whether it did."""
        try:
            async with asyncio.timeout(_GRACE), self._sending:
                return
        except TimeoutError:
            log.info("sending broken off", extra={"event": f"{self.channel}.sending_broken_off"})


async def insist(channel: str, call: Callable[[], Awaitable[Any]], *problems: type[Exception]) -> None:
    """Make a call until it is done; it may fail with one of `problems`, which may say how many `seconds` to wait."""
    pause = FIRST_PAUSE
    while True:
        try:
            await call()
        except problems as problem:
            log.info(
                "call failed",
                extra={"event": f"{channel}.call_failed", "call": call.__name__, "reason": type(problem).__name__},
            )
            await asyncio.sleep(max(pause, getattr(problem, "seconds", 0.0)))
            pause = min(pause * 2, 30.0)
        else:
            return


async def _end(*tasks: asyncio.Task[None]) -> None:
    """Cancel and wait."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
