"""What a file's sender is told when a file isn't read, or not all of it."""

import re

TOO_LARGE = "{name} is too large: I open files of up to {limit} MB."
PICTURE_TOO_LARGE = "{name} is too large to look at: send pictures of up to {limit} MB, or send it as a photo."
CUT = "{name} is long: I read its first {characters:,} characters."
PAGES_CUT = "{name} is long: I read {read} of its {pages} pages."
PAGES_UNSEEN = "{unseen} of the {pages} pages of {name} are pictures that I didn't look at."
TOO_HARD = (
    "I couldn't get {name} open: it is damaged, or too complicated for me. A simpler export of it, or its text, works."
)
SCANNED = "{name} holds pictures of pages and no text, and nobody here can look at them. With tesseract-ocr installed I can read those."
UNSEEN = "I can't look at {name}: my present model doesn't see. With tesseract-ocr installed I can read the words in a picture."
NO_WORDS_SEEN = "I can't look at {name}: my present model doesn't see, and I found no words in it."
WORDLESS = "I found no words in {name}."
NOT_TEXT = "I can't open {name}. PDF, Word, Excel, PowerPoint, web pages, text and pictures work."
CLOSED = {
    "locked": "{name} is locked with a password, so I can't read it. Send it without one and I will.",
    "broken": "{name} is damaged, so I can't open it. Send it again, or send its text.",
    "huge": "{name} unpacks to far more than I can take in, so I left it closed. Its text works.",
    "missing": "I can't open {name} here: the reader for it isn't installed. Its text works.",
}
NOT_OPENED = {
    "empty": "{name} is empty.",
    "archive": "I don't unpack archives such as {name}. Send the file inside it.",
    "film": "I can't watch {name}. A voice note, a picture or text works.",
    "sound": "I can't read {name}: it is a recording.",
}
_USUAL_NAMES = {"picture": "that picture", "sound": "that recording", "film": "that film", "pdf": "that PDF"}
_UNFIT = re.compile(r"[\s\[\]{}<>`|\x00-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+")
_LONGEST_NAME = 80


def called(name: str, kind: str = "") -> str:
    """A file's name as it may stand in a sentence: one line, no brackets, not endless. Without one, what it is."""
    fit = _UNFIT.sub(" ", name).strip()
    if len(fit) > _LONGEST_NAME:
        beginning, dot, ending = fit.rpartition(".")
        kept = f"{dot}{ending}" if dot and len(ending) <= 8 else ""
        fit = f"{(beginning or fit)[: _LONGEST_NAME - len(kept) - 1]}…{kept}"
    return fit or _USUAL_NAMES.get(kind, "that file")
