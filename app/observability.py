"""Logging: a stable event name and fields on every line, no secret, no message text above debug.

The server writes to standard error, the terminal commands to a file beside the database, so that their output stays clean.
"""

import json
import logging
import os
import sys
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Literal

_PLAIN = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}
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


def start_logging(level: str, where: Literal["stderr", "file"], folder: Path) -> None:
    """Set up the root logger once for this process."""
    handler: logging.Handler = logging.StreamHandler(sys.stderr) if where == "stderr" else _file(folder)
    handler.setFormatter(EventFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def _file(folder: Path) -> logging.Handler:
    """The log file, private like the database; a folder that can't be written costs the log, not the command."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(folder / LOG_FILE, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
        return RotatingFileHandler(folder / LOG_FILE, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8")
    except OSError:
        return logging.StreamHandler(sys.stderr)
