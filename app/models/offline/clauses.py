"""From a message to its clauses, each read: "add milk to my list and remind me at six to buy it" is two.

A joint ("and", a comma, a full stop) counts only where what follows is a request of its own, so "salt and pepper" stays one
enumeration and "call mum and dad" one reminder. What one clause names, the next may call "it".

Invariant: the cost is bounded (decision 23). There are more ways to take a message apart than can be tried, so what was read once is
remembered, and one message is read for so many characters in all; what had been understood by then is what is done.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from app.models.offline import joints, speech
from app.models.offline.intents import (
    adding,
    alerts,
    briefing,
    clock,
    facts,
    forgetting,
    health,
    journal,
    lists,
    notes,
    quiet,
    read_later,
    recall,
    reminders,
    reminding,
    schedules,
    scheduling,
    tasks,
    workers,
)
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import read_rows

MAX_CLAUSES = 40
REMEMBERED = 128  # a message is read again after its tools have run, and once more by the message that leans on it
LONGEST_CLAUSE = 2_000  # characters that the rules see of one clause; what is behind them is kept where a text is kept
MOST_READ = 24_000  # characters that are read of one message in all, its parts counted each time they are tried
_EACH = 40  # characters that the reading of a clause costs whatever its length

_REASON = re.compile(
    r"(?<=\w)\s+(?:because|cause|cos|as|since|(?:i|we|he|she|they)(?:'ve|'m|'re|'s| have| already| just| don't| found| got| had| no longer| can't| won't| am| are| is))\b.*\Z",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"[\s,.]+(?:(?:no|wait|sorry|actually|oops|scratch that)[\s,]+)+(?:make (?:it|that)|i mean(?:t)?|let's say)\s+(?P<new>.+)\Z",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:if|otherwise)\b", re.IGNORECASE)
# "add milk and eggs and" was sent too early, or is what is left of a longer one.
_LEFT_OPEN = re.compile(
    r"(?<=[\w.!?])(?:\s{1,3}|,\s{0,3})(?:and then|and also|and|then and|plus)[\s,]{0,3}\Z", re.IGNORECASE
)

Reader = Callable[[Clause], Reading | None]

# The first that answers wins: what is said in a fixed form stands before what could be anything.
READERS: tuple[Reader, ...] = (
    clock.reckon,
    lambda clause: read_rows(briefing.ROWS, clause),
    lambda clause: read_rows(workers.ROWS, clause),
    lambda clause: read_rows(journal.ROWS, clause),
    lambda clause: read_rows(recall.TAKING_BACK, clause),
    health.ask,
    scheduling.set_one,
    lambda clause: read_rows(schedules.ROWS, clause),
    lambda clause: read_rows(quiet.ROWS, clause),
    lambda clause: read_rows(alerts.ROWS, clause),
    lambda clause: read_rows(reminders.ROWS, clause),
    reminding.set_one,
    lambda clause: read_rows(read_later.ROWS, clause),
    lambda clause: read_rows(clock.ROWS, clause),
    lambda clause: read_rows(notes.ROWS, clause),
    clock.date_question,
    lambda clause: read_rows(forgetting.ROWS, clause),
    lambda clause: read_rows(facts.TOLD, clause),
    lambda clause: read_rows(lists.ROWS, clause),
    lambda clause: read_rows(tasks.ROWS, clause),
    lambda clause: read_rows(adding.ROWS, clause),
    lambda clause: read_rows(recall.ROWS, clause),
    lambda clause: read_rows(facts.ROWS, clause),
    lambda clause: read_rows(adding.OFFERS, clause),
)


@lru_cache(maxsize=REMEMBERED)
def read_all(clause: Clause) -> tuple[Reading, ...]:
    """The readings of a message, in order; empty when nothing in it is understood. The last says whether more was said than was read."""
    search = _Search()
    found = search.read(replace(clause, text=_LEFT_OPEN.sub("", clause.text) or clause.text))
    understood = tuple(reading for reading in search.longest if not reading.question) if search.left < 0 else ()
    readings = understood or found
    return (*readings[:-1], replace(readings[-1], is_cut=True)) if readings and search.is_spent else readings


@dataclass(slots=True)
class _Search:
    """The ways to take one message apart, tried from the left: the first that makes sense to its end is taken.

    What a part means is worked out once, whichever way leads to it. When all that may be read has been, the way of the most clauses
    stands as far as it came: the others make two requests one.
    """

    left: int = MOST_READ
    is_spent: bool = False
    longest: tuple[Reading, ...] = ()
    _way: list[Reading] = field(default_factory=list[Reading])
    _parts: dict[Clause, tuple[Reading, ...]] = field(default_factory=dict[Clause, tuple[Reading, ...]])
    _ones: dict[Clause, Reading | None] = field(default_factory=dict[Clause, Reading | None])

    def read(self, clause: Clause) -> tuple[Reading, ...]:
        """The readings of a part of the message, in order."""
        key = replace(clause, depth=min(clause.depth, 1))
        if key not in self._parts:
            self._parts[key] = self._read(clause)
        return self._parts[key]

    def _read(self, clause: Clause) -> tuple[Reading, ...]:
        whole = self._undivided(clause)
        if whole:
            return whole
        for left, right, is_stop in self._halves(clause):
            beginning = replace(clause, text=left)
            first = self.one(beginning) or joints.told(beginning, right)
            if first is None and joints.is_preamble(left, right, is_stop=is_stop):
                # A sentence that means nothing to us: what follows stands alone, and this is not tried again further on.
                rest = self.read(replace(clause, text=right, depth=clause.depth + 1))
                return _led_up_to(left, rest, clause) or self._alone(clause)
            readings = self._first_and_rest(beginning, first, right, is_stop=is_stop) if first else ()
            if readings:
                return readings
        return self._alone(clause)

    def one(self, clause: Clause) -> Reading | None:
        """What one clause means, once all that may be read is not used up."""
        if clause not in self._ones:
            self._ones[clause] = read_one(clause) if self._may_read(clause.text) else None
        return self._ones[clause]

    def _may_read(self, text: str) -> bool:
        self.left -= min(len(text), LONGEST_CLAUSE) + _EACH
        self.is_spent = self.is_spent or self.left < 0
        return not self.is_spent

    def _halves(self, clause: Clause) -> Iterator[tuple[str, str, bool]]:
        """Each way to take the clause apart at one joint, while there is something left to read it with."""
        for halves in joints.halves(clause.text):
            self.is_spent = self.is_spent or clause.depth >= MAX_CLAUSES
            if self.is_spent:
                return
            yield halves

    def _undivided(self, clause: Clause) -> tuple[Reading, ...]:
        """What only the whole says: an order with its time, "if not, add it", and what is put right in the same breath."""
        scheduled = self._scheduled(clause)
        if scheduled is not None:
            return (scheduled,)
        if _CONDITION.search(clause.text, 0, joints.AHEAD) and (whole := self.one(clause)) is not None and whole.later:
            return (whole,)
        return self._corrected(clause)

    def _scheduled(self, clause: Clause) -> Reading | None:
        if len(clause.text) > (joints.AHEAD if clause.depth else LONGEST_CLAUSE) or not self._may_read(clause.text):
            return None
        return scheduling.set_one(replace(clause, text=speech.bare(clause.text)))

    def _corrected(self, clause: Clause) -> tuple[Reading, ...]:
        """ "in ten minutes to move the car no make it fifteen": said and put right in one breath."""
        found = _CORRECTION.search(clause.text) if not clause.depth and len(clause.text) <= LONGEST_CLAUSE else None
        if found is None:
            return ()
        readings = self.read(replace(clause, text=clause.text[: found.start()], depth=1))
        again = reminding.put_right(readings[-1], found["new"], clause.now) if readings else None
        return (*readings[:-1], again) if again else ()

    def _first_and_rest(self, left: Clause, first: Reading, right: str, *, is_stop: bool) -> tuple[Reading, ...]:
        """Both sides, or the first where the rest only says why or can't be read any more."""
        readings = self._joined(left, first, right, is_stop=is_stop)
        return readings or ((first,) if self.is_spent or joints.is_end_of(first, right) else ())

    def _joined(self, left: Clause, first: Reading, right: str, *, is_stop: bool) -> tuple[Reading, ...]:
        """Both sides read, or nothing when this joint belongs to one request."""
        following = joints.after(left, first, right)
        if not joints.may_follow(first, following.text):
            return ()
        rest = self._behind(first, following)
        return joints.together(first, rest) if rest and joints.stands(first, rest[0], right, is_stop=is_stop) else ()

    def _behind(self, first: Reading, following: Clause) -> tuple[Reading, ...]:
        """What follows, with what stands before it on this way."""
        self._way.append(first)
        if len(self._way) > len(self.longest):
            self.longest = tuple(self._way)
        try:
            return self.read(following)
        finally:
            self._way.pop()

    def _alone(self, clause: Clause) -> tuple[Reading, ...]:
        reading = self.one(clause)
        return (reading,) if reading is not None else ()


def _led_up_to(left: str, rest: tuple[Reading, ...], clause: Clause) -> tuple[Reading, ...]:
    """A reminder whose words or whose day stand in the sentence before it."""
    first = rest[0] if rest else None
    if first is None or not first.calls or first.calls[0].tool != "set_reminder":
        return rest
    return (reminding.led_up_to(speech.bare(left), first, clause.now), *rest[1:])


def read_one(clause: Clause) -> Reading | None:
    """What one clause means, politeness apart. Of a very long one the rules see the head; where it is a text to keep, all is kept."""
    head = clause.text[:LONGEST_CLAUSE]
    reading = _read_one(replace(clause, text=head) if len(head) < len(clause.text) else clause)
    return _with_rest(reading, head, clause.text[len(head) :]) if reading and len(head) < len(clause.text) else reading


def _with_rest(reading: Reading, head: str, rest: str) -> Reading | None:
    """A long text to keep, to its end; nothing where it is no text, because half an enumeration is not what was asked for."""
    if not reading.calls:
        return None
    call, end = reading.calls[-1], head.rstrip()
    kept = {
        name: f"{value}{head[len(end) :]}{rest}" if isinstance(value, str) and end.endswith(value[-40:]) else value
        for name, value in call.arguments.items()
    }
    return replace(reading, calls=(*reading.calls[:-1], Call(call.tool, kept))) if kept != call.arguments else None


def _read_one(clause: Clause) -> Reading | None:
    text = speech.bare(clause.text)
    if not text:
        return None
    stripped = replace(clause, text=text, asks=clause.text.rstrip().endswith("?"))
    reading = _read(stripped)
    for simpler in (speech.direct, _without_reason) if reading is None else ():
        if (other := simpler(text)) != text and (reading := _read(replace(stripped, text=other))) is not None:
            return None if reading.keeps_text else reading
    return _to_its_end(reading, clause.text, text) if reading is not None and reading.keeps_text else reading


def _without_reason(text: str) -> str:
    """ "take nappies off the list we found some" without what it says of itself."""
    return _REASON.sub("", text, count=1)


def _read(clause: Clause) -> Reading | None:
    return next((reading for reader in READERS if (reading := reader(clause)) is not None), None)


def _to_its_end(reading: Reading, original: str, text: str) -> Reading:
    """A dictated text keeps its last mark, and after a colon its last "thanks" too, which politeness took off."""
    tail = original[original.rfind(text) + len(text) :].rstrip(" .") if text in original else ""
    if not tail or (re.search(r"\w", tail) and ":" not in text):
        return reading
    call = reading.calls[-1]
    kept = {
        name: f"{value}{tail}" if isinstance(value, str) and text.endswith(value) else value
        for name, value in call.arguments.items()
    }
    return replace(reading, calls=(*reading.calls[:-1], Call(call.tool, kept)))
