"""The command line's door: `./scripts/run [serve | chat | ask | doctor | link | known | …]`. Parses, sets up the log, and hands over."""

import argparse
import asyncio
import gc
import importlib
import io
import logging
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from app.config import Settings, load_settings
from app.errors import AssistantError, ConfigurationError, MigrationError
from app.interfaces.cli.arguments import parser
from app.misspelt_settings import misspelt_settings
from app.observability import start_logging

log = logging.getLogger(__name__)
BUG = "Something went wrong on my side. The log in DATA_DIR has it; please try again."
UNWRITTEN = "What I had to say is kept, but it couldn't be written to where the output goes."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code: 0 well, 1 the assistant could not, 2 called or configured wrongly."""
    # Loading makes what stays: looked through as often as usual, it is a sixth of the start.
    gc.set_threshold(20_000, 20, 50)
    _take_any_text()
    options = parser().parse_args(arguments)
    return _flushed(_run(options))


def _run(options: argparse.Namespace) -> int:
    """The command's exit code; what went wrong is a sentence on standard error and a line in the log."""
    try:
        settings = load_settings(options.env_file)
    except ConfigurationError as problem:
        _complain(problem.sentence)
        return 2
    start_logging(settings.log_level, _log_of(options.command, settings), settings.data_dir)
    if ignored := settings.env_files.ignored:
        log.warning("settings file ignored", extra={"event": "config.env_file_ignored", "path": str(ignored)})
    for misspelt in misspelt_settings(settings):
        log.warning("unknown setting", extra={"event": "config.unknown_setting", "setting": misspelt.name})
        if misspelt.meant:  # doctor names the others: a file may hold settings of other programs too
            _complain(misspelt.sentence)
    try:
        return COMMANDS[options.command](settings, options)
    except AssistantError as problem:
        _tell(problem)
        return 2 if isinstance(problem, ConfigurationError | MigrationError) else 1
    except BrokenPipeError:  # whoever read our output has gone, so there is nobody to tell
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception:
        log.exception("command crashed", extra={"event": "command.crashed", "command": options.command})
        _complain(BUG)
        return 1


def _log_of(command: str, settings: Settings) -> Literal["stderr", "file", "nowhere"]:
    """Where a command writes its log; `doctor` only looks, so it leaves no file where nothing has begun."""
    if command == "serve":
        return "stderr"
    if command == "doctor" and not _load("app.bootstrap.storage").is_begun(settings):
        return "nowhere"
    return "file"


def _take_any_text() -> None:
    """A terminal or a pipe that speaks another encoding costs a character, not the conversation."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _flushed(code: int) -> int:
    """`code`, once what was printed is out; 1 when it could not be: the disk it goes to is full, or its reader is gone."""
    try:
        sys.stdout.flush()
    except OSError as problem:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # or Python tries again at its end, and complains
        if not isinstance(problem, BrokenPipeError):
            _complain(UNWRITTEN)
        return 1
    return code


def _tell(problem: AssistantError) -> None:
    """The sentence for the user, and a line for whoever looks after the machine."""
    cause = {"problem": type(problem).__name__, "cause": repr(problem.__cause__)}
    log.error("command failed", extra={"event": "command.failed", **cause})
    _complain(problem.sentence)


def _complain(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


def _move(settings: Settings, options: argparse.Namespace) -> int:
    move = _load("app.bootstrap.moving").move
    return asyncio.run(_load("app.interfaces.cli.move").run(settings, move, options))


def _serve(settings: Settings, _: argparse.Namespace) -> int:
    return _load("app.serve").serve(settings)


def _terminal(module: str) -> Callable[[Settings, argparse.Namespace], int]:
    """A terminal command: `run(settings, build_services, options)` of a module that is loaded only for it."""

    def command(settings: Settings, options: argparse.Namespace) -> int:
        build_services = _load("app.bootstrap.services").build_services
        return asyncio.run(_load(f"app.interfaces.cli.{module}").run(settings, build_services, options))

    return command


def _doctor(settings: Settings, options: argparse.Namespace) -> int:
    """It looks and makes nothing: where nothing has begun yet, it looks at what a first start makes in a folder that goes again."""
    build_services = _load("app.bootstrap.services").build_services
    look = _load("app.interfaces.cli.doctor").run
    if _load("app.bootstrap.storage").is_begun(settings):
        return asyncio.run(look(settings, build_services, options))
    with tempfile.TemporaryDirectory(prefix="kwasi-doctor-") as folder:
        elsewhere = settings.model_copy(update={"data_dir": Path(folder)})
        return asyncio.run(look(settings, lambda _: build_services(elsewhere), options))


def _load(name: str) -> Any:
    """A module when its command is called: `ask` should not wait for a web server's imports."""
    return importlib.import_module(name)


COMMANDS: dict[str, Callable[[Settings, argparse.Namespace], int]] = {
    "serve": _serve,
    "chat": _terminal("chat"),
    "ask": _terminal("ask"),
    "confirm": _terminal("decide"),
    "cancel": _terminal("decide"),
    "doctor": _doctor,
    "link": _terminal("link"),
    "known": _terminal("known"),
    "learnings": _terminal("learnings"),
    "forget": _terminal("forget"),
    "export": _terminal("export"),
    "log": _terminal("log"),
    "health": _terminal("health"),
    "connect": _terminal("connect"),
    "accounts": _terminal("connect"),
    "disconnect": _terminal("connect"),
    "import-calendar": _terminal("calendar_files"),
    "export-calendar": _terminal("calendar_files"),
    "vault": _terminal("vault"),
    "sessions": _terminal("sessions"),
    "move": _move,
    "reflect": _terminal("reflect"),
    "embed-backfill": _terminal("embed_backfill"),
}

if __name__ == "__main__":
    sys.exit(main())
