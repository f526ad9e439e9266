"""Who a visitor is behind proxies: `X-Forwarded-*` is believed from those that TRUSTED_PROXIES names, and from nobody else.

The client is the right-most hop that is not a trusted proxy: what stands left of it, its sender wrote. Headers that were believed
are taken out, so that one which still stands is a stranger's claim: it makes nobody more, and `is_relayed` makes them less. Pure ASGI.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from app.errors import ConfigurationError

_log = logging.getLogger(__name__)
_FOR, _PROTO, _HOST = b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host"
_BELIEVED = frozenset((_FOR, _PROTO, _HOST))
_CLAIMS = ("x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-host")
_SCHEMES = ("http", "https")
_ANYONE = "*"
UNKNOWN = "unknown"  # an address that is nobody's
WRONG = "TRUSTED_PROXIES isn't right: “{part}” is neither an address nor a network. Write 127.0.0.1, or 10.0.0.0/8; several with commas."

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class TrustedProxies:
    """Whose word counts. `anyone`: whoever connects is taken for a proxy, which says nothing of the hops before it."""

    networks: tuple[Network, ...] = ()
    anyone: bool = False

    @classmethod
    def of(cls, setting: str) -> "TrustedProxies":
        """Of a comma-separated setting. Raises ConfigurationError for what is no network."""
        parts = [part for written in setting.split(",") if (part := written.strip())]
        return cls(tuple(_network(part) for part in parts if part != _ANYONE), _ANYONE in parts)

    def may_speak(self, peer: str) -> bool:
        """Whether the other end of a connection is a proxy of ours."""
        return self.anyone or self.has(peer)

    def has(self, hop: str) -> bool:
        """Whether an address is in one of the networks."""
        address = _address(hop)
        return address is not None and any(address in network for network in self.networks)

    def client(self, peer: str, hops: Sequence[str]) -> str:
        """Who asked, by the hops as they were written from left to right; one that can't be read is nobody we know."""
        nearest = peer
        for hop in reversed(hops):
            if _address(hop) is None:
                return UNKNOWN
            nearest = _bare(hop)
            if not self.has(hop):
                return nearest
        return nearest


class Proxies:
    """The middleware: outermost, so that everything behind it sees the visitor and not the proxy."""

    def __init__(self, app: ASGIApp, *, trusted: TrustedProxies) -> None:
        """`trusted` is the setting."""
        self._app = app
        self._trusted = trusted
        self._told = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put the visitor in the proxy's place, where a proxy of ours says who it is."""
        if scope["type"] == "http" and scope.get("client"):
            if self._trusted.may_speak(scope["client"][0]):
                scope = self._seen(scope)
            elif is_relayed(HTTPConnection(scope)):
                self._tell(scope["client"][0])
        await self._app(scope, receive, send)

    def _seen(self, scope: Scope) -> Scope:
        headers: list[tuple[bytes, bytes]] = list(scope["headers"])
        hops = _values(headers, _FOR)
        seen = {**scope, "headers": [(name, value) for name, value in headers if name not in _BELIEVED]}
        if hops:
            seen["client"] = (self._trusted.client(scope["client"][0], hops), 0)
        for scheme in _values(headers, _PROTO)[-1:]:
            if scheme.lower() in _SCHEMES:
                seen["scheme"] = scheme.lower()
        for host in _values(headers, _HOST)[-1:]:
            seen["state"] = {**scope.get("state", {}), "forwarded_host": host}
        return seen

    def _tell(self, peer: str) -> None:
        """Once: whoever runs a proxy wonders why everybody seems to have its address."""
        if not self._told:
            self._told = True
            _log.warning("forwarded headers ignored", extra={"event": "proxy.not_trusted", "peer": peer})


def is_relayed(visit: HTTPConnection) -> bool:
    """Whether somebody claims to speak for another: a proxy nobody named, or a visitor who makes it up."""
    return any(name in visit.headers for name in _CLAIMS)


def hosts_of(visit: HTTPConnection) -> list[str]:
    """Under which names a visitor came: the `Host` header, and the one that a proxy of ours forwarded."""
    forwarded = visit.scope.get("state", {}).get("forwarded_host")
    return [visit.headers.get("host", ""), *([forwarded] if forwarded else [])]


def _values(headers: Iterable[tuple[bytes, bytes]], wanted: bytes) -> list[str]:
    """The parts of all headers of a name, in order."""
    written = ",".join(value.decode("latin-1") for name, value in headers if name == wanted)
    return [part.strip() for part in written.split(",") if part.strip()]


def _network(part: str) -> Network:
    try:
        return ip_network(part, strict=False)
    except ValueError as problem:
        raise ConfigurationError(WRONG.format(part=part)) from problem


def _address(hop: str) -> Address | None:
    try:
        address = ip_address(_bare(hop))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _bare(hop: str) -> str:
    """An address without its brackets or port, as some proxies write them."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop
