"""What a message takes over from what was just shown: a time ("then", "those days"), a person ("him"), the other of two. Pure.

Only a time and a name are taken, of which the user sees on the card or in the answer what they came to; what is shown never says what is done.
"""

import re
from datetime import datetime

from app.language.choosing.mail import LISTED
from app.language.dialogue.state import Before
from app.language.orders import times

_OF_MAILS = frozenset(("search_mail", "find_in_accounts", "read_mail"))
_THEN = re.compile(
    r"\W*(?:for |on |at |around |pour |à )?(?:then|that (?:day|time|date|week|weekend)|th(?:ose|e same) (?:days?|dates?|times?)|the same (?:day|time)|ce jour-là|ces jours-là|à ce moment-là|ces dates(?:-là)?)\W*",
    re.IGNORECASE,
)
_SAYS_THEN = re.compile(
    r"\b(?:on then|that day|those days|those dates|at that time|around then|for then|for those days|ce jour-là|ces jours-là|à ce moment-là|ces dates(?:-là)?)\b|\bthen\W*\Z",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\W*(?:the |that |l['’])?(?:other|others|autre)(?: one)?\W*", re.IGNORECASE)
_HEAD = re.compile(r"^(?:From|Subject|Received|To|De|Objet|Reçu|À) ?: .*$", re.MULTILINE)
_QUOTE = re.compile(r"“(?P<said>[^”]{3,1500})")
_HOURS = re.compile(r"^- (?P<hours>\d{1,2}:\d{2}–\d{1,2}:\d{2}) ", re.MULTILINE)
_DAY = re.compile(r"^(?P<day>[^\n-][^\n]{2,60}):$", re.MULTILINE)
_WITH = re.compile(
    r"\b(?:with|avec|chez) (?P<who>[^\W\d_][\w.'’-]*(?: [A-ZÀ-Ý][\w.'’-]*)*)(?=[,.()]|\s+(?:#|\(|at|on|à)|\s*\Z)"
)
_SUBJECT = re.compile(r"^- [^:\n]{1,80}: (?P<subject>.+), [^,\n]+ (?:at|à) \d{2}:\d{2}[^\n]*\(#\d+\)$", re.MULTILINE)
_NAMES_DAY = re.compile(r"\d|day\b|tomorrow|tonight|noon|midnight|di\b|demain|midi", re.IGNORECASE)
_BESIDE = re.compile(r" ?\([^)]*\)")
_CLOCK = re.compile(r"\b(?:[01]?\d|2[0-3])[:h][0-5]\d\b")
_HAS_HOUR = re.compile(r"\d[:h.]\d\d|\b(?:at|à|between|entre)\b|\d ?[ap]m\b", re.IGNORECASE)
_LINES = 40
_MOST = 1_500  # characters of an answer


def is_then(words: str) -> bool:
    """Whether words name no time and point at one: "then", "those days"."""
    return _THEN.fullmatch(words) is not None


def says_then(text: str) -> bool:
    """Whether a text speaks of such a time: "is anything on then?"."""
    return _SAYS_THEN.search(text[:_MOST]) is not None


def time_shown(before: Before, now: datetime) -> str:
    """The time that was just told of, in its own words: of the one event shown, or the first that a mail says; "" where there is none."""
    shown = before.reply[:_MOST]
    hours = _HOURS.findall(shown)
    return time_of_mail(before, now) if not hours else _time_of_event(shown, now) if len(hours) == 1 else ""


def day_in(text: str, now: datetime) -> str:
    """The day that a text names, with its hour where it has one; "" for none."""
    found = times.cut(text[-_MOST:], now).when if text.strip() else ""
    return found if _NAMES_DAY.search(found) else ""


def _time_of_event(shown: str, now: datetime) -> str:
    hours = _HOURS.search(shown)
    if hours is None:
        return ""
    day = _DAY.search(shown[: hours.start()])
    return f"{times.cut(_BESIDE.sub('', day['day']), now).when} {hours['hours']}".strip() if day else hours["hours"]


def time_of_mail(before: Before, now: datetime) -> str:
    """The first time that the mail that was shown says; its hour may stand in a line below its day. "" where it says none."""
    shown = before.reply[:_MOST]
    quotes = "\n".join(one["said"] for one in _QUOTE.finditer(shown))
    subjects = "\n".join(one["subject"] for one in _SUBJECT.finditer(shown))
    said = f"{quotes}\n{subjects}" if quotes or subjects else _HEAD.sub("", shown)
    found = [times.cut(line, now).when for line in said.split("\n")[:_LINES] if line.strip()]
    at = next((place for place, one in enumerate(found) if _NAMES_DAY.search(one)), None)
    if at is None:
        return ""
    lines = [line for line in said.split("\n")[:_LINES] if line.strip()]
    below = _CLOCK.search(lines[at + 1]) if at + 1 < len(lines) else None
    if below is None or _HAS_HOUR.search(found[at]):
        return found[at]
    return times.merged(found[at], f"at {below[0]}", now)


def mail_shown(before: Before) -> str:
    """The one mail that was read, by its number or the words it was named by (in quotes), or the first that was shown; "" where none was."""
    read = next((str(call.arguments["mail"]) for call in reversed(before.calls) if "mail" in call.arguments), "")
    if read:
        return read if read.startswith("#") else f"“{read}”"
    shown = LISTED.search(before.reply[:_MOST]) if any(call.tool in _OF_MAILS for call in before.calls) else None
    return f"#{shown['number']}" if shown else ""


def person_shown(before: Before) -> str:
    """Whom what was shown is with: "Kofi" of "Lunch with Kofi"; "" where it is with nobody, or with several."""
    found = {one["who"] for shown in before.shown[:1] for one in [_WITH.search(shown.title)] if one}
    return found.pop() if len(found) == 1 and len(before.shown) == 1 else ""


def other(words: str, before: Before, taken: str) -> str:
    """ "The other one" of two that were shown, by its number: the one that `taken` does not name; "" for anything else."""
    if not _OTHER.fullmatch(words) or len(before.shown) != 2 or not taken:
        return ""
    named = [one for one in before.shown if taken.casefold() in one.title.casefold() or taken == f"#{one.number}"]
    left = [one for one in before.shown if one not in named]
    return f"#{left[0].number}" if len(named) == 1 else ""
