"""Hands spans to the process that sends them. Bounded: what it is too slow for is dropped and counted; it ends within two seconds.

It is started with the first span, and again, after a pause that grows, where it ended by itself. Knows no span's meaning.
"""

import asyncio
import contextlib
import json
import logging
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.tracing.spans import Span

log = logging.getLogger(__name__)
CHILD = Path(__file__).with_name("child.py")
MOST = 2_048  # lines that wait
_PIPE = 1 << 16  # bytes in the pipe before we wait for the reader
_ENDS_WITHIN, _DYING = 1.5, 0.4  # seconds
_MOST_SAID, _BREATHS = 2_000, 20  # lines a second: no sender says as much; lines between two breaths of ours
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 300.0


class Sending:
    """The queue, and the process behind it."""

    def __init__(self, command: Sequence[str | Path], config: Mapping[str, Any], *, most: int = MOST) -> None:
        """`command` starts the process; `config` is its first line, which holds the keys: neither its arguments nor its environment do."""
        self._command = [str(part) for part in command]
        self._config = json.dumps({"kind": "config", **config})
        self._waiting: deque[str] = deque()
        self._most = most
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._scored: dict[int, asyncio.Future[None]] = {}
        self._closing = False
        self.dropped = 0
        self.troubles = 0

    def record(self, span: Span) -> None:
        """Take a span; at once, whatever the process does."""
        self._put(json.dumps({"kind": "span", **asdict(span)}))

    async def score(self, told: Mapping[str, Any], *, patience: float) -> bool:
        """Send a score; whether the process took it within so many seconds."""
        number = int(told["id"])
        taken = self._scored.setdefault(number, asyncio.get_running_loop().create_future())
        try:
            self._put(json.dumps({"kind": "score", **told}))
            async with asyncio.timeout(patience):
                await taken
        except TimeoutError:
            return False
        finally:
            self._scored.pop(number, None)
        return True

    async def close(self) -> None:
        """Let it send what waits, for two seconds at most; then it is ended."""
        self._closing = True
        self._news.set()
        task, self._task = self._task, None
        if task is None:
            return
        _, late = await asyncio.wait((task,), timeout=_ENDS_WITHIN)
        if late:
            log.warning("traces not all sent", extra={"event": "trace.cut_off", "waiting": len(self._waiting)})
            task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await self._end()

    def _put(self, line: str) -> None:
        if self._closing:
            return
        if len(self._waiting) >= self._most:
            self._waiting.popleft()
            self.dropped += 1
            if self.dropped in (1, 100, 10_000, 1_000_000):
                log.warning("spans dropped", extra={"event": "trace.dropped", "dropped": self.dropped})
        self._waiting.append(line)
        self._news.set()
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._send(), name="traces")

    async def _send(self) -> None:
        pause = _FIRST_PAUSE
        while not (self._closing and not self._waiting):
            began = asyncio.get_running_loop().time()
            try:
                await self._through_one_process()
            except (OSError, EOFError) as problem:
                fields = {"event": "trace.sender_gone", "problem": type(problem).__name__}
                log.warning("the sender of traces is gone", extra=fields)
            except Exception:
                log.exception("the sending of traces broke", extra={"event": "trace.sending_broke"})
            if self._closing:
                return
            lasted = asyncio.get_running_loop().time() - began
            pause = _FIRST_PAUSE if lasted > _LONGEST_PAUSE else pause  # one that ran well is begun again at once
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _through_one_process(self) -> None:
        """Start one and feed it until it ends. Raises OSError, EOFError."""
        self._process = process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={"PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        )
        assert process.stdin is not None
        hearing = asyncio.create_task(self._hear(process), name="traces heard")
        try:
            process.stdin.transport.set_write_buffer_limits(_PIPE)
            process.stdin.write(f"{self._config}\n".encode())
            while True:
                await self._feed(process.stdin, hearing)
                if self._closing:
                    process.stdin.close()
                    await process.wait()
                    return
        finally:
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)
            await asyncio.shield(self._end())

    async def _feed(self, into: asyncio.StreamWriter, hearing: "asyncio.Task[None]") -> None:
        """All that waits, and then until more does. Raises EOFError where the process is gone."""
        while self._waiting:
            into.write(f"{self._waiting.popleft()}\n".encode())
            await into.drain()
            if hearing.done():
                raise EOFError
        if self._closing:
            return
        self._news.clear()
        news = asyncio.ensure_future(self._news.wait())
        try:
            await asyncio.wait((news, hearing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()
        if hearing.done() and not self._closing:
            raise EOFError

    async def _hear(self, process: asyncio.subprocess.Process) -> None:
        """What the process says: which scores it took, and what it could not send. It may say anything."""
        assert process.stdout is not None
        said, since = 0, asyncio.get_running_loop().time()
        while line := await process.stdout.readline():
            said += 1
            if said % _BREATHS == 0:
                await asyncio.sleep(0)
            if said % _MOST_SAID == 0:
                before, since = since, asyncio.get_running_loop().time()
                if since - before < 1.0:
                    log.warning("the sender of traces chatters", extra={"event": "trace.chatter"})
                    process.kill()
                    return
            with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError):
                told = json.loads(line)
                if "scored" in told and (taken := self._scored.get(int(told["scored"]))) and not taken.done():
                    taken.set_result(None)
                if "trouble" in told:
                    self.troubles += 1
                    if self.troubles & (self.troubles - 1):  # the first, the second, the fourth …
                        continue
                    log.warning(
                        "trace not sent",
                        extra={"event": "trace.trouble", "problem": str(told["trouble"])[:80], "times": self.troubles},
                    )

    async def _end(self) -> None:
        """No process is left, nor a pipe to one."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        with contextlib.suppress(TimeoutError, ValueError, OSError):
            async with asyncio.timeout(_DYING):
                await process.stdout.read()
                await process.wait()
