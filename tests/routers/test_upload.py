"""A large file goes straight onto the disk, in whatever pieces it comes, and is gone where it can't be taken whole."""

import shutil
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.requests import Request

from app.errors import StorageError, StorageFull
from app.routers import upload
from app.routers.errors import DoorError
from app.routers.upload import receive_zip
from tests.memory.databases import NOON

ZIP = b"PK\x03\x04" + bytes(range(256)) * 40
FORM = "multipart/form-data; boundary=xyz"
BEFORE = b'--xyz\r\nContent-Disposition: form-data; name="note"\r\n\r\nhi\r\n--xyz\r\n'
HEAD = (
    b'Content-Disposition: form-data; name="archive"; filename="my health.zip"\r\nContent-Type: application/zip\r\n\r\n'
)
SENT = BEFORE + HEAD + ZIP + b"\r\n--xyz--\r\n"


def request(parts: Sequence[bytes], kind: str = "application/zip", length: int | None = None) -> Request:
    messages = iter(
        [
            *({"type": "http.request", "body": part, "more_body": True} for part in parts),
            {"type": "http.request", "body": b"", "more_body": False},
        ]
    )

    async def receive() -> dict[str, Any]:
        return next(messages)

    headers = [(b"content-type", kind.encode())]
    if length is not None:
        headers.append((b"content-length", str(length).encode()))
    scope = {"type": "http", "method": "POST", "headers": headers, "query_string": b"name=a.zip"}
    return Request(scope, receive)


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 13, 4_096, 1_000_000])
async def test_pieces_make_the_whole(tmp_path: Path, size: int) -> None:
    body = await receive_zip(request(cut(ZIP, size)), tmp_path, 100_000, NOON)
    form = await receive_zip(request(cut(SENT, size), FORM), tmp_path, 100_000, NOON)
    assert (body.name, form.name) == ("a.zip", "my health.zip")
    assert body.path.read_bytes() == form.path.read_bytes() == ZIP
    assert sorted(tmp_path.iterdir()) == sorted((body.path, form.path))


async def test_two_files_in_a_form_are_the_first(tmp_path: Path) -> None:
    second = b"\r\n--xyz\r\n" + HEAD.replace(b"my health", b"other") + b"PK\x03\x04 other\r\n--xyz--"
    kept = await receive_zip(request([BEFORE + HEAD + ZIP + second], FORM), tmp_path, 100_000, NOON)
    assert (kept.name, kept.path.read_bytes()) == ("my health.zip", ZIP)


async def test_much_of_it_is_never_in_memory(tmp_path: Path) -> None:
    parts = [b"PK\x03\x04", *(bytes(65_536) for _ in range(600))]
    tracemalloc.start()
    kept = await receive_zip(request(parts), tmp_path, 100_000_000, NOON)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept.path.stat().st_size == 600 * 65_536 + 4
    assert most < 8_000_000


class Usage(NamedTuple):
    """What a disk says of itself."""

    free: int


async def test_what_will_not_fit_is_refused_before_it_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(300_000_000))  # a disk can't be filled for a test
    with pytest.raises(StorageFull):
        await receive_zip(request([], length=50_000_000), tmp_path, 10**9, NOON)
    assert list(tmp_path.iterdir()) == []
    assert (await receive_zip(request([ZIP]), tmp_path, 10**9, NOON)).path.exists()


async def test_a_place_that_cannot_be_written_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError):
        await receive_zip(request([ZIP]), tmp_path / "file" / "folder", 10**6, NOON)


@pytest.mark.parametrize("kind", ["", "text/plain", "application/json", "image/zip"])
async def test_another_type_is_refused(tmp_path: Path, kind: str) -> None:
    with pytest.raises(DoorError) as refused:
        await receive_zip(request([ZIP], kind), tmp_path, 10**6, NOON)
    assert refused.value.status == 415
    assert upload.WRONG_TYPE[1] == refused.value.code
