"""What can be typed after `./scripts/run`: its commands, their options and what `--help` says. Loaded before anything else, so it imports nothing heavy."""

import argparse
from collections.abc import Callable
from pathlib import Path

from app.integrations.providers import PROVIDERS
from app.version import VERSION

_LINKING = """Prints what signs you in to the page, or what makes an account on a chat channel yours.

  ./scripts/run link            an address: open it in a browser on this machine
  ./scripts/run link telegram   an address: open it on your phone and press Start
  ./scripts/run link whatsapp   an address: open it on your phone and send the message that stands there
  ./scripts/run link slack      words, "link" and a code: send them to the app in Slack as a direct message

The code is a secret word for you alone: whoever sends it first is you from then on, with all that you told Kwasi. It works
once, for fifteen minutes, and a new one ends the one before. The channel has to be set up first, and its server running."""
AddParser = Callable[..., argparse.ArgumentParser]


def parser() -> argparse.ArgumentParser:
    """The command line's grammar."""
    top = argparse.ArgumentParser(
        prog="./scripts/run", description="Kwasi, your own assistant. Without a command it serves the chat page."
    )
    top.add_argument("--version", action="version", version=f"kwasi {VERSION}")
    top.add_argument(
        "--env-file",
        type=Path,
        metavar="FILE",
        help="read settings from this file, in place of .env in the checkout and in DATA_DIR",
    )
    commands = top.add_subparsers(dest="command", metavar="command")
    _talking(commands.add_parser)
    _looking_after(commands.add_parser)
    _knowing(commands.add_parser)
    _sessions_parser(commands.add_parser("sessions", help="which browsers are signed in to the page, and ending that"))
    _health_parser(commands.add_parser("health", help="your measurements: how fresh they are, phones, archives"))
    _connect_parsers(commands.add_parser)
    _vault_parser(
        commands.add_parser("vault", help="the key to the saved logins of your accounts, and which there are")
    )
    _move_parser(commands.add_parser("move", help="move everything to another database, counted and compared"))
    commands.add_parser("reflect", help="run the nightly reflection now")
    commands.add_parser("embed-backfill", help="make everything that is stored findable by meaning")
    top.set_defaults(command="serve")
    return top


def _talking(add: AddParser) -> None:
    add("serve", help="serve the chat page, HTTP and the clock (the default)")
    add("chat", help="talk in this terminal")
    ask = add("ask", help="ask once, print the answer, exit")
    ask.add_argument("text", nargs="*", help="what to say; from standard input when left out or “-”")
    ask.add_argument("--json", action="store_true", help="print one JSON object: reply, status, turn_id, buttons")
    ask.add_argument("--timeout", type=float, default=120.0, metavar="SECONDS", help="longest wait (120)")
    ask.add_argument(
        "--yes",
        action="store_true",
        help="confirm at once what this message asks an OK for (not what others' words had a say in)",
    )
    for verb, about in (("confirm", "do what waits for your OK"), ("cancel", "leave what waits for your OK")):
        decide = add(verb, help=f"{about}, by its number; without one, list what waits", description=about)
        decide.add_argument("numbers", nargs="*", metavar="number", help="as its card shows it")
        decide.add_argument("--json", action="store_true", help="print one JSON object")


def _looking_after(add: AddParser) -> None:
    doctor = add("doctor", help="what is configured, what is missing, and what that switches off")
    doctor.add_argument("--json", action="store_true", help="print one JSON object")
    doctor.add_argument("--offline", action="store_true", help="look only: try nothing over the network")
    doctor.add_argument("--loops", action="store_true", help="all background work: when it ran, when it is due")
    link = add(
        "link",
        help="print a one-time link: to the running server's page, or one that links your account on a chat channel",
    )
    link.formatter_class = argparse.RawDescriptionHelpFormatter
    link.description = _LINKING
    link.add_argument(
        "place", nargs="?", choices=("page", "telegram", "whatsapp", "slack"), default="page", help="where to (page)"
    )


def _knowing(add: AddParser) -> None:
    known = add("known", help="what I know about you, and where I have it from")
    known.add_argument("about", nargs="*", help="only what has to do with this")
    known.add_argument("--history", action="store_true", help="also what was so before")
    known.add_argument("--json", action="store_true", help="print one JSON object")
    learnings = add("learnings", help="how I behave towards you, and what is proposed for that")
    learnings.add_argument(
        "action", nargs="?", choices=("list", "accept", "dismiss"), default="list", help="what to do (list)"
    )
    learnings.add_argument("numbers", nargs="*", type=int, metavar="NUMBER", help="which")
    learnings.add_argument("--json", action="store_true", help="print one JSON object")
    forget = add("forget", help="forget something or a stretch of time for good")
    forget.add_argument("what", nargs="*", help="a name, a topic, or #number of a fact")
    forget.add_argument("--since", default="", metavar="TIME", help="from when: “yesterday”, “3 March”")
    forget.add_argument("--until", default="", metavar="TIME", help="until when")
    forget.add_argument("--yes", action="store_true", help="don't ask before it")
    export = add("export", help="everything that is kept about you, as JSON and Markdown")
    export.add_argument("folder", nargs="?", default="", help="where to (kwasi-export-<day>)")
    export.add_argument(
        "--user", default="", metavar="ID", help="of somebody else who uses it, by the id /export tells them"
    )
    talks = add("log", help="what was said and done, in order")
    talks.add_argument("session", nargs="?", default="", help="which: a number or “last” (a list of them)")
    talks.add_argument("--json", action="store_true", help="print one JSON object")


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


def _connect_parsers(add: AddParser) -> None:
    """Accounts elsewhere."""
    connect = add("connect", help="connect an account: ./scripts/run connect imap you@example.org, or connect google")
    connect.description = (
        "Connects an account: imap for mail, caldav for calendars, tasks and contacts, ics for a calendar's link, google and microsoft for all of them, "
        "github, gitea (Forgejo, Codeberg), slack and jira by a token, webdav for files. A password or token is asked for (or read from standard input), tried, and kept sealed; Google and Microsoft ask "
        "you on a page of their own."
    )
    connect.add_argument(
        "provider",
        choices=tuple(name for name, row in PROVIDERS.items() if row.signs_in != "setting"),
        help="what kind of account",
    )
    connect.add_argument(
        "address", nargs="?", default="", help="the mail address, where a password opens it; the link of a calendar"
    )
    connect.add_argument("--label", default="", metavar="NAME", help="what you call it, such as work")
    connect.add_argument(
        "--user", default="", metavar="NAME", help="the name to sign in with, where it isn't the address"
    )
    connect.add_argument(
        "--imap",
        default="",
        metavar="HOST[:PORT[:tls]]",
        help="the server to read from; found by the address otherwise",
    )
    connect.add_argument(
        "--smtp", default="", metavar="HOST[:PORT[:tls]]", help="the server to send by; found by the address otherwise"
    )
    connect.add_argument(
        "--url",
        default="",
        metavar="URL",
        help="the server, where it isn't the usual one: https://cloud.example.org for caldav, https://HOST/api/v3 for GitHub Enterprise, https://codeberg.org for gitea, https://SITE.atlassian.net for Jira",
    )
    _signing_in(connect)
    accounts = add("accounts", help="which accounts are connected, each tried")
    accounts.add_argument("--json", action="store_true", help="print one JSON object")
    _calendar_files(add)
    add("disconnect", help="let an account go").add_argument(
        "account", nargs="+", help="its label or address; its kind behind it (imap, caldav …) where two have the same"
    )


def _calendar_files(add: AddParser) -> None:
    """Calendars as files."""
    bring = add("import-calendar", help="put the events of a calendar file (.ics) into a calendar")
    bring.add_argument("file", help="the file; “-” is standard input")
    bring.add_argument("--yes", action="store_true", help="don't ask before it")
    write = add("export-calendar", help="write your calendar as a file (.ics) to standard output")
    write.add_argument("--from", dest="since", default="", metavar="TIME", help="from when: “1 March” (today)")
    write.add_argument("--to", dest="until", default="", metavar="TIME", help="until when, that day included (a year)")
    for one in (bring, write):
        one.add_argument("--calendar", default="", metavar="NAME", help="which calendar (the first, or all of them)")
        one.add_argument("--account", default="", metavar="NAME", help="of which account, by its label or address")


def _signing_in(connect: argparse.ArgumentParser) -> None:
    """What is only for a vendor's own page."""
    group = connect.add_argument_group("google and microsoft")
    group.add_argument(
        "--only", default="", metavar="mail,calendar", help="what to ask for: mail, calendar, tasks, contacts, files"
    )
    ways = group.add_mutually_exclusive_group()
    ways.add_argument("--paste", action="store_true", help="the browser is on another machine: paste where it ended")
    ways.add_argument("--device", action="store_true", help="enter a code at a page on another machine (Microsoft)")
    group.add_argument("--client-id", default="", metavar="ID", help="a client of your own other than the settings'")


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


def _move_parser(move: argparse.ArgumentParser) -> None:
    """Where to, and from where."""
    move.description = (
        "Moves everything to another database and compares what arrived. Stop Kwasi first. The target must be empty; it gets everything or "
        "stays as it was, and what you move from is not changed."
    )
    move.add_argument(
        "target",
        help="postgresql://user:password@host/name, sqlite (kwasi.db in DATA_DIR) or sqlite:///folder/kwasi.db",
    )
    move.add_argument("--from", dest="source", default="", metavar="SOURCE", help="from there (what the settings name)")
    move.add_argument(
        "--dry-run", action="store_true", help="do all of it and keep nothing: says whether it would work"
    )
