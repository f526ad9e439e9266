#!/usr/bin/env python3
"""Every .ics file of a folder: is it read, expanded over some years and written back without an error, and how long does the slowest take?

    ics.py FOLDER [--notes]

Prints each file that raised (with --notes also what was left out), and as its last line how many were read. Exit code 1 when any raised.
"""

import argparse
import sys
import time
import traceback
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.integrations.calendar.free import busy
from app.integrations.calendar.ics import between, read
from app.integrations.calendar.lines import parse, written

ZONE = ZoneInfo("Europe/Paris")
START, END = datetime(1995, 1, 1, tzinfo=UTC), datetime(2031, 1, 1, tzinfo=UTC)


def judge(file: Path) -> tuple[str, ...]:
    """Read, expand and write a file; its sentences."""
    data = file.read_bytes()
    calendar = read(data, zone=ZONE)
    events = between(calendar, START, END)
    busy(events, START, END, zone=ZONE)
    again = read(written(parse(data)[0]), zone=ZONE)
    if between(again, START, END) != events and len(data) < 1_000_000:
        raise SystemExit(f"{file}: written back it is another calendar")
    return (
        f"{len(events)} events, {len(calendar.todos)} tasks",
        *calendar.notes,
        *{note for one in events for note in one.notes_of_reading},
    )


def main() -> int:
    """Judge all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--notes", action="store_true")
    asked = parser.parse_args()
    files = sorted(file for file in asked.folder.rglob("*.ics") if file.is_file())
    raised, slowest = 0, 0.0
    for file in files:
        begun = time.perf_counter()
        try:
            notes = judge(file)
        except Exception:  # noqa: BLE001 - any error at all is what is looked for
            raised += 1
            print(f"{file}: raised\n{traceback.format_exc()}")
            continue
        slowest = max(slowest, time.perf_counter() - begun)
        if asked.notes:
            print(f"{file.relative_to(asked.folder)}: {' '.join(notes)}")
    print(f"{len(files) - raised} of {len(files)} read, {raised} raised, slowest {slowest * 1000:.0f} ms")
    return 1 if raised else 0


if __name__ == "__main__":
    sys.exit(main())
