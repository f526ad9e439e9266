"""The child process for documents: answers in one shape, and is ended by the system when it takes too much."""

import sys

import pytest

from app.models.child import Child, ChildFailed
from app.models.reading.opened import Opened
from tests.models.reading.samples import pdf, pdf_of_pictures, zipped

EXTRACTING = "app.models.reading.extracting"


async def extracted(data: bytes, kind: str, **question: object) -> tuple[dict[str, object], bytes]:
    child = Child(EXTRACTING, idle_seconds=60)
    try:
        return await child.ask({"kind": kind, "characters": 20_000, **question}, data, seconds=60)
    finally:
        await child.close()


async def test_words_come_in_the_head_and_pictures_in_the_body() -> None:
    head, body = await extracted(pdf_of_pictures(2), "pdf", pictures=2)
    sizes = head.pop("sizes")
    assert isinstance(sizes, list)
    assert (sum(sizes), body[:4], body[sizes[0] : sizes[0] + 4]) == (len(body), b"\x89PNG", b"\x89PNG")
    assert Opened(**head, pictures=[]) == Opened("ok", pages=2, read=2)  # type: ignore[arg-type]


async def test_text_is_cut_to_what_was_asked_for() -> None:
    head, _ = await extracted(pdf("word " * 100), "pdf", characters=50)
    assert len(str(head["text"])) == 50
    assert head["cut"]


@pytest.mark.parametrize("kind", ["pdf", "docx", "xlsx", "pptx", "odt", "html", "picture"])
async def test_nothing_it_is_given_brings_it_down(kind: str) -> None:
    for data in (b"", b"%PDF-1.7 PK\x03\x04 <html>" * 100, bytes(2_000), zipped({"word/document.xml": "<"})):
        head, _ = await extracted(data, kind)
        assert head["status"] in ("ok", "broken", "missing")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to these limits")
async def test_a_document_that_takes_all_memory_ends_only_the_child() -> None:
    """Ten parts of a spreadsheet, each within its limit, whose strings together are not."""
    strings = b"<sst>" + b"<si><t>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</t></si>" * 700_000 + b"</sst>"
    try:
        head, _ = await extracted(zipped({"xl/workbook.xml": "<a/>", "xl/sharedStrings.xml": strings}), "xlsx")
    except ChildFailed:
        return
    assert head["status"] in ("ok", "broken", "huge")
