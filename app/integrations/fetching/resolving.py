"""Names looked up, once for each hop. Invariant: a lookup that hangs holds up other lookups at most, never the rest of the process: it
has threads of its own, as the system's resolver can't be interrupted.
"""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol

_THREADS = 4


class Resolver(Protocol):
    """Where names are looked up."""

    async def addresses(self, host: str) -> tuple[str, ...]:
        """The IP addresses of a name in the order in which to try them, none twice. Raises OSError where there is none."""
        ...


class SystemResolver:
    """The machine's own resolver, with its hosts file."""

    def __init__(self) -> None:
        """No thread runs before the first lookup."""
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="lookup")

    async def addresses(self, host: str) -> tuple[str, ...]:
        """As the port says; the order is that of RFC 6724."""
        ask = partial(socket.getaddrinfo, host, None, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._threads, ask)
        return tuple(dict.fromkeys(str(row[4][0]) for row in found))
