"""How well the pre-filter tells requests of several calls from single ones, without any model.

    python scripts/prove/multistep.py FOLDER

FOLDER holds `*tasks.jsonl` with `text` and `n_calls` (the calls a request takes) and `*negatives.jsonl` with `text` and `has_and`
(single requests, with or without a joining word). Prints recall on requests of two calls and more, false alarms on single ones
overall, with and without a joining word, and weighted as if 4 in 100 had one; then the time a message takes. The rules were
developed on the first half of the rows (by checksum) alone: the second half shows what is real. Ends with 1 when the
aims are missed over all rows.
"""

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.planning.prefilter import needs_plan, weights  # noqa: E402 - the path comes first

AIM_RECALL = 0.85
AIM_FALSE_ALARMS = 0.03
NATURAL_SHARE = 0.04
HALVES = ("developed on", "not read")
Row = dict[str, Any]


@dataclass(frozen=True)
class Figures:
    """Shares between 0 and 1."""

    recall: float
    false_alarms: float


def read_rows(folder: Path, pattern: str) -> list[Row]:
    """All rows of the files that match."""
    files = sorted(folder.glob(pattern))
    return [
        json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines() if line.strip()
    ]


def half(text: str) -> int:
    """Which half a row belongs to, by checksum of its text."""
    return hashlib.sha256(b"half:" + text.encode()).digest()[0] & 1


def share(rows: Sequence[Row]) -> float:
    """The share of rows that the pre-filter catches."""
    return sum(needs_plan(row["text"]) for row in rows) / max(1, len(rows))


def report(title: str, several: Sequence[Row], single: Sequence[Row]) -> Figures:
    """Prints one block."""
    joined, plain = [row for row in single if row["has_and"]], [row for row in single if not row["has_and"]]
    figures = Figures(share(several), share(single))
    natural = NATURAL_SHARE * share(joined) + (1 - NATURAL_SHARE) * share(plain)
    print(f"{title}")
    print(f"  recall on requests of two calls or more   {figures.recall:6.1%}  of {len(several)}")
    print(f"  false alarms on single requests           {figures.false_alarms:6.2%}  of {len(single)}")
    print(f"    with a joining word                     {share(joined):6.2%}  of {len(joined)}")
    print(f"    without                                 {share(plain):6.2%}  of {len(plain)}")
    print(f"    weighted to their natural share         {natural:6.2%}")
    return figures


def by_reason(title: str, rows: Sequence[Row]) -> None:
    """Prints how often each reason holds among the rows that were caught."""
    held = Counter(name for row in rows if needs_plan(row["text"]) for name in weights(row["text"]))
    print(f"\nreasons, {title}: " + ", ".join(f"{name} {count}" for name, count in held.most_common(12)))


def timed(rows: Sequence[Row]) -> list[float]:
    """Milliseconds for each row."""
    spent = []
    for row in rows:
        begun = time.perf_counter()
        needs_plan(row["text"])
        spent.append((time.perf_counter() - begun) * 1_000)
    return spent


def main(folder: Path) -> int:
    """All figures; 0 when the aims are met."""
    tasks, single = read_rows(folder, "*tasks.jsonl"), read_rows(folder, "*negatives.jsonl")
    several = [row for row in tasks if row["n_calls"] > 1]
    if not several or not single:
        print(f"no rows in {folder}")
        return 2
    for number, name in enumerate(HALVES):
        report(
            f"half {name}",
            [row for row in several if half(row["text"]) == number],
            [row for row in single if half(row["text"]) == number],
        )
    figures = report("all rows", several, single)
    alone = [row for row in tasks if row["n_calls"] == 1]
    print(f"  caught among the tasks of one call        {share(alone):6.1%}  of {len(alone)}")
    by_reason("requests of several calls", several)
    by_reason("false alarms", single)
    spent = sorted(timed([*several, *single]))
    print(
        f"\nmilliseconds a message: median {median(spent):.3f}, 99th {spent[len(spent) * 99 // 100]:.3f}, most {spent[-1]:.3f}"
    )
    return int(figures.recall < AIM_RECALL or figures.false_alarms > AIM_FALSE_ALARMS)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How well requests of several calls are told from single ones.")
    parser.add_argument("folder", type=Path)
    sys.exit(main(parser.parse_args().folder))
