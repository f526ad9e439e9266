"""A real Xandikos on a free loopback port, with its own folder; ended with its test session.

It lets everybody in, as it asks for a password over TLS only, and has one principal. It keeps what is put byte for byte, in git.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers.dav import DavServer, running


@contextmanager
def xandikos() -> Iterator[DavServer]:
    """One that runs, with Ana as its principal."""
    with tempfile.TemporaryDirectory(prefix="kwasi-xandikos-") as folder:
        root = Path(folder)

        def command(port: int) -> list[str]:
            given = ["-d", str(root / "data"), "--state-dir", str(root / "state"), "-l", "127.0.0.1", "-p", str(port)]
            principal = ["--current-user-principal", "/ana/", "--autocreate", "--defaults", "--no-detect-systemd"]
            return [sys.executable, "-m", "xandikos", "serve", *given, *principal]

        with running(command, root) as url:
            yield DavServer("xandikos", url, "/ana/calendars/", "/ana/contacts/")
