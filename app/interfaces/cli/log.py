"""`log`: what was said and done, in order. Without a number the sessions there are; with one, or “last”, or “now”, all of that one."""

import argparse
import json
import sys
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from app.config import Settings
from app.learning.session_log import SessionHead, SessionLog, as_json, log_of, sessions_of
from app.learning.turn_log import Event, TurnLog, readable
from app.memory.records import CLOCK

_SAYS = {"message": "you", "reply": "Kwasi", "beside": "beside it", "thought": "thought"}
_BY_CLOCK = {**_SAYS, "message": "clock"}
_WIDTH = 10
_TOPIC = 60


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """Print it; 1 where there is no such session."""
    services = await build_services(settings)
    try:
        if options.session:
            return await _one(services, options)
        return await _all(services, options)
    finally:
        await services.close()


async def _all(services: Any, options: argparse.Namespace) -> int:
    heads = await sessions_of(services.study, services.owner.id)
    zone = ZoneInfo(services.owner.time_zone)
    if options.json:
        sys.stdout.write(json.dumps({"sessions": [as_json(head) for head in heads]}, ensure_ascii=False) + "\n")
    elif heads:
        sys.stdout.write("".join(f"{_line(head, zone)}\n" for head in heads))
    else:
        sys.stdout.write("Nothing was said yet.\n")
    return 0


async def _one(services: Any, options: argparse.Namespace) -> int:
    log = await log_of(services.study, services.owner.id, options.session)
    if log is None:
        sys.stderr.write("There is no such session. ./scripts/run log lists those there are.\n")
        return 1
    if options.json:
        sys.stdout.write(json.dumps(as_json(log), ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("".join(f"{line}\n" for line in told(log, ZoneInfo(services.owner.time_zone))))
    return 0


def told(log: SessionLog, zone: ZoneInfo) -> Iterator[str]:
    """A session as lines for a terminal, times on the user's clock."""
    cost = f", ${log.cost:.4f}" if log.cost else ""
    yield f"{_line(log.head, zone)} · {_count(log.calls, 'call')} · {log.tokens:,} tokens{cost}"
    for turn in log.turns:
        yield ""
        yield _heading(turn, zone)
        for event in turn.events:
            yield from _event(event, _BY_CLOCK if turn.channel == CLOCK else _SAYS)


def _line(head: SessionHead, zone: ZoneInfo) -> str:
    name = f"#{head.id}" if head.id is not None else "now" if head.is_open else "–"
    start, end = head.started_at.astimezone(zone), head.ended_at.astimezone(zone)
    until = f"{end:%H:%M}" if end.date() == start.date() else f"{end:%a %d %b %H:%M}"
    topic = readable(head.topic, _TOPIC)[0] or ("open" if head.is_open else "")
    return f"{name:<6} {start:%a %d %b %Y %H:%M}–{until} · {_count(head.turns, 'turn')}" + (
        f" · {topic}" if topic else ""
    )


def _heading(turn: TurnLog, zone: ZoneInfo) -> str:
    used = f"{turn.usage.get('input_tokens', 0):,} in, {turn.usage.get('output_tokens', 0):,} out" if turn.usage else ""
    cost = f"${turn.usage['cost']:.4f}" if turn.usage.get("cost") else ""
    route = " + ".join(turn.domains) or "no domain"
    had_read = f"had read {', '.join(turn.taint)}" if turn.taint else ""
    parts = (turn.channel, turn.model or "no model", f"{route} ({turn.method})", turn.status, used, cost, had_read)
    return f"{_time(turn.started_at, zone)} · " + " · ".join(readable(part, 200)[0] for part in parts if part)


def _event(event: Event, says: dict[str, str]) -> Iterator[str]:
    if event.kind == "call":
        given = ", ".join(f"{name}={value}" for name, value in (event.arguments or {}).items())
        decided = " → ".join(part for part in (event.decision, event.outcome) if part)
        yield from _indented("call", f"{event.tool}({given})" + (f"   {decided}" if decided else ""))
        return
    yield from _indented(says.get(event.kind, event.kind), event.text)


def _indented(label: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines() or [""]):
        yield f"  {label if number == 0 else '':<{_WIDTH}} {line}".rstrip()


def _time(moment: datetime, zone: ZoneInfo) -> str:
    return f"{moment.astimezone(zone):%a %d %b %H:%M:%S}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
