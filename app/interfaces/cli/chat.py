"""`chat`: the terminal conversation. History, line editing, streaming; Ctrl-C stops the turn, Ctrl-D leaves.

It runs the clock too, so a reminder set here is said here; with a server on the same database the two share the work.
"""

import argparse
import asyncio
import logging
import sys
import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from app.cards.card import Card
from app.cards.drawing import as_said, columns, framed
from app.config import Settings
from app.conversation.conversation import Reply
from app.conversation.stream import TurnEvent
from app.errors import AssistantError
from app.interfaces.cli.feed import watch_feed
from app.interfaces.cli.typed import begin_anew, typed_file
from app.messages import Button, InboundMessage

log = logging.getLogger(__name__)
HELP = """Just write. Also:
  /confirm  /cancel  /edit <change>   decide what is waiting for your OK
  /show                               what waits for your OK, with nothing cut
  /undo                               take back the last thing that can be
  /notes  /tasks  /reminders          what is kept, straight from storage
  /schedules  /quiet                  what runs by itself, and when I keep quiet
  /forget  /sources  /trust  /export  /timezone  /pause  /resume  /usage  /context
  /help  /quit                        Ctrl-C stops an answer, Ctrl-D leaves"""
WELCOME = "Kwasi here. Write anything; /help shows the rest, Ctrl-D leaves."
_PATIENCE = 600.0
_DIGITS = 4
_SHOW = "/show"


class Reader(Protocol):
    """Where lines come from: a terminal with editing, or a pipe."""

    async def line(self) -> str | None:
        """The next line, or None at the end."""
        ...


async def run(settings: Settings, build_services: Any, _: argparse.Namespace) -> int:
    """Talk until the user leaves."""
    services = await build_services(settings)
    runner = services.runner()
    runner.start()
    try:
        if sys.stdin.isatty():
            await _in_terminal(services, settings)
        else:
            await Talk(services, _write).until_end(_Pipe())
    finally:
        await runner.stop()
        await services.close()
    return 0


async def _in_terminal(services: Any, settings: Settings) -> None:
    """With prompt_toolkit: editing, history, and output above the line being typed."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import FileHistory

    await begin_anew(settings, services.store, services.owner.id)
    session: PromptSession[str] = PromptSession(history=FileHistory(str(typed_file(settings))))
    _write(f"{WELCOME}\n")
    await Talk(services, _write).until_end(_Terminal(session))


class _Terminal:
    """A terminal with editing. Output goes above the line only while one is being typed: an answer is written straight through."""

    def __init__(self, session: Any) -> None:
        self._session = session

    async def line(self) -> str | None:
        from prompt_toolkit.patch_stdout import patch_stdout

        try:
            with patch_stdout(raw=True):
                return await self._session.prompt_async("you › ")
        except KeyboardInterrupt:
            return ""
        except EOFError:
            return None


class _Pipe:
    async def line(self) -> str | None:
        return (await asyncio.to_thread(sys.stdin.readline)) or None


class Talk:
    """One conversation in one terminal."""

    def __init__(self, services: Any, write: Callable[[str], None]) -> None:
        """`write` puts text on the screen."""
        self._services = services
        self._user_id: str = services.owner.id
        self._write = write
        self._buttons: tuple[Button, ...] = ()
        self._numbers: dict[str, int] = {}  # the cards' on the screen, by what they would run
        self._commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "/confirm": self._tapping("confirm"),
            "/cancel": self._tapping("cancel"),
            "/edit": self._tapping("edit"),
            "/undo": self._tapping("undo"),
            "/help": self._help,
        }

    async def until_end(self, reader: Reader) -> None:
        """Read, answer, and show what is said unasked, until the lines end."""
        feed = asyncio.create_task(watch_feed(self._services, self._show_unasked))
        try:
            while (line := await reader.line()) is not None:
                text = line.strip()
                if text in ("/quit", "/exit"):
                    return
                if text:
                    await self._take(text)
        finally:
            feed.cancel()
            await asyncio.gather(feed, return_exceptions=True)

    async def _take(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        command = self._commands.get(word)
        try:
            await (command(rest.strip()) if command else self._say(text))
        except AssistantError as problem:
            log.warning("not taken", extra={"event": "chat.refused", "problem": type(problem).__name__})
            self._write(f"{problem.sentence}\n")
        except TimeoutError:
            self._write("That is taking very long. It is kept, and will be answered.\n")

    async def _say(self, text: str) -> None:
        """Send a message and show its answer as it comes; Ctrl-C stops that turn."""
        services, conversation = self._services, self._services.conversation
        with services.hub.watch(self._user_id) as events:
            receipt = await conversation.receive(
                InboundMessage(
                    user_id=self._user_id,
                    channel="cli",
                    external_id=uuid.uuid4().hex,
                    text=text,
                    received_at=services.clock.now(),
                )
            )
            screen = _Draft(self._write)
            showing = asyncio.create_task(screen.follow(events))
            answering = asyncio.create_task(conversation.answer(self._user_id, receipt.inbox_id, timeout=_PATIENCE))
            loop = asyncio.get_running_loop()
            stop = _on_interrupt(loop, lambda: loop.create_task(conversation.stop(self._user_id)))
            try:
                reply: Reply = await answering
            finally:
                stop()
                showing.cancel()
                await asyncio.gather(showing, return_exceptions=True)
        screen.finish(reply.text)
        if text.split()[0] != _SHOW:  # which decides nothing: what was asked before it still can be
            self._offer(reply.buttons, reply.cards)

    def _offer(self, buttons: tuple[Button, ...], cards: tuple[Card, ...]) -> None:
        """Draw what waits, and name the commands that stand for the buttons."""
        self._buttons = buttons
        self._numbers = {card.action: number for number, card in enumerate(cards, 1)}
        if cards:
            self._write(f"{framed(cards, columns())}\n")
        several = len({button.target for button in buttons if button.verb == "confirm"}) > 1
        numbered = {"confirm", "cancel", "edit"} if several else set()
        verbs = dict.fromkeys(f"/{button.verb}{' 1' if button.verb in numbered else ''}" for button in buttons)
        if verbs:
            self._write(f"  ({'  '.join(verbs)}{' and so on' if several else ''})\n")

    def _tapping(self, verb: str) -> Callable[[str], Awaitable[None]]:
        async def tap(text: str) -> None:
            offered = [button for button in self._buttons if button.verb == verb]
            if not offered:
                self._write("Nothing here is waiting for that.\n")
                return
            button, text = self._meant(offered, text)
            if button is None:
                which = " or ".join(f"/{verb} {self._numbers.get(one.target, 1)}" for one in offered)
                self._write(f"Say which: {which}.\n")
                return
            self._buttons = tuple(other for other in self._buttons if other.target != button.target)
            said = await self._services.conversation.decide(self._user_id, verb, button.target, text)
            if verb in ("cancel", "edit"):
                self._write(f"{said}\n")

        return tap

    def _meant(self, offered: Sequence[Button], text: str) -> tuple[Button | None, str]:
        """The button of the card whose number stands in front of `text`, and the rest; the only one there is needs none."""
        if len(self._numbers) > 1:
            number, rest = _numbered(text)
            if number:
                return next((one for one in offered if self._numbers.get(one.target) == number), None), rest
        return (offered[0] if len(offered) == 1 else None), text

    async def _help(self, _: str) -> None:
        self._write(f"{HELP}\n")

    def _show_unasked(self, text: str, buttons: tuple[Button, ...], cards: tuple[Card, ...]) -> None:
        self._write(f"{as_said(text)}\n")
        if buttons:
            self._offer(buttons, cards)


class _Draft:
    """An answer growing on the screen."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._shown = ""

    async def follow(self, events: "asyncio.Queue[TurnEvent]") -> None:
        """Show each draft's new end; one that starts over begins a new line."""
        while True:
            event = await events.get()
            if event.kind == "draft":
                self._grow(
                    as_said(event.text.strip())
                )  # as the reply will be, so that its end is not taken for a new beginning

    def _grow(self, text: str) -> None:
        if not text.startswith(self._shown):
            self._write("\n")
            self._shown = ""
        self._write(text[len(self._shown) :])
        self._shown = text

    def finish(self, text: str) -> None:
        """Make what is on the screen the whole answer."""
        text = as_said(text)
        if self._shown and not text.startswith(self._shown):
            self._write("\n")
            self._shown = ""
        self._write(f"{text[len(self._shown) :]}\n")


def _numbered(text: str) -> tuple[int, str]:
    """The number in front of a text, and the rest; 0 where there is none."""
    first, _, rest = text.partition(" ")
    return (int(first), rest.strip()) if first.isdecimal() and len(first) < _DIGITS else (0, text)


def _on_interrupt(loop: asyncio.AbstractEventLoop, act: Callable[[], object]) -> Callable[[], None]:
    """Ctrl-C does `act` until the returned function is called; where signals can't be caught, Ctrl-C leaves."""
    import signal

    try:
        loop.add_signal_handler(signal.SIGINT, act)
    except (NotImplementedError, RuntimeError):
        return lambda: None

    def give_back() -> None:
        loop.remove_signal_handler(signal.SIGINT)

    return give_back


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
