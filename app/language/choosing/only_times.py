"""A message, or its last line, that is a time and nothing else: "remind me to call Ama at 5", and then "tomorrow". Pure.

People send a request in pieces. Right behind what has a time such a piece is another time for it, or the half that was missing: an hour keeps the day,
a day keeps the hour.
"""

import re
from collections.abc import Sequence
from datetime import datetime

from app.language.choosing import connected
from app.language.choosing.meant_outside import moves_shown_event
from app.language.dialogue.leaning import corrected, lean
from app.language.dialogue.state import Before, calls_of
from app.language.orders import times
from app.language.orders.plan import Clause, Reading
from app.language.reader.reading import Part, Slot
from app.language.words.tokens import fold

_TIMED = frozenset(
    "set_reminder change_reminder add_tasks edit_task schedule_task change_schedule add_event change_event".split()
)
_LONGEST = 60  # characters of a time
_MOST_READ = 400  # of a message whose last line may be one
_SAID = re.compile(r"[^\W\d_]|\d[:.h]\d\d")  # a bare number may be anything
_BESIDE = frozenset(
    fold(word)
    for word in "then please pls plz instead rather sorry oh actually no wait ok okay at on for by i mean meant make it that better "
    "alors plutôt pardon non stp svp enfin en fait merci thanks".split()
)
_NOW = re.compile(r"\W*(?:right )?(?:now|maintenant)\W*", re.IGNORECASE)


def read(clause: Clause, before: Before) -> Reading | None:
    """What a message means that is only a time; None for any other, and where our question is open."""
    part = _only(clause.text, clause.now)
    if part is None or before.pending or "?" in before.reply:
        return None
    if _is_timed(before.asked) or (not calls_of(before.asked) and before.past and _is_timed(before.past[0])):
        event = moves_shown_event(part, before)
        return connected.asked(event, clause, before) if event else lean(part, clause, before)
    return None


def apart(text: str, now: datetime) -> tuple[str, Part | None]:
    """A message without the time that is its last line, and that time; the message and None where its last line is none."""
    head, _, last = text.rstrip().rpartition("\n") if len(text) <= _MOST_READ else ("", "", "")
    part = _only(last, now) if head.strip() else None
    return (head, part) if part else (text, None)


def with_time(reading: Reading, part: Part, clause: Clause) -> Reading | None:
    """What was asked for in the lines before, at that time; None where it takes none."""
    if not reading.calls or reading.calls[-1].tool not in _TIMED:
        return None
    return corrected(reading, part, clause)


def _only(text: str, now: datetime) -> Part | None:
    """The words as another time for what was done before; None where they say anything else."""
    said = text.strip(" \t\n,.!;:-–…")
    if not said or len(said) > _LONGEST or "?" in text or not _SAID.search(said) or _NOW.fullmatch(said):
        return None
    timed = times.cut(times.with_at(said), now)
    if not timed.found or {fold(word.strip(",.!")) for word in timed.rest.split()} - _BESIDE:
        return None
    words = timed.repeat if timed.repeat and not timed.when else " ".join(filter(None, (timed.repeat, timed.when)))
    return Part("amend", text, 0, len(text), (Slot("when", words, 0, len(words)),), 1.0)


def _is_timed(asked: Sequence[Reading]) -> bool:
    calls = calls_of(asked)
    return bool(calls) and calls[-1].tool in _TIMED
