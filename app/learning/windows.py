"""Windows of neighbouring turns: how well a turn and its neighbours answer a search, and which of them are shown together.

One line of talk says little: its neighbours say what it is about. So a turn scores with what the turns beside it hold, a sitting
(talk without a long pause) lends some of its best turn's score to all of it, and what is shown is a few turns in their order, never
the same turn twice. Pure: knows no storage, no encoder and not whose talk it is.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.learning.dates import AskedDate
from app.memory.records import Place, TurnRecord
from app.memory.words import Postings

TURNS = 3  # of one window
PAUSE = timedelta(minutes=30)  # turns further apart are not neighbours
SITTING = timedelta(hours=2)  # found turns further apart belong to different sittings
_ITSELF = 0.01  # of what its own words are worth: a window lies around the turn that says it
_ALIKE = 0.01  # scores nearer to each other than this are equal: the newer goes first


@dataclass(frozen=True, slots=True)
class Weights:
    """What each kind of evidence is worth. Chosen on two long conversations, confirmed on three others (scripts/prove/retrieval.py)."""

    word: float = 12.0  # over the logarithm of how many documents hold it
    saturation: float = 1.2  # a word in all turns of a window counts less than three times
    meaning: float = 16.0  # a cosine of one above what is ordinary
    beside: float = 0.5  # the share of a neighbour's nearness that counts
    sitting: float = 0.3  # the share of a sitting's best score that all of it is given
    date: float = 1.0  # a date that was named
    ordinary: int = 256  # vectors that tell what is ordinary; none: nearness is the plain cosine


WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Window:
    """A few turns of talk in their order, around the one that was found. A higher `score` is better, within one search."""

    turns: tuple[TurnRecord, ...]
    found: TurnRecord
    score: float

    @property
    def taint(self) -> tuple[str, ...]:
        """Whose words its turns may hold beside their user's."""
        return tuple(dict.fromkeys(source for turn in self.turns for source in turn.taint))

    @property
    def text(self) -> str:
        """What was said, a line for each who spoke."""
        return "\n".join(line for turn in self.turns for line in _said(turn))


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for turns: where the query's words stand, how near in meaning each is (by id, zero is ordinary), and when."""

    postings: Postings
    nearness: Mapping[str, float]
    dates: Sequence[AskedDate] = ()


class Neighbourhood:
    """Found turns with those beside them."""

    def __init__(self, found: Sequence[Place], beside: Sequence[Place] = (), weights: Weights = WEIGHTS) -> None:
        """A turn whose neighbours are in neither has none here; one that is neither found nor beside one found stands for nothing."""
        places = sorted([*found, *beside], key=lambda place: place.number)
        self._places = {place.number: place for place in places}
        self._found = {place.number for place in found}
        self._after: dict[int | None, int | None] = {place.number: place.after for place in found}
        self._after |= {place.before: place.number for place in found}
        self._before = {after: number for number, after in self._after.items()}
        self._weights = weights

    def scores(self, evidence: Evidence) -> dict[int, float]:
        """By number: the turn with its neighbours, and its sitting behind it."""
        beside = {number: self._beside(number) for number in self._places}
        alone = self._said(evidence, beside)
        for number, place in self._places.items():
            near = evidence.nearness.get(place.id, 0.0)
            around = sum(evidence.nearness.get(self._places[other].id, 0.0) for other in beside[number])
            alone[number] += self._weights.meaning * (near + self._weights.beside * around)
            dated = max((date.weight(place.started_at) for date in evidence.dates), default=0.0)
            alone[number] += self._weights.date * dated
        meant = self._found.union(*(beside[number] for number in self._found))
        bests = ((sitting, self._weights.sitting * max(alone[one] for one in sitting)) for sitting in self._sittings())
        return {number: alone[number] + best for sitting, best in bests for number in sitting if number in meant}

    def _said(self, evidence: Evidence, beside: Mapping[int, Sequence[int]]) -> dict[int, float]:
        """What the words are worth that a turn and its neighbours hold. Walks from the words to the turns: most hold none."""
        numbers = {place.document: number for number, place in self._places.items()}
        worths = (self._weights.word / math.log2(2 + spread) for spread in evidence.postings.spreads())
        said = dict.fromkeys(self._places, 0.0)
        for held, worth in zip(evidence.postings.holders(), worths, strict=True):
            counts: dict[int, int] = {}
            for document in held & numbers.keys():
                number = numbers[document]
                said[number] += _ITSELF * worth
                for one in (number, *beside[number]):
                    counts[one] = counts.get(one, 0) + 1
            for number, count in counts.items():
                said[number] += worth * count * (self._weights.saturation + 1) / (count + self._weights.saturation)
        return said

    def cut(self, scores: Mapping[int, float], most: int) -> dict[int, list[int]]:
        """The best windows, best first: by the turn each was made for, the turns of it in their order; no turn twice.

        A window lies around its turn; where a better one has taken the neighbours, it takes what is free on the other side.
        """
        taken: set[int] = set()
        windows: dict[int, list[int]] = {}
        for number in sorted(scores, key=lambda number: (round(scores[number] / _ALIKE), number), reverse=True):
            if len(windows) == most:
                break
            if number not in taken:
                windows[number] = self._around(number, taken)
                taken.update(windows[number])
        return windows

    def _around(self, number: int, taken: set[int]) -> list[int]:
        window = [number]
        for _ in range(TURNS):
            for later in (True, False):
                free = self._step(window[-1 if later else 0], later=later)
                if free is not None and free not in taken and len(window) < TURNS:
                    window.insert(len(window) if later else 0, free)
        return window

    def _step(self, number: int, *, later: bool) -> int | None:
        other = self._places.get((self._after if later else self._before).get(number) or 0)
        return other.number if other is not None and _neighbours(self._places[number], other) else None

    def _beside(self, number: int) -> list[int]:
        steps = (self._step(number, later=later) for later in (False, True))
        return [step for step in steps if step is not None]

    def _sittings(self) -> list[list[int]]:
        sittings: list[list[int]] = []
        last: datetime | None = None
        for place in self._places.values():
            if last is None or abs(place.started_at - last) > SITTING:
                sittings.append([])
            sittings[-1].append(place.number)
            last = place.started_at
        return sittings


def _neighbours(one: Place, other: Place) -> bool:
    return abs(one.started_at - other.started_at) <= PAUSE


def _said(turn: TurnRecord) -> list[str]:
    spoken = (("user", turn.text), ("assistant", turn.reply))
    return [f"{who}: {text}" for who, text in spoken if text.strip()]
