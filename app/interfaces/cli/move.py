"""`move`: everything from one database to another, counted and compared; then what to set, and what stays behind."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.config import Settings
from app.env_files import ENV_FILE

_EVERY = 20_000  # rows
_MOST_NAMED = 10
_IN_FOLDER = ("vault.key", "session.key", "health-archives", "chat_history", ENV_FILE)

WOULD = "This would move {rows:,} rows in {tables} tables from {source} to {target}. All of it fits there; nothing was kept.\n"
MOVED = "Moved {rows:,} rows in {tables} tables from {source} to {target}. All were read back and compared: nothing is missing.\n"
MENDED = "{count} had characters that no database should hold (NUL, or bytes that are no text). They were left out:\n"
MORE = "  and {count:,} more\n"
NOW = "\nNow, before you start Kwasi again:\n"
SET_URL = "  In {file}: DATABASE_URL= and the address you gave here ({target}).\n"
TAKE_URL = "  In {file} and in the environment: take DATABASE_URL out.\n"
SET_FOLDER = "  In the environment or in .env beside the program: DATA_DIR={folder}\n"
COPY = "  Copy from {old} to {new} what is there: {names}.\n"
THEN = "  Then: ./scripts/run doctor\n"
STAYS = "\n{source} is as it was and no longer used. Keep it until you are sure, then remove it.\n"
FOLDER = "{folder} stays in use: the keys and uploads in it were not moved.\n"
LOGINS = "Saved logins: {problem}\n"


async def run(settings: Settings, move: Any, options: argparse.Namespace) -> int:
    """Do it; 0 where everything is there, 1 where the saved logins can't be opened from there yet."""
    progress = Progress(_say)
    moved = await move(settings, options.target, options.source, keep=not options.dry_run, progress=progress.show)
    said = WOULD if options.dry_run else MOVED
    rows = {name: count for name, count in moved.rows.items() if count}
    sys.stdout.write(said.format(rows=sum(rows.values()), tables=len(rows), source=moved.source, target=moved.target))
    _tell_mended(moved.mended)
    if options.dry_run:
        return 0
    _tell_next(settings, moved)
    if moved.vault is None or not moved.vault.problem:
        return 0
    sys.stderr.write(LOGINS.format(problem=moved.vault.problem))
    return 1


def _say(line: str) -> None:
    """Now, also where it goes to a file."""
    sys.stderr.write(line)
    sys.stderr.flush()


def _tell_mended(mended: Any) -> None:
    if not mended:
        return
    sys.stdout.write(MENDED.format(count="1 text" if len(mended) == 1 else f"{len(mended):,} texts"))
    sys.stdout.write("".join(f"  {row}\n" for row in mended[:_MOST_NAMED]))
    sys.stdout.write(MORE.format(count=len(mended) - _MOST_NAMED) if len(mended) > _MOST_NAMED else "")


def _tell_next(settings: Settings, moved: Any) -> None:
    target: Settings = moved.settings
    file = next(reversed(settings.env_files.read), settings.data_dir / ENV_FILE)
    lines = [NOW, SET_URL.format(file=file, target=moved.target) if target.database_url else TAKE_URL.format(file=file)]
    if target.data_dir != settings.data_dir:
        lines += [SET_FOLDER.format(folder=target.data_dir), *_to_copy(settings.data_dir, target.data_dir)]
    lines += [THEN, STAYS.format(source=moved.source)]
    lines += [FOLDER.format(folder=settings.data_dir)] if target.data_dir == settings.data_dir else []
    sys.stdout.write("".join(lines))


def _to_copy(old: Path, new: Path) -> list[str]:
    names = [name for name in _IN_FOLDER if (old / name).exists()]
    return [COPY.format(old=old, new=new, names=", ".join(names))] if names else []


class Progress:
    """A line now and then where a table is long."""

    def __init__(self, write: Callable[[str], Any]) -> None:
        """Shows nothing yet."""
        self._write = write
        self._shown = 0

    def show(self, doing: str, table: str, done: int, total: int) -> None:
        """So many rows of a table are done."""
        if done < self._shown:
            self._shown = 0
        if done - self._shown >= _EVERY:
            self._shown = done
            self._write(f"{doing} {table}: {done:,} of {total:,}\n")
