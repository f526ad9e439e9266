"""Where the mail of an address is: by a table of well-known providers, else by the names that servers usually have.

Asks nothing of anybody: what is proposed is tried by signing in there.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from app.integrations.mail.server import Security, Server

_USUAL: tuple[tuple[str, str], ...] = (
    ("imap.{domain}:993:tls", "smtp.{domain}:465:tls"),
    ("mail.{domain}:993:tls", "mail.{domain}:465:tls"),
    ("imap.{domain}:993:tls", "smtp.{domain}:587:starttls"),
    ("mail.{domain}:993:tls", "mail.{domain}:587:starttls"),
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a mailbox may be. `keeps_sent`: it files what it sends by itself; `password` says which one it wants; `only`: why it can't be
    reached with a password at all, "" where it can."""

    imap: Server
    smtp: Server
    keeps_sent: bool = False
    password: str = ""
    only: str = ""


def places(address: str) -> tuple[Place, ...]:
    """Where to try, the likeliest first; nothing for what is no address."""
    _, at, domain = address.strip().casefold().rpartition("@")
    if not at or "." not in domain:
        return ()
    known = next((row for row in _table().values() if domain in row["domains"]), None)
    if known is not None:
        return (
            Place(
                server(known["imap"]),
                server(known["smtp"]),
                bool(known.get("keeps_sent")),
                known.get("password", ""),
                known.get("only", ""),
            ),
        )
    return tuple(Place(server(imap.format(domain=domain)), server(smtp.format(domain=domain))) for imap, smtp in _USUAL)


def server(text: str, *, port: int = 993) -> Server:
    """A server as it is written: "host", "host:port" or "host:port:tls" (tls, starttls or none). Raises ValueError for anything else."""
    host, _, rest = text.strip().partition(":")
    number, _, security = rest.partition(":")
    if not host or any(sign.isspace() or sign in "/@?#" for sign in host):
        raise ValueError(text)
    chosen = int(number) if number else port
    if not 0 < chosen < 65_536:
        raise ValueError(text)
    usual = Security.STARTTLS if chosen in (143, 587, 25) else Security.TLS
    return Server(host, chosen, Security(security) if security else usual)


@cache
def _table() -> dict[str, dict[str, Any]]:
    return tomllib.loads((files("app.integrations.mail") / "servers.toml").read_text(encoding="utf-8"))
