"""Whom connections believe, with real servers and real certificates."""

import asyncio
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.tls import trusted
from tests.integrations.fetching.conftest import certificate_for


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    """Each test reads the environment of its own."""
    trusted.cache_clear()
    yield
    trusted.cache_clear()


async def believed(folder: Path) -> bool:
    """Whether a server is believed whose certificate nobody but the file in that folder vouches for."""
    at_server, _ = certificate_for("127.0.0.1", folder)

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=at_server)
    async with server:
        port = server.sockets[0].getsockname()[1]
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusted())
        except ssl.SSLCertVerificationError:
            return False
        writer.close()
        return True


async def test_a_certificate_that_nobody_vouches_for_is_not_believed(tmp_path: Path) -> None:
    assert not await believed(tmp_path)


async def test_a_server_of_ones_own_authority_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    assert await believed(tmp_path)


def test_a_machine_without_a_list_of_its_own_knows_the_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(ssl.SSLContext, "load_default_certs", lambda *_: None)
    assert len(trusted().get_ca_certs()) > 50


def test_it_is_read_once() -> None:
    assert trusted() is trusted()
