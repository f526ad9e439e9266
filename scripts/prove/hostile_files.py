"""Has files read that are made to break their reader, and measures what that costs: processor time of the server and of the process that opens
them, the memory of both, and what their sender is told.

    python scripts/prove/hostile_files.py [--only TEXT] [--share N/M]

Each is read in a process of its own, as the server reads it. Ends with 1 where one costs more than SECONDS of processor time, SERVER or READER
bytes, or where nobody is told anything.
"""

import argparse
import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.integrations.meetings.transcripts import read_transcript
from app.models.reading.reader import File, Reader
from scripts.prove.bombs.made import FILES

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 10.0  # of processor time
SERVER, READER = 150_000_000, 560_000_000  # bytes: what the server grows by, what the process that opens files has
_MOST = 400_000  # characters, as a transcript is read
_WALL = 120.0


@dataclass(frozen=True, slots=True)
class Cost:
    """What one took: seconds of processor time, bytes, and the longest time in which the server did nothing else; what its sender is told."""

    name: str
    kind: str
    seconds: float
    server: int
    reader: int
    stood: float
    characters: int
    note: str

    @property
    def problems(self) -> list[str]:
        """What of it is too much."""
        told = self.characters or self.note
        return [
            *([f"{self.seconds:.1f} s"] if self.seconds > SECONDS else []),
            *([f"server +{self.server // 1_000_000} MB"] if self.server > SERVER else []),
            *([f"reader {self.reader // 1_000_000} MB"] if self.reader > READER else []),
            *([f"stood for {self.stood:.1f} s"] if self.stood > 1 else []),
            *([] if told else ["nobody is told"]),
        ]


def _peak(who: int) -> int:
    return resource.getrusage(who).ru_maxrss * (1 if sys.platform == "darwin" else 1_024)


def _spent() -> float:
    found = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in found)


async def _stood(longest: list[float]) -> None:
    """How long others had to wait, at the most."""
    while True:
        before = time.monotonic()
        await asyncio.sleep(0.01)
        longest[0] = max(longest[0], time.monotonic() - before)


async def cost(name: str, data: bytes) -> Cost:
    """Of one file. The memory counts from now on."""
    longest = [0.0]
    watch = asyncio.create_task(_stood(longest))
    await asyncio.sleep(0.05)
    before, spent = _peak(resource.RUSAGE_SELF), _spent()
    file = File(name, data, most=_MOST)
    read = await Reader().read(file, language="en", sees=False, now=datetime(2027, 3, 10, 12, tzinfo=UTC))
    read_transcript(read.text)
    await asyncio.sleep(0.02)
    watch.cancel()
    return Cost(
        name,
        read.kind,
        round(_spent() - spent, 2),
        _peak(resource.RUSAGE_SELF) - before,
        _peak(resource.RUSAGE_CHILDREN),
        round(longest[0], 2),
        len(read.text),
        read.note,
    )


def apart(name: str) -> Cost:
    """As `cost`, in a process of its own, so that the memory of one is not another's."""
    with tempfile.NamedTemporaryFile() as file:
        # What it takes to make the file is not what it takes to read it: it is made by another process.
        subprocess.run([sys.executable, __file__, "--make", name, file.name], check=True, timeout=_WALL, cwd=ROOT)
        command = [sys.executable, __file__, "--one", name, "--at", file.name]
        read = subprocess.run(command, capture_output=True, text=True, check=True, timeout=_WALL, cwd=ROOT)
    return Cost(**json.loads(read.stdout.splitlines()[-1]))


def main(arguments: list[str]) -> int:
    """Print what each costs; the exit code says whether anything costs too much."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--one", default="", help="a file, in this process")
    parser.add_argument("--at", default="", help="where that file lies")
    parser.add_argument("--only", default="", help="files whose name holds this")
    parser.add_argument("--share", default="1/1", help="every M-th file from the N-th on")
    given = parser.parse_args(arguments)
    if given.one:
        print(json.dumps(asdict(asyncio.run(cost(given.one, Path(given.at).read_bytes())))))
        return 0
    number, of = map(int, given.share.split("/"))
    wrong = 0
    for name in [name for name in FILES if given.only in name][number - 1 :: of]:
        one = apart(name)
        wrong += bool(one.problems)
        print(
            f"{'WRONG' if one.problems else 'ok':5} {one.seconds:5.1f} s  server +{one.server // 1_000_000:3d} MB  reader {one.reader // 1_000_000:4d} MB"
            f"  stood {one.stood:.2f} s  {name} ({one.kind}, {one.characters:,} characters): {one.note} {'; '.join(one.problems)}",
            flush=True,
        )
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        Path(sys.argv[3]).write_bytes(FILES[sys.argv[2]]())
        sys.exit(0)
    sys.exit(main(sys.argv[1:]))
