"""PDF by pdfium: the text of its pages, and pictures of those that were scanned. Runs in the child process only."""

import struct
import time
import zlib
from typing import Any

from app.models.reading import ocr
from app.models.reading.opened import Opened, Question

_MOST_PAGES = 300
_SECONDS = 20.0  # with what is read from pictures
_OWN_SECONDS = 6.0  # of processor time; what is over by then is told, before the system ends it all
_SCANNED = 12  # fewer characters than this on a page, and it is looked at
_LONGEST_SIDE = 1_800  # pixels
_DOTS = 200 / 72


def open_pdf(data: bytes, question: Question) -> Opened:
    """Pages in order until enough characters, pages or seconds are used up. A page that can't be read is left out."""
    try:
        import pypdfium2
    except ImportError:
        return Opened("missing")
    try:
        document = pypdfium2.PdfDocument(data)
        opened = Opened(pages=len(document))
    except pypdfium2.PdfiumError as problem:
        return Opened("locked" if "password" in str(problem).lower() else "broken")
    texts: list[str] = []
    until, own = time.monotonic() + _SECONDS, time.process_time() + _OWN_SECONDS
    while opened.read < min(opened.pages, _MOST_PAGES) and sum(map(len, texts)) <= question.characters:
        if time.monotonic() > until or time.process_time() > own:
            break
        try:
            texts.append(_text(document[opened.read], question, opened))
        except pypdfium2.PdfiumError:
            opened.cut = True
        opened.read += 1
    opened.text = "\n\n".join(text for text in texts if text)
    opened.cut = opened.cut or opened.read < opened.pages
    return opened


def _text(page: Any, question: Question, opened: Opened) -> str:
    """The words of a page. One that was scanned becomes a picture for who can look, else is read from its picture."""
    text = page.get_textpage().get_text_range().replace("\r\n", "\n").replace("\ufffe", "").strip()
    if len(text) >= _SCANNED:
        return text
    if not question.pictures or (question.ocr and ocr.program() is None):
        opened.unseen += 1
        return text
    question.pictures -= 1
    picture = grey_picture(page)
    if question.ocr:
        return ocr.words(picture, question.language) or text
    opened.pictures.append(picture)
    return text


def grey_picture(page: Any) -> bytes:
    """A grey PNG of a page, sharp enough for small print and never larger than that."""
    longest = max(page.get_size())
    scale = min(_DOTS, _LONGEST_SIDE / longest) if longest else 1.0
    bitmap = page.render(scale=scale, grayscale=True)
    rows = bytes(bitmap.buffer)
    lines = b"".join(
        b"\0" + rows[start : start + bitmap.width] for start in range(0, bitmap.stride * bitmap.height, bitmap.stride)
    )
    head = struct.pack(">IIBBBBB", bitmap.width, bitmap.height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in chunks)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
