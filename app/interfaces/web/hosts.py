"""Which host names and origins a browser may use to reach us: pure rules against DNS rebinding and foreign pages.

A name that an attacker's DNS points at 127.0.0.1 carries the attacker's name in `Host`; a page on another port or site says so in
`Sec-Fetch-Site` or `Origin`. Browsers do not let scripts forge any of the three. An address in numbers is no name: no DNS can point
it elsewhere. Knows nothing of sessions or paths.
"""

import re
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
# A name or an IPv4 address, or an IPv6 address in brackets; and a port. No user, no path, no spaces.
_HOST = re.compile(r"(?:(?P<name>[\w.-]+)|\[(?P<six>[0-9A-Fa-f:.]+)\])(?::(?P<port>\d{0,5}))?", re.ASCII)
_LARGEST_PORT = 65_535


def host_name(host: str) -> str:
    """The name in a `Host` header without its port, lower-cased; empty when it is not one."""
    match = _HOST.fullmatch(host)
    if match is None or int(match["port"] or 0) > _LARGEST_PORT:
        return ""
    return (match["name"] or match["six"]).lower().rstrip(".")


def is_known_host(host: str, public: Collection[str]) -> bool:
    """Whether `host` is loopback, an address in numbers, or one of the names we are published under."""
    name = host_name(host)
    return name in LOOPBACK_NAMES or name in public or _is_address(name)


def is_loopback_peer(address: str | None) -> bool:
    """Whether the other end of the connection is this machine."""
    try:
        peer = ip_address(address or "")
    except ValueError:
        return False
    mapped = getattr(peer, "ipv4_mapped", None)
    return (mapped or peer).is_loopback


def is_same_origin(*, host: str, origin: str | None, fetch_site: str | None, required: bool) -> bool:
    """Whether a request comes from our own page.

    Where it is not `required`, an address typed by the user and a program that sends neither header (every browser does) pass too.
    """
    if fetch_site is not None:
        return fetch_site == "same-origin" or (fetch_site == "none" and not required)
    if origin is not None:
        place = _place(origin)
        return bool(place) and place == host.lower()
    return not required


def public_names(*settings: str) -> frozenset[str]:
    """The names in settings that are comma-separated, lower-cased, also where somebody wrote a whole address."""
    return frozenset(name for setting in settings for part in setting.split(",") if (name := _written_name(part)))


def published(*settings: str) -> str:
    """The address of the first of these names, for a link that opens elsewhere too: https where nothing else is written. "" without one."""
    for part in (part.strip() for setting in settings for part in setting.split(",")):
        if _written_name(part):
            scheme, _, rest = part.rpartition("://")
            return f"{scheme.lower() or 'https'}://{rest.split('/', 1)[0]}"
    return ""


def _written_name(part: str) -> str:
    text = part.strip().lower().split("://", 1)[-1].split("/", 1)[0]
    return host_name(text) or host_name(f"[{text}]")  # an IPv6 address without its brackets


def _place(origin: str) -> str:
    """Host and port of an origin; empty where it has none that can be read."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        return not ip_address(name).is_unspecified
    except ValueError:
        return False
