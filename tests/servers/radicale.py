"""A real Radicale on a free loopback port, with its own storage and a password for each user; ended with its test session.

It has no scheduling, and it rewrites what is put. Calendars whose name begins with "shared" are somebody else's: Ana only reads them; who
shares them (SHARER) writes there. Without TLS: it listens on loopback only.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers.dav import ANA, PASSWORD, DavServer, running

_CONFIG = """
[auth]
type = htpasswd
htpasswd_filename = {root}/users
htpasswd_encryption = plain
delay = 0
[rights]
type = from_file
file = {root}/rights
[storage]
filesystem_folder = {root}/collections
"""
SHARER = "eve"
_RIGHTS = """
[sharer]
user: eve
collection: .*
permissions: RWrw
[root]
user: .+
collection:
permissions: R
[shared]
user: .+
collection: {user}/shared[^/]*
permissions: r
[home]
user: .+
collection: {user}
permissions: RW
[own]
user: .+
collection: {user}/[^/]+
permissions: rw
"""


@contextmanager
def radicale() -> Iterator[DavServer]:
    """One that runs, with Ana's account."""
    with tempfile.TemporaryDirectory(prefix="kwasi-radicale-") as folder:
        root = Path(folder)
        (root / "users").write_text(f"{ANA}:{PASSWORD}\n{SHARER}:{PASSWORD}\n", encoding="utf-8")
        (root / "rights").write_text(_RIGHTS, encoding="utf-8")

        config = root / "config"
        config.write_text(_CONFIG.format(root=root), encoding="utf-8")

        def command(port: int) -> list[str]:
            return [sys.executable, "-m", "radicale", "--config", str(config), f"--server-hosts=127.0.0.1:{port}"]

        with running(command, root) as url:
            yield DavServer("radicale", url, f"/{ANA}/", f"/{ANA}/")
