"""Whether a briefing that a model worded says what was found, and nothing that was not. Pure; knows no model.

Cautious: an hour, a number, a day, a name or a line that isn't in the material is an invention, and an hour that is left out is a promise
forgotten. The text that needs no model is then said instead, so a wrong suspicion costs some colour and no more.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from app.language.words.lexicon import either, lexicon
from app.learning.answers import stems
from app.memory.words import fold

LONGEST = 3_000
_LINE_SHARE, _SENTENCE_SHARE, _TOLD_SHARE = 0.5, 0.2, 0.6
_LONG_SENTENCE = 6  # telling words
_CLOCK = re.compile(r"\b(?P<hour>\d{1,2})[:.h](?P<minute>\d\d)\b(?:\s?(?P<half>[ap])\.?m\b\.?)?", re.IGNORECASE)
_FULL_HOUR = re.compile(r"\b(?P<hour>\d{1,2})\s?(?:h|heures?|uhr|o['’]?clock)\b", re.IGNORECASE)
_HALF_DAY = re.compile(r"\b(?P<hour>\d{1,2})\s?(?P<half>[ap])\.?\s?m\b\.?", re.IGNORECASE)
_WORDED = re.compile(
    r"\b(?P<part>half|quarter) (?P<way>past|to) (?P<hour>\w+)\b|\b(?P<named>noon|midday|midnight)\b", re.IGNORECASE
)
_AT = re.compile(r"\b(?:at|by|from|until|till) (?P<hour>\d{1,2})\b(?![:.h]\d|\s?[ap]\.?m\b)", re.IGNORECASE)
_HOUR_WORDS = {word: number for word, number in lexicon().numbers.items() if 1 <= number <= 12}
_NUMBER_WORDS = {word: number for word, number in _HOUR_WORDS.items() if number > 1}
_DAYS = re.compile(
    rf"\b(?:{either('weekday')})s?\b|\b(?:tomorrow|yesterday|next week|last week)\b|"
    rf"\b(?!may\b)(?:{either('month')})\b|\bmay (?=\d)|(?<=\d )may\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<![.!?:;…\n>“\"(*•–—-])(?<![.!?:;…\n>“\"(*•–—-] )(?<=[\w,’')] )(?P<name>[A-Z][\w’'-]+)")
_BULLET = re.compile(r"^[^\S\n]*(?:[-*•]|\d+[.)])\s+(?P<line>.+)$", re.MULTILINE)
_FOREIGN = re.compile(r"https?:|www\.|<\s*/?\s*[a-z]|\[APPROVAL|```", re.IGNORECASE)
_KNOWN_NAMES = frozenset(("i", "i'm", "i've", "i'll", "kwasi"))

Hour = tuple[int, int]


def fault(
    reply: str,
    shown: Sequence[str],
    *,
    hours: Collection[Hour] = (),
    counts: Collection[int] = (),
    lines: Sequence[str] = (),
) -> str:
    """What is wrong with a reply, in a word for the log; "" where nothing is.

    `shown` is all that its model was shown; `hours` must be said, and most of `lines` spoken of; `counts` are numbers that follow from
    the material.
    """
    if not reply.strip() or len(reply) > LONGEST:
        return "form"
    known = "\n".join(shown)
    checks = (
        ("form", _is_foreign(reply, known)),
        ("hour", not _hours_hold(reply, known)),
        ("left out", not _all_said(reply, hours) or not _most_told(reply, lines)),
        ("number", not _numbers(reply) <= _numbers(known) | set(counts)),
        ("day", not _days(reply) <= _days(known)),
        ("name", not _names(reply) <= set(fold(known).split())),
        ("line", not _lines_hold(reply, known)),
    )
    return next((name for name, is_wrong in checks if is_wrong), "")


def _is_foreign(reply: str, known: str) -> bool:
    """Whether it holds a link, a tag or a token that it was not shown."""
    return any(found[0].casefold() not in known.casefold() for found in _FOREIGN.finditer(reply))


def _hours_hold(reply: str, known: str) -> bool:
    there = {hour for readings in _hours(known) for hour in readings}
    return all(readings & there for readings in _hours(reply))


def _all_said(reply: str, hours: Collection[Hour]) -> bool:
    said = {hour for readings in _hours(reply) for hour in readings}
    return set(hours) <= said


def _most_told(reply: str, lines: Sequence[str]) -> bool:
    """Whether it speaks of most lines, each by one of its telling words at least."""
    told, telling = stems(reply), [words for line in lines if (words := stems(line))]
    return sum(bool(words & told) for words in telling) >= _TOLD_SHARE * len(telling)


def _hours(text: str) -> Iterator[set[Hour]]:
    """What each hour of a text may mean: "9" both of its halves of the day."""
    for found in _CLOCK.finditer(text):
        hour, minute = int(found["hour"]), int(found["minute"])
        yield {_in_half(hour, minute, found["half"])} if found["half"] else {(hour, minute), (hour % 12 + 12, minute)}
    rest = _CLOCK.sub(" ", text)
    for found in _HALF_DAY.finditer(rest):
        yield {_in_half(int(found["hour"]), 0, found["half"])}
    for found in (*_AT.finditer(rest), *_FULL_HOUR.finditer(rest)):
        hour = int(found["hour"])
        yield {(hour, 0), (hour % 12 + 12, 0)}
    for found in _WORDED.finditer(text):
        yield _spoken(found)


def _in_half(hour: int, minute: int, half: str) -> Hour:
    return hour % 12 + (12 if half.casefold() == "p" else 0), minute


def _spoken(found: re.Match[str]) -> set[Hour]:
    """ "half past nine", "quarter to ten", "noon"."""
    if found["named"]:
        return {(0, 0)} if found["named"].casefold() == "midnight" else {(12, 0)}
    word = found["hour"].casefold()
    hour = int(word) if word.isdecimal() else _HOUR_WORDS.get(word, 0)
    minute = 30 if found["part"].casefold() == "half" else 15
    if found["way"].casefold() == "to":
        hour, minute = hour - 1, 60 - minute
    return {(hour % 12, minute), (hour % 12 + 12, minute)}


def _numbers(text: str) -> set[int]:
    """Its numbers besides its hours, in digits or words; one is no number of anything."""
    rest = text
    for pattern in (_CLOCK, _HALF_DAY, _FULL_HOUR, _AT, _WORDED):
        rest = pattern.sub(" ", rest)
    worded = {_NUMBER_WORDS[word] for word in fold(rest).split() if word in _NUMBER_WORDS}
    return (worded | {int(digits) for digits in re.findall(r"\d{1,15}", rest)}) - {0, 1}


def _days(text: str) -> set[str]:
    return {found[0].strip().casefold().removesuffix("s") for found in _DAYS.finditer(text)}


def _names(reply: str) -> set[str]:
    """Words with a capital letter inside a sentence, folded."""
    names = {
        part
        for found in _NAME.finditer(reply)
        for part in fold(found["name"].removesuffix("'s").removesuffix("’s")).split()
    }
    return {name for name in names if name not in _KNOWN_NAMES and len(name) > 1 and not _DAYS.fullmatch(name)}


def _lines_hold(reply: str, known: str) -> bool:
    """Whether every listed line, and every long sentence, is made of words that were shown."""
    there = stems(known)
    lines = [(found["line"], _LINE_SHARE) for found in _BULLET.finditer(reply)]
    sentences = re.split(r"(?<=[.!?…])\s+|\n+", _BULLET.sub("", reply))
    lines += [(said, _SENTENCE_SHARE) for said in sentences if len(stems(said)) >= _LONG_SENTENCE]
    return all(not (told := stems(line)) or len(told & there) >= share * len(told) for line, share in lines)
