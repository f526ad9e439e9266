"""Quiet hours as their tool reads them: "de 22h à 7h" is "from 22:00 to 7:00". Pure."""

import re

from app.language.orders.numbers import in_digits

# How French says it -> how the tool reads it; in this order.
_ENGLISH: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?<!\w)(?:{said})(?!\w)", re.IGNORECASE), english)
    for said, english in (
        (r"(\d{1,2}) ?(?:h|heures?) ?(\d\d)", r"\1:\2"),
        (r"(\d{1,2}) ?(?:h|heures?)", r"\1:00"),
        (r"du matin", "am"),
        (r"du soir|de l['’]après-midi", "pm"),
        (r"minuit", "midnight"),
        (r"midi", "noon"),
        (r"jusqu['’](?:à|au)|à|a|et", "to"),
        (r"entre|de|dès", "from"),
        (r"avant", "before"),
        (r"après|à partir de", "after"),
    )
)
_FRENCH = re.compile(r"\d ?h|\b(?:heures?|minuit|midi|avant|après|entre|de)\b", re.IGNORECASE)
_FULL_HALF = re.compile(r"(\d{1,2}):00 (am|pm)\b")
_BEGIN_END = re.compile(
    r"\b(?:begin|start|commence)\w* (?:at |à )?(?P<start>\d[\d:.h]* ?(?:[ap]m)?) ?(?:and|to|et)? (?:end|finish|stop|finiss|termin)\w* (?:at |à )?(?P<end>\d[\d:.h]* ?(?:[ap]m)?)",
    re.IGNORECASE,
)
MOST_READ = 80  # characters of a time


def hours(words: str, within: str = "") -> str:
    """The words, French ones in the tool's; `within`: the order they stand in, which may say where they begin and where they end."""
    both = _BEGIN_END.search(within[:400])
    if both:
        words = f"from {both['start'].strip()} to {both['end'].strip()}"
    said = in_digits(words.strip(" ,.;!?")[:MOST_READ])
    if _FRENCH.search(said):
        for pattern, english in _ENGLISH:
            said = pattern.sub(english, said)
        said = _FULL_HALF.sub(r"\1 \2", said).replace("from to", "after")
    return said


def with_one(said: str, standing: str) -> str:
    """One hour in place of the nearer of the two that stand ("Quiet from 22:00 to 07:00"); more than one hour as it is."""
    known, hour = _STANDING.search(standing), _ONE_HOUR.fullmatch(said.strip())
    if known is None or hour is None:
        return said
    number = int(hour["hour"]) % 12 + 12 if (hour["half"] or "").casefold().startswith("p") else int(hour["hour"])
    far = {
        end: min(abs(number - int(known[end][:2])), 24 - abs(number - int(known[end][:2]))) for end in ("start", "end")
    }
    at = f"{number:02}:{hour['minute'] or '00'}"
    return f"{at}-{known['end']}" if far["start"] <= far["end"] else f"{known['start']}-{at}"


_STANDING = re.compile(r"from (?P<start>\d\d:\d\d) to (?P<end>\d\d:\d\d)")
_ONE_HOUR = re.compile(
    r"(?:at |to |from )?(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))? ?(?P<half>[ap]\.?m\.?)?", re.IGNORECASE
)
