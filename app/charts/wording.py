"""Numbers and words as they stand in a picture: short, of one style with the answers, and never markup.

Widths are estimates in pixels that err on the wide side, because each reader's device has a font of its own.
"""

import re
import unicodedata
from html import escape

# What XML can't hold, and what would turn the words around it back to front.
_UNFIT = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]")
_SPACE = re.compile(r"\s+")
_WIDTHS = ((frozenset(" .,:;!|'`iIjl"), 0.31), (frozenset("frt()[]{}/-·"), 0.4), (frozenset("mwMW@%—…<>=+&#"), 0.92))
_WIDEST = 1.0  # of an em: a character of a script that fills its square
_CAPITAL, _USUAL = 0.7, 0.61
_THOUSAND = 1000
_HOUR = 60


def safe(text: str) -> str:
    """`text` as the content of an element: on one line, escaped, without what is unfit for XML."""
    return escape(one_line(text))


def one_line(text: str) -> str:
    """`text` without line breaks and without characters that are unfit for XML."""
    return _SPACE.sub(" ", _UNFIT.sub("", text)).strip()


def width(text: str, size: float) -> float:
    """About how wide `text` is, in a font of that size."""
    return size * sum(_em(character) for character in text)


def cut(text: str, room: float, size: float) -> str:
    """As much of `text` as fits, with "…" where something is missing."""
    shown = one_line(text[:400])
    if width(shown, size) <= room:
        return shown
    while shown and width(f"{shown}…", size) > room:
        shown = shown[:-1]
    return f"{shown.rstrip()}…"


def wrapped(text: str, room: float, size: float, *, most: int) -> list[str]:
    """`text` on up to `most` lines, the last cut where it is still too long."""
    lines: list[str] = []
    rest = one_line(text[:400]).split(" ")
    while rest and len(lines) < most - 1:
        line = [rest.pop(0)]
        while rest and width(" ".join([*line, rest[0]]), size) <= room:
            line.append(rest.pop(0))
        lines.append(cut(" ".join(line), room, size))
    return [*lines, cut(" ".join(rest), room, size)] if rest else lines


def figure(value: float, unit: str, *, decimals: int = 0) -> str:
    """A value as it is read: minutes as hours, thousands apart, a true minus."""
    shown = _hours(abs(value)) if unit == "min" else f"{abs(value):,.{decimals}f}"
    return f"−{shown}" if value < 0 and shown.strip("0.") else shown


def short_figure(value: float) -> str:
    """A large value in few characters: 12.3k, 1.2M."""
    for size, letter in ((_THOUSAND**3, "B"), (_THOUSAND**2, "M"), (_THOUSAND, "k")):
        if abs(value) >= size:
            return f"{value / size:.1f}".replace(".0", "").replace("-", "−") + letter
    return figure(value, "")


def clock_figure(minutes: float) -> str:
    """Minutes in few characters: 6:36."""
    hours, rest = divmod(round(abs(minutes)), _HOUR)
    return f"{'−' if minutes < 0 else ''}{hours:,}:{rest:02d}"


def _hours(minutes: float) -> str:
    hours, rest = divmod(round(minutes), _HOUR)
    if not hours:
        return f"{rest} min" if rest else "0"
    return f"{hours:,} h {rest:02d}" if rest else f"{hours:,} h"


def _em(character: str) -> float:
    for characters, em in _WIDTHS:
        if character in characters:
            return em
    if unicodedata.east_asian_width(character) in "WF":
        return _WIDEST
    return _CAPITAL if character.isupper() else _USUAL
