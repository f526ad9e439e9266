"""The command line's door: what was called wrongly is said in a sentence, and every ending has its exit code."""

import socket
from pathlib import Path

import pytest

from app.__main__ import COMMANDS
from app.version import VERSION
from tests.e2e.commands import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_it_says_its_version(machine: Machine) -> None:
    assert machine.run("--version").out == f"kwasi {VERSION}\n"


def test_help_names_every_command(machine: Machine) -> None:
    said = machine.run("--help")
    assert said.code == 0
    named = {line.split()[0] for line in said.out.splitlines() if line.startswith("    ") and line[4:5].isalpha()}
    assert named == set(COMMANDS)


@pytest.mark.parametrize("arguments", [("dance",), ("ask", "--loud", "hello"), ("ask", "--timeout", "soon", "hello")])
def test_what_it_does_not_know_is_a_wrong_call(machine: Machine, arguments: tuple[str, ...]) -> None:
    said = machine.run(*arguments)
    assert said.code == 2
    assert "usage: ./scripts/run" in said.err


@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        ("PORT", "eighty", "PORT isn't right"),
        ("MODEL_NAME", "gpt", "The model name “gpt” isn't one I know"),
        ("MODEL_NAME", "google-gla:gemini-2.5-flash", "needs GOOGLE_API_KEY to be set"),
        ("TIME_ZONE", "Mars/Olympus", "isn't a time zone I know"),
        ("DATABASE_URL", "mysql://localhost/kwasi", "must start with postgresql://"),
        ("EMBEDDER", "gemini", "needs GOOGLE_API_KEY to be set"),
    ],
)
def test_a_wrong_setting_is_named_in_a_sentence(machine: Machine, setting: str, value: str, sentence: str) -> None:
    said = machine.run("ask", "hello", **{setting: value})
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert "Traceback" not in said.err


def test_without_a_command_it_serves(machine: Machine) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        said = machine.run(PORT=str(other.getsockname()[1]))
    assert said.code == 2
    assert "is taken or not allowed" in said.err
