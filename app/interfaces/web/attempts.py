"""How often a secret may be guessed: slower and slower for each visitor, and slowly for all strangers together.

The first few tries are free (people mistype); each further failure doubles the visitor's wait, up to a quarter of an hour. Whoever
changes addresses finds a second limit: failures of strangers come out of one allowance that fills again slowly, and while it is empty
no stranger's try is looked at. Who was right before is no stranger, by address or by a mark that their browser keeps, and has a wait
of their own: no storm of guesses locks them out. In memory and bounded.
"""

from collections import OrderedDict
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

_FREE = 4
_LONGEST = timedelta(minutes=15)
_ADDRESSES = 2048
_FAMILIAR = 256
ALLOWANCE = 100  # wrong guesses of all strangers together, at once
REFILL = timedelta(seconds=10)  # and then one in so long: 8,640 a day, wherever they come from
_NOW = timedelta(0)


class Attempts:
    """Failures by visitor, newest last, and the strangers' allowance. One for each secret: being right with one proves nothing of another."""

    def __init__(self) -> None:
        """Nobody has failed yet."""
        self._failures: OrderedDict[str, tuple[int, datetime]] = OrderedDict()
        self._familiar: OrderedDict[str, None] = OrderedDict()
        self._spent = 0.0
        self._counted: datetime | None = None

    def __len__(self) -> int:
        """How much is remembered."""
        return len(self._failures) + len(self._familiar)

    def wait(self, address: str, at: datetime, *, mark: str = "") -> timedelta:
        """How long a visitor has to wait before the next try; zero when it may. `mark`: their browser was signed in before."""
        who = mark or _place(address)
        count, last = self._failures.get(who, (0, at))
        pause = _pause(count)
        own = max(last + pause - at, _NOW) if pause else _NOW
        return own if mark or who in self._familiar else max(own, self._strangers_wait(at))

    def failed(self, address: str, at: datetime, *, mark: str = "") -> None:
        """Remember a wrong guess."""
        who = mark or _place(address)
        count, _ = self._failures.pop(who, (0, at))
        self._failures[who] = (count + 1, at)
        _trim(self._failures, _ADDRESSES)
        if not mark and who not in self._familiar:
            self._spent = min(self._still_spent(at) + 1, ALLOWANCE)
            self._counted = at

    def succeeded(self, address: str, *, mark: str = "") -> None:
        """Forget what went wrong before; who was right is no stranger from now on."""
        for who in filter(None, (mark, _place(address))):
            self._failures.pop(who, None)
        self._familiar.pop(_place(address), None)
        self._familiar[_place(address)] = None
        _trim(self._familiar, _FAMILIAR)

    def _strangers_wait(self, at: datetime) -> timedelta:
        return max((self._still_spent(at) - (ALLOWANCE - 1)) * REFILL, _NOW)

    def _still_spent(self, at: datetime) -> float:
        """How much of the allowance is gone: it comes back with time, and a clock that is set back gives nothing."""
        passed = max(at - self._counted, _NOW) if self._counted else _NOW
        return max(self._spent - passed / REFILL, 0.0)


def _pause(count: int) -> timedelta:
    """After so many failures. The exponent is capped: two to the power of a patient attacker would overflow."""
    return min(timedelta(seconds=2 ** min(count - _FREE, 20)), _LONGEST) if count > _FREE else _NOW


def _trim(kept: "OrderedDict[str, tuple[int, datetime]] | OrderedDict[str, None]", most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)


def _place(address: str) -> str:
    """The address, or for IPv6 its /64: one line holds that many addresses."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or ip_network((parsed, 64), strict=False))
