"""Which addresses are outside, and a URL read so that nobody could read it otherwise.

Invariant: what two parsers could take for two hosts is refused, never repaired; a `Target` is exactly what is connected to, under which
name. Pure: looks nothing up, so a name is judged again by what it resolves to. All of it is linear in at most MOST_CHARACTERS.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import quote, unquote, urlsplit

import idna

from app.errors import OutsideRefused
from app.integrations.fetching.refusals import refused

Pairs = frozenset[tuple[str, int]]

MOST_CHARACTERS = 4_000
OPEN_PORTS = frozenset({80, 443, 8080, 8443})
USUAL_PORT = {"http": 80, "https": 443}

# What IANA keeps for special purposes (iana.org/assignments/iana-ipv4-special-registry), and where one cloud answers its machines.
_NOT_OUTSIDE = tuple(
    map(
        ip_network,
        "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24"
        " 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24"
        " 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4".split(),
    )
)
# Of IPv6 one part is outside, without protocol assignments (Teredo, benchmarks), documentation, 6to4 and AS112. Mapped, compatible and
# translated addresses, ULA, link-local, site-local and multicast lie beside it.
_GLOBAL = IPv6Network("2000::/3")
_NOT_GLOBAL = tuple(map(IPv6Network, "2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20".split()))
_NAT64 = IPv6Network("64:ff9b::/96")  # how a machine without IPv4 reaches it: the last 32 bits are the address meant
_ISATAP = frozenset({0x0000_5EFE, 0x0200_5EFE})  # upper half of an interface id whose lower half is an IPv4 address
_V4_BITS = 0xFFFF_FFFF
# Where an owner's own servers are, and what in there is a cloud's metadata.
_OWN = tuple(
    map(ip_network, "10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7".split())
)
_METADATA = frozenset(map(ip_address, "100.100.100.200 fd00:ec2::254 fd20:ce::254 fd00:c1::a9fe:a9fe".split()))
_METADATA_NAMES = frozenset(
    "metadata.google.internal metadata.goog metadata.packet.net metadata.platformequinix.com metadata.tencentyun.com".split()
)
# Last labels that no public name has: they mean a machine or a network of one's own.
_OWN_LABELS = frozenset(
    "localhost localdomain local internal intranet private corp home lan svc arpa ip6-localhost ip6-loopback onion alt".split()
)

_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?P<rest>.*)")
_REST = re.compile(r"//(?P<authority>[^/?#]+)(?P<path>[^?#]*)(?P<query>(?:\?[^#]*)?)(?:#.*)?")
_PLACE = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^\[\]:@%]+)(?::(?P<port>[1-9][0-9]{0,4}))?")
_NAME = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_MOST_HOST, _MOST_PORT = 253, 65_535
_KEPT = "/%?:@!$&'()*+,;=~-._[]|"  # of path and query; all else is percent-encoded
_METADATA_WRITTEN = re.compile(
    r"(?<![\d.])(?:169\.254\.\d{1,3}\.\d{1,3}|100\.100\.100\.200|192\.0\.0\.192)(?!\d)|fd00:ec2::254"
)
_URL_WITHIN = re.compile(r"https?:/{1,3}(?:[^/?#@\s]{0,255}@)?(?P<host>\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})")


@dataclass(frozen=True, slots=True)
class Target:
    """What one GET asks. `host` is a name as DNS has it, or an address without brackets; `path` begins with a slash and has the
    query, percent-encoded; `entered`: this pair of host and port is one that the owner entered."""

    scheme: str
    host: str
    port: int
    path: str = field(repr=False)  # often a secret
    entered: bool = False

    @property
    def is_literal(self) -> bool:
        """Whether the host is an address, so that there is nothing to look up."""
        return _ip(self.host) is not None

    @property
    def authority(self) -> str:
        """Host and port as a Host header has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == USUAL_PORT[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """It as one URL, without a fragment."""
        return f"{self.scheme}://{self.authority}{self.path}"


def host_of(url: str) -> str:
    """The host that a URL names, as a person would call the site: without "www."; "" for what names none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def is_outside(address: str) -> bool:
    """Whether an IP address is on the public internet; False for what is none, and for all that could lead back inside."""
    ip = _ip(address)
    if isinstance(ip, IPv4Address):
        return not any(ip in network for network in _NOT_OUTSIDE)
    if ip is None or ip.scope_id is not None:
        return False
    if ip in _NAT64:
        return is_outside(str(IPv4Address(int(ip) & _V4_BITS)))
    carries_v4 = (int(ip) >> 32) & _V4_BITS in _ISATAP
    return ip in _GLOBAL and not carries_v4 and not any(ip in network for network in _NOT_GLOBAL)


def is_own(address: str) -> bool:
    """Whether an owner's own server can have that IP address: this machine, a private network; no metadata of a cloud."""
    ip = _ip(address)
    return ip is not None and ip not in _METADATA and any(ip in network for network in _OWN)


def checked(url: str, allowed: Pairs = frozenset()) -> Target:
    """What a URL asks, where that is outside or its (host, port) is one of `allowed`, written as `entered_pair` gives it.

    A name may still resolve to what isn't outside. Raises OutsideRefused with the reason."""
    target = _parsed(url)
    if (target.host, target.port) in allowed:
        if target.host in _METADATA_NAMES or (target.is_literal and not _may_be_entered(target.host)):
            raise refused("inside", target.host)
        return Target(target.scheme, target.host, target.port, target.path, entered=True)
    if target.port not in OPEN_PORTS:
        raise refused("port", target.host)
    if _is_inside(target.host) or ("." not in target.host and ":" not in target.host):
        raise refused("inside", target.host)
    if _leads_inside(target.path):
        raise refused("nested", target.host)
    return target


def entered_pair(url: str) -> tuple[str, int]:
    """The (host, port) of a URL that the owner entered, for `allowed`. Raises OutsideRefused where it can't be read for certain."""
    target = _parsed(url)
    return target.host, target.port


def may_be_asked(address: str, target: Target) -> bool:
    """Whether an address to which a target's name resolves may be connected to."""
    return _may_be_entered(address) if target.entered else is_outside(address)


def _may_be_entered(address: str) -> bool:
    return is_outside(address) or is_own(address)


def _ip(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


def _parsed(url: str) -> Target:
    """The parts of a URL. Raises OutsideRefused for what isn't one, or could be read as another."""
    scheme, rest = _opened(url)
    parts = _REST.fullmatch(rest)
    if parts is None:
        raise refused("malformed")
    # Some parsers end the host at a slash alone, so that `one.org?@two.org` is a login for them.
    if "@" in parts["authority"] or (not parts["path"] and "@" in rest):
        raise refused("credentials")
    place = _PLACE.fullmatch(parts["authority"])
    if place is None:
        raise refused("notation")
    port = int(place["port"]) if place["port"] else USUAL_PORT[scheme]
    if port > _MOST_PORT:
        raise refused("notation")
    return Target(scheme, _host(place["host"]), port, quote((parts["path"] or "/") + parts["query"], safe=_KEPT))


def _opened(url: str) -> tuple[str, str]:
    """(scheme, what follows its colon) of a text that nothing hides in. Raises OutsideRefused."""
    whole = _URL.fullmatch(url) if len(url) <= MOST_CHARACTERS else None
    if whole is None or "\\" in url or not url.isprintable() or url.endswith(" "):
        raise refused("malformed")
    scheme = whole["scheme"].lower()
    if scheme not in USUAL_PORT:
        raise refused("scheme")
    return scheme, whole["rest"]


def _host(written: str) -> str:
    """A host in its one notation: a name in ASCII, four decimal numbers, or an IPv6 address without brackets."""
    if written.startswith("["):
        ip = _ip(written[1:-1])
        if not isinstance(ip, IPv6Address):
            raise refused("notation")
        return str(ip)
    name = _ascii(written)
    if len(name) > _MOST_HOST or not _NAME.fullmatch(name):
        raise refused("notation")
    if _NUMBER.fullmatch(name.rpartition(".")[2]) and _ip(name) is None:
        raise refused("notation")  # 127.1, 0x7f000001 and 0177.0.0.1 are addresses for many resolvers
    return name


def _ascii(written: str) -> str:
    """A name as DNS has it. What only becomes a plain name by folding (ⓛ, ．, fullwidth digits) is refused: folds differ."""
    if written.isascii():
        return written.lower()
    if len(written) > _MOST_HOST or unicodedata.normalize("NFKC", written) != written or "。" in written:
        raise refused("notation")
    try:
        return idna.encode(written.lower()).decode("ascii")
    except UnicodeError:  # IDNAError is one
        raise refused("notation") from None


def _is_inside(host: str) -> bool:
    """Whether a host, as `_host` gives it, is an address or a name that is not outside, wherever it is asked."""
    if _ip(host) is not None:
        return not is_outside(host)
    return host in _METADATA_NAMES or host.rpartition(".")[2] in _OWN_LABELS


def _leads_inside(path: str) -> bool:
    """Whether path and query hand a server an address inside, or a cloud's metadata: it is to fetch that for whoever wrote the link."""
    said = unquote(unquote(path)).lower()
    return bool(_METADATA_WRITTEN.search(said)) or any(_names_inside(url["host"]) for url in _URL_WITHIN.finditer(said))


def _names_inside(written: str) -> bool:
    try:
        return _is_inside(_host(written.rstrip(".")))
    except OutsideRefused:
        return bool(_NUMBER.fullmatch(written.rpartition(".")[2]))
