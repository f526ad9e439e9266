"""Reading what came with a message: what is found in it, and what its sender is told."""

import asyncio
import shutil
from datetime import UTC, datetime

import pytest

from app.models.reading.reader import CHARACTERS, LARGEST, File, Reader, Reading
from tests.models.reading.samples import pdf, pdf_of_pictures, png, printed, scanned, zipped

NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)
needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract-ocr isn't installed")
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
LETTER = zipped({"word/document.xml": f"<w:document {W}><w:p><w:r><w:t>Dear Ama,</w:t></w:r></w:p></w:document>"})


async def read(data: bytes, name: str = "", *, sees: bool = False, language: str = "en") -> Reading:
    return await Reader().read(File(name, data), language=language, sees=sees, now=NOW)


class TestWords:
    """...are found whatever the file is."""

    @pytest.mark.parametrize(
        ("data", "kind", "text"),
        [
            (b"milk\r\nbread", "text", "milk\nbread"),
            (b'{"milk": 2}', "text", '{"milk": 2}'),
            (b"BEGIN:VCARD\nFN:Ama\nEND:VCARD", "text", "BEGIN:VCARD\nFN:Ama\nEND:VCARD"),
            ("Größe;Straße".encode("cp1252"), "text", "Größe;Straße"),
            ("会议定于下周三举行".encode("gb18030"), "text", "会议定于下周三举行"),
            (b"<html><body><p>milk", "html", "milk"),
            (LETTER, "docx", "Dear Ama,"),
            (pdf("Pay 42 euros"), "pdf", "Pay 42 euros"),
        ],
    )
    async def test_of_a_file(self, data: bytes, kind: str, text: str) -> None:
        found = await read(data, "x")
        assert (found.kind, found.text, found.note, found.truncated) == (kind, text, "", False)

    async def test_of_a_long_text_are_its_beginning(self) -> None:
        found = await read(b"word " * 10_000, "log.txt")
        assert len(found.text) == CHARACTERS
        assert found.truncated
        assert found.note == "log.txt is long: I read its first 20,000 characters."

    async def test_of_a_long_document_are_its_first_pages(self) -> None:
        found = await read(pdf(*["word " * 200] * 60), "book.pdf")
        assert found.truncated
        assert found.pages == 60
        assert found.note.startswith("book.pdf is long: I read 2")
        assert found.note.endswith("of its 60 pages.")


class TestPictures:
    """...are for who can look, and read for the others."""

    async def test_a_photo_is_handed_on_as_it_is(self) -> None:
        found = await read(png(), sees=True)
        [picture] = found.pictures
        assert (picture.data, picture.media_type, found.text) == (png(), "image/png", "")

    async def test_a_scanned_document_is_handed_on_page_by_page(self) -> None:
        found = await read(pdf_of_pictures(12), "scan.pdf", sees=True)
        assert len(found.pictures) == 8
        assert found.note == "4 of the 12 pages of scan.pdf are pictures that I didn't look at."

    @needs_tesseract
    async def test_words_in_a_photo_are_read_where_nobody_can_look(self) -> None:
        found = await read(printed("Invoice 42 for green tea"))
        assert (found.text, found.pictures, found.note) == ("Invoice 42 for green tea", (), "")

    @needs_tesseract
    async def test_words_in_a_scanned_document_are_read_where_nobody_can_look(self) -> None:
        found = await read(scanned("Invoice 42 for green tea"), "scan.pdf")
        assert (found.text, found.pictures, found.note) == ("Invoice 42 for green tea", (), "")

    async def test_one_without_words_is_told_where_nobody_can_look(self) -> None:
        found = await read(png())
        assert found.note.startswith("I can't look at that picture: my present model doesn't see")

    async def test_one_that_is_too_large_to_show_is_told(self) -> None:
        found = await read(png() + bytes(5_000_000), "wall.png", sees=True)
        assert found.note == "wall.png is too large to look at: send pictures of up to 5 MB, or send it as a photo."
        assert not found.pictures


class TestWhatIsNotRead:
    """...is told in one sentence that says what works."""

    @pytest.mark.parametrize(
        ("data", "kind", "words"),
        [
            (b"", "empty", "f.x is empty."),
            (b"\x7fELF" + bytes(500), "text", "I can't open f.x. PDF, Word,"),
            (zipped({"a.txt": "a"}), "archive", "I don't unpack archives such as f.x."),
            (b"\0\0\0\x20ftypisom" + bytes(50), "film", "I can't watch f.x."),
            (pdf("secret", password="p"), "pdf", "f.x is locked with a password"),
            (b"%PDF-1.7 nothing", "pdf", "f.x is damaged"),
            (zipped({"word/document.xml": "<w"}), "docx", "f.x is damaged"),
            (zipped({"word/document.xml": b" " * 50_000_000}), "docx", "f.x unpacks to far more"),
            (b"<html></html>", "html", "I found no words in f.x."),
        ],
    )
    async def test_by_kind(self, data: bytes, kind: str, words: str) -> None:
        found = await read(data, "f.x")
        assert (found.kind, found.text, found.pictures) == (kind, "", ())
        assert found.note.startswith(words)
        assert not found.note.startswith(("I'm sorry", "Unfortunately"))

    async def test_too_large(self) -> None:
        found = await read(b"x" * (LARGEST + 1), "f.x")
        assert found.note == "f.x is too large: I open files of up to 20 MB."


async def test_several_files_at_once_each_get_their_own_answer() -> None:
    reader = Reader()
    files = [File(f"{number}.pdf", pdf(f"Page of file {number}")) for number in range(6)]
    found = await asyncio.gather(*(reader.read(file, language="en", sees=False, now=NOW) for file in files))
    assert [one.text for one in found] == [f"Page of file {number}" for number in range(6)]
