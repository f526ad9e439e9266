"""Logging: a stable event name and fields on every line, no secret, no message text above debug.

The server writes to standard error, the terminal commands to a file beside the database, so that their output stays clean.
"""

import json
import logging
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, Literal

# `color_message` is the web server's second copy of its message, with escape codes.
_PLAIN = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}
_QUIET = (
    "httpx",
    "httpx2",
    "httpcore2",
    "httpcore",
    "openai",
    "anthropic",
    "google_genai",
    "asyncio",
    "aiosqlite",
    "uvicorn.access",
)
# Libraries whose exceptions carry what a vendor answered, or what it was sent.
_VENDORS = frozenset(
    "pydantic_ai openai anthropic google httpx httpcore httpx2 httpcore2 pydantic pydantic_core ollama".split()
)
_LOG_BYTES = 2_000_000
LOG_FILE = "kwasi.log"


class EventFormatter(logging.Formatter):
    """One JSON object a line: time, level, event, what was said, and the fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, with the trace of an exception as one field."""
        fields = {key: value for key, value in record.__dict__.items() if key not in _PLAIN}
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": fields.pop("event", record.name),
            "said": record.getMessage(),
            **fields,
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)

    def formatException(self, ei: Any) -> str:  # noqa: N802 # the name is the library's
        """The trace, without the words of an exception that comes from a vendor's library: they may hold a vendor's answer, and with it a key
        or a prompt. Those of what it led to are left out with it."""
        error = ei[1]
        return _without_words(error) if error is not None and from_vendor(error) else super().formatException(ei)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """It, what led to it, and what it holds; each once."""
    seen, waiting = set[int](), [error]
    while waiting:
        one = waiting.pop(0)
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        held = one.exceptions if isinstance(one, BaseExceptionGroup) else ()
        waiting += [other for other in (one.__cause__, one.__context__, *held) if other is not None]


def from_vendor(error: BaseException) -> bool:
    """Whether it, or what led to it, comes from a vendor's library or went through one."""
    for one in _chain(error):
        passed = (str(frame.f_globals.get("__name__", "")) for frame, _ in traceback.walk_tb(one.__traceback__))
        if any(name.partition(".")[0] in _VENDORS for name in (type(one).__module__, *passed)):
            return True
    return False


def _without_words(error: BaseException) -> str:
    """The frames of it and of what led to it, each under the exception's kind alone."""
    parts = [
        f"{''.join(traceback.format_tb(one.__traceback__))}{type(one).__module__}.{type(one).__qualname__}"
        for one in _chain(error)
    ]
    return "\nafter\n".join(parts)


class PrivateFileHandler(RotatingFileHandler):
    """A log that its owner alone can read, also after it was rotated."""

    def _open(self) -> TextIOWrapper:
        """The file, made private before a line is in it."""
        os.close(os.open(self.baseFilename, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
        return super()._open()


def start_logging(level: str, where: Literal["stderr", "file", "nowhere"], folder: Path) -> None:
    """Set up the root logger once for this process."""
    logging.captureWarnings(True)  # a library's warning belongs into the log and not onto the user's terminal
    logging.raiseExceptions = False  # a log on a full disk loses its line; Python would print a trace at the user
    makes: dict[str, Callable[[], logging.Handler]] = {
        "stderr": lambda: logging.StreamHandler(sys.stderr),
        "file": lambda: _file(folder),
        "nowhere": logging.NullHandler,
    }
    handler = makes[where]()
    handler.setFormatter(EventFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def _file(folder: Path) -> logging.Handler:
    """The log file, private like the database; a folder that can't be written costs the log, not the command."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return PrivateFileHandler(folder / LOG_FILE, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8")
    except OSError:
        return logging.NullHandler()
