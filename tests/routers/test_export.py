"""GET /export: a zip for who is signed in, and nothing for anybody else."""

import io
import zipfile
from collections.abc import AsyncIterator

import pytest

from app.learning.export.pieces import Source
from app.routers import export
from tests.interfaces.web.house import House


async def test_who_is_signed_in_gets_the_zip(house: House) -> None:
    await house.store.notes.add(
        house.owner.id, title="wifi", content="", tags=[], source="user", turn_id=None, taint=[], at=house.clock.now()
    )
    async with house.signed_in() as browser:
        got = await browser.get("/export")
    assert (got.status_code, got.headers["content-type"]) == (200, "application/zip")
    assert got.headers["content-disposition"].startswith('attachment; filename="kwasi-export-')
    with zipfile.ZipFile(io.BytesIO(got.content)) as archive:
        assert "kwasi/notes/0001-wifi.md" in archive.namelist()


async def test_nobody_else_gets_anything(house: House) -> None:
    async with house.client() as stranger:
        assert (await stranger.get("/export")).status_code == 401
    async with house.client(peer="192.0.2.7") as elsewhere:
        assert (await elsewhere.get("/export")).status_code == 403
    async with house.client(host="evil.example") as rebound:
        assert (await rebound.get("/export")).status_code == 421
    async with house.signed_in() as browser:
        foreign = await browser.get("/export", headers={"Sec-Fetch-Site": "cross-site"})
        assert foreign.status_code == 403


async def test_signing_out_ends_what_is_being_sent_at_the_next_piece(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The answer breaks off: half a zip must not look like a whole one."""
    sent: list[bytes] = []

    async def pieces(_: Source) -> AsyncIterator[bytes]:
        for number in range(4):
            yield b"PK" + bytes([number])
            sent.append(b"")
            for session in await house.auth.sessions.everything(house.clock.now()):
                await house.auth.end(session.id)

    monkeypatch.setattr(export, "as_zip", pieces)
    async with house.signed_in() as browser:
        got = await browser.get("/export")
    assert got.content == b"PK\x00"
    assert len(sent) == 1
    assert "export.signed_out" in [getattr(record, "event", "") for record in caplog.records]
