#!/usr/bin/env python3
"""Rules of other libraries' tests, as calendar files: do they name the same times?

    ics_rules.py FOLDER [--wrong]

FOLDER holds rrule_dateutil.jsonl, rrule_js.jsonl and rrule_libical.jsonl, with a rule and the times expected of it a row. Each is read as a file
with one floating event and expanded. A start that the rule itself doesn't name is an instance in a calendar (RFC 5545, 3.8.5.3) and none in those
libraries: it is left out of the comparison. Rows whose rule isn't expanded by design (hours and shorter, BYSECOND, Easter) are counted apart.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.integrations.calendar.ics import between, read

ZONE = ZoneInfo("UTC")
START, END = datetime(1990, 1, 1, tzinfo=UTC), datetime(2150, 1, 1, tzinfo=UTC)
LISTS = ("bymonth", "bymonthday", "byyearday", "byweekno", "byhour", "byminute", "bysecond", "bysetpos")
NOT_EXPANDED = re.compile(r"FREQ=(?:HOURLY|MINUTELY|SECONDLY)|BYSECOND|BYEASTER")
Row = tuple[str, str, list[str]]


def rows(folder: Path) -> Iterator[tuple[str, Row]]:
    """Source, and a row's start, lines of rules and expected times."""
    readers = {"rrule_dateutil.jsonl": of_dateutil, "rrule_js.jsonl": of_js, "rrule_libical.jsonl": of_libical}
    for name, reader in readers.items():
        for line in (folder / name).read_text("utf-8").splitlines():
            row = reader(json.loads(line))
            if row is not None:
                yield name, row


def plain(text: str) -> str:
    """19970902T090000 of a time in any of their spellings."""
    return text.replace("-", "").replace(":", "")[:15]


def of_dateutil(row: dict) -> Row | None:
    lines = row["rule"].replace("\r", "").split("\n")
    start = next((line.rpartition(":")[2] for line in lines if line.upper().startswith("DTSTART")), "")
    rules = [line for line in lines if not line.upper().startswith("DTSTART")]
    if not start or row.get("kwargs") or any("EXRULE" in line for line in rules):
        return None
    return (
        start,
        "\r\n".join(line if ":" in line else f"RRULE:{line}" for line in rules),
        [plain(one) for one in row["expected"]],
    )


def of_libical(row: dict) -> Row | None:
    if row.get("start_at") or row.get("from_") or row.get("to"):
        return None
    return row["dtstart"], f"RRULE:{row['rrule']}", [plain(one) for one in row["expected"]]


def of_js(row: dict) -> Row | None:
    text = row["options"]
    frequency = re.search(r"freq: (?:RRule\.)?([A-Z]+)", text)
    if frequency is None:
        return None
    parts = [f"FREQ={frequency[1]}"]
    for name in ("count", "interval"):
        parts += [f"{name.upper()}={found[1]}" for found in [re.search(rf"\b{name}: (\d+)", text)] if found]
    for name in LISTS:
        found = re.search(rf"\b{name}: (\[[^\]]*\]|-?\d+)", text)
        parts += [f"{name.upper()}={found[1].strip('[]').replace(' ', '')}"] if found and found[1] != "[]" else []
    days = re.search(r"byweekday: (\[[^\]]*\]|RRule\.\S+?),(?: |$)", text)
    if days:
        codes = [(nth, code) for code, nth in re.findall(r"RRule\.([A-Z]{2})(?:\.nth\((-?\d+)\))?", days[1])]
        parts.append(f"BYDAY={','.join(''.join(one) for one in codes)}")
    week = re.search(r"wkst: RRule\.([A-Z]{2})", text)
    parts += [f"WKST={week[1]}"] if week else []
    until = re.search(r"until: parse\('(\w+)'\)", text)
    parts += [f"UNTIL={until[1]}"] if until else []
    parts += ["BYEASTER=0"] if "byeaster" in text else []
    start = re.search(r"dtstart: parse\('(\w+)'\)", text)
    return (start[1], f"RRULE:{';'.join(parts)}", [plain(one) for one in row["expected"]]) if start else None


def times(start: str, rules: str) -> list[str]:
    """What our reading makes of it."""
    data = f"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:{start}\r\n{rules}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    return [f"{event.start:%Y%m%dT%H%M%S}" for event in between(read(data, zone=ZONE), START, END, most=5_000)]


def main() -> int:
    """Compare all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wrong", action="store_true")
    asked = parser.parse_args()
    counts: dict[str, Counter[str]] = {}
    for source, (start, rules, expected) in rows(asked.folder):
        count = counts.setdefault(source, Counter())
        if NOT_EXPANDED.search(rules.upper()):
            count["by design not"] += 1
            continue
        found = times(start, rules)
        if start[:15] not in expected:
            found = [one for one in found if one != start[:15]]
        is_same = found[: len(expected)] == expected and ("COUNT" not in rules or len(found) == len(expected))
        count["same" if is_same else "other"] += 1
        if asked.wrong and not is_same:
            print(f"{source} {start} {rules!r}\n  expected {expected[:8]}\n  found    {found[:8]}")
    for source, count in counts.items():
        print(
            f"{source}: {count['same']} of {count['same'] + count['other']} the same, {count['by design not']} not expanded by design"
        )
    return 1 if any(count["other"] for count in counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
