"""A lease's holder is judged dead only when it certainly is."""

import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.conversation.holder import is_gone, this_process


def test_this_process_keeps_its_name_and_lives() -> None:
    assert this_process() == this_process()
    assert not is_gone(this_process())


def test_a_process_that_ended_is_gone(dead_process: str) -> None:
    assert is_gone(dead_process)


def test_a_process_that_runs_is_not_gone() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        assert not is_gone(f"{socket.gethostname()}|{other.pid}||1")
        other.communicate(b"\n")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="start times are read from /proc")
def test_a_process_id_that_was_given_to_another_process_is_gone() -> None:
    host, pid, started, run = this_process().split("|")
    assert is_gone(f"{host}|{pid}|{int(started) - 1}|{run}")


def test_a_holder_on_another_machine_is_never_judged(dead_process: str) -> None:
    _, rest = dead_process.split("|", 1)
    assert not is_gone(f"elsewhere|{rest}")


@pytest.mark.parametrize("holder", ["", "|", "nobody", f"{socket.gethostname()}|", f"{socket.gethostname()}|x|y|z"])
def test_a_name_that_says_nothing_is_not_judged(holder: str) -> None:
    assert not is_gone(holder)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="how a process is, is read from /proc")
def test_a_process_that_ended_is_gone_even_before_its_parent_has_looked() -> None:
    with subprocess.Popen([sys.executable, "-c", "print(flush=True)"], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.read()  # at its end the process has ended, and nobody has waited for it
        holder = f"{socket.gethostname()}|{other.pid}||1"
        while not is_gone(holder):
            time.sleep(0.01)
        assert Path(f"/proc/{other.pid}").exists()
