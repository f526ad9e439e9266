"""What one chat sees of one turn: a placeholder at once, then what is going on, then the words as they come.

Only the newest text is shown, no faster than the channel likes, and nothing once the answer is on its way. None of it is needed for the
answer: whatever fails is logged, and the answer comes through the outbox. Where a message can't be changed, only the sign is shown that
somebody is at it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from app.conversation.outbox import CHANNELS
from app.errors import DeliveryError, DeliveryLater, DeliveryUnknown, StorageError
from app.interfaces.pushed.placeholder import Placeholder
from app.interfaces.pushed.screen import PLACEHOLDER, Stage

log = logging.getLogger(__name__)
_LONGEST_EDIT_PAUSE = 15.0
_GATHER = 0.1  # a few words at once, and none of it where the answer is quicker
_OCCUPIED = 0.1
_LOOK = 4.5  # seconds; Telegram shows a typing sign for five
Render = Callable[[], str]


class Showing:
    """One turn in one chat, from the message that began it until its answer is there."""

    def __init__(self, stage: Stage, user_id: str, address: str) -> None:
        """Shows nothing yet."""
        self.turn_id = ""
        self.failed = False
        self.booked = asyncio.Event()  # the placeholder is in the books under its turn, or will never be
        self._stage = stage
        self._user_id = user_id
        self._address = address
        self._placeholder = Placeholder(stage, user_id, address)
        self._channel = CHANNELS[stage.screen.channel]
        self._pause = stage.screen.pause(address)
        self._shown = PLACEHOLDER
        self._wanted: Render | None = None
        self._begun = asyncio.Event()
        self._news = asyncio.Event()
        self._over = asyncio.Event()

    @property
    def is_over(self) -> bool:
        """Nothing more is shown."""
        return self._over.is_set()

    def begin(self, turn_id: str) -> None:
        """The turn that answers has started."""
        self.turn_id = turn_id
        self._begun.set()

    def show(self, render: Render) -> None:
        """Show what `render` makes, unless something newer comes first."""
        self._wanted = render
        self._news.set()

    def end(self) -> None:
        """The answer is on its way: nothing is written any more."""
        for event in (self._over, self._begun, self._news):
            event.set()

    async def run(self) -> None:
        """Show it to the end."""
        looking = asyncio.create_task(self._look_around())
        try:
            await (self._show_words() if self._channel.edit else self._wait())
        except (DeliveryError, StorageError) as problem:
            self.failed = True
            self._log(logging.INFO, "live view ended", "live_ended", problem)
        except Exception:
            self.failed = True
            log.exception("live view failed", extra={"event": f"{self._channel.name}.live_failed"})
        finally:
            self.end()
            looking.cancel()
            self.booked.set()
            self._placeholder.let_go()
            await asyncio.gather(looking, return_exceptions=True)

    async def _show_words(self) -> None:
        await self._stand()
        await self._begun.wait()
        await self._book()
        self.booked.set()
        await self._follow()
        if await self._placeholder.is_passed_over(self.turn_id):
            await self._placeholder.withdraw()

    async def _wait(self) -> None:
        self.booked.set()
        await self._over.wait()

    async def _stand(self) -> None:
        """Put the placeholder up, as soon as no unfinished answer stands there; one that is answered already needs none."""
        if self.turn_id and await self._placeholder.is_answered(self.turn_id):
            self.end()
        pause = _OCCUPIED
        while not self.is_over and not await self._try(lambda: self._placeholder.stand(self.turn_id)):
            await _either(self._over, pause)
            pause = min(pause * 2, _LOOK)

    async def _book(self) -> None:
        """Put the placeholder into the books under its turn; away with it where there is none, or where the answer didn't wait."""
        placeholder = self._placeholder
        if placeholder.message and self.turn_id:
            await self._try(lambda: placeholder.book(self.turn_id))
        late = self.is_over and (not self.turn_id or await placeholder.is_answered(self.turn_id))
        if placeholder.message and late:
            await placeholder.withdraw()

    async def _try(self, call: Callable[[], Awaitable[bool | None]]) -> bool | None:
        """Make a call that sends a message. Where it certainly wasn't sent, slow down: `_write` makes up for it."""
        try:
            return await call()
        except DeliveryLater as problem:  # what is unknown may be there: another one would be one too many
            self._slow_down(problem.seconds)
            return True

    async def _follow(self) -> None:
        """Write the newest text whenever there is one and the pace allows."""
        while not self.is_over:
            await self._news.wait()
            self._news.clear()
            await self._keep_pace()
            await self._write()

    async def _keep_pace(self) -> None:
        seconds = self._placeholder.chat.next_edit - asyncio.get_running_loop().time()
        await _either(self._over, max(seconds, _GATHER))

    async def _write(self) -> None:
        """One change of the placeholder, if there is something new to show and it is still ours to write."""
        placeholder, chat = self._placeholder, self._placeholder.chat
        if not placeholder.message:
            await self._stand()
        async with chat.lock:
            if self.is_over or self._wanted is None or placeholder.message not in chat.live:
                return
            text = await asyncio.to_thread(self._wanted)  # a long answer is rendered anew with each of its words
            if text and text != self._shown and not self.is_over:
                await self._edit(text)

    async def _edit(self, text: str) -> None:
        placeholder, chat = self._placeholder, self._placeholder.chat
        chat.next_edit = asyncio.get_running_loop().time() + self._pause
        chat.doubtful.add(placeholder.message)
        try:
            await self._stage.screen.change(self._address, placeholder.message, text)
        except DeliveryUnknown:
            return self._slow_down(self._pause)  # it may yet arrive
        except DeliveryError as refused:
            chat.doubtful.discard(placeholder.message)
            if isinstance(refused, DeliveryLater):
                return self._slow_down(refused.seconds)
            raise
        chat.doubtful.discard(placeholder.message)
        self._shown = text
        return None

    def _slow_down(self, seconds: float) -> None:
        """Skip what the channel doesn't want, and ask for less from now on."""
        self._pause = min(self._pause * 2, _LONGEST_EDIT_PAUSE)
        self._placeholder.chat.next_edit = asyncio.get_running_loop().time() + max(seconds, self._pause)
        self._news.set()

    async def _look_around(self) -> None:
        """Keep the typing sign up, and see now and then whether the answer came without us being told."""
        await _either(self._over, _GATHER)  # the placeholder first: it says more
        while not self.is_over:
            await self._sign()
            await _either(self._over, _LOOK)
            try:
                await self._catch_up()
            except StorageError as problem:
                self._log(logging.WARNING, "turn not looked for", "look_failed", problem)

    async def _sign(self) -> None:
        if not self._channel.typing:
            return
        try:
            await self._stage.screen.typing(self._address)
        except DeliveryError as problem:
            self._log(logging.DEBUG, "no typing sign", "typing_failed", problem)

    async def _catch_up(self) -> None:
        """Another process may have taken the message, or answered it."""
        if self.is_over:
            return
        inbox = self._stage.store.inbox
        if self.turn_id:
            if await self._placeholder.is_answered(self.turn_id):
                self.end()
        elif turn_id := await self._turn_elsewhere():
            self.begin(turn_id)
        elif not await inbox.waiting(self._user_id):
            self.end()

    async def _turn_elsewhere(self) -> str:
        """The turn that took a message of this chat, if one runs; empty text otherwise."""
        inbox = self._stage.store.inbox
        for turn_id in await inbox.running_turns(self._user_id):
            entries = await inbox.of_turn(self._user_id, turn_id)
            if any((entry.channel, entry.address) == (self._channel.name, self._address) for entry in entries):
                return turn_id
        return ""

    def _log(self, level: int, words: str, event: str, problem: Exception) -> None:
        log.log(level, words, extra={"event": f"{self._channel.name}.{event}", "reason": type(problem).__name__})


async def _either(event: asyncio.Event, seconds: float) -> None:
    """Until the event, or for so long."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
