"""What was typed in the terminal, kept for its arrow keys in a file of its own; begun anew where something was forgotten.

Nobody can tell which lines held the words of what is gone, so all that were typed before go.
"""

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from app.config import Settings
from app.learning.forgetting.erase import MARK
from app.memory.repositories import Repositories


def typed_file(settings: Settings) -> Path:
    """Where it lies; made, readable by its owner alone, where it does not exist."""
    path = settings.data_dir / "chat_history"
    os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
    return path


async def begin_anew(settings: Settings, store: Repositories, user_id: str) -> None:
    """Drop what was typed up to the last forgetting."""
    mark, path = await store.marks.get(user_id, MARK), settings.data_dir / "chat_history"
    if mark is None or not path.exists():
        return
    old = path.read_text("utf-8", "replace")
    kept = "".join(entry for at, entry in _entries(old) if at is not None and at > mark.at)
    if kept != old:
        path.write_text(kept, "utf-8")


def _entries(written: str) -> Iterator[tuple[datetime | None, str]]:
    """Each entry with when it was typed; the terminal's library writes "# time" and then the lines, each behind a plus."""
    at, lines = None, ""
    for line in written.splitlines(keepends=True):
        if line.startswith("# "):
            if lines:
                yield at, lines
            at, lines = _time(line[2:].strip()), line
        else:
            lines += line
    if lines:
        yield at, lines


def _time(said: str) -> datetime | None:
    """A wall-clock time of this machine; None where it can't be read, and what can't be dated goes."""
    try:
        return datetime.fromisoformat(said).astimezone()
    except ValueError:
        return None
