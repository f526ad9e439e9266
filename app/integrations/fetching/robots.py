"""What a host lets programs read that nobody sits in front of: its robots.txt, read once a day. For unattended fetches alone.

As RFC 9309 has it: the rule that says most of an address counts, with * and $ in it; a host without rules allows everything, one that can't
say allows nothing for now. A host that can't be reached at all is left to the fetch itself. Knows nothing of what is fetched.
"""

import asyncio
import re
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import unquote, urlsplit

from app.clock import Clock
from app.errors import FetchFailed, OutsideRefused
from app.integrations.fetching.addresses import Pairs
from app.integrations.fetching.fetcher import Fetcher

NAME = "Kwasi"
_MOST_BYTES = 512_000  # what the RFC wants read at least
_MOST_RULES, _LONGEST_RULE = 2_000, 1_000
_AGENT = re.compile(r"[a-z_-]+|\*")
_MOST_HOSTS = 500
_KEPT = timedelta(days=1)
_RETRIED = timedelta(hours=1)  # after a host that couldn't say
_FORBIDDING = frozenset((401, 403, 429))
_SERVER_FAILS = 500


@dataclass(frozen=True, slots=True)
class _Rule:
    """`pieces` stand in a path in that order, the first at its beginning; the last at its end, where `is_whole`."""

    allows: bool
    pieces: tuple[str, ...]
    is_whole: bool

    def length(self, path: str) -> int:
        """How much of a path it says; -1 where it isn't about it."""
        first, *rest = self.pieces
        if not path.startswith(first):
            return -1
        at = len(first)
        for piece in rest[:-1] if self.is_whole else rest:
            at = path.find(piece, at)
            if at < 0:
                return -1
            at += len(piece)
        if self.is_whole:
            last = rest[-1] if rest else ""
            if not path.endswith(last) or (len(path) - len(last) != at if not rest else len(path) - len(last) < at):
                return -1
        return sum(map(len, self.pieces))


@dataclass(frozen=True, slots=True)
class _Rules:
    """`parsed` is None where everything is allowed, or nothing is: as `otherwise` says."""

    until: datetime
    otherwise: bool
    parsed: "tuple[_Rule, ...] | None" = None


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
        return rules.otherwise if rules.parsed is None else _allow(rules.parsed, url)

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


def _parsed(body: bytes) -> tuple[_Rule, ...]:
    """What is said to us, of all groups that name us; else what is said to everybody."""
    said: dict[str, list[_Rule]] = {}
    agents, is_named = list[str](), False
    for line in body.decode("utf-8", "replace").lstrip("\ufeff").splitlines():
        name, _, value = line.partition("#")[0].partition(":")
        name, value = name.strip().casefold(), value.strip()
        if name == "user-agent":
            found = _AGENT.match(value.casefold())
            agents = [*(agents if is_named else ()), found[0] if found else ""]
        elif name in ("allow", "disallow"):
            for agent in {*agents} & {NAME.casefold(), "*"}:
                rules = said.setdefault(agent, [])
                if value and len(rules) < _MOST_RULES:
                    rules.append(_rule(value[:_LONGEST_RULE], allows=name == "allow"))
        is_named = name == "user-agent" or (is_named and name not in ("allow", "disallow"))
    return tuple(said.get(NAME.casefold(), said.get("*", ())))


def _rule(value: str, *, allows: bool) -> _Rule:
    is_whole = value.endswith("$")
    return _Rule(allows, tuple(unquote(value.removesuffix("$")).split("*")), is_whole)


def _allow(rules: tuple[_Rule, ...], url: str) -> bool:
    """Whether the rule that says most of an address allows it; of two that say as much, the kinder one."""
    parts = urlsplit(url)
    path = unquote((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
    longest, allows = max(((one.length(path), one.allows) for one in rules), default=(-1, True))
    return allows or longest < 0


def _origin(url: str) -> str:
    """Scheme and host of an address; "" for what is none."""
    try:
        parts = urlsplit(url)
        host = parts.netloc if parts.hostname else ""
    except ValueError:
        return ""
    return f"{parts.scheme}://{host}" if host else ""
