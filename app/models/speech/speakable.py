"""Written text as it is said: Markdown, links, code and pictures of faces make no sound.

Pure. `may_speak` is the rule for voice in → voice out.
"""

import re
import unicodedata

MOST_WORDS = 500
_CODE_BLOCK = re.compile(r"^[^\S\n]*(```|~~~)[^\n]*(?:\n.*?(?:^[^\S\n]*\1[^\n]*$|\Z)|\Z)", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"!?\[([^\[\]\n]{0,500})\]\([^()\n]{0,2000}(?:\([^()\n]{0,200}\)[^()\n]{0,200}){0,4}\)")
_ADDRESS = re.compile(r"(?:https?://|www\.)(?:www\.)?([^\s/?#<>()\[\]]+)[^\s<>()\[\]]*")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_BULLET = re.compile(r"^[^\S\n]*(?:(?:[-*+•·–]|#{1,6}|>+)\s+|>+\s*)", re.MULTILINE)
_BOX = re.compile(r"^[^\S\n]*\[[ xX]\]\s*", re.MULTILINE)
_RULE = re.compile(r"^[ \t\u00a0|:=*_+-]+$", re.MULTILINE)
_EMPHASIS = re.compile(r"(\*\*\*|\*\*|\*|~~|`+)(?=\S)(.{1,300}?)(?<=\S)\1")
_UNDERLINE = re.compile(r"(?<![\w_])(__|_)(?=\S)(.{1,300}?)(?<=\S)\1(?![\w_])")
_BAR = re.compile(r"[^\S\n]*\|[^\S\n]*")
_VARIANTS = "\ufe0e\ufe0f"  # they choose between a sign and a picture of it
_SPACES = re.compile(r"[^\S\n]+")
_ENDED = tuple(".!?…:;,。！？،؟")
_CODE_LEFT_OUT = "\nThe code is in the message.\n"


def may_speak(text: str) -> bool:
    """Whether an answer is short enough to be said: at most 500 words, and something to say at all. Languages without
    spaces count two characters as a word."""
    spoken = speakable(text)
    words = len(spoken.split())
    dense = sum(unicodedata.east_asian_width(character) in "WF" for character in spoken)
    return bool(spoken) and words + dense // 2 <= MOST_WORDS


def speakable(text: str) -> str:
    """The words of a text, line by line; each line ends like a sentence, so that a list is not said in one breath."""
    text = _CODE_BLOCK.sub(_CODE_LEFT_OUT, text)
    text = _LINK.sub(r"\1", text)
    text = _ADDRESS.sub(r"\1", text)
    text = _TAG.sub("", text)
    text = _RULE.sub("", text)
    text = _BOX.sub("", _BULLET.sub("", text))
    for marks in (_EMPHASIS, _EMPHASIS, _UNDERLINE):
        text = marks.sub(r"\2", text)
    text = "".join(character for character in text if _sounds(character))
    lines = (_SPACES.sub(" ", _BAR.sub(", ", line)).strip(" ,") for line in text.split("\n"))
    return "\n".join(line if line.endswith(_ENDED) else f"{line}." for line in lines if line)


def _sounds(character: str) -> bool:
    """Pictures, their modifiers, and what steers a terminal or the direction of writing are silent."""
    if character == "\n":
        return True
    kind = unicodedata.category(character)
    return character in "°©®™\t" or not (kind in ("So", "Sk", "Cs", "Co", "Cn", "Cc", "Cf") or character in _VARIANTS)
