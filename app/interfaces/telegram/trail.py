"""Which messages of a chat are ours, as far as this process knows: what it sent, and what it may have sent.

Telegram never tells a bot of its own messages, so one whose number was lost with the answer can only be looked for between its neighbours.
Pure, and in memory alone: after a restart nothing is looked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

_MOST_KNOWN = 200
_MOST_CHATS = 1000
MOST_LOOKED_AT = 10


@dataclass(slots=True)
class Trail:
    """One chat. `known` are numbers of messages of ours, ascending; `doubts` the newest known when one was sent of which nobody
    knows whether it arrived; `lost` what a placeholder of that kind comes after, None where there is none."""

    known: list[int] = field(default_factory=list)
    doubts: list[int] = field(default_factory=list)
    lost: int | None = None

    def sent(self, number: int) -> None:
        """A message of ours has this number."""
        self.known = sorted({*self.known, number})[-_MOST_KNOWN:]

    def doubt(self, newest: int | None = None) -> None:
        """A message may have been sent, when `newest` was the newest known (the newest there is, unless said)."""
        self.doubts = [*self.doubts, self.newest() if newest is None else newest][-_MOST_KNOWN:]

    def lose(self, after: int) -> None:
        """The newest doubt is a placeholder that came after message `after`; where that isn't known (0), it stays a doubt."""
        if self.doubts and after:
            self.lost = max(after, self.doubts.pop())  # whatever was sent since it came after it

    def candidates(self) -> Sequence[int]:
        """Where the lost placeholder may be, nearest first: between what it came after and what came after it, where no other message of
        ours can be that nobody knows of. Empty while nothing came after it."""
        lost, newest = self.lost, self.newest()
        if lost is None or newest <= lost:
            return ()
        upto = min(number for number in self.known if number > lost)
        if any(doubt < upto and self._end_of(doubt) > lost for doubt in self.doubts):
            return ()
        return range(lost + 1, min(upto, lost + 1 + MOST_LOOKED_AT))

    def newest(self) -> int:
        """The newest message of ours; 0 where none is known."""
        return self.known[-1] if self.known else 0

    def _end_of(self, doubt: int) -> float:
        """What comes after a message that was sent when `doubt` was the newest."""
        return min((number for number in self.known if number > doubt), default=float("inf"))


class Trails:
    """The chats that were written to."""

    def __init__(self) -> None:
        """None yet."""
        self._trails: dict[str, Trail] = {}

    def of(self, chat: object) -> Trail:
        """The trail in a chat, by its Telegram id."""
        if len(self._trails) > _MOST_CHATS:
            self._trails = {name: trail for name, trail in self._trails.items() if trail.lost is not None}
        return self._trails.setdefault(str(chat), Trail())
