"""`chat`: the terminal conversation. History, line editing, streaming; Ctrl-C stops the turn, Ctrl-D leaves.

It runs the clock too, so a reminder set here is said here; with a server on the same database the two share the work.
"""

import argparse
import asyncio
import logging
import sys
import uuid
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from app.cards.card import Card
from app.cards.drawing import as_said, choices_in_words, columns, framed
from app.config import Settings
from app.conversation.conversation import Reply
from app.conversation.stream import TurnEvent
from app.errors import AssistantError
from app.interfaces.cli.feed import named, watch_feed
from app.interfaces.cli.layout import Layout, laid_out
from app.interfaces.cli.typed import begin_anew, typed_file
from app.interfaces.cli.zone import ask_zone
from app.memory.records import InboxEntry
from app.messages import Button, InboundMessage

log = logging.getLogger(__name__)
HELP = """Just write. Also:
  yes  no                             decide what was just asked
  /confirm 7  /cancel 7               decide what waits for your OK, by its number
  /edit 7 <change>                    change it, and be asked again
  /show                               what waits for your OK, with nothing cut
  /undo                               take back the last thing that can be
  /notes  /tasks  /reminders          what is kept, straight from storage
  /schedules  /quiet                  what runs by itself, and when I keep quiet
  /forget  /learnings  /sources  /trust  /export  /timezone  /pause  /resume  /usage  /context
  /help  /quit                        Ctrl-C stops an answer, Ctrl-D leaves"""
WELCOME = "Kwasi here. Write anything; /help shows the rest, Ctrl-D leaves."
_PATIENCE = 600.0


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
    session.app.renderer.cpr_not_supported_callback = (
        None  # or it prints a warning of its own where a terminal is simple
    )
    terminal = _Terminal(session)
    _write(f"{WELCOME}\n")
    await ask_zone(services, terminal.asked, _write)
    await Talk(services, _write, columns).until_end(terminal)


class _Terminal:
    """A terminal with editing. Output goes above the line only while one is being typed: an answer is written straight through."""

    def __init__(self, session: Any) -> None:
        self._session = session

    async def line(self) -> str | None:
        try:
            return await self._typed("you › ")
        except KeyboardInterrupt:
            return ""

    async def asked(self, question: str) -> str | None:
        """What is typed behind a question; None where its user would rather not say."""
        try:
            return await self._typed(question)
        except KeyboardInterrupt:
            return None

    async def _typed(self, prompt: str) -> str | None:
        from prompt_toolkit.patch_stdout import patch_stdout

        try:
            with patch_stdout(raw=True):
                return await self._session.prompt_async(prompt)
        except EOFError:
            return None


class _Pipe:
    async def line(self) -> str | None:
        return (await asyncio.to_thread(sys.stdin.readline)) or None


class Talk:
    """One conversation in one terminal."""

    def __init__(self, services: Any, write: Callable[[str], None], width: Callable[[], int] = lambda: 0) -> None:
        """`write` puts text on the screen, which has `width` columns; 0 where lines are nobody's to break."""
        self._services = services
        self._user_id: str = services.owner.id
        self._write = write
        self._width = width
        self._undoable: Button | None = None  # under the last answer

    async def until_end(self, reader: Reader) -> None:
        """Read, answer, and show what is said unasked, until the lines end."""
        belated = await self._services.store.inbox.open_of(self._user_id, "cli")
        beside = [
            asyncio.create_task(watch_feed(self._services, self._show_unasked)),
            asyncio.create_task(self._show_belated(belated)),
        ]
        try:
            while (line := await reader.line()) is not None:
                text = line.strip()
                if text.casefold() in ("/quit", "/exit"):
                    return
                if text:
                    await self._take(text)
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)

    async def _show_belated(self, entries: Sequence[InboxEntry]) -> None:
        """Answers to what an earlier terminal said and didn't live to see answered, each when it comes."""
        shown = set[str]()
        for entry in entries:
            reply: Reply = await self._services.conversation.answer(self._user_id, entry.id, timeout=_PATIENCE)
            if reply.turn_id not in shown and not reply.said_before:
                self._show_unasked(reply.text, reply.buttons, reply.cards)
            shown.add(reply.turn_id)

    async def _take(self, text: str) -> None:
        try:
            own = {"/help": self._help, "/undo": self._undo}.get(text.casefold())
            await (own() if own else self._say(text))
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
            screen = _Draft(self._write, self._width())
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
        self._write(named(reply.files))
        self._offer(reply.buttons, reply.cards)

    def _offer(self, buttons: tuple[Button, ...], cards: tuple[Card, ...]) -> None:
        """Draw what waits, and name the commands that stand for the buttons."""
        if cards:
            self._write(f"{framed(cards, columns())}\n")
            self._write(f"  ({choices_in_words(cards)})\n")
        self._undoable = next((button for button in buttons if button.verb == "undo"), None)
        if self._undoable:
            self._write("  (/undo)\n")

    async def _undo(self) -> None:
        """Take back what the last answer did; where that is done, or it did nothing, what was done before it."""
        button, self._undoable = self._undoable, None
        if button is None:
            await self._say("/undo")
        else:
            await self._services.conversation.decide(self._user_id, "undo", button.target)

    async def _help(self) -> None:
        self._write(f"{HELP}\n")

    def _show_unasked(self, text: str, buttons: tuple[Button, ...], cards: tuple[Card, ...]) -> None:
        self._write(f"{laid_out(as_said(text), self._width())}\n")
        if buttons:
            self._offer(buttons, cards)


class _Draft:
    """An answer growing on the screen."""

    def __init__(self, write: Callable[[str], None], width: int) -> None:
        self._write = write
        self._width = width
        self._layout = Layout(width)
        self._shown = ""

    async def follow(self, events: "asyncio.Queue[TurnEvent]") -> None:
        """Show each draft's new end; one that starts over begins a new line."""
        while True:
            event = await events.get()
            if event.kind == "draft":
                # as the reply will be, so that its end is not taken for a new beginning
                self._grow(as_said(event.text.strip()))

    def _grow(self, text: str) -> None:
        if not text.startswith(self._shown):
            self._write(f"{self._layout.rest()}\n")
            self._layout, self._shown = Layout(self._width), ""
        self._write(self._layout.more(text[len(self._shown) :]))
        self._shown = text

    def finish(self, text: str) -> None:
        """Make what is on the screen the whole answer."""
        self._grow(as_said(text))
        self._write(f"{self._layout.rest()}\n")


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
