"""`health pair`: a secret for one phone, as a code to scan and as a line to type, with how to go on from there."""

import argparse
import io
import json
import shutil
import socket
import sys
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import segno

from app.config import Settings
from app.health.access import Pairing, base_url, pair, pairing_uri
from app.interfaces.cli.presence import running
from app.interfaces.web.hosts import LOOPBACK_NAMES, is_known_host, public_names

LOOPBACK = (
    "That address is this machine's own: a phone can't reach it. Put an https proxy or a tunnel before Kwasi, or set HOST and "
    "PAGE_PASSWORD to open it to your network; then pair again with --url."
)
PLAIN = "That address is plain http: whoever shares the network can read the secret and your measurements. Better an https address."
NOT_RUNNING = "No server is running here yet. Start one with ./scripts/run, or the phone will wait until there is one."
UNNAMED = "That name isn't in PUBLIC_HOSTS, so the phone would be turned away under it. Add it there and restart, or pair by the address in numbers."
_ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on
_COLOURS, _PLAIN_AGAIN = "\033[38;5;231;48;5;16m", "\033[0m"  # light on dark whatever the terminal's own colours are


async def pair_phone(settings: Settings, services: Any, options: argparse.Namespace) -> int:
    """Make the secret and show it. Raises InputRefused for an address that is none; nothing is made then."""
    urls = [lease.info["url"] for lease in await running(services) if lease.info.get("url")]
    url = base_url(options.url or reachable_url(settings, urls[0] if urls else ""))
    made = await pair(services.store, services.owner.id, options.name, services.clock.now())
    named = is_known_host(urlsplit(url).netloc, public_names(settings.public_hosts, settings.telegram_webhook_url))
    warnings = [*warnings_of(url), *([] if named else [UNNAMED]), *([] if urls else [NOT_RUNNING])]
    sys.stdout.write(_as_json(made, url, warnings) if options.json else _shown(made, url, warnings))
    return 0


def reachable_url(settings: Settings, running_url: str) -> str:
    """Where a phone most likely reaches this machine: its public name, else its address in the network, else its own."""
    port = urlsplit(running_url).port or settings.port
    for part in filter(None, (part.strip() for part in settings.public_hosts.split(","))):
        return part if "://" in part else f"https://{part}"
    host = settings.host
    if host in _ANYWHERE:
        host = _own_address(host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def warnings_of(url: str) -> list[str]:
    """What to know about an address before a phone uses it."""
    host = urlsplit(url).hostname or ""
    if host in LOOPBACK_NAMES or _is_loopback(host):
        return [LOOPBACK]
    return [PLAIN] if url.startswith("http://") else []


def code(uri: str, *, coloured: bool) -> str:
    """The code to scan, two rows of it in each line of text; light is drawn, dark is left."""
    drawn = io.StringIO()
    segno.make(uri, error="m").terminal(drawn, compact=True)
    lines = drawn.getvalue().splitlines()
    return "".join(f"{_COLOURS}{line}{_PLAIN_AGAIN}\n" if coloured else f"{line}\n" for line in lines)


def _shown(made: Pairing, url: str, warnings: list[str]) -> str:
    uri = pairing_uri(url, made.secret)
    drawn = code(uri, coloured=sys.stdout.isatty())
    width = max(len(line) for line in code(uri, coloured=False).splitlines())
    fits = not sys.stdout.isatty() or shutil.get_terminal_size().columns >= width
    lines = [
        "On the phone, open Kwasi's bridge app and scan this code:" if fits else "",
        drawn if fits else f"(The code needs {width} columns. Widen the window and pair again, or type it in:)",
        "or type it in:",
        f"  server  {url}",
        f"  secret  {made.secret}",
        f"  or both {uri}",
        "",
        *(f"! {warning}" for warning in warnings),
        f"Paired as #{made.sender.id}, “{made.sender.name}”. The secret is shown this once; whoever has it can send measurements "
        "for you and see how fresh they are.",
        "See what came: ./scripts/run health",
        f"Take it back:  ./scripts/run health unpair {made.sender.id}",
    ]
    return "".join(f"{line}\n" for line in lines)


def _as_json(made: Pairing, url: str, warnings: list[str]) -> str:
    row = {
        "id": made.sender.id,
        "name": made.sender.name,
        "url": url,
        "secret": made.secret,
        "uri": pairing_uri(url, made.secret),
        "warnings": warnings,
    }
    return json.dumps(row, ensure_ascii=False) + "\n"


def _own_address(host: str) -> str:
    """This machine's address in its network, as its own routes have it; nothing is sent to learn it."""
    family, there = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((there, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return "::1" if ":" in host else "127.0.0.1"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.endswith(".localhost")
