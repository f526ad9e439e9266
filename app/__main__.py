"""The command line's door: `./scripts/run [serve | chat | ask | doctor | link]`. Parses, sets up the log, and hands over."""

import argparse
import asyncio
import importlib
import sys
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import ValidationError

from app.config import Settings
from app.errors import AssistantError
from app.observability import start_logging
from app.version import VERSION


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code: 0 well, 1 the assistant could not, 2 called or configured wrongly."""
    options = _parser().parse_args(arguments)
    try:
        settings = Settings()  # pyright: ignore[reportCallIssue] - every field has a default
        start_logging(settings.log_level, "stderr" if options.command == "serve" else "file", settings.data_dir)
        return COMMANDS[options.command](settings, options)
    except ValidationError as problem:
        for error in problem.errors():
            sys.stderr.write(f"{str(error['loc'][0]).upper()} isn't right: {error['msg']}\n")
        return 2
    except AssistantError as problem:
        sys.stderr.write(f"{problem.sentence}\n")
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./scripts/run", description="Kwasi, your own assistant. Without a command it serves the chat page."
    )
    parser.add_argument("--version", action="version", version=f"kwasi {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="command")
    commands.add_parser("serve", help="serve the chat page, HTTP and the clock (the default)")
    commands.add_parser("chat", help="talk in this terminal")
    ask = commands.add_parser("ask", help="ask once, print the answer, exit")
    ask.add_argument("text", nargs="*", help="what to say; from standard input when left out or “-”")
    ask.add_argument("--json", action="store_true", help="print one JSON object: reply, status, turn_id, buttons")
    ask.add_argument("--timeout", type=float, default=120.0, metavar="SECONDS", help="longest wait (120)")
    doctor = commands.add_parser("doctor", help="what is configured, what is missing, and what that switches off")
    doctor.add_argument("--json", action="store_true", help="print one JSON object")
    commands.add_parser("link", help="print a new one-time link to the page of the running server")
    parser.set_defaults(command="serve")
    return parser


def _serve(settings: Settings, _: argparse.Namespace) -> int:
    return _load("app.serve").serve(settings)


def _terminal(module: str) -> Callable[[Settings, argparse.Namespace], int]:
    """A terminal command: `run(settings, build_services, options)` of a module that is loaded only for it."""

    def command(settings: Settings, options: argparse.Namespace) -> int:
        build_services = _load("app.bootstrap.services").build_services
        return asyncio.run(_load(f"app.interfaces.cli.{module}").run(settings, build_services, options))

    return command


def _load(name: str) -> Any:
    """A module when its command is called: `ask` should not wait for a web server's imports."""
    return importlib.import_module(name)


COMMANDS: dict[str, Callable[[Settings, argparse.Namespace], int]] = {
    "serve": _serve,
    "chat": _terminal("chat"),
    "ask": _terminal("ask"),
    "doctor": _terminal("doctor"),
    "link": _terminal("link"),
}

if __name__ == "__main__":
    sys.exit(main())
