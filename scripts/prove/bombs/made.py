"""The files, by name: each is made when it is asked for, as many of them are large."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_LAUGHS = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))
_BOMB = f'<!DOCTYPE a [<!ENTITY e0 "ha ha ha ha ha ha">{_LAUGHS}]>'
_MB = 1_000_000


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """An archive of these parts."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return target.getvalue()


def _odt(parts: Mapping[str, str | bytes]) -> bytes:
    """An OpenDocument text; what it is stands first and unpacked."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text", zipfile.ZIP_STORED)
        for name, data in parts.items():
            archive.writestr(name, data)
    return target.getvalue()


def docx(body: str, head: str = "") -> bytes:
    """A Word file with this body."""
    return zipped({"word/document.xml": f"{head}<w:document {_W}><w:body>{body}</w:body></w:document>"})


def xlsx(sheet: str, *, strings: str = "", styles: str = "", book: str = '<sheet name="A"/>') -> bytes:
    """An Excel file with one sheet."""
    parts = {"xl/workbook.xml": f"<workbook><sheets>{book}</sheets></workbook>"}
    parts["xl/worksheets/sheet1.xml"] = f"<worksheet><sheetData>{sheet}</sheetData></worksheet>"
    parts |= {"xl/sharedStrings.xml": f"<sst>{strings}</sst>"} if strings else {}
    parts |= {"xl/styles.xml": f"<styleSheet>{styles}</styleSheet>"} if styles else {}
    return zipped(parts)


def _overlapping(name: str, count: int, inside: bytes, mark: str) -> bytes:
    """An archive whose directory names the same packed bytes again and again; `mark` is a name that says what it is."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(inside) + packer.flush()
    sizes = struct.pack("<III", zlib.crc32(inside), len(packed), len(inside))
    first = name.format(1).encode()
    local = b"PK\x03\x04" + struct.pack("<HHHHH", 20, 0, 8, 0, 33) + sizes + struct.pack("<HH", len(first), 0) + first
    rows = list[bytes]()
    for number in range(1, count + 1):
        called = name.format(number).encode() if number > 1 else first
        head = b"PK\x01\x02" + struct.pack("<HHHHHH", 20, 20, 0, 8, 0, 33) + sizes
        rows.append(head + struct.pack("<HHHHHII", len(called), 0, 0, 0, 0, 0, 0) + called)
    directory = b"".join(rows)
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(local + packed), len(mark))
    return local + packed + directory + end + mark.encode()


def _many_entries() -> bytes:
    """An archive of a quarter of a million names."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("word/document.xml", "<a/>")
    whole = target.getvalue()
    begin = whole.index(b"PK\x01\x02")
    row = whole[begin : whole.index(b"PK\x05\x06")]
    count = 250_000
    size = len(row) * count
    end = struct.pack("<4sQHHLLQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count, size, begin)
    place = struct.pack("<4sLQL", b"PK\x06\x07", 0, begin + size, 1)
    last = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 65_535, 65_535, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return whole[:begin] + row * count + end + place + last


def pdf(*objects: bytes) -> bytes:
    """Numbered objects with their table; the first is the catalogue."""
    body, places = b"%PDF-1.4\n", list[int]()
    for number, one in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    tail = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (size, len(body))
    return body + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + tail


_ROOT, _PAGES = b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 1/Kids[3 0 R]>>"
_FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"


def _page(more: bytes = b"", box: bytes = b"0 0 612 792") -> bytes:
    inside = b"/Resources<</Font<</F 5 0 R>>/XObject<</I 6 0 R>>>>"
    return b"<</Type/Page/Parent 2 0 R/MediaBox[%s]/Contents 4 0 R%s%s>>" % (box, inside, more)


def _stream(head: bytes, data: bytes) -> bytes:
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(data), head, data)


def _packed(data: bytes, times: int = 1) -> bytes:
    for _ in range(times):
        data = zlib.compress(data, 9)
    return _stream(b"/Filter[%s]" % (b"/FlateDecode " * times), data)


def _pdf_of(content: bytes, picture: bytes = b"null", box: bytes = b"0 0 612 792") -> bytes:
    return pdf(_ROOT, _PAGES, _page(box=box), content, _FONT, picture)


def _picture_pdf(side: int, space: bytes = b"/DeviceGray", bits: int = 8) -> bytes:
    head = b"/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace%s/BitsPerComponent %d/Filter/FlateDecode" % (
        side,
        side,
        space,
        bits,
    )
    row = side * bits // 8 * (3 if space == b"/DeviceRGB" else 1)
    return _pdf_of(_stream(b"", b"q 600 0 0 700 0 0 cm /I Do Q"), _stream(head, _zeros(row * side)))


def _zeros(count: int) -> bytes:
    packer, out = zlib.compressobj(9), list[bytes]()
    piece = bytes(10 * _MB)
    for _ in range(count // len(piece)):
        out.append(packer.compress(piece))
    out.append(packer.compress(bytes(count % len(piece))))
    return b"".join((*out, packer.flush()))


def png(side: int) -> bytes:
    """A grey picture of so many pixels a side, all black."""
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", _zeros((side + 1) * side)), (b"IEND", b""))
    drawn = (struct.pack(">I", len(b)) + n + b + struct.pack(">I", zlib.crc32(n + b)) for n, b in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(drawn)


def _nested_forms(depth: int) -> bytes:
    """A page whose form draws the next one ten times, and so on."""
    forms = list[bytes]()
    for number in range(depth):
        head = b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</XObject<</I %d 0 R>>/Font<</F 5 0 R>>>>" % (
            7 + number
        )
        forms.append(_stream(head, b"/I Do " * 10 if number < depth - 1 else b"BT /F 12 Tf (ha) Tj ET "))
    return pdf(_ROOT, _PAGES, _page(), _stream(b"", b"/I Do"), _FONT, *forms)


def _deep_pages(depth: int) -> bytes:
    kids = [b"<</Type/Pages/Count 1/Kids[%d 0 R]>>" % (3 + number) for number in range(depth)]
    return pdf(_ROOT, *kids, b"<</Type/Page/MediaBox[0 0 9 9]>>")


def _many_pages(count: int) -> bytes:
    kids = b"3 0 R " * count
    return pdf(
        _ROOT, b"<</Type/Pages/Count %d/Kids[%s]>>" % (count, kids), _page(), _stream(b"", b"BT ET"), _FONT, b"null"
    )


def _cells(value: str) -> str:
    return "<row>" + f"<c t='s'><v>{value}</v></c>" * 100 + "</row>"


FILES: Mapping[str, Callable[[], bytes]] = {
    "docx of one part of 900 MB": lambda: zipped({"word/document.xml": b" " * (900 * _MB)}),
    "docx of 6,000,000 empty paragraphs": lambda: docx("<w:p/>" * 6_000_000),
    "docx of 6,000,000 marks without words": lambda: docx("<w:x/>" * 6_000_000),
    "docx of one paragraph of 5,000,000 runs": lambda: docx("<w:p>" + "<w:r/>" * 5_000_000 + "</w:p>"),
    "docx of one paragraph of 39 MB": lambda: docx(f"<w:p><w:r><w:t>{'ha ' * 13_000_000}</w:t></w:r></w:p>"),
    "docx nested 2,000,000 deep": lambda: docx("<w:x>" * 2_000_000 + "</w:x>" * 2_000_000),
    "docx of paragraphs in paragraphs": lambda: docx("<w:p>" * 1_500_000 + "</w:p>" * 1_500_000),
    "docx of 3,000,000 attributes": lambda: docx("<w:p " + " ".join(f"a{n}=''" for n in range(3_000_000)) + "/>"),
    "docx of entities in UTF-8": lambda: zipped({"word/document.xml": f"{_BOMB}<a>&e8;</a>"}),
    "docx of entities in UTF-16": lambda: zipped(
        {"word/document.xml": f"{_BOMB}<p><r/><t>{'&e5;' * 200_000}</t></p>".encode("utf-16")}
    ),
    "docx of entities padded in UTF-16": lambda: zipped(
        {"word/document.xml": f"{_BOMB}<p><r/><t>{' ' * 9_000_000}{'&e5;' * 500}</t></p>".encode("utf-16")}
    ),
    "docx of outside parts": lambda: zipped(
        {
            "word/document.xml": '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'.encode("utf-16"),
            "word/_rels/document.xml.rels": '<R><Relationship TargetMode="External" Target="http://127.0.0.1:9/"/></R>',
        }
    ),
    "docx with 250,000 entries": _many_entries,
    "odt nested 500,000 deep": lambda: _odt(
        {
            "content.xml": f"<a xmlns:t='t'><t:p>{'<t:s>' * 500_000}{'</t:s>' * 500_000}</t:p></a>",
        }
    ),
    "pptx of 2,000 wordless slides of 39 MB, one over the other": lambda: _overlapping(
        "ppt/slides/slide{}.xml", 2_000, b"<a>" + b" " * (39 * _MB) + b"</a>", "ppt/presentation.xml"
    ),
    "xlsx of one string of 30 MB in each cell": lambda: xlsx(
        _cells("0") * 100, strings=f"<si><t>{'ha ' * 10_000_000}</t></si>"
    ),
    "xlsx of 4,000,000 strings": lambda: xlsx(_cells("1") * 10, strings="<si><t/></si>" * 3_000_000),
    "xlsx of one string of 6,000,000 pieces": lambda: xlsx(_cells("0"), strings=f"<si>{'<t/>' * 6_000_000}</si>"),
    "xlsx of a row of 5,000,000 cells": lambda: xlsx(f"<row>{'<c/>' * 5_000_000}</row>"),
    "xlsx of 5,000,000 empty rows": lambda: xlsx("<row/>" * 5_000_000),
    "xlsx of 2,000,000 sheets": lambda: xlsx(_cells("1"), book='<sheet name="A"/>' * 2_000_000),
    "xlsx of 2,000,000 styles": lambda: xlsx(
        _cells("1"), styles="<cellXfs>" + '<xf numFmtId="1"/>' * 1_900_000 + "</cellXfs>"
    ),
    "pdf of 2,000,000,000 pages, as it says": lambda: pdf(
        _ROOT, b"<</Type/Pages/Count 2000000000/Kids[3 0 R]>>", _page(), _stream(b"", b"BT ET"), _FONT, b"null"
    ),
    "pdf of 500,000 pages without words": lambda: _many_pages(500_000),
    "pdf whose pages are inside themselves": lambda: pdf(_ROOT, b"<</Type/Pages/Count 9/Kids[2 0 R 2 0 R]>>"),
    "pdf of a page tree 20,000 deep": lambda: _deep_pages(20_000),
    "pdf whose page draws itself": lambda: _pdf_of(
        _stream(b"", b"/I Do"),
        _stream(
            b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</I 6 0 R>>>>",
            b"/I Do /I Do",
        ),
    ),
    "pdf of forms ten times ten times ten": lambda: _nested_forms(8),
    "pdf of a stream of 1 GB": lambda: _pdf_of(_stream(b"/Filter/FlateDecode", _zeros(1_000 * _MB))),
    "pdf of a stream of 1 GB, packed three times": lambda: _pdf_of(
        _stream(b"/Filter[/FlateDecode/FlateDecode/FlateDecode]", zlib.compress(zlib.compress(_zeros(1_000 * _MB))))
    ),
    "pdf of 5,000,000 words on one page": lambda: _pdf_of(
        _packed(b"BT /F 1 Tf " + b"1 0 0 1 9 9 Tm (ha ha)Tj " * 2_000_000 + b"ET")
    ),
    "pdf of 3,000,000 lines drawn on one page": lambda: _pdf_of(_packed(b"0 0 m 600 700 l S " * 3_000_000)),
    "pdf of a picture of 30,000 by 30,000": lambda: _picture_pdf(30_000),
    "pdf of a coloured picture of 20,000 by 20,000": lambda: _picture_pdf(20_000, b"/DeviceRGB"),
    "pdf of a page of 1,000,000,000 by 1": lambda: _pdf_of(_stream(b"", b"BT ET"), box=b"0 0 1000000000 1"),
    "pdf of a page without a size": lambda: _pdf_of(_stream(b"", b"BT ET"), box=b"0 0 0 0"),
    "picture of 30,000 by 30,000": lambda: png(30_000),
    "picture of 8,000 by 8,000": lambda: png(8_000),
    "picture that says 2,000,000,000 by 2,000,000,000": lambda: png(8).replace(
        struct.pack(">II", 8, 8), struct.pack(">II", 2_000_000_000, 2_000_000_000)
    ),
    "html nested 1,000,000 deep": lambda: b"<html>" + b"<div>" * 600_000 + b"ha",
    "html of open comments": lambda: b"<html>" + b"<!--" * 750_000,
    "html of open marks": lambda: b"<html>" + b"<a " * 1_000_000,
    "html of open ends": lambda: b"<html>" + b"</" * 1_500_000,
    "html of declarations": lambda: b"<html>" + b"<![" * 1_000_000,
    "html of one open attribute": lambda: b"<html><a b='" + b"<a b='" * 500_000,
    "html of open scripts": lambda: b"<html><script>" + b"</" * 1_500_000,
    "html of ampersands": lambda: b"<html>" + b"&" * 3_000_000,
    "html of references": lambda: b"<html>" + b"&#" * 1_500_000,
    "html of questions": lambda: b"<html>" + b"<?" * 1_500_000,
    "html of open quotes": lambda: b"<html>" + b"<a b=\"c'" * 400_000,
    "html of open heads": lambda: b"<html>" + b"<head>" * 500_000,
    "html of a number of 2,000,000 digits": lambda: b"<html>ha &#" + b"9" * 2_000_000 + b";",
    "html of blank lines": lambda: b"<html>" + b"\n \n\t" * 700_000,
    "json nested 9,000,000 deep": lambda: b"[" * 9_000_000,
    "text of 19 MB in one line": lambda: b"ha" * 9_500_000,
    "text of strange letters": lambda: bytes(range(128, 255)) * 150_000,
    "captions of one open voice": lambda: b"WEBVTT\n\n00:01.000 --> 00:02.000\n" + (b"<v" + b" " * 1_990 + b"\n") * 900,
    "captions of 200,000 lines in one": lambda: b"WEBVTT\n\n00:01.000 --> 00:02.000\n" + b"Ana: a\n" * 250_000,
}
