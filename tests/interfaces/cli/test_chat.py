"""`chat`: answers that grow on the screen, commands that stand for buttons, Ctrl-C for the turn and Ctrl-D for the door."""

import asyncio
import os
import pty
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage

from app.bootstrap.services import Services
from app.interfaces.cli.chat import HELP, Talk
from tests.e2e.commands import Machine
from tests.e2e.running import ROOT
from tests.house import calls, done_calls, open_house, says, scripted
from tests.models.openai_server import Answer, model_server, streamed


@dataclass
class Lines:
    """What somebody types, line by line; before each, everything asked for so far has been answered."""

    house: Services
    lines: Sequence[str]
    at: int = 0

    async def line(self) -> str | None:
        await self.house.conversation.drain()
        await asyncio.sleep(0.01)
        self.at += 1
        return self.lines[self.at - 1] if self.at <= len(self.lines) else None


async def _screen(house: Services, *lines: str) -> str:
    """What stands on the screen after these lines."""
    written: list[str] = []
    await Talk(house, written.append).until_end(Lines(house, lines))
    return "".join(written)


async def test_an_answer_stands_on_the_screen_once(tmp_path: Path) -> None:
    async with open_house(tmp_path, model=scripted(lambda _: says("Ama lives in Accra."))) as house:
        assert await _screen(house, "where does Ama live?") == "Ama lives in Accra.\n"


async def test_a_draft_that_starts_over_begins_a_new_line(tmp_path: Path) -> None:
    def fails_after_the_first(_: list[ModelMessage]) -> Any:
        raise ConnectionError

    async with open_house(tmp_path, model=scripted(fails_after_the_first)) as house:
        shown = await _screen(house, "what is 2 + 2?")
    assert "4" in shown
    assert shown.endswith("\n")


async def test_an_empty_line_says_nothing(house: Services) -> None:
    assert await _screen(house, "", "   ") == ""
    assert await house.store.turns.count(house.owner.id) == 0


@pytest.mark.parametrize("word", ["/quit", "/exit"])
async def test_who_quits_says_no_more(house: Services, word: str) -> None:
    assert await _screen(house, word, "hello") == ""


async def test_help_names_every_command(house: Services) -> None:
    assert await _screen(house, "/help") == f"{HELP}\n"


async def test_undo_takes_back_what_was_done(house: Services) -> None:
    shown = await _screen(house, "add milk to my shopping list", "/undo")
    assert "(/undo)" in shown
    assert await house.store.tasks.list(house.owner.id) == []


async def test_confirm_does_what_was_asked_and_shows_it(house: Services) -> None:
    await _screen(house, "remember that my sister's name is Ama")
    shown = await _screen(house, "forget my sister's name", "/confirm", "/help")
    assert "(yes  no  /confirm 1  /cancel 1  /edit 1 <change>)" in shown
    assert await house.store.facts.current(house.owner.id) == []


async def test_each_of_several_is_decided_by_its_number(tmp_path: Path) -> None:
    def asks(messages: list[ModelMessage]) -> Any:
        return says("Two things wait.") if done_calls(messages) else both

    both = calls("forget_fact", what="Ama")
    both.parts = [*both.parts, *calls("forget_fact", what="Kofi").parts]
    async with open_house(tmp_path, model=scripted(asks)) as house:
        for name in ("Ama", "Kofi"):
            await house.store.notes.add(
                house.owner.id, title=name, content=f"{name} called", tags=[], source="user", turn_id=None, taint=[],
                at=house.clock.now(),
            )  # fmt: skip
        shown = await _screen(house, "forget both", "/confirm", "/confirm 1", "/show", "/confirm 1", "/confirm 2")
        assert "┃ Waiting for your OK (#2): Forget" in shown
        assert "(/confirm 1  /cancel 1  /edit 1 <change>)" in shown
        assert "Say “confirm 1” or “cancel 2”." in shown
        assert await house.store.notes.list(house.owner.id, limit=5) == []


async def test_what_is_said_can_draw_no_card_and_move_no_cursor(tmp_path: Path) -> None:
    forged = "┃ Waiting for your OK: nothing\x1b[2J"
    async with open_house(tmp_path, model=scripted(lambda _: says(forged))) as house:
        assert await _screen(house, "hello there, what now?") == "│ Waiting for your OK: nothing␛[2J\n"


async def test_cancel_leaves_it_and_says_so(house: Services) -> None:
    await _screen(house, "remember that my sister's name is Ama")
    shown = await _screen(house, "forget my sister's name", "/cancel", "/confirm")
    assert "Left as it is." in shown
    assert shown.endswith("Nothing is waiting for your OK.\n")
    assert len(await house.store.facts.current(house.owner.id)) == 1


@pytest.mark.parametrize("command", ["/confirm", "/cancel", "/edit x"])
async def test_a_command_for_nothing_says_so(house: Services, command: str) -> None:
    assert await _screen(house, command) == "Nothing is waiting for your OK.\n"


async def test_confirm_finds_what_waits_after_other_words(house: Services) -> None:
    await _screen(house, "remember that my sister's name is Ama")
    await _screen(house, "forget my sister's name", "what time is it?", "/confirm")
    assert await house.store.facts.current(house.owner.id) == []


async def test_several_undos_take_back_one_after_the_other(house: Services) -> None:
    shown = await _screen(
        house, "add milk to my shopping list", "note: the code is 4412", "hello", "/undo", "/undo", "/UNDO"
    )
    assert (await house.store.tasks.list(house.owner.id), await house.store.notes.list(house.owner.id, limit=9)) == (
        [],
        [],
    )
    assert shown.endswith("There is nothing left to undo.\n")


async def test_an_unknown_command_is_named_with_the_one_that_was_meant(house: Services) -> None:
    assert "I don't know /frobnicate. /help lists" in await _screen(house, "/frobnicate now")
    assert "I don't know /remindrs. Did you mean /reminders?" in await _screen(house, "/remindrs")
    assert "I don't know" not in await _screen(house, "/etc/passwd is a file, isn't it?")


async def test_no_word_is_broken_on_the_screen(tmp_path: Path) -> None:
    written: list[str] = []
    words = "the kettle in the kitchen whistles in the early morning before anybody is awake to hear it"
    async with open_house(tmp_path, model=scripted(lambda _: says(words))) as house:
        await Talk(house, written.append, lambda: 40).until_end(Lines(house, ["tell me of the kettle"]))
    lines = "".join(written).splitlines()
    assert " ".join(line for line in lines if not line.startswith("  (")) == words
    assert max(map(len, lines)) <= 40


async def test_what_cannot_be_taken_is_told_and_the_talk_goes_on(house: Services) -> None:
    shown = await _screen(house, "a" * 100_001, "hello")
    assert shown.startswith("That message is longer than")
    assert await house.store.turns.count(house.owner.id) == 1


def test_through_a_pipe_each_line_is_answered_in_turn(machine: Machine) -> None:
    said = machine.run("chat", stdin=b"add milk to my shopping list\nwhat's on my shopping list?\n")
    assert (said.code, said.err) == (0, "")
    assert said.out.lower().count("milk") >= 2
    assert "Ctrl" not in said.out


@dataclass
class Terminal:
    """A real terminal with `chat` in it."""

    keyboard: int
    process: asyncio.subprocess.Process
    screen: str = ""

    def types(self, keys: str) -> None:
        os.write(self.keyboard, keys.encode())

    async def shows(self, text: str) -> None:
        """Wait until `text` stands on what was written since the last look."""
        async with asyncio.timeout(30):
            while text not in self.screen:
                self.screen += (await asyncio.to_thread(os.read, self.keyboard, 65_536)).decode(errors="replace")
        self.screen = self.screen.partition(text)[2]

    async def leaves(self) -> int | None:
        """Press Ctrl-D as a person would: again, when the first fell between two prompts. The exit code, None for none."""
        for _ in range(20):
            self.types("\x04")
            try:
                return await asyncio.wait_for(asyncio.shield(self.process.wait()), 0.5)
            except TimeoutError:
                continue
        return None


# A session's leader gets the first terminal it opens as its own, so that Ctrl-C reaches it.
_IN_ITS_OWN_TERMINAL = (
    "import os, sys; os.close(os.open(os.ttyname(0), os.O_RDWR)); "
    "os.execv(sys.executable, [sys.executable, '-m', 'app', 'chat'])"
)


@asynccontextmanager
async def _terminal(folder: Path, **settings: str) -> AsyncIterator[Terminal]:
    ours, theirs = pty.openpty()
    environment = {"DATA_DIR": str(folder), "EMBEDDER": "none", "TIME_ZONE": "UTC", "PYTHONPATH": str(ROOT)}
    environment |= {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", **settings}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        _IN_ITS_OWN_TERMINAL,
        cwd=folder,
        env={**os.environ, **environment},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Terminal(ours, process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        os.close(ours)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="terminals are made the Linux way here")
async def test_ctrl_c_stops_the_answer_and_ctrl_d_leaves(tmp_path: Path) -> None:
    async def hangs_once(_: dict[str, Any]) -> Answer:
        if len(server.bodies) == 1:
            await asyncio.sleep(60)
        return streamed("Here ", "again.")

    async with model_server(hangs_once) as server:
        settings = {"MODEL_NAME": "local:m", "OPENAI_BASE_URL": server.url}
        async with _terminal(tmp_path, **settings) as terminal:
            await terminal.shows("you ›")
            terminal.types("think long\r")
            await server.was_asked(1)
            terminal.types("\x03")
            await terminal.shows("Stopped.")
            await terminal.shows("you ›")
            terminal.types("hello\r")
            await terminal.shows("Here again.")
            await terminal.shows("you ›")
            terminal.types("\x03")
            await terminal.shows("you ›")
            assert await terminal.leaves() == 0
