"""A child process for tests: says what it was told, and misbehaves when asked to."""

import os
import sys
import time
from collections.abc import Callable

from app.models.serving import Answer, Head, limit, serve


def main() -> None:
    serve(answer)


def answer(head: Head, body: bytes) -> Answer:
    return _WAYS[head["way"]](head, body)


def _repeat(head: Head, body: bytes) -> Answer:
    return {"said": head["words"], "process": os.getpid()}, body


def _fail(head: Head, _: bytes) -> Answer:
    raise ValueError(head["words"])


def _die(_: Head, __: bytes) -> Answer:
    os._exit(3)


def _dawdle(_: Head, __: bytes) -> Answer:
    time.sleep(600)
    return {}, b""


def _chatter(_: Head, body: bytes) -> Answer:
    sys.stdout.write("a library that prints\n")
    os.write(1, b"and one that writes below it")
    sys.stderr.write("on both\n")
    return {"said": "nothing of that"}, body


def _undress(_: Head, __: bytes) -> Answer:
    return {"environment": sorted(os.environ)}, b""


def _eat(_: Head, __: bytes) -> Answer:
    limit(memory=300 * 1024 * 1024)
    return {"size": len(bytearray(2_000_000_000))}, b""


_WAYS: dict[str, Callable[[Head, bytes], Answer]] = {
    "repeat": _repeat,
    "fail": _fail,
    "die": _die,
    "dawdle": _dawdle,
    "chatter": _chatter,
    "undress": _undress,
    "eat": _eat,
}
