"""Scores crons against a public suite kept in a folder: the next and the last time before, each call of each row.

Usage: python -m scripts.prove.cron_dates FOLDER [--show right|refused|wrong]

A row is right when every call of it is. What the product doesn't take (six fields, W, H, another meaning by an option)
is refused; a flood it would refuse is still reckoned, and counted apart.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from app.schedule.cron import PREFIX, parse_cron, read_cron
from app.schedule.occurrences import moments
from app.schedule.refusals import ScheduleError

_LONG_AGO = datetime(1990, 1, 1)  # noqa: DTZ001 wall-clock time, as a start is
_MOMENT = timedelta(microseconds=1)
# Options that give the same text another meaning; the rest only tune that library.
_OTHER_MEANING = {"expand_from_start_time": False, "day_or": True, "implement_cron_bug": False}


def results(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Outcome, group and detail of each row."""
    path = folder / "cron_croniter.jsonl"
    if not path.exists():
        return
    with path.open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            yield _judged(row)


def _judged(row: dict) -> tuple[str, str, str]:
    detail = f"{row['expr']} from {row['start']} {row['tz'] or ''} {row['options'] or ''}"
    if any(row["options"].get(name, usual) != usual for name, usual in _OTHER_MEANING.items()):
        return "refused", "cron to dates, options", detail
    try:
        read_cron(row["expr"])
    except ScheduleError as problem:
        return "refused", "cron to dates, not taken", f"{detail}: {problem}"
    right, said = _replayed(row)
    return ("right" if right else "wrong"), f"cron to dates{_flood(row['expr'])}", f"{detail}{said}"


def _flood(expression: str) -> str:
    try:
        parse_cron(expression)
    except ScheduleError:
        return ", floods"
    return ""


def _replayed(row: dict) -> tuple[bool, str]:
    """Whether the calls, each from where the one before ended, come out the same."""
    zone = ZoneInfo(row["tz"] or "UTC")
    now = _aware(row["start"], zone)
    for call in row["calls"]:
        expected = _aware(call["result"], zone)
        # A single call with this option asks whether a moment matches, so that the moment itself counts.
        before = now + _MOMENT if "second_at_beginning" in row["options"] and len(row["calls"]) == 1 else now
        found = _next(row["expr"], zone, now) if call["call"] == "get_next" else _previous(row["expr"], zone, before)
        if found != expected:
            return False, f": {call['call']} {expected.astimezone(zone)} got {found and found.astimezone(zone)}"
        now = expected
    return True, ""


def _aware(value: str | float, zone: ZoneInfo) -> datetime:
    if isinstance(value, (int, float)):
        return datetime.fromtimestamp(value, UTC)
    when = datetime.fromisoformat(value)
    return (when if when.tzinfo else when.replace(tzinfo=zone)).astimezone(UTC)


def _next(expression: str, zone: ZoneInfo, after: datetime) -> datetime | None:
    return next(moments(PREFIX + expression, _LONG_AGO, zone, after), None)


def _previous(expression: str, zone: ZoneInfo, before: datetime) -> datetime | None:
    """The last time before, found by reading on from ever further back."""
    back = timedelta(hours=2)
    while back < timedelta(days=4_000):
        last = None
        for moment in moments(PREFIX + expression, _LONG_AGO, zone, before - back):
            if moment >= before:
                break
            last = moment
        if last:
            return last
        back *= 4
    return None


def main() -> int:
    """Prints the counts; 1 if a row is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", default="")
    options = parser.parse_args()
    totals: dict[str, Counter[str]] = {}
    for outcome, group, detail in results(options.folder):
        totals.setdefault(group, Counter())[outcome] += 1
        if outcome == options.show:
            print(f"{group}: {detail}")
    for group, counts in totals.items():
        print(f"{group:34}{counts.total():>5} rows  " + "  ".join(f"{name} {count}" for name, count in counts.items()))
    return 1 if any(counts["wrong"] for counts in totals.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
