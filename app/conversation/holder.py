"""Who holds a lease: a name for this process that another one can check for life.

The name is host, process id and start time, so a reused process id is not mistaken for the old process. Where the start time
cannot be read, a lease of a lost process ends by its time instead.
"""

import os
import socket
import uuid
from pathlib import Path

PRESENCE = "loops"  # leases of this prefix belong to processes that run the clock
_RUN = uuid.uuid4().hex[:8]
_ENDED = ("Z", "X")  # it has ended, and its parent has not yet been told


def this_process() -> str:
    """The holder name of this process, the same for as long as it lives."""
    return f"{socket.gethostname()}|{os.getpid()}|{_started(os.getpid())}|{_RUN}"


def is_gone(holder: str) -> bool:
    """True only when that process certainly no longer runs; a holder on another host is never judged."""
    host, pid, started, *_ = [*holder.split("|"), "", "", ""]
    if host != socket.gethostname() or not pid.isdigit():
        return False
    if not _runs(int(pid)):
        return True
    state, now_started = _stat(int(pid))
    return state in _ENDED or bool(started and now_started and started != now_started)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _started(pid: int) -> str:
    return _stat(pid)[1]


def _stat(pid: int) -> tuple[str, str]:
    """How a process is, and when it started in clock ticks since boot (proc(5), fields 3 and 22); empty where there is no /proc."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return "", ""
    return (fields[0], fields[19]) if len(fields) > 19 else ("", "")
