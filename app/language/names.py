"""Names as they are said with an ending: whose something is, or several. Pure."""

import re

_POSSESSIVE = re.compile(r"['’]s?\Z")
_SHORT = 3  # characters, of which no "s" is taken


def without_possessive(words: str) -> str:
    """ "Ama's" as "Ama"."""
    return _POSSESSIVE.sub("", words)


def without_s(word: str) -> str:
    """ "kofis" and "newsletters" without the end that may be none of their own; what is short or ends otherwise as it is."""
    return word[:-1] if len(word) > _SHORT and word.endswith("s") and not word.endswith("ss") else word
