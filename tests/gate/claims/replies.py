"""The written replies: what was asked, what ran, what was said. The form stands at the head of each file."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.deps import CallNote
from app.gate.claims.check import Checked, check_claims
from app.memory.records import LedgerEntry

FOLDER = Path(__file__).parent
SOME_DAY = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
_MARKS = ("? ", "! ", "~ ")


@dataclass(frozen=True, slots=True)
class Reply:
    """One record; `calls` are this turn's, `earlier` the ledger rows of turns before."""

    asked: str
    calls: tuple[CallNote, ...]
    earlier: tuple[LedgerEntry, ...]
    text: str

    def checked(self) -> Checked:
        """What the check makes of it."""
        return check_claims(self.text, self.calls, asked=self.asked, earlier=self.earlier)


def read_replies(file: Path) -> list[Reply]:
    """Every record of a file, in order."""
    lines = file.read_text("utf-8").strip("\n").split("\n")
    body = "\n".join(line for line in lines if not line.startswith("# "))
    return [_record(record) for record in body.split("\n%\n")]


def note(tool: str, outcome: str) -> CallNote:
    """A call as the gate writes it down."""
    return CallNote(tool, {}, "hold" if outcome == "held" else "run", outcome)


def row(tool: str, *, status: str = "done") -> LedgerEntry:
    """A row of an earlier turn."""
    return LedgerEntry(1, "u1", "t0", "k", tool, {}, status, "", None, None, SOME_DAY, SOME_DAY)  # type: ignore[arg-type]


def _record(record: str) -> Reply:
    lines = record.split("\n")
    heads = list(_heads(lines))
    asked = " ".join(line[2:] for line in heads if line.startswith("? "))
    calls = tuple(note(*line[2:].rsplit(" ", 1)) for line in heads if line.startswith("! "))
    earlier = tuple(row(line[2:]) for line in heads if line.startswith("~ "))
    return Reply(asked, calls, earlier, "\n".join(lines[len(heads) :]))


def _heads(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if not line.startswith(_MARKS):
            return
        yield line
