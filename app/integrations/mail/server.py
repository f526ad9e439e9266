"""A server as an owner names it: host, port and how the connection is secured."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Security(StrEnum):
    """TLS from the first byte, TLS asked for on a plain connection, or none, which is for a server on this machine only."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


_HERE = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class Server:
    """Where to connect, and how."""

    host: str
    port: int
    security: Security = Security.TLS

    @property
    def is_open(self) -> bool:
        """Whether a password would be sent to another machine for all to read."""
        return self.security is Security.NONE and self.host not in _HERE

    def as_json(self) -> dict[str, Any]:
        """As it is stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Server":
        """From what `as_json` gave."""
        return cls(stored["host"], int(stored["port"]), Security(stored["security"]))
