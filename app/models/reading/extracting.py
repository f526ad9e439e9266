"""The child process that opens documents: PDF, office files and HTML become pages of text, and pages without text become pictures.

It runs for one document, within limits of memory and processor time that the system enforces: files lie about their sizes, nest
without end, and are made to break readers. It answers a status of one word; sentences are the parent's. Knows no user.
"""

from app.models.reading import ocr, office, pages, sheets, web
from app.models.reading.opened import Question
from app.models.serving import Answer, Head, limit, serve

_MEMORY = 512 * 1024 * 1024  # of addresses, for each process: one that reads words in pictures is another
_CPU_SECONDS = 10
_OPENERS = {
    "pdf": pages.open_pdf,
    "docx": office.open_docx,
    "odt": office.open_odt,
    "pptx": office.open_pptx,
    "xlsx": sheets.open_xlsx,
    "picture": ocr.open_picture,
    "html": web.open_html,
}


def main() -> None:
    """Serve until the parent is gone."""
    limit(memory=_MEMORY, cpu_seconds=_CPU_SECONDS)
    serve(extract)


def extract(head: Head, data: bytes) -> Answer:
    """Answer one question, whose head are the fields of `Question`; the answer's are those of `Opened`, its pictures' sizes in
    `sizes` and the pictures in the body."""
    question = Question(**head)
    opened = _OPENERS[question.kind](data, question)
    found = {
        "status": opened.status,
        "text": opened.text[: question.characters],
        "cut": opened.cut or len(opened.text) > question.characters,
        "pages": opened.pages,
        "read": opened.read,
        "unseen": opened.unseen,
        "sizes": [len(picture) for picture in opened.pictures],
    }
    return found, b"".join(opened.pictures)
