"""Logging: a stable event name and fields on every line, no secret, no message text above debug.

The server writes to standard error, the terminal commands to a file beside the database, so that their output stays clean.
"""

import json
import logging
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Literal

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
