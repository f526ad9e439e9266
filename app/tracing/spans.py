"""Spans: what was done, when, for how long and how it ended. Where no trace is being recorded nothing happens and nothing is kept.

The contract: recording never raises, never waits and never changes what is recorded. A span is data; who sends it, and whether that
works, is somebody else's.
"""

import logging
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Literal

log = logging.getLogger(__name__)
Attribute = str | int | float | bool | list[str]
Status = Literal["ok", "error"]
_LONGEST = 1_500  # characters of a text
_MOST = 64  # attributes of one span
_SPAN_BYTES, _TRACE_BYTES = 8, 16


@dataclass(slots=True)
class Span:
    """One of them. Ids are hexadecimal (32 and 16 digits), times nanoseconds since 1970. `parent_id` "" is the root of its trace."""

    name: str
    trace_id: str
    span_id: str
    parent_id: str
    started: int
    ended: int = 0
    status: Status = "ok"
    attributes: dict[str, Attribute] = field(default_factory=dict[str, Attribute])

    def set(self, **attributes: object) -> None:
        """What is known of it; a name's dots are written as double underscores. What is neither text, number nor truth is left out."""
        for name, value in attributes.items():
            told = _told(value)
            if told is not None and len(self.attributes) < _MOST:
                self.attributes[name.replace("__", ".")] = told

    def fail(self) -> None:
        """It went wrong."""
        self.status = "error"


Record = Callable[[Span], None]


@dataclass(frozen=True, slots=True)
class Recording:
    """The trace that is being recorded, and the span that is open in it. `content`: whether words of people may stand in it."""

    record: Record
    trace_id: str
    span_id: str
    content: bool = False


_PRESENT: ContextVar[Recording | None] = ContextVar("recording", default=None)


def root_of(trace_id: str) -> str:
    """The id of the span that a trace begins with: known from the trace's alone, so that what comes later finds it."""
    return trace_id[: 2 * _SPAN_BYTES]


@contextmanager
def trace(
    record: Record | None,
    name: str,
    trace_id: str = "",
    *,
    later: bool = False,
    content: bool = False,
    **attributes: object,
) -> Iterator[Span]:
    """Record a trace of everything inside; with no `record`, of nothing. `later`: it goes on with the trace of that id, which began before."""
    if record is None:
        yield _NOWHERE
        return
    mark = trace_id or secrets.token_hex(_TRACE_BYTES)
    into = Recording(record, mark, root_of(mark) if later else "", content)
    with _recorded(into, name, attributes, span_id="" if later else root_of(mark)) as span:
        yield span


@contextmanager
def span(name: str, **attributes: object) -> Iterator[Span]:
    """A part of the trace that is being recorded, if one is."""
    present = _PRESENT.get()
    if present is None:
        yield _NOWHERE
        return
    with _recorded(present, name, attributes) as part:
        yield part


def content(**texts: object) -> Mapping[str, object]:
    """Words of people as attributes, where this trace may hold them."""
    present = _PRESENT.get()
    return texts if present is not None and present.content else {}


def present_trace() -> str:
    """The id of the trace that is being recorded, "" where none is."""
    present = _PRESENT.get()
    return present.trace_id if present is not None else ""


@contextmanager
def _recorded(into: Recording, name: str, attributes: Mapping[str, object], *, span_id: str = "") -> Iterator[Span]:
    made = Span(name, into.trace_id, span_id or secrets.token_hex(_SPAN_BYTES), into.span_id, time.time_ns())
    made.set(**attributes)
    token = _PRESENT.set(Recording(into.record, into.trace_id, made.span_id, into.content))
    try:
        yield made
    except BaseException as problem:
        made.fail()
        made.set(error__type=type(problem).__name__)  # never its words: a vendor's may hold what it was sent
        raise
    finally:
        _close(token)
        made.ended = max(time.time_ns(), made.started)
        _hand_over(into.record, made)


def _close(token: object) -> None:
    """A generator that is closed in another context than it was opened in has no token there; then nothing is open in that one."""
    try:
        _PRESENT.reset(token)  # type: ignore[arg-type]
    except ValueError:
        _PRESENT.set(None)


def _hand_over(record: Record, made: Span) -> None:
    try:
        record(made)
    except Exception:  # the contract: a tracer that is broken changes nothing
        log.warning("span not recorded", extra={"event": "trace.not_recorded", "span": made.name}, exc_info=True)


def _told(value: object) -> Attribute | None:
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return value[:_LONGEST]
    if isinstance(value, list | tuple | set | frozenset):
        return [str(one)[:_LONGEST] for one in list(value)[:_MOST]]
    return None


class _Nowhere(Span):
    """Takes everything and keeps nothing."""

    __slots__ = ()

    def set(self, **attributes: object) -> None:
        """Nothing."""

    def fail(self) -> None:
        """Nothing."""


_NOWHERE = _Nowhere("", "", "", "", 0)
