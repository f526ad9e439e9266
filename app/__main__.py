"""The command line's door: `./scripts/run [serve | chat | ask | doctor | link | known | …]`. Parses, sets up the log, and hands over."""

import argparse
import asyncio
import importlib
import io
import logging
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from app.config import Settings, load_settings
from app.errors import AssistantError, ConfigurationError, MigrationError
from app.observability import start_logging
from app.version import VERSION

log = logging.getLogger(__name__)
BUG = "Something went wrong on my side. The log in DATA_DIR has it; please try again."
UNWRITTEN = "What I had to say is kept, but it couldn't be written to where the output goes."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code: 0 well, 1 the assistant could not, 2 called or configured wrongly."""
    _take_any_text()
    options = _parser().parse_args(arguments)
    return _flushed(_run(options))


def _run(options: argparse.Namespace) -> int:
    """The command's exit code; what went wrong is a sentence on standard error and a line in the log."""
    try:
        settings = load_settings(options.env_file)
    except ConfigurationError as problem:
        _complain(problem.sentence)
        return 2
    start_logging(settings.log_level, "stderr" if options.command == "serve" else "file", settings.data_dir)
    if ignored := settings.env_files.ignored:
        log.warning("settings file ignored", extra={"event": "config.env_file_ignored", "path": str(ignored)})
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./scripts/run", description="Kwasi, your own assistant. Without a command it serves the chat page."
    )
    parser.add_argument("--version", action="version", version=f"kwasi {VERSION}")
    parser.add_argument(
        "--env-file",
        type=Path,
        metavar="FILE",
        help="read settings from this file, in place of .env in the checkout and in DATA_DIR",
    )
    commands = parser.add_subparsers(dest="command", metavar="command")
    commands.add_parser("serve", help="serve the chat page, HTTP and the clock (the default)")
    commands.add_parser("chat", help="talk in this terminal")
    ask = commands.add_parser("ask", help="ask once, print the answer, exit")
    ask.add_argument("text", nargs="*", help="what to say; from standard input when left out or “-”")
    ask.add_argument("--json", action="store_true", help="print one JSON object: reply, status, turn_id, buttons")
    ask.add_argument("--timeout", type=float, default=120.0, metavar="SECONDS", help="longest wait (120)")
    doctor = commands.add_parser("doctor", help="what is configured, what is missing, and what that switches off")
    doctor.add_argument("--json", action="store_true", help="print one JSON object")
    doctor.add_argument("--offline", action="store_true", help="look only: try nothing over the network")
    doctor.add_argument("--loops", action="store_true", help="all background work: when it ran, when it is due")
    link = commands.add_parser(
        "link", help="print a one-time link: to the running server's page, or to your Telegram bot"
    )
    link.add_argument("place", nargs="?", choices=("page", "telegram"), default="page", help="where to (page)")
    known = commands.add_parser("known", help="what I know about you, and where I have it from")
    known.add_argument("about", nargs="*", help="only what has to do with this")
    known.add_argument("--history", action="store_true", help="also what was so before")
    known.add_argument("--json", action="store_true", help="print one JSON object")
    forget = commands.add_parser("forget", help="forget something or a stretch of time for good")
    forget.add_argument("what", nargs="*", help="a name, a topic, or #number of a fact")
    forget.add_argument("--since", default="", metavar="TIME", help="from when: “yesterday”, “3 March”")
    forget.add_argument("--until", default="", metavar="TIME", help="until when")
    forget.add_argument("--yes", action="store_true", help="don't ask before it")
    export = commands.add_parser("export", help="everything that is kept about you, as JSON and Markdown")
    export.add_argument("folder", nargs="?", default="", help="where to (kwasi-export-<day>)")
    talks = commands.add_parser("log", help="what was said and done, in order")
    talks.add_argument("session", nargs="?", default="", help="which: a number or “last” (a list of them)")
    talks.add_argument("--json", action="store_true", help="print one JSON object")
    _sessions_parser(commands.add_parser("sessions", help="which browsers are signed in to the page, and ending that"))
    _health_parser(commands.add_parser("health", help="your measurements: how fresh they are, phones, archives"))
    _vault_parser(
        commands.add_parser("vault", help="the key to the saved logins of your accounts, and which there are")
    )
    commands.add_parser("reflect", help="run the nightly reflection now")
    commands.add_parser("embed-backfill", help="make everything that is stored findable by meaning")
    parser.set_defaults(command="serve")
    return parser


def _sessions_parser(sessions: argparse.ArgumentParser) -> None:
    """What `sessions` can do; alone it lists them."""
    sessions.description = "Which browsers are signed in to the page. Alone, it lists them."
    sessions.add_argument("--json", action="store_true", help="print one JSON object")
    actions = sessions.add_subparsers(dest="action", metavar="action")
    listed = actions.add_parser("list", help="the sessions there are (the default)")
    end = actions.add_parser("end", help="sign a browser out, wherever its cookie was copied to")
    for action in (listed, end):
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON object")
    which = end.add_mutually_exclusive_group(required=True)
    which.add_argument("id", nargs="?", type=int, help="its number, as the list shows it")
    which.add_argument("--all", action="store_true", help="every browser")
    sessions.set_defaults(action="list")


def _health_parser(health: argparse.ArgumentParser) -> None:
    """What `health` can do; alone it says how fresh everything is."""
    health.description = "What your watch and phone measured. Alone, it shows what there is and how fresh."
    health.add_argument("--json", action="store_true", help="print one JSON object")
    actions = health.add_subparsers(dest="action", metavar="action")
    rows = {
        "status": "what there is of each metric, and when it last came (the default)",
        "pair": "a new secret for a phone, as a code to scan",
        "phones": "which phones may send",
        "unpair": "take a phone's secret back",
        "import": "bring in an archive of Samsung Health's “Download personal data”",
        "undo-import": "take away again what an import brought",
        "erase": "remove measurements for good",
    }
    made = {name: actions.add_parser(name, help=says, description=says) for name, says in rows.items()}
    for action in made.values():
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON object")
    made["pair"].add_argument("--name", default="phone", help="what to call it (phone)")
    made["pair"].add_argument(
        "--url", default="", help="where the phone reaches this server, such as https://kwasi.example.org"
    )
    made["unpair"].add_argument("id", type=int, help="its number, as phones shows it")
    made["import"].add_argument("file", help="the zip, as it was downloaded")
    made["import"].add_argument("--zone", default="", help="time zone of rows that don't say theirs (yours)")
    made["undo-import"].add_argument("id", type=int, help="the import's number")
    made["erase"].add_argument("--metric", default="", help="only this one, such as weight or heart_rate (all)")
    made["erase"].add_argument("--since", default="", metavar="TIME", help="from when: “yesterday”, “3 March”")
    made["erase"].add_argument("--until", default="", metavar="TIME", help="until when")
    made["erase"].add_argument("--yes", action="store_true", help="don't ask before it")
    health.set_defaults(action="status")


def _vault_parser(vault: argparse.ArgumentParser) -> None:
    """What `vault` can do; alone it says where the key is and what is kept."""
    vault.description = (
        "What opens your accounts elsewhere. Alone, it shows where the key is and what is kept; never a value."
    )
    vault.add_argument("--json", action="store_true", help="print one JSON object")
    actions = vault.add_subparsers(dest="action", metavar="action")
    rows = {
        "status": "where the key is, and which accounts have something saved (the default)",
        "rotate": "change the key: everything is put under a new one, or under the SECRET_KEY that is set",
        "remove": "remove all that is saved of an account",
        "reset": "begin anew after the key was lost: what can't be opened is removed",
    }
    made = {name: actions.add_parser(name, help=says, description=says) for name, says in rows.items()}
    for action in (made["status"], made["rotate"]):
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON object")
    made["remove"].add_argument("account", help="its name, as status shows it")
    made["reset"].add_argument("--yes", action="store_true", help="don't ask before it")
    vault.set_defaults(action="status")


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
    "known": _terminal("known"),
    "forget": _terminal("forget"),
    "export": _terminal("export"),
    "log": _terminal("log"),
    "health": _terminal("health"),
    "vault": _terminal("vault"),
    "sessions": _terminal("sessions"),
    "reflect": _terminal("reflect"),
    "embed-backfill": _terminal("embed_backfill"),
}

if __name__ == "__main__":
    sys.exit(main())
