"""`ask`, as it is typed: one message, one answer, an exit code a script can trust."""

import asyncio
import json
import os
import pty
import sys
from pathlib import Path
from typing import Any

import pytest

from app.interfaces.cli.presence import NOBODY
from tests.e2e.commands import Machine
from tests.e2e.running import ROOT
from tests.models.openai_server import Answer, model_server, streamed


def test_the_answer_is_all_that_is_printed(machine: Machine) -> None:
    said = machine.ask("add", "milk", "to", "my", "shopping", "list")
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith("\n")
    assert "milk" in said.out.lower()
    assert "milk" in machine.ask("what's on my shopping list?").out.lower()


def test_a_script_reads_one_json_object(machine: Machine) -> None:
    said = machine.ask("--json", "add crème to my shopping list")
    body = json.loads(said.out)
    assert (said.code, said.err, said.out.count("\n")) == (0, "", 1)
    assert set(body) == {"reply", "status", "turn_id", "buttons", "cards", "charts", "files", "decided"}
    assert body["status"] == "done"
    assert body["buttons"] == [{"label": "Undo", "verb": "undo", "target": body["turn_id"]}]
    assert body["charts"] == []
    assert "crème" in said.out


@pytest.mark.parametrize("words", [(), ("-",)])
def test_without_words_it_reads_standard_input(machine: Machine, words: tuple[str, ...]) -> None:
    said = machine.ask(*words, stdin="note that the café opens at 8\n".encode())
    assert said.code == 0
    assert "café" in said.out


@pytest.mark.parametrize("stdin", [b"", b" \n\t\n", b"\x00"])
def test_saying_nothing_is_told_in_plain_words(machine: Machine, stdin: bytes) -> None:
    said = machine.ask(stdin=stdin)
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("There's nothing in that message.")


def test_a_script_is_told_in_json_also_when_it_fails(machine: Machine) -> None:
    said = machine.ask("--json", stdin=b"")
    assert (said.code, said.err) == (1, "")
    assert json.loads(said.out)["status"] == "failed"


def test_a_database_that_is_not_there_is_told_in_json_too(machine: Machine) -> None:
    said = machine.ask("--json", "hello", DATABASE_URL="postgresql://me:hidden@127.0.0.1:1/kwasi")
    assert (said.code, said.err) == (1, "")
    assert json.loads(said.out)["status"] == "failed"
    assert "hidden" not in said.out + machine.log


def test_a_reminder_that_nobody_would_say_is_pointed_out_beside_the_answer(machine: Machine) -> None:
    said = machine.ask("remind me in 20 minutes to stretch")
    assert said.code == 0
    assert said.err.strip() == NOBODY
    assert NOBODY not in said.out


def test_what_takes_too_long_is_kept_and_answered_later(machine: Machine) -> None:
    late = machine.ask("--timeout", "0", "add milk to my shopping list")
    assert late.code == 1
    assert late.err.startswith("That is taking too long. It is kept")
    assert "milk" in machine.ask("what's on my shopping list?").out.lower()


@pytest.mark.skipif(sys.platform != "linux", reason="terminals are made the Linux way here")
async def test_a_first_answer_is_alone_on_the_screen(tmp_path: Path) -> None:
    """In a stranger's terminal: libraries that advertise themselves do so there, and keep quiet where tests run."""
    quiet = ("PYTEST", "CI", "PYDANTIC", "LOGFIRE")
    bare = {name: value for name, value in os.environ.items() if not name.startswith(quiet)}

    async def answers(_: dict[str, Any]) -> Answer:
        return streamed("Ama lives in ", "Accra.")

    ours, theirs = pty.openpty()
    async with model_server(answers) as server:
        settings = {
            "DATA_DIR": str(tmp_path),
            "EMBEDDER": "none",
            "OPENAI_BASE_URL": server.url,
            "MODEL_NAME": "local:m",
        }
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "app", "ask", "where does Ama live?"),
            cwd=tmp_path,
            env={**bare, **settings, "PYTHONPATH": str(ROOT), "TERM": "xterm"},
            stdout=theirs,
            stderr=theirs,
        )
        await process.wait()
    os.close(theirs)
    screen = os.read(ours, 65_536).decode()
    os.close(ours)
    assert screen.split("\r\n") == ["Ama lives in Accra.", ""]
