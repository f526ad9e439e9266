"""What files are, whatever they are called."""

import pytest

from app.models.reading.kinds import sniff
from tests.models.reading.samples import pdf, png, zipped


@pytest.mark.parametrize(
    ("data", "kind", "media_type"),
    [
        (b"", "empty", ""),
        (png(), "picture", "image/png"),
        (b"\xff\xd8\xff\xe0", "picture", "image/jpeg"),
        (b"GIF89a", "picture", "image/gif"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "picture", "image/webp"),
        (b"\0\0\0\x18ftypheic", "picture", "image/heic"),
        (b"II*\0", "picture", "image/tiff"),
        (b"BM\x10\0\0\0\0\0\0\0" + bytes(30), "picture", "image/bmp"),
        (pdf("x"), "pdf", "application/pdf"),
        (b"\n\n junk before " + pdf("x"), "pdf", "application/pdf"),
        (b"OggS\0\2", "sound", "audio/ogg"),
        (b"<!DOCTYPE html><p>x", "html", "text/html"),
        (b"\n <HTML><p>x", "html", "text/html"),
        (b"BMW is a car", "text", ""),
        (b"GIF is a format", "text", ""),
        (b"a,b\n1,2", "text", ""),
        (b'{"a": 1}', "text", ""),
        ("hello".encode("utf-16"), "text", ""),
        (b"\x1f\x8b\x08", "archive", ""),
        (zipped({"a.txt": "x"}), "archive", ""),
        (zipped({"word/document.xml": "<a/>"}), "docx", ""),
        (zipped({"xl/workbook.xml": "<a/>"}), "xlsx", ""),
        (zipped({"ppt/presentation.xml": "<a/>"}), "pptx", ""),
    ],
)
def test_the_bytes_decide(data: bytes, kind: str, media_type: str) -> None:
    assert sniff(data, "application/x-lie") == sniff(data)
    assert (sniff(data).kind, sniff(data).media_type) == (kind, media_type)


@pytest.mark.parametrize("data", [b"\0\0\0\x20ftypisom" + bytes(9), b"\x1aE\xdf\xa3" + bytes(9)])
def test_where_bytes_leave_two_readings_open_the_senders_word_decides(data: bytes) -> None:
    assert sniff(data, "audio/mp4").kind == "sound"
    assert sniff(data, "video/mp4").kind == "film"
    assert sniff(data).kind == "film"
