"""Words of others in what a tool tells: within a line of ours, and as lines of their own behind a mark. Pure.

Invariant: no words of others break out of the line that they stand in, and what has lines of its own has a mark before each. So a title, a comment or a
file can't pass for a row of a list, for somebody else's remark or for a sentence of ours, neither to a reader nor to the rules that read what was shown.
"""

import regex

MARK = "> "
_MOVES = regex.compile(r"[\p{Cc}\u202a-\u202e\u2066-\u2069--\t]", regex.V1)
_BREAKS = regex.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_ROUND = str.maketrans("()", "[]")


def within(text: str) -> str:
    """`text` on a line of ours: no break, and nothing that moves what stands beside it; marks that spell Hebrew or Arabic stay."""
    return _MOVES.sub(lambda found: f"‹U+{ord(found[0]):04X}›", " ".join(text.split()))


def bracketed(text: str) -> str:
    """`text` between brackets of ours, which it doesn't close."""
    return within(text).translate(_ROUND)


def block(text: str) -> str:
    """`text` as lines of its own, each behind the mark."""
    lines = [
        _MOVES.sub(lambda found: f"‹U+{ord(found[0]):04X}›", one.rstrip()) for one in _BREAKS.split(text.strip("\n"))
    ]
    return "\n".join(f"{MARK}{one}".rstrip() for one in lines)
