"""What a fresh clone relies on: locks that every mirror can serve, and files that tools elsewhere read."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from app.interfaces.web.proxies import TrustedProxies

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "requirements-browser.lock", "requirements-voice.lock", "requirements-dev.lock")
OF_STAND_INS = ("tests/servers/backlot_pins/requirements.txt", "tests/servers/jira820_pins/requirements.txt")


def pins(lock: str) -> set[tuple[str, str]]:
    """Name and version of every pin; a package may stand there twice, for different machines."""
    return set(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / lock).read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("lock", [*LOCKS, *OF_STAND_INS])
def test_a_lock_names_no_index_and_no_machine(lock: str) -> None:
    """An address in a lock sends everybody to the mirror of whoever wrote it."""
    assert (
        re.findall(r"https?://|file:|--index|--find-links|/(?:home|tmp|root|Users)/", (ROOT / lock).read_text("utf-8"))
        == []
    )


@pytest.mark.parametrize("lock", [*LOCKS, *OF_STAND_INS])
def test_every_pin_has_its_hashes(lock: str) -> None:
    """A pin without a hash lets an index serve other code under the same number."""
    entries = re.split(r"^(?=[a-z0-9])", (ROOT / lock).read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_tests_run_on_the_versions_that_people_run() -> None:
    """Two locks that disagree test one program and ship another."""
    assert pins("requirements.lock") - pins("requirements-voice.lock") == set()
    assert pins("requirements-voice.lock") - pins("requirements-dev.lock") == set()
    assert pins("requirements.lock") - pins("requirements-browser.lock") == set()
    assert pins("requirements-browser.lock") - pins("requirements-dev.lock") == set()


def test_the_locks_hold_every_dependency_that_is_declared() -> None:
    """A dependency added without `scripts/lock` works on the machine of whoever added it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    names = {lock: {name for name, _ in pins(lock)} for lock in LOCKS}
    for lock, declared in (
        ("requirements.lock", project["project"]["dependencies"]),
        ("requirements-voice.lock", project["project"]["optional-dependencies"]["voice"]),
        ("requirements-browser.lock", project["project"]["optional-dependencies"]["browser"]),
        ("requirements-dev.lock", project["dependency-groups"]["dev"]),
    ):
        wanted = {re.split(r"[^A-Za-z0-9-]", line, maxsplit=1)[0] for line in declared}
        assert wanted - names[lock] == set()


def test_the_container_asks_and_starts_like_the_hosting_file_says() -> None:
    """A start command or health path that differs between the two keeps a deployment waiting until it is taken down."""
    railway = tomllib.loads((ROOT / "railway.toml").read_text("utf-8"))["deploy"]
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    shell, flag, script = shlex.split(railway["startCommand"])
    proxies, _, started = script.partition(" exec ")
    assert (shell, flag) == ("/bin/sh", "-c")
    command = ", ".join(f'"{part}"' for part in started.split())
    assert f"CMD [{command}]" in dockerfile
    [network] = re.findall(r"^TRUSTED_PROXIES=\$\{TRUSTED_PROXIES:-(.+)\}$", proxies)
    assert TrustedProxies.of(network).may_speak("100.64.0.2")
    assert not TrustedProxies.of(network).may_speak("203.0.113.9")
    assert railway["healthcheckPath"] == "/health"
    assert "/health" in dockerfile
    assert "--require-hashes" in dockerfile
    assert not re.search(r"^VOLUME", dockerfile, re.MULTILINE)  # Railway refuses the image
