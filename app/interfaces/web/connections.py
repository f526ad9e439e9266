"""The server's connections: how many there may be, and how long each may take over what it began.

uvicorn waits for ever for the rest of a request's head, for a reader that takes nothing, and counts half-open connections like running
requests. Here a connection with no request running is closed when its time is up, and the one that has stood idle longest makes room for
a new one: whoever opens hundreds and says nothing pushes out their own. A running request is never pushed out.
"""

import asyncio
import logging
import os
import socket
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from app.interfaces.web.hosts import is_loopback_peer

log = logging.getLogger(__name__)
_BESIDE = 128  # descriptors that are left to databases, files and calls of our own
_FEWEST = 32
_ONE_ADDRESS = 0.25  # of all connections
# head: none, or not all, of a request's head is here. leftover: it was answered and its body still comes. rest: one was answered.
Phase = Literal["head", "leftover", "rest", "running"]


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds."""

    head: float
    leftover: float
    rest: (
        float  # with blank lines, which are no request; without any, uvicorn's shorter time for idle connections counts
    )
    stalled: float  # an answer of which nothing is taken


class Connections:
    """All connections of a server."""

    def __init__(self, most: int, patience: timedelta) -> None:
        """`patience` is how long a head may take and how long an answer may lie; `most` is lowered to what this process may open."""
        seconds = patience.total_seconds()
        self.patience = Patience(seconds, seconds, seconds, seconds)
        self._most = min(most, max(_FEWEST, _descriptors() - _BESIDE))
        self._open: dict[Connection, None] = {}  # the one that moved least recently first

    @property
    def protocol(self) -> type[asyncio.Protocol]:
        """What uvicorn makes a connection with."""

        def connect(**given: Any) -> Connection:
            return Connection(connections=self, **given)

        return cast("type[asyncio.Protocol]", connect)

    def admit(self, new: "Connection") -> bool:
        """Count a connection in, at the cost of the one that has been idle longest; False where all are busy."""
        self._open[new] = None
        same = [one for one in self._open if one.address == new.address]
        crowded = not is_loopback_peer(new.address) and len(same) > self._most * _ONE_ADDRESS
        if not crowded and len(self._open) <= self._most:
            return True
        idle = next((one for one in (same if crowded else self._open) if one is not new and one.is_idle), None)
        if idle is None:
            del self._open[new]
            return False
        log.info("idle connection closed for another", extra={"event": "http.pushed_out", "open": len(self._open)})
        idle.drop()
        return True

    def moved(self, connection: "Connection") -> None:
        """It began something: it is the last to go."""
        if connection in self._open:
            del self._open[connection]
            self._open[connection] = None

    def gone(self, connection: "Connection") -> None:
        """It is closed."""
        self._open.pop(connection, None)


class Connection(H11Protocol):
    """uvicorn's connection, with an end to waiting."""

    def __init__(self, *, connections: Connections, **given: Any) -> None:
        """`given` is uvicorn's."""
        super().__init__(**given)
        self._connections = connections
        self._phase: Phase = "running"
        self._deadline: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """The peer's."""
        return self.client[0] if self.client else ""

    @property
    def is_idle(self) -> bool:
        """Whether no request of it is running."""
        return self._phase != "running"

    def drop(self) -> None:
        """End it now."""
        self._connections.gone(self)
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Take it, or end it at once where there are too many."""
        super().connection_made(transport)
        _let_go_of_the_dead(transport)
        if not self._connections.admit(self):
            log.warning("connection refused", extra={"event": "http.full"})
            transport.abort()
            return
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._connections.gone(self)
        self._cancel("_deadline")
        self._cancel("_stall")
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """A request was answered."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """The peer takes less than we send."""
        super().pause_writing()
        self._watch_writing()

    def resume_writing(self) -> None:
        """It took some."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._cancel("_stall")

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more came."""
        super().timeout_keep_alive_handler()
        self._look()

    def _look(self) -> None:
        """Start the clock of what it waits for now; bytes that trickle in don't start it anew."""
        if self.transport.is_closing():
            return self._watch_writing()
        phase = self._now()
        if phase == self._phase:
            return None
        self._phase = phase
        self._connections.moved(self)
        self._cancel("_deadline")
        seconds = getattr(self._connections.patience, phase, None)  # a running request is the application's
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self._end)
        return None

    def _now(self) -> Phase:
        if self.cycle is not None and not self.cycle.response_complete:
            return "running"
        if self.cycle is not None and self.conn.their_state is h11.SEND_BODY:
            return "leftover"
        return "head" if self.cycle is None or self.conn.trailing_data[0] else "rest"

    def _end(self) -> None:
        began = bool(self.conn.trailing_data[0])
        log.info("connection ended", extra={"event": "http.timed_out", "waited_for": self._phase, "began": began})
        if self._phase == "head" and began:
            self.send_late_response()
        self.transport.close()
        self._watch_writing()

    def send_400_response(self, msg: str) -> None:
        """Say that what came is no HTTP. Where it came in the middle of a request, whoever handles that learns that its sender is gone:
        its own answer would not fit behind this one, and crash."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # it has its answer already, or the beginning of one
            self.transport.close()

    def send_late_response(self) -> None:
        """Say why, to whoever sent part of a head."""
        headers = [("content-length", "0"), ("connection", "close")]
        for event in (h11.Response(status_code=408, headers=headers, reason=b"Request Timeout"), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event))

    def _watch_writing(self) -> None:
        """See that what lies ready is taken, whether more is to come or it is to be closed."""
        if self._stall is None:
            left = self.transport.get_write_buffer_size()
            self._stall = self.loop.call_later(self._connections.patience.stalled, self._check_writing, left)

    def _check_writing(self, left: int) -> None:
        self._stall = None
        if self.transport.get_write_buffer_size() < left:
            return self._watch_writing()
        log.info("reader gone", extra={"event": "http.stalled", "left": left})
        return self.transport.abort()

    def _cancel(self, name: str) -> None:
        timer: asyncio.TimerHandle | None = getattr(self, name)
        if timer is not None:
            timer.cancel()
            setattr(self, name, None)


def _descriptors() -> int:
    """How many files and connections this process may have open."""
    return os.sysconf("SC_OPEN_MAX") if hasattr(os, "sysconf") else 1024


def _let_go_of_the_dead(transport: asyncio.Transport) -> None:
    """Let the system end a connection whose other end is gone without a word, such as a phone's in a tunnel."""
    found: socket.socket | None = transport.get_extra_info("socket")
    if found is None or found.family not in (socket.AF_INET, socket.AF_INET6):
        return
    found.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 60_000)
