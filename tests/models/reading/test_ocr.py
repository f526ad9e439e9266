"""Words in pictures, where tesseract is installed."""

import shutil

import pytest

from app.models.reading import ocr
from app.models.reading.opened import Question
from tests.models.reading.samples import png, printed

needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract-ocr isn't installed")


@needs_tesseract
def test_printed_words_are_read() -> None:
    assert ocr.words(printed("Invoice 42 for green tea"), "en") == "Invoice 42 for green tea"


@needs_tesseract
@pytest.mark.parametrize("picture", [png(), b"", b"\x89PNG broken", bytes(500)])
def test_a_picture_without_words_has_none(picture: bytes) -> None:
    assert ocr.words(picture, "xx") == ""


def test_without_tesseract_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "_PLACES", "/nowhere")
    assert ocr.open_picture(png(), Question("picture", 20_000)).status == "missing"
