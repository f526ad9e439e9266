"""The questions of `told.txt` with the memories they are asked of, and what rows answer them."""

from dataclasses import dataclass, field
from pathlib import Path

from app.language.answers import Told, sentences

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Row:
    """Something told: its name in the file, its kind, the words."""

    name: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Memory:
    """What one person told, and what they ask: each question with the names of the rows that answer it, none where nothing does."""

    name: str
    rows: list[Row] = field(default_factory=list)
    asks: list[tuple[str, list[str]]] = field(default_factory=list)

    def told(self) -> list[Told]:
        """Its sentences; the key is the row's place."""
        return [
            Told(sentence, index, row.text, is_talk=row.kind == "said", has_time=row.kind == "reminder")
            for index, row in enumerate(self.rows)
            for sentence in sentences(row.text)
        ]


def memories(name: str = "told.txt") -> list[Memory]:
    """All of a file, as written."""
    found: list[Memory] = []
    for line in filter(None, map(str.strip, (_FOLDER / name).read_text(encoding="utf-8").splitlines())):
        if line.startswith("=="):
            found.append(Memory(line.strip("= ")))
        elif line.startswith("?"):
            question, _, names = line.lstrip("? ").rpartition("=")
            found[-1].asks.append((question.strip(), [name for name in names.split() if name not in ("-", "!")]))
        elif not line.startswith("#"):
            found[-1].rows.append(Row(*(part.strip() for part in line.split("|", 2))))
    return found
