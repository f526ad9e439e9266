"""Bytes of a text file as text, in the charset they were written in.

A mark at the beginning decides, then strict UTF-8. What is neither was written by a program of some region: the charset wins whose
text is made of the letters that a language of that region uses, and the reader's own region wins a draw. Pure; no media type is believed.
"""

import codecs
import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from app.models.reading.alphabets import ALPHABETS, COMMON, LEVEL_ONE, NEUTRAL, OTHER_SCRIPT

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: it begins with the same two bytes
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 32_768
_TELLING = 8_192  # as much as is compared: more decides nothing and takes longer
_PLAUSIBLE = 0.6
_OWN = 0.15  # what the reader's own language has in hand
_TEXT_CONTROLS = frozenset(b"\t\n\r\f\x0b\x1b\x1a")
_USUAL = "cp1252"
_SIGN_IN_WORD = re.compile(r"(?<=[^\W\d_])[¿¡³¹²ºª¦¨¬¶¸§±°©®™£¤¥«»](?=[^\W\d_])")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text and the charset it was written in."""

    text: str
    charset: str


def decoded(data: bytes, language: str = "en", *, cut: bool = False) -> Decoded | None:
    """The text of these bytes, or None when they are no text. `language` is the reader's; `cut`: more would follow."""
    for mark, charset in _MARKS:
        if data.startswith(mark):
            return Decoded(_text(data[len(mark) :], charset), charset)
    if wide := _wide(data):
        return Decoded(_text(data, wide), wide)
    if _binary(data[:_SAMPLE]):
        return None
    if _fits(data, "utf-8", cut=cut):
        return Decoded(_text(data, "utf-8"), "utf-8")
    telling = b"\n".join(line for line in data.splitlines() if not line.isascii())
    charset = _regional(telling[:_TELLING], language, cut=cut or len(telling) > _TELLING)
    return Decoded(_text(data, charset), charset)


def _wide(data: bytes) -> str:
    """UTF-16 without a mark shows as a zero in every second byte."""
    sample = data[:4_096]
    if len(sample) < 4:
        return ""
    even, odd = sample[0::2].count(0) / len(sample[0::2]), sample[1::2].count(0) / len(sample[1::2])
    if odd > 0.4 and even < 0.05:
        return "utf-16-le"
    return "utf-16-be" if even > 0.4 and odd < 0.05 else ""


def _binary(sample: bytes) -> bool:
    """Text holds no zeros and next to no other control characters."""
    controls = sum(byte < 32 and byte not in _TEXT_CONTROLS for byte in sample)
    return 0 in sample or controls * 50 > len(sample)


def _fits(data: bytes, charset: str, *, cut: bool) -> bool:
    """Whether all of it is valid; half a character is no fault at the end of what is cut."""
    try:
        codecs.getincrementaldecoder(charset)("strict").decode(data, final=not cut)
    except UnicodeDecodeError:
        return False
    return True


def _text(data: bytes, charset: str) -> str:
    return codecs.getincrementaldecoder(charset)("replace").decode(data, final=False)


def _regional(sample: bytes, language: str, *, cut: bool) -> str:
    """The charset whose text looks most like something people write."""
    best, most = _USUAL, _PLAUSIBLE
    for charset, spoken in sorted(ALPHABETS, key=lambda row: row[1] != language):
        if not _fits(sample, charset, cut=cut):
            continue
        score = _likeness(_text(sample, charset), charset, spoken) + (_OWN if spoken == language else 0)
        if score > most + 1e-9:
            best, most = charset, score
    return best


def _likeness(text: str, charset: str, language: str) -> float:
    """How many of the characters beyond ASCII this language writes: 1 for all of them, more for its commonest."""
    beyond = [character for character in text if character > "\x7f" and character not in NEUTRAL]
    if not beyond:
        return _PLAUSIBLE
    if language in LEVEL_ONE:
        usual = sum(_is_level_one(character, charset) for character in beyond)
    else:
        usual = sum(character.lower() in ALPHABETS[charset, language] for character in beyond)
    common = COMMON.get(language, frozenset())
    bonus = sum(character.lower() in common for character in beyond)
    odd = _humps(text) + _signs(text) + (_mixed(text) if language in OTHER_SCRIPT else 0)
    return (usual + bonus - odd) / len(beyond)


def _signs(text: str) -> int:
    """Signs in the middle of a word, other than the apostrophe."""
    return len(_SIGN_IN_WORD.findall(text))


def _mixed(text: str) -> int:
    """Letters beyond ASCII that stand beside one of ASCII."""
    return sum(max(pair) > "\x7f" and min(pair).isascii() and min(pair).isalpha() for pair in pairwise(text))


def _humps(text: str) -> int:
    """Capitals behind a small letter: how Cyrillic looks in the wrong one of its charsets."""
    return sum(after > "\x7f" and after.isupper() and before.islower() for before, after in pairwise(text))


@cache
def _is_level_one(character: str, charset: str) -> bool:
    """East Asian charsets keep everyday characters in their first rows and rare ones behind."""
    try:
        code = character.encode(charset)
    except UnicodeEncodeError:
        return False
    return len(code) == 2 and any(first <= code[0] <= last for first, last in LEVEL_ONE_ROWS[charset])


LEVEL_ONE_ROWS = {
    "gb18030": ((0xA1, 0xA3), (0xB0, 0xD7)),
    "big5": ((0xA1, 0xA3), (0xA4, 0xC6)),
    "cp932": ((0x81, 0x84), (0x88, 0x97)),
    "euc_jp": ((0xA1, 0xA5), (0xB0, 0xCF)),
    "euc_kr": ((0xA1, 0xA3), (0xB0, 0xC8)),
}
