"""A real WsgiDAV (others' work) in this process on a free loopback port: files of a folder by WebDAV, with Ana's password; ended with its test
session.

It knows locks, versions by ETag and conditions on them. It has no search and no share links. Without TLS: it listens on loopback only.
"""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.servers.dav import ANA, PASSWORD


@dataclass(frozen=True, slots=True)
class WebDavServer:
    """Where it listens, and the folder whose files it serves at `url`."""

    url: str
    folder: Path
    user: str = ANA
    password: str = PASSWORD

    def put(self, path: str, data: bytes = b"") -> Path:
        """A file that is there, with the folders above it."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        return file


@contextmanager
def webdav() -> Iterator[WebDavServer]:
    """One that runs, with nothing in it."""
    from cheroot import wsgi
    from wsgidav.wsgidav_app import WsgiDAVApp

    with tempfile.TemporaryDirectory(prefix="kwasi-webdav-") as folder:
        config: dict[str, Any] = {
            "provider_mapping": {"/dav/files": folder},
            "simple_dc": {"user_mapping": {"*": {ANA: {"password": PASSWORD}}}},
            "http_authenticator": {"accept_basic": True, "accept_digest": False, "default_to_digest": False},
            "verbose": 0,
            "logging": {"enable": False},
        }
        server = wsgi.Server(("127.0.0.1", 0), WsgiDAVApp(config))
        server.prepare()
        thread = threading.Thread(target=server.serve, daemon=True)
        thread.start()
        try:
            yield WebDavServer(f"http://127.0.0.1:{server.bind_addr[1]}/dav/files", Path(folder))
        finally:
            server.stop()
            thread.join(10)
