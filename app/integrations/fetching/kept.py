"""Answers kept for a while, so that a service that many share isn't asked the same twice. Bounded: what was asked for longest ago goes."""

from collections import OrderedDict
from collections.abc import Hashable
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from app.clock import Clock

T = TypeVar("T")
MOST = 500


class Kept(Generic[T]):
    """One kind of answer, by what was asked."""

    def __init__(self, clock: Clock, age: timedelta, *, most: int = MOST) -> None:
        """An answer is as good as new until it is `age` old; `most` are kept."""
        self._clock = clock
        self._age = age
        self._most = most
        self._answers: OrderedDict[Hashable, tuple[datetime, T]] = OrderedDict()

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._answers)

    def get(self, asked: Hashable) -> tuple[T] | None:
        """The answer in a tuple, since it may be None; None where there is none, or an old one."""
        found = self._answers.get(asked)
        if found is None or self._clock.now() - found[0] >= self._age:
            return None
        self._answers.move_to_end(asked)
        return (found[1],)

    def put(self, asked: Hashable, answer: T) -> T:
        """Keep an answer, and give it back."""
        self._answers[asked] = self._clock.now(), answer
        self._answers.move_to_end(asked)
        while len(self._answers) > self._most:
            self._answers.popitem(last=False)
        return answer
