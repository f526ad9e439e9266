"""Words in a picture, by the system's tesseract where it is installed. Runs in the child process only, and so within its limits.

Only words that it is fairly sure of count: a photo of a cat would be full of letters otherwise.
"""

import csv
import functools
import shutil
import subprocess
from itertools import groupby

from app.models.reading.opened import Opened, Question

_PLACES = "/usr/bin:/usr/local/bin:/opt/homebrew/bin"  # the process has no PATH of its own
_SECONDS = 20
_ENVIRONMENT = {"OMP_THREAD_LIMIT": "1"}  # each thread more would take addresses and time of its own
_SURE = 55  # of 100
_FEWEST_LETTERS = 3
# Tesseract names its languages by three letters.
_NAMES = {
    "en": "eng",
    "fr": "fra",
    "de": "deu",
    "es": "spa",
    "it": "ita",
    "pt": "por",
    "nl": "nld",
    "sv": "swe",
    "da": "dan",
    "nb": "nor",
    "no": "nor",
    "fi": "fin",
    "pl": "pol",
    "cs": "ces",
    "hu": "hun",
    "ro": "ron",
    "tr": "tur",
    "el": "ell",
    "ru": "rus",
    "uk": "ukr",
    "he": "heb",
    "ar": "ara",
    "hi": "hin",
    "th": "tha",
    "vi": "vie",
    "zh": "chi_sim",
    "ja": "jpn",
    "ko": "kor",
}


def program() -> str | None:
    """Where tesseract is, if it is installed."""
    return shutil.which("tesseract", path=_PLACES)


def open_picture(data: bytes, question: Question) -> Opened:
    """The words of a picture. "missing" without tesseract."""
    if program() is None:
        return Opened("missing")
    return Opened(text=words(data, question.language), pages=1, read=1)


def words(picture: bytes, language: str) -> str:
    """Lines of sure words; empty where there are none or the picture can't be read."""
    command = [program() or "tesseract", "stdin", "stdout", "-l", _languages(language), "--dpi", "200", "tsv"]
    try:
        done = subprocess.run(  # noqa: S603
            command, input=picture, capture_output=True, timeout=_SECONDS, check=True, env=_ENVIRONMENT
        )
    except (subprocess.SubprocessError, OSError):
        return ""
    rows = csv.DictReader(done.stdout.decode("utf-8", "replace").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    sure = [row for row in rows if (row["text"] or "").strip() and float(row["conf"] or -1) >= _SURE]
    lines = [
        " ".join(row["text"].strip() for row in line)
        for _, line in groupby(sure, key=lambda row: (row["block_num"], row["par_num"], row["line_num"]))
    ]
    text = "\n".join(lines)
    return text if sum(map(str.isalnum, text)) >= _FEWEST_LETTERS else ""


@functools.cache
def _languages(language: str) -> str:
    """The reader's language, if its data is installed, and English."""
    command = [program() or "tesseract", "--list-langs"]
    listed = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False, text=True).stdout.split()  # noqa: S603
    wanted = [name for name in (_NAMES.get(language, ""), "eng") if name in listed]
    return "+".join(dict.fromkeys(wanted)) or "eng"
