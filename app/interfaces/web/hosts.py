"""Which host names and origins a browser may use to reach us: pure rules against DNS rebinding and foreign pages.

A name that an attacker's DNS points at 127.0.0.1 carries the attacker's name in `Host`; a page on another port or site says so in
`Sec-Fetch-Site` or `Origin`. Browsers do not let scripts forge any of the three. Knows nothing of sessions or paths.
"""

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})


def public_names(setting: str) -> frozenset[str]:
    """The names in a comma-separated setting, lower-cased, also where somebody wrote a whole address."""
    return frozenset(name for part in setting.split(",") if (name := _written_name(part)))


def host_name(host: str) -> str:
    """The name in a `Host` header without its port, lower-cased; empty when it is not one."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_known_host(host: str, public: Collection[str]) -> bool:
    """Whether `host` is loopback or one of the names we are published under."""
    name = host_name(host)
    return name in LOOPBACK_NAMES or name in public


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
        return urlsplit(origin).netloc.lower() == host.lower()
    return not required


def _written_name(part: str) -> str:
    text = part.strip().lower()
    return host_name(text.split("://", 1)[-1].split("/", 1)[0])
