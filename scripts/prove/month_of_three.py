"""Play a month of three people in three zones across two changes of clocks, print its timeline and draw it.

    python scripts/prove/month_of_three.py [--engine sqlite|postgres|both] [--svg docs/clock-month.svg] [--chat]

Everything is the real house with the offline model on a clock that is moved: reminders, to-dos due at an hour, schedules, briefings and
recaps, alerts, a pause, and three stretches in which nothing ran. With "both", what the two databases say must be the same, word for
word. Exit code 1 where they differ, where something happened twice, or where an hour is not the one that was asked for.
"""

import argparse
import asyncio
import logging
import sys
from collections import Counter
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scripts.prove.engines import engines_of, storage_of
from scripts.prove.month.drawing import Mark, draw
from scripts.prove.month.play import Month, play
from scripts.prove.month.scenes import FIRST, LAST, PEOPLE

TITLE = "A month of three people: what was due on their own clocks, and how each moment ended"
# What each was asked to happen at, on the wall clock; a time in a spring gap moves forward by the gap.
_HOURS: dict[tuple[str, str], set[str]] = {
    ("Ama", "take my tablets"): {"07:30"},
    ("Ama", "pay the rent"): {"10:00"},
    ("Ben", "check the boiler"): {"02:30", "03:30"},
    ("Ben", "call dad"): {"18:00"},
    ("Mia", "turn the heater down"): {"02:30", "03:30"},
    ("Mia", "water the plants"): {"09:00"},
}
_TIMES = {  # how often in the month, by the calendar
    ("Ama", "take my tablets"): 23,
    ("Ama", "pay the rent"): 1,
    ("Ben", "check the boiler"): 30,
    ("Ben", "call dad"): 3,
    ("Mia", "turn the heater down"): 30,
    ("Mia", "water the plants"): 1,
}


def problems(month: Month) -> list[str]:
    """What is not as it should be, in the whole month."""
    found = _hours_and_times(month)
    return found + strays(month)


def strays(month: Month) -> list[str]:
    """What can't be right in any stretch of it: something twice, something left open, something skipped without a reason."""
    found = []
    for (person, due, what, kind), count in Counter((m.person, m.due, m.what, m.kind) for m in month.marks).items():
        if count > 1 and kind != "alert":
            found.append(f"{person}: {what} at {due:%d %b %H:%M} happened {count} times")
    said = Counter((person, at, text) for person, at, text in month.said)
    found += [
        f"{person} heard twice at {at:%d %b %H:%M}: {text}" for (person, at, text), count in said.items() if count > 1
    ]
    found += [
        f"{mark.person}: {mark.what} at {mark.due} is {mark.status}"
        for mark in month.marks
        if mark.status in ("waiting", "running")
    ]
    found += [
        f"{mark.person}: {mark.what} at {mark.due} is skipped without a reason"
        for mark in month.marks
        if mark.status == "skipped" and not mark.reason
    ]
    return found


def _hours_and_times(month: Month) -> list[str]:
    """Each at the hour that was asked for, as often as the calendar says."""
    found = []
    for (person, what), hours in _HOURS.items():
        marks = [
            mark
            for mark in month.marks
            if (mark.person, mark.what) == (person, what) and FIRST <= mark.due.date() <= LAST
        ]
        wrong = [mark for mark in marks if f"{mark.due:%H:%M}" not in hours]
        found += [f"{person}: {what} was due at {mark.due:%d %b %H:%M}" for mark in wrong]
        if len(marks) != _TIMES[person, what]:
            found.append(f"{person}: {what} was due {len(marks)} times, not {_TIMES[person, what]}")
    return found


def show(month: Month, *, chat: bool) -> None:
    """Print the timeline, a day of a person a line; with the chat, what was said."""
    for person in PEOPLE:
        print(f"\n{person.name}, {person.zone}")
        for name, at, words, answer in month.chat:
            if name == person.name:
                print(
                    f"  {at:%a %d %b %H:%M}  > {words}\n"
                    + "\n".join(f"                    {line}" for line in answer.splitlines())
                )
        days: dict[str, list[str]] = {}
        for mark in month.marks:
            if mark.person == person.name:
                days.setdefault(f"{mark.due:%a %d %b}", []).append(_short(mark))
        for day, shown in days.items():
            print(f"  {day}  {'; '.join(shown)}")
        if chat:
            for name, at, text in month.said:
                if name == person.name:
                    print(f"  {at:%a %d %b %H:%M}  < " + "\n                      ".join(text.splitlines()))


def _short(mark: Mark) -> str:
    late = f" at {mark.said:%H:%M}" if mark.said.date() == mark.due.date() else f" on {mark.said:%d %b %H:%M}"
    how = {"ran": "", "late": f" (late{late})", "skipped": f" (skipped: {mark.reason[:60]})"}.get(
        mark.status, f" ({mark.status})"
    )
    return f"{mark.due:%H:%M} {mark.what}{how}"


def main() -> int:
    """0 when all is as it should be, on every database alike."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--svg", type=Path, help="draw the month there")
    parser.add_argument("--chat", action="store_true", help="print what was said, too")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    months: list[Month] = []
    wrong: list[str] = []
    for engine in engines_of(options.engine):
        began = datetime.now().astimezone()
        with storage_of(engine) as storage:
            months.append(asyncio.run(play(storage)))
        if len(months) == 1:
            show(months[0], chat=options.chat)
        found = problems(months[-1])
        took = (datetime.now().astimezone() - began).total_seconds()
        print(
            f"\n{engine}: {len(months[-1].marks)} moments, {len(months[-1].said)} things said first, {len(found)} problems, {took:.0f} s"
        )
        wrong += [f"{engine}: {problem}" for problem in found]
    if len(months) > 1:
        alike = months[0] == months[1]
        print(f"the two databases say {'the same, word for word' if alike else 'different things'}")
        wrong += [] if alike else _differences(*months)
    if options.svg:
        options.svg.write_text(draw(TITLE, PEOPLE, months[0].marks, months[0].shades, (FIRST, LAST)), encoding="utf-8")
    for problem in wrong[:40]:
        print(f"!! {problem}")
    return 1 if wrong else 0


def _differences(one: Month, other: Month) -> list[str]:
    ours, theirs = (
        {repr(row) for part in (month.chat, month.said, month.marks) for row in part} for month in (one, other)
    )
    return [f"only on the first: {row}" for row in sorted(ours - theirs)] + [
        f"only on the second: {row}" for row in sorted(theirs - ours)
    ]


if __name__ == "__main__":
    sys.exit(main())
