#!/usr/bin/env python3
"""Play one person's working day over GitHub, Jira, Slack, files, mail and calendar, and check what is said and how things stand there.

    python scripts/prove/working_day.py [--engine sqlite|postgres|both] [--short] [--transcript FILE]

The house is the real one with the offline model, its loops run as the clock is moved. GitHub and Slack are `emulate`, files WsgiDAV, mail Dovecot, the
calendar Radicale; Jira is a fake of ours that is held to Atlassian's description. With "both" the day runs once on each database. Exit code 1 when
anything was wrong.
"""

import argparse
import asyncio
import logging
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scripts.prove.day.lines import LINES
from scripts.prove.day.office import office
from scripts.prove.day.play import Heard, play
from scripts.prove.engines import engines_of, storage_of


def day_on(engine: str, *, short: bool) -> list[Heard]:
    """The day on one database."""
    with storage_of(engine) as storage, office() as opened:
        return asyncio.run(play(opened, storage, [one for one in LINES if one.short or not short]))


def main() -> int:
    """0 when all was right on each database."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--short", action="store_true", help="the lines of the short day alone")
    parser.add_argument("--transcript", type=Path, help="write what was said there")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    wrong, told = 0, list[str]()
    for engine in engines_of(options.engine):
        heard = day_on(engine, short=options.short)
        wrong += sum(bool(one.problem) for one in heard)
        told.append(f"=== {engine}: {len(heard)} lines, {sum(bool(one.problem) for one in heard)} wrong")
        told += [str(one) for one in heard]
    text = "\n\n".join(told)
    if options.transcript:
        options.transcript.write_text(f"{text}\n", encoding="utf-8")
    print(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
