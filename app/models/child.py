"""A process of our own beside the server, for work that is heavy, can't be stopped in a thread, or reads hostile bytes.

It starts with the first question, answers one at a time, and ends when it is closed, idle, or late: one that is late, has crashed
or was interrupted is ended and the next question starts another. Invariant: it is given no environment, so no secret, and only what is
asked. Knows nothing of what is asked.
"""

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path

from app.errors import AssistantError
from app.models.serving import LENGTHS, Answer, Head, packed

_ROOT = str(Path(__file__).parents[2])
_START = "import importlib, sys; sys.path.insert(0, sys.argv[1]); importlib.import_module(sys.argv[2]).main()"
_MOST_BYTES = 256 * 1024 * 1024


class ChildFailed(AssistantError):
    """That part of me stopped; it starts anew with the next try."""


class Child:
    """The process that runs `main` of one module of ours."""

    def __init__(self, module: str, *, idle_seconds: float, python: str = sys.executable) -> None:
        """Starts nothing yet. After `idle_seconds` without a question its memory is given back. `python` is the interpreter that has what the
        module needs."""
        self._module = module
        self._python = python
        self._idle_seconds = idle_seconds
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None

    async def ask(self, head: Head, body: bytes = b"", *, seconds: float) -> Answer:
        """Its answer; raises ChildFailed when it says there was a problem, has ended, or takes longer than `seconds`.

        Questions queue; the time counts from when this one's turn comes."""
        async with self._turn:
            self._stay()
            try:
                async with asyncio.timeout(seconds):
                    answer = await self._exchange(head, body)
            except (OSError, EOFError, TimeoutError, ValueError) as problem:
                await self._end()
                raise ChildFailed(type(problem).__name__) from problem
            except BaseException:  # cancelled: half a frame may be under way
                await self._end()
                raise
            self._idle = asyncio.get_running_loop().call_later(self._idle_seconds, self._leave)
        if "problem" in answer[0]:
            raise ChildFailed(answer[0]["problem"])
        return answer

    @property
    def runs(self) -> bool:
        """Whether there is one."""
        return self._process is not None

    async def close(self) -> None:
        """End it. A question asked later starts it again."""
        async with self._turn:
            await self._end()

    async def _exchange(self, head: Head, body: bytes) -> Answer:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(self._python, "-I", "-c", _START, _ROOT, self._module),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env={},
                start_new_session=True,  # Ctrl-C is for the server, which then closes this one
            )
        reader, writer = self._process.stdout, self._process.stdin
        assert reader is not None
        assert writer is not None
        writer.write(packed(head, body))
        await writer.drain()
        sizes = LENGTHS.unpack(await reader.readexactly(LENGTHS.size))
        if sum(sizes) > _MOST_BYTES:
            raise ValueError
        return json.loads(await reader.readexactly(sizes[0])), await reader.readexactly(sizes[1])

    def _stay(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def _leave(self) -> None:
        """Idle long enough: without its input the process ends by itself."""
        if self._process is not None and self._process.stdin is not None and not self._turn.locked():
            self._process.stdin.close()
            self._process = None

    async def _end(self) -> None:
        self._stay()
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # what it started itself ends with it
        await process.communicate()
