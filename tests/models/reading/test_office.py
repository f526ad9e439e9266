"""Word, OpenDocument and PowerPoint files, and what only looks like one."""

import pytest

from app.models.reading import parts
from app.models.reading.office import open_docx, open_odt, open_pptx
from app.models.reading.opened import Question
from tests.models.reading.samples import zipped

ASKED = Question("docx", 20_000)
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
O = (  # noqa: E741
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
)
A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="p"'


def docx(body: str) -> bytes:
    return zipped({"word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>"})


def paragraph(*runs: str) -> str:
    return f"<w:p>{''.join(f'<w:r>{run}</w:r>' for run in runs)}</w:p>"


class TestWord:
    """...a paragraph a line."""

    def test_paragraphs_tabs_and_breaks(self) -> None:
        body = paragraph("<w:t>Dear </w:t>", "<w:t>Ama,</w:t>") + paragraph(
            "<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t>"
        )
        assert open_docx(docx(body), ASKED).text == "Dear Ama,\na\tb\nc"

    def test_a_row_of_a_table_is_a_line(self) -> None:
        cell = "<w:tc>{}</w:tc>"
        row = "<w:tr>" + "".join(cell.format(paragraph(f"<w:t>{text}</w:t>")) for text in ("Tea", "3 €")) + "</w:tr>"
        assert open_docx(docx(f"<w:tbl>{row}{row}</w:tbl>"), ASKED).text == "Tea | 3 € | \nTea | 3 € |"

    def test_deletions_and_field_codes_are_not_read(self) -> None:
        body = paragraph("<w:t>kept</w:t>", "<w:delText>gone</w:delText>", "<w:instrText>PAGE</w:instrText>")
        assert open_docx(docx(body), ASKED).text == "kept"

    def test_no_more_is_read_than_is_wanted(self) -> None:
        body = paragraph("<w:t>" + "word " * 100 + "</w:t>") * 1_000
        assert len(open_docx(docx(body), ASKED).text) < 21_000


def test_open_document_with_spans_and_lists() -> None:
    content = (
        f"<office:document-content {O}><text:h>Plan</text:h><text:p>Buy <text:span>green</text:span> tea<text:line-break/>now</text:p>"
        "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></office:document-content>"
    )
    assert open_odt(zipped({"content.xml": content}), ASKED).text == "Plan\nBuy green tea\nnow\na |"


def test_slides_in_their_order() -> None:
    slide = f"<p:sld {A}><a:p><a:r><a:t>Slide {{}}</a:t></a:r></a:p></p:sld>"
    slides = {f"ppt/slides/slide{number}.xml": slide.format(number) for number in (10, 2, 1)}
    assert open_pptx(zipped(slides), ASKED).text == "Slide 1\nSlide 2\nSlide 10"


class TestWhatOnlyLooksLikeOne:
    """...is said to be damaged, and costs little."""

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"PK\x03\x04 no archive",
            zipped({"other.xml": "<a/>"}),
            zipped({"word/document.xml": "<w:p>never closed"}),
            zipped({"word/document.xml": "\0\1"}),
            zipped({"word/document.xml": '<!DOCTYPE a [<!ENTITY b "words">]><a>&b;</a>'}),
            docx("<w:p/>")[:-30],
            docx("<w:p/>").replace(b"document.xml", b"documemt.xml", 1),
        ],
    )
    def test_broken(self, data: bytes) -> None:
        assert open_docx(data, ASKED).status == "broken"

    def test_far_larger_inside(self) -> None:
        bomb = zipped({"word/document.xml": b"<a>" + b" " * 60_000_000 + b"</a>"})
        assert len(bomb) < 100_000
        assert open_docx(bomb, ASKED).status == "huge"

    def test_nested_without_end(self) -> None:
        assert open_docx(docx("<w:x>" * 100_000 + "</w:x>" * 100_000), ASKED).status == "broken"

    def test_entities_in_other_letters(self) -> None:
        """In UTF-16 no `<!DOCTYPE` is to be seen among the bytes."""
        bomb = '<!DOCTYPE a [<!ENTITY b "ha">]><p><r/><t>&b;</t></p>'.encode("utf-16")
        assert open_docx(zipped({"word/document.xml": bomb}), ASKED).status == "broken"
        outside = '<!DOCTYPE a SYSTEM "file:///etc/passwd"><p><r/><t>ha</t></p>'.encode("utf-16")
        assert open_docx(zipped({"word/document.xml": outside}), ASKED).status == "broken"

    def test_one_paragraph_of_more_marks_than_are_kept(self) -> None:
        assert open_docx(docx("<w:p>" + "<w:r/>" * 250_000 + "</w:p>"), ASKED).status == "huge"

    def test_more_marks_than_are_looked_at(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What was read until then counts."""
        monkeypatch.setattr(parts, "_MOST_ELEMENTS", 1_000)
        found = open_docx(docx(paragraph("<w:t>kept</w:t>") + "<w:x/>" * 2_000), ASKED)
        assert (found.status, found.text, found.cut) == ("ok", "kept", True)

    def test_a_mark_without_end(self) -> None:
        many = " ".join(f"a{number}=''" for number in range(400_000))
        assert open_docx(docx(f"<w:p {many}/>"), ASKED).status == "huge"

    def test_more_names_than_a_document_has(self) -> None:
        assert open_docx(docx("<w:p/>") + b"PK\x01\x02" * 20_001, ASKED).status == "huge"

    def test_parts_that_are_large_together(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(parts, "_MOST_OF_ALL", 5_000_000)
        slides = {f"ppt/slides/slide{number}.xml": b"<a>" + b" " * 2_000_000 + b"</a>" for number in range(5)}
        assert open_pptx(zipped(slides), ASKED).status == "huge"
