"""`import-calendar`, `export-calendar`: a calendar file into a calendar, shown and asked before it, and calendars as a file on standard output."""

import argparse
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

from app.cards.drawing import as_said
from app.config import Settings
from app.deps import AgentDeps
from app.errors import AssistantError, InputRefused
from app.integrations.calendar.event import moment_of
from app.integrations.calendar.exporting import exported
from app.integrations.calendar.importing import MOST
from app.integrations.calendar.telling import MOST_BYTES
from app.interfaces.cli.owner import agrees, turn_of
from app.models.reading.wording import called
from app.tools import calendar_files, events
from app.tools import when as times

ASK = "Type yes to go on: "
LEFT = "Left as it is.\n"
UNREADABLE = "“{file}” can't be read: {why}.\n"
TOO_LARGE = f"That file is larger than {MOST_BYTES // 1_000_000} MB. Split it, and import its parts.\n"
WRITTEN = "{count}, from {start} to {end}.\n"


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """Do one of them; 0 well, 1 where it came to nothing."""
    services = await build_services(settings)
    try:
        return await ACTIONS[options.command](turn_of(services).deps(services.resources), options)
    except AssistantError as problem:
        sys.stderr.write(as_said(f"{problem.sentence}\n"))
        return 1
    finally:
        await services.close()


async def _import(deps: AgentDeps, options: argparse.Namespace) -> int:
    try:
        data = _bytes(options.file)
    except OSError as problem:
        sys.stderr.write(UNREADABLE.format(file=options.file, why=problem.strerror or "no such file"))
        return 1
    if len(data) > MOST_BYTES:
        sys.stderr.write(TOO_LARGE)
        return 1
    name = called(options.file.rpartition("/")[2] if options.file != "-" else "", "calendar")
    found = await calendar_files.held(data, name, deps.zone)
    where = await calendar_files.place(deps, options.calendar, options.account)
    about = await calendar_files.summary(deps, name, found, where)
    sys.stdout.write(as_said(f"{about[:1].upper()}{about[1:]}.\n"))
    if not options.yes and not agrees(ASK):
        sys.stdout.write(LEFT)
        return 1
    for first in range(0, len(found), MOST):
        done = await calendar_files.put_in(deps, name, found[first : first + MOST], where)
        sys.stdout.write(as_said(f"{done.text}\n"))
    return 0


async def _export(deps: AgentDeps, options: argparse.Namespace) -> int:
    since, until = times.stretch(options.since, options.until, deps.local_now)
    start = since or moment_of(deps.local_now.date(), deps.zone)
    end = until or start + calendar_files.AHEAD
    if end <= start:
        raise InputRefused("The end is before the beginning.")
    found = await events.found(deps, start, end, calendar=options.calendar, account=options.account)
    made = exported([one.event for one in found.entries], zone=deps.zone, at=deps.now)
    sys.stdout.buffer.write(made.data)
    sys.stdout.buffer.flush()
    days = {"start": start, "end": end - timedelta(seconds=1)}  # the last day that is in it
    said = {name: f"{day.astimezone(deps.zone):%Y-%m-%d}" for name, day in days.items()}
    sys.stderr.write(WRITTEN.format(count=calendar_files.counted(made), **said))
    sys.stderr.write("".join(f"{one}\n" for one in found.problems))
    return 1 if found.problems else 0


def _bytes(named: str) -> bytes:
    if named == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(named).expanduser().open("rb") as file:
        return file.read(MOST_BYTES + 1)


ACTIONS = {"import-calendar": _import, "export-calendar": _export}
