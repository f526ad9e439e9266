"""A change of an event in words: who is left out of it, how long it is, several of these at once. Pure."""

import re

_LENGTH = re.compile(
    r"(?:make it |only |just |for )*(?P<length>(?:\d+(?:[.,]\d+)?|an?|half an|one|two|three|four|five) ?(?:minutes?|mins?|hours?|hrs?|h))"
    r"(?: will do| is enough| is fine| long| instead| only| please)*",
    re.IGNORECASE,
)
_WITHOUT = tuple(
    re.compile(rf"(?:no |oh |hm+ |wait |actually )*{pattern}(?: please| then| after all)?", re.IGNORECASE)
    for pattern in (
        r"(?:leave|take|keep) (?P<who>\w+) out(?: of (?:it|this|that))?",
        r"(?:leave|take) out (?P<who>\w+)",
        r"(?:without|drop|remove|skip|uninvite|not) (?P<who>\w+)",
        r"(?:sans|enlève|retire) (?P<who>\w+)",
        r"don'?t (?:ask|invite) (?P<who>\w+)",
    )
)
_SENTENCE = re.compile(r"[.;!]\s+|,\s*(?!\d)|\s+and (?=\d)")
_AND = re.compile(r"\A(?:(?:and|also|but|then|actually|no)\b[ ,]*)+", re.IGNORECASE)
_REASON = re.compile(r"(?:he|she|they|it|that|i|we|there|because|since)\b", re.IGNORECASE)


def length_in(said: str) -> str:
    """How long it is to be: "45 minutes will do"; "" where words say anything else."""
    found = _LENGTH.fullmatch(said)
    return found["length"] if found else ""


def left_out(said: str) -> str:
    """Who is not to come, casefolded: "leave Yaw out"; "" where words say anything else."""
    found = next(filter(None, (pattern.fullmatch(said) for pattern in _WITHOUT)), None)
    return found["who"].casefold() if found else ""


def pieces(said: str) -> list[str]:
    """The changes of a message, each by itself."""
    return [bare for piece in _SENTENCE.split(said) if (bare := _AND.sub("", piece.strip(" ,.!")))]


def is_reason(piece: str) -> bool:
    """Whether a piece may only say why."""
    return _REASON.match(piece) is not None
