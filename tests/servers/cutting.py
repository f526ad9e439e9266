"""What stands between a mail program and its IMAP server, and cuts the line at a command: before the server hears it, or before its answer comes."""

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Thread

_AT_ONCE = 65536


@dataclass
class Cutting:
    """The next command that holds `at` is cut: with `heard` when the server has carried it out, else before it hears of it. With `silent` the line
    stands, and nothing comes any more. After a cut, `then_away` refuses every new connection. `lacks` is taken out of what the server says it can."""

    port: int
    at: bytes = b""
    heard: bool = True
    silent: bool = False
    then_away: bool = False
    lacks: tuple[bytes, ...] = ()
    commands: list[bytes] = field(default_factory=list[bytes])
    is_cut: bool = False

    def cut(self, at: str, *, heard: bool = True, silent: bool = False, then_away: bool = False) -> None:
        """From now on."""
        self.at, self.heard, self.silent, self.then_away, self.is_cut = at.encode(), heard, silent, then_away, False


@contextmanager
def cutting(server: int) -> Iterator[Cutting]:
    """One that runs in front of the server on that loopback port."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        line = Cutting(door.getsockname()[1])
        Thread(target=_serve, args=(door, server, line), daemon=True).start()
        yield line
        door.shutdown(socket.SHUT_RDWR)


def _serve(door: socket.socket, server: int, line: Cutting) -> None:
    while True:
        try:
            program, _ = door.accept()
        except OSError:
            return
        if line.is_cut and line.then_away:
            program.close()
            continue
        Thread(target=_relay, args=(program, server, line), daemon=True).start()


def _relay(program: socket.socket, server: int, line: Cutting) -> None:
    """Both ways; `awaited` is the tag of the command whose answer doesn't come."""
    awaited: list[bytes] = []
    with program, socket.create_connection(("127.0.0.1", server)) as behind:
        answers = Thread(target=_answers, args=(program, behind, line, awaited), daemon=True)
        answers.start()
        with suppress(OSError):
            while said := program.recv(_AT_ONCE):
                line.commands.append(said)
                if not line.is_cut and line.at and line.at in said.split(b"\r\n")[0]:
                    line.is_cut = True
                    if not line.heard:
                        break
                    awaited.append(said.split(b" ")[0])
                behind.sendall(said)
            if line.is_cut and line.silent:
                answers.join()
        with suppress(OSError):
            program.shutdown(socket.SHUT_RDWR)
            behind.shutdown(socket.SHUT_RDWR)
        answers.join()


def _answers(program: socket.socket, behind: socket.socket, line: Cutting, awaited: list[bytes]) -> None:
    kept = b""
    with suppress(OSError):
        while said := behind.recv(_AT_ONCE):
            for what in line.lacks:
                said = re.sub(rb"(?i) " + what + rb"\b", b"", said)
            if not awaited:
                program.sendall(said)
                continue
            if said.startswith(b"+"):  # the server waits for the rest of the command
                program.sendall(said)
                continue
            kept += said
            if re.search(rb"(?m)^" + awaited[0] + rb" ", kept):
                if not line.silent:
                    program.shutdown(socket.SHUT_RDWR)
                return
