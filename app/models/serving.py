"""The inside of a child process: it reads questions from its standard input and writes answers until the parent is gone.

One frame is a JSON head and a body of bytes, each behind its length. Whatever goes wrong with one question is answered as a
problem by name, and the next one is served. Libraries that print can't disturb the frames: what they print is dropped. Knows
nothing of what is asked.
"""

import contextlib
import json
import os
import struct
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

Head = dict[str, Any]
Answer = tuple[Head, bytes]
LENGTHS = struct.Struct(">IQ")


def packed(head: Head, body: bytes) -> bytes:
    """One frame as bytes."""
    text = json.dumps(head).encode()
    return LENGTHS.pack(len(text), len(body)) + text + body


def serve(answer: Callable[[Head, bytes], Answer]) -> None:
    """Answer questions until the input ends."""
    source = os.fdopen(os.dup(0), "rb")
    sink = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    with contextlib.suppress(BrokenPipeError, EOFError):
        while True:
            head, body = _read(source)
            sink.write(packed(*_answered(answer, head, body)))
            sink.flush()
    os._exit(0)  # threads of a native library must not hold up an end that nobody waits for


def limit(*, memory: int = 0, cpu_seconds: int = 0) -> None:
    """Let the system end this process when it takes more than `memory` bytes or processor time; what a system lacks is left."""
    try:
        import resource  # not on every system
    except ImportError:
        return
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, cpu_seconds)):
        if most and sys.platform == "linux":
            resource.setrlimit(kind, (most, most))


def _answered(answer: Callable[[Head, bytes], Answer], head: Head, body: bytes) -> Answer:
    try:
        return answer(head, body)
    except Exception as problem:  # noqa: BLE001 # house: the edge of a process; its parent logs the name
        return {"problem": type(problem).__name__}, b""


def _read(source: BinaryIO) -> Answer:
    sizes = source.read(LENGTHS.size)
    if len(sizes) < LENGTHS.size:
        raise EOFError
    head, body = LENGTHS.unpack(sizes)
    return json.loads(source.read(head)), source.read(body)
