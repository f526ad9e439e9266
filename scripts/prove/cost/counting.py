"""Python's `re` with a counter behind every expression, and lines of the application counted as they run.

`count_expressions` has to come before anything of `app` is imported: modules compile their expressions as they are loaded.
"""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

APP = str(Path(__file__).resolve().parents[3] / "app")
_SPACE = re.compile(r"\s+")
_compile = re.compile
_FUNCTIONS = ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn")
_WITH_FLAGS = {"search": 1, "match": 1, "fullmatch": 1, "findall": 1, "finditer": 1}


class TooManyError(Exception):
    """A reader took more steps than it may."""


@dataclass
class Count:
    """Steps of one call, and what each expression has been handed at most in all calls: characters, and white space in a row."""

    steps: int = 0
    most: int = sys.maxsize
    handed: dict[tuple[str, int, bool], tuple[int, int]] = field(
        default_factory=dict[tuple[str, int, bool], tuple[int, int]]
    )

    def add(self, steps: int) -> None:
        """Raises TooManyError."""
        self.steps += steps
        if self.steps > self.most:
            raise TooManyError

    def hand(self, pattern: re.Pattern[Any], text: str, *, whole: bool) -> None:
        """Remember the longest text of an expression; `whole`: it is only tried at one place."""
        key = (pattern.pattern, pattern.flags & ~re.UNICODE, whole)
        length, run = self.handed.get(key, (0, 0))
        if len(text) > length or run < 64:
            run = max(run, max(map(len, _SPACE.findall(text)), default=0))
            self.handed[key] = (max(length, len(text)), run)


COUNT = Count()


class Counted:
    """A compiled expression that counts the characters it looks at, once each; how often it looks at one is told by `steps`."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        self._pattern = pattern

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._pattern, name)
        return self._counting(name, value) if name in _FUNCTIONS else value

    def _counting(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            text = named.get("string", given[1] if name in ("sub", "subn") and len(given) > 1 else given[0])
            start, end = _between(name, given, text)
            found = method(*given, **named)
            COUNT.add(1 + _seen(name, found, start, end))
            if isinstance(text, str):
                COUNT.hand(self._pattern, text[start:end], whole=name in ("match", "fullmatch"))
            return found

        return call


def _between(name: str, given: tuple[Any, ...], text: str) -> tuple[int, int]:
    """The part of a text that a method is given."""
    if name not in ("search", "match", "fullmatch", "finditer"):
        return 0, len(text)
    return (given[1] if len(given) > 1 else 0), min(given[2] if len(given) > 2 else len(text), len(text))


def _seen(name: str, found: Any, start: int, end: int) -> int:
    """How much of it a search looked at; where it failed at its first place, a little."""
    if isinstance(found, re.Match):
        return found.end() - start
    return min(end - start, 64) if name in ("match", "fullmatch") else max(end - start, 0)


def count_expressions() -> None:
    """From here on every expression that is compiled or used counts."""

    def compiled(pattern: Any, flags: int = 0) -> Any:
        if isinstance(pattern, Counted):
            return pattern
        found = _compile(pattern, flags)
        return Counted(found) if _is_ours() else found

    def function(name: str) -> Callable[..., Any]:
        def call(pattern: Any, *given: Any, flags: int = 0, **named: Any) -> Any:
            at = _WITH_FLAGS.get(name, len(given))
            flags, given = (given[at], given[:at]) if len(given) > at else (flags, given)
            return getattr(compiled(pattern, flags), name)(*given, **named)

        return call

    re.compile = compiled
    for name in _FUNCTIONS:
        setattr(re, name, function(name))


def _is_ours() -> bool:
    return any(frame.f_code.co_filename.startswith(APP) for frame in _callers(4))


def _callers(depth: int) -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and depth:
        yield frame
        frame, depth = frame.f_back, depth - 1


def counted(work: Callable[[], Any], *, most: int) -> int:
    """The steps of `work`: lines of the application that ran, and characters that its expressions looked at. Raises TooManyError."""
    COUNT.steps, COUNT.most = 0, most

    def line(_frame: FrameType, event: str, _value: Any) -> Any:
        if event == "line":
            COUNT.add(1)
        return line

    sys.settrace(lambda frame, _event, _value: line if frame.f_code.co_filename.startswith(APP) else None)
    try:
        work()
    finally:
        sys.settrace(None)
        COUNT.most = sys.maxsize
    return COUNT.steps
