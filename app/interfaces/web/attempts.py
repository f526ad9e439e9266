"""How often an address may try the page's password.

The first few tries are free (people mistype); each further failure doubles the wait, up to a quarter of an hour. In memory and
bounded: a flood of addresses pushes out the oldest.
"""

from collections import OrderedDict
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

_FREE = 4
_LONGEST = timedelta(minutes=15)
_ADDRESSES = 2048


class Attempts:
    """Failures by address, newest last."""

    def __init__(self) -> None:
        """Nobody has failed yet."""
        self._failures: OrderedDict[str, tuple[int, datetime]] = OrderedDict()

    def wait(self, address: str, at: datetime) -> timedelta:
        """How long `address` has to wait before it may try again; zero when it may."""
        count, last = self._failures.get(_place(address), (0, at))
        if count <= _FREE:
            return timedelta(0)
        # The exponent is capped: two to the power of a patient attacker would overflow.
        pause = min(timedelta(seconds=2 ** min(count - _FREE, 20)), _LONGEST)
        return max(last + pause - at, timedelta(0))

    def failed(self, address: str, at: datetime) -> None:
        """Remember a wrong password."""
        place = _place(address)
        count, _ = self._failures.pop(place, (0, at))
        self._failures[place] = (count + 1, at)
        while len(self._failures) > _ADDRESSES:
            self._failures.popitem(last=False)

    def succeeded(self, address: str) -> None:
        """Forget what went wrong before."""
        self._failures.pop(_place(address), None)


def _place(address: str) -> str:
    """The address, or for IPv6 its /64: one line holds that many addresses."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((parsed, 64), strict=False)) if isinstance(parsed, IPv6Address) else address
