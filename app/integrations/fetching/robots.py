"""What a host lets programs read that nobody sits in front of: its robots.txt, read once a day. For unattended fetches alone.

As RFC 9309 has it: a host without rules allows everything, one that can't say allows nothing for now. A host that can't be reached at all
is left to the fetch itself. Knows nothing of what is fetched.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from app.clock import Clock
from app.errors import FetchFailed, OutsideRefused
from app.integrations.fetching.addresses import Pairs
from app.integrations.fetching.fetcher import Fetcher

if TYPE_CHECKING:
    from urllib.robotparser import RobotFileParser

NAME = "Kwasi"
_MOST_BYTES = 500_000
_READ = 60_000  # characters of the rules that are read
_MOST_HOSTS = 500
_KEPT = timedelta(days=1)
_RETRIED = timedelta(hours=1)  # after a host that couldn't say
_FORBIDDING = frozenset((401, 403, 429))
_SERVER_FAILS = 500


@dataclass(frozen=True, slots=True)
class _Rules:
    """`parsed` is None where everything is allowed, or nothing is: as `otherwise` says."""

    until: datetime
    otherwise: bool
    parsed: "RobotFileParser | None" = None


class Robots:
    """The rules of the hosts that were asked lately."""

    def __init__(self, fetcher: Fetcher, clock: Clock) -> None:
        """`fetcher` reads them, `clock` says when they are old."""
        self._fetcher = fetcher
        self._clock = clock
        self._known: OrderedDict[str, _Rules] = OrderedDict()

    async def allow(self, url: str, allowed: Pairs = frozenset()) -> bool:
        """Whether an address may be read with nobody in front of it. `allowed` as the fetcher takes it. Never raises."""
        origin = _origin(url)
        if not origin:
            return True  # the fetcher says what is wrong with it
        rules = self._known.get(origin)
        if rules is None or rules.until <= self._clock.now():
            rules = self._known[origin] = await self._asked(origin, allowed)
        self._known.move_to_end(origin)
        while len(self._known) > _MOST_HOSTS:
            self._known.popitem(last=False)
        return rules.otherwise if rules.parsed is None else rules.parsed.can_fetch(NAME, url)

    async def _asked(self, origin: str, allowed: Pairs) -> _Rules:
        now = self._clock.now()
        try:
            fetched = await self._fetcher.get(f"{origin}/robots.txt", most_bytes=_MOST_BYTES, allowed=allowed)
        except FetchFailed as problem:
            says_no = problem.status in _FORBIDDING or problem.status >= _SERVER_FAILS
            return _Rules(now + (_RETRIED if says_no or not problem.status else _KEPT), otherwise=not says_no)
        except OutsideRefused:
            return _Rules(now + _RETRIED, otherwise=True)
        return _Rules(now + _KEPT, True, await asyncio.to_thread(_parsed, fetched.body))


def _parsed(body: bytes) -> "RobotFileParser":
    from urllib.robotparser import RobotFileParser  # loaded here: only who fetches unattended needs it

    rules = RobotFileParser()
    rules.parse(body.decode("utf-8", "replace")[:_READ].lstrip("\ufeff").splitlines())
    rules.modified()
    return rules


def _origin(url: str) -> str:
    """Scheme and host of an address; "" for what is none."""
    try:
        parts = urlsplit(url)
        host = parts.netloc if parts.hostname else ""
    except ValueError:
        return ""
    return f"{parts.scheme}://{host}" if host else ""
