"""Settings that cannot be: the start stops, names the setting and says what it should be."""

import socket
from pathlib import Path

import pytest

from tests.e2e.commands import Machine, eventually
from tests.e2e.plain import assert_plain

pytestmark = pytest.mark.slow

WRONG = [
    ({"PORT": "abc"}, "PORT isn't right: it must be a whole number, such as 8321."),
    ({"BRIEFING_TIME": "25:00"}, "BRIEFING_TIME isn't right: it must be a time from 00:00 to 23:59, such as 08:00"),
    ({"QUIET_HOURS": "late"}, "QUIET_HOURS isn't right: it must be two times, such as 22:00-07:00"),
    ({"LOCALE": "klingon"}, "LOCALE isn't right: it must be a language and a country, such as en-GB or en-US."),
    ({"PORT": "-1"}, "PORT isn't right: it must be at least 0."),
    ({"PORT": "65536"}, "PORT isn't right: it must be at most 65535."),
    ({"LOG_LEVEL": "loud"}, "LOG_LEVEL isn't right: it must be one of 'debug', 'info', 'warning' or 'error'."),
    ({"EMBEDDER": "magic"}, "EMBEDDER isn't right"),
    ({"MODEL_TIMEOUT": "-5"}, "MODEL_TIMEOUT isn't right: it must be more than 0 seconds."),
    ({"MODEL_TIMEOUT": "0"}, "MODEL_TIMEOUT isn't right: it must be more than 0 seconds."),
    ({"MODEL_TIMEOUT": "soon"}, "MODEL_TIMEOUT isn't right: it must be a number of seconds, such as 60."),
    ({"MODEL_TIMEOUT": "nan"}, "MODEL_TIMEOUT isn't right: it must be a number of seconds, such as 60."),
    ({"JOINING_WINDOW": "-1"}, "JOINING_WINDOW isn't right: it must be at least 0 seconds."),
    ({"REMINDER_FRESHNESS": "-1"}, "REMINDER_FRESHNESS isn't right"),
    ({"APPROVAL_LIFETIME": "0"}, "APPROVAL_LIFETIME isn't right"),
    ({"APPROVAL_LIFETIME": "9e12"}, "APPROVAL_LIFETIME isn't right"),
    ({"MAX_MODEL_REQUESTS": "0"}, "MAX_MODEL_REQUESTS isn't right: it must be at least 1."),
    ({"TIME_ZONE": "Mars/Olympus"}, "Write one like Africa/Accra."),
    ({"TIME_ZONE": "../../etc/passwd"}, "Write one like Africa/Accra."),
    ({"DATABASE_URL": "mysql://localhost/x"}, "DATABASE_URL must start with postgresql://"),
    ({"DATABASE_URL": "postgresql://[bad"}, "DATABASE_URL isn't a whole address."),
    ({"DATABASE_URL": "postgresql://u:secret@host:port/x"}, "DATABASE_URL isn't a whole address."),
    ({"MODEL_NAME": "nobody:x"}, "Write provider:model"),
    ({"MODEL_NAME": "gpt-5"}, "Write provider:model"),
    ({"FALLBACK_MODEL_NAMES": "offline, nobody:x"}, "“nobody:x” isn't one I know"),
    ({"MODEL_NAME": "google-gla:gemini"}, "needs GOOGLE_API_KEY"),
    ({"MODEL_NAME": "anthropic:claude"}, "needs ANTHROPIC_API_KEY"),
    ({"MODEL_NAME": "openai:gpt"}, "needs OPENAI_API_KEY"),
    ({"MODEL_NAME": "local:llama"}, "needs OPENAI_BASE_URL"),
    ({"EMBEDDER": "gemini"}, "needs GOOGLE_API_KEY"),
    ({"EMBEDDER": "openai"}, "needs OPENAI_BASE_URL and EMBEDDING_MODEL_NAME"),
]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize(("settings", "sentence"), WRONG, ids=[str(settings) for settings, _ in WRONG])
def test_a_wrong_setting_is_named(machine: Machine, settings: dict[str, str], sentence: str) -> None:
    said = machine.ask("hello", **settings)
    assert (said.code, said.out) == (2, "")
    assert_plain(said.err)
    assert sentence in said.err
    assert "secret" not in said.err


def test_every_wrong_setting_is_named_at_once(machine: Machine) -> None:
    said = machine.ask("hello", PORT="x", LOG_LEVEL="y")
    assert said.err.splitlines() == [
        "PORT isn't right: it must be a whole number, such as 8321.",
        "LOG_LEVEL isn't right: it must be one of 'debug', 'info', 'warning' or 'error'.",
    ]


@pytest.mark.parametrize("text", [b"\xff\xfe\x00", b"PORT=abc\n"])
def test_an_environment_file_that_cannot_be_read_is_named(machine: Machine, text: bytes) -> None:
    said = machine.ask("hello", env_file=text)
    assert said.code == 2
    assert_plain(said.read)


@pytest.mark.parametrize("settings", [{"TIME_ZONE": "Mars/Olympus"}, {"MODEL_NAME": "nobody:x"}, {"PORT": "abc"}])
def test_a_server_does_not_start_on_them_either(machine: Machine, settings: dict[str, str]) -> None:
    said = machine.run("serve", **{"PORT": "0", **settings})
    assert (said.code, said.out) == (2, "")
    assert_plain(spoken(said.err))


@pytest.mark.parametrize("command", ["chat", "doctor", "link"])
def test_nor_do_the_other_commands(machine: Machine, command: str) -> None:
    said = machine.run(command, TIME_ZONE="Mars/Olympus")
    assert said.code in (1, 2)
    assert "Africa/Accra" in said.read
    assert_plain(said.read)


def test_a_port_that_is_taken_is_named_with_a_way_out(machine: Machine) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = machine.run("serve", PORT=str(port))
    assert (said.code, said.out) == (2, "")
    assert_plain(spoken(said.err))
    assert f"Port {port} on 127.0.0.1 is taken" in said.err
    assert f"PORT={port + 1} ./scripts/run" in said.err
    assert "command.failed" in said.err


def test_a_second_server_leaves_the_first_alone(machine: Machine) -> None:
    first = machine.start("serve", PORT="0")
    port = first.url.rstrip("/").rpartition(":")[2]
    assert machine.run("serve", PORT=port).code == 2
    assert first.process.is_alive()
    first.end()
    eventually(lambda: not first.process.is_alive())


def test_an_open_door_needs_a_password(machine: Machine) -> None:
    said = machine.run("serve", HOST="0.0.0.0", PORT="0")  # noqa: S104 - that it is refused is the point
    assert (said.code, said.out) == (2, "")
    assert "PAGE_PASSWORD" in said.err
    assert_plain(spoken(said.err))


def spoken(err: str) -> str:
    """What a server says to a person, without its log."""
    return "\n".join(line for line in err.splitlines() if not line.startswith("{"))
