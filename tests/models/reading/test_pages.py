"""PDFs: their words, pictures of what was scanned, and what is wrong with the others."""

import zlib

import pytest

from app.models.reading.opened import Question
from app.models.reading.pages import open_pdf
from tests.models.reading.samples import joined, pdf, pdf_of_pictures, squeezed


def asked(**changes: object) -> Question:
    return Question(**{"kind": "pdf", "characters": 20_000, "pictures": 3, **changes})  # type: ignore[arg-type]


def test_the_words_of_every_page_in_order() -> None:
    opened = open_pdf(pdf("First page here", "Second page here", "Übermut tut gut (selten)"), asked())
    assert (opened.status, opened.pages, opened.read, opened.cut) == ("ok", 3, 3, False)
    assert opened.text == "First page here\n\nSecond page here\n\nÜbermut tut gut (selten)"


@pytest.mark.parametrize("algorithm", ["RC4-40", "RC4-128", "AES-128", "AES-256"])
def test_one_with_a_password_is_locked(algorithm: str) -> None:
    assert open_pdf(pdf("secret words", password="x", algorithm=algorithm), asked()).status == "locked"


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b"%PDF-1.7\n" + bytes(5_000), pdf("x" * 50)[:150]])
def test_one_that_is_damaged_is_broken(data: bytes) -> None:
    assert open_pdf(data, asked()).status == "broken"


def test_no_more_is_read_than_is_wanted() -> None:
    opened = open_pdf(pdf(*["word " * 100] * 100), asked(characters=2_000))
    assert opened.cut
    assert opened.read < 10
    assert opened.pages == 100


class TestAScannedPage:
    """...is looked at."""

    def test_as_a_grey_picture_no_larger_than_it_must_be(self) -> None:
        opened = open_pdf(pdf_of_pictures(2), asked())
        assert (opened.text, opened.unseen) == ("", 0)
        first, second = opened.pictures
        assert first == second
        width, height = int.from_bytes(first[16:20]), int.from_bytes(first[20:24])
        assert max(width, height) <= 1_801
        rows = zlib.decompress(first[first.index(b"IDAT") + 4 : -16])
        assert len(rows) == height * (width + 1)
        assert min(rows) == 0
        assert max(rows) == 255

    def test_up_to_a_number_of_them(self) -> None:
        opened = open_pdf(pdf_of_pictures(5), asked(pictures=2))
        assert len(opened.pictures) == 2
        assert opened.unseen == 3

    @pytest.mark.parametrize("box", ["0 0 14400 14400", "0 0 1 14400", "0 0 0 0", "0 0 -5 -5", "0 0 1e9 1e9"])
    def test_of_any_size(self, box: str) -> None:
        opened = open_pdf(pdf_of_pictures(1).replace(b"0 0 612 792", box.encode()), asked())
        assert opened.status in ("ok", "broken")
        assert all(len(picture) < 5_000_000 for picture in opened.pictures)


class TestAPdfMadeToBreakReaders:
    """...costs little."""

    def test_a_page_tree_that_holds_itself(self) -> None:
        tree = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 9/Kids[2 0 R 2 0 R]>>"]
        assert open_pdf(joined(tree), asked()).text == ""

    def test_a_count_that_lies(self) -> None:
        opened = open_pdf(pdf("one page").replace(b"/Count 1/", b"/Count 900000/"), asked())
        assert opened.read <= 300

    def test_a_stream_that_unpacks_without_end(self) -> None:
        page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>"
        bomb = [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
            page,
            squeezed(b"q Q " * 5_000_000),
        ]
        assert open_pdf(joined(bomb), asked()).status == "ok"
