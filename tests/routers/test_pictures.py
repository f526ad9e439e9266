"""Pictures by their first bytes."""

import pytest

from app.routers.pictures import picture_type


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 9, "image/png"),
        (b"\xff\xd8\xff\xe0rest", "image/jpeg"),
        (b"GIF89a...", "image/gif"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp"),
        (b"\0\0\0\x18ftypheic\0\0", "image/heic"),
    ],
)
def test_a_picture_is_known_by_its_bytes(data: bytes, kind: str) -> None:
    assert picture_type(data) == kind


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.7", b"<svg xmlns=''/>", b"\x89PN", b"RIFF\x10\0\0\0WAVE", b"<html>", b"\0" * 40]
)
def test_anything_else_is_not(data: bytes) -> None:
    assert picture_type(data) is None
