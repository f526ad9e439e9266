"""Whether a mail wants something of its reader, and what, in a few words. By rules, without a model; pure.

What programs and lists send does not matter, whatever it says. Invariant: the words given back are ours, and of the mail's own only a time.
"""

from collections.abc import Collection
from datetime import datetime

from app.integrations.mail.letter import Letter
from app.language.time import phrases

_READ = 2_000  # characters
_FEW = 3  # people it went to, for it to be meant for each of them
_MOST_WORDS = 4  # of a time that is named
_SMALL = frozenset("by on at before until till the avant le la d'ici pour".split())
_NOBODY = ("noreply", "no-reply", "donotreply", "do-not-reply", "notifications", "mailer-daemon")


def why(letter: Letter, own: Collection[str], now: datetime) -> str:
    """ "asks you something, and names Friday", "written to you alone"; "" for what does not matter. `own`: the reader's addresses, in small
    letters; `now` is aware, on the reader's clock."""
    sender = letter.sender.address.casefold()
    if letter.automatic or letter.list_unsubscribe or sender in own or sender.partition("@")[0] in _NOBODY:
        return ""
    to = [one.address.casefold() for one in letter.to]
    is_direct = any(one in own for one in to) and len(to) + len(letter.cc) <= _FEW
    text = letter.text[:_READ]
    day = _named(text, now)
    reasons = ["asks you something"] if "?" in text and is_direct else []
    reasons += [f"names {day}"] if day and is_direct else []
    return ", and ".join(reasons) or ("written to you alone" if is_direct and len(to) + len(letter.cc) == 1 else "")


def _named(text: str, now: datetime) -> str:
    """The first time ahead that is named."""
    found = (one for one in phrases.find_times(text, now) if one.has_date and one.when >= now)
    said = (" ".join(word for word in one.text.split() if word.casefold() not in _SMALL) for one in found)
    return next((one for one in said if one and len(one.split()) <= _MOST_WORDS), "")
