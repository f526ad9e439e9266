"""Files for tests, made byte by byte: what a reader is given must not come from the reader's own library."""

import io
import struct
import zipfile
import zlib

import pypdf
import pypdfium2

from app.models.reading.pages import grey_picture

_DOTS = b"/Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8"
_FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"


def pdf(*pages: str, password: str = "", algorithm: str = "AES-256") -> bytes:
    """A PDF with one line of text a page, locked where a password is given."""
    plain = _pdf([_text(page) for page in pages])
    if not password:
        return plain
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(plain))
    writer.encrypt(password, "the owner's", algorithm=algorithm)
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()


def pdf_of_pictures(pages: int) -> bytes:
    """A PDF as a scanner makes it: a picture a page and no text."""
    return _pdf([b"q 400 0 0 400 100 200 cm /I Do Q"] * pages)


def scanned(words: str) -> bytes:
    """A PDF that holds a picture of printed words and nothing to copy out."""
    bitmap = pypdfium2.PdfDocument(pdf(words))[0].render(scale=3, grayscale=True)
    lines = bytes(bitmap.buffer)
    rows = [lines[start : start + bitmap.width] for start in range(0, bitmap.stride * bitmap.height, bitmap.stride)]
    head = f"/Type/XObject/Subtype/Image/Width {bitmap.width}/Height {bitmap.height}/ColorSpace/DeviceGray/BitsPerComponent 8"
    return _pdf([b"q 612 0 0 792 0 0 cm /I Do Q"], picture=_stream(head.encode(), b"".join(rows)))


def printed(words: str) -> bytes:
    """A picture of printed words."""
    return grey_picture(pypdfium2.PdfDocument(pdf(words))[0])


def _text(words: str) -> bytes:
    escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /F 12 Tf 72 720 Td ({escaped}) Tj ET".encode("cp1252")


def _pdf(contents: list[bytes], picture: bytes = b"") -> bytes:
    """Objects: catalogue, page tree, font, picture, then page and content by turns."""
    kids = b" ".join(b"%d 0 R" % (5 + 2 * number) for number in range(len(contents)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(contents), kids),
        _FONT,
        picture or _stream(_DOTS, b"\0\xff\xff\0"),
    ]
    for number, content in enumerate(contents):
        page = f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {6 + 2 * number} 0 R"
        objects += [f"{page}/Resources<</Font<</F 3 0 R>>/XObject<</I 4 0 R>>>>>>".encode(), _stream(b"", content)]
    return joined(objects)


def joined(objects: list[bytes]) -> bytes:
    """Numbered objects with their table of places; the first is the catalogue."""
    body, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    tail = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (size, len(body))
    return body + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + tail


def _stream(head: bytes, data: bytes) -> bytes:
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (head, len(data), data)


def squeezed(data: bytes) -> bytes:
    """A stream that unpacks to `data`."""
    packed = zlib.compress(data, 9)
    return b"<</Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (len(packed), packed)


def png(shade: int = 0) -> bytes:
    """A picture of one grey dot."""
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(bytes([0, shade]))),
        (b"IEND", b""),
    )
    packed = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """A ZIP of parts by their names."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    return target.getvalue()
