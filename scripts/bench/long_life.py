"""A long life in an SQLite house: turns with their calls, effects and model calls, moments of the clock, talks, and what a person keeps.

Straight through the engine where there is much of it. The same number makes the same rows, up to the moment at which they end.
"""

import contextlib
import json
import random
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from app.bootstrap.services import Services
from app.memory.adapters.values import time_text
from app.memory.repositories.health_samples import SampleDraft

OWNER = "owner"
YEARS = 3
_TOOLS = (
    ("add_tasks", {"titles": ["milk", "eggs"], "list_name": "shopping"}),
    ("find_everything", {"query": "what Ama said about the key"}),
    ("set_reminder", {"text": "call mum", "when": "tomorrow at 9"}),
    ("save_note", {"title": "Spare key", "content": "It is with Ama, who lives at the end of the road."}),
    ("send_mail", {"to": "ama@example.org", "subject": "Saturday", "body": "We come on Saturday. " * 12}),
)


class House:
    """The rows of a long life, a turn at a time."""

    def __init__(self, turns: int, now: datetime) -> None:
        """They end at `now`; the same number makes the same rows."""
        self.turns = turns
        self.start = now - timedelta(days=365 * YEARS)
        self.step = timedelta(days=365 * YEARS) / turns
        self.random = random.Random(turns)

    def at(self, number: int) -> str:
        """When a turn was."""
        return time_text(self.start + self.step * number)

    def turn(self, number: int) -> tuple[Any, ...]:
        """Its row; one in a hundred failed, one in ten had read what others wrote, one in twenty was the clock's."""
        draw = self.random.random()
        usage = {
            "requests": 2,
            "input_tokens": 5_200,
            "output_tokens": 180,
            "cost": 0.0182,
            "parts": {"rules": 9_000, "tools": 8_000},
        }
        return (
            f"turn-{number}",
            OWNER,
            "clock" if draw < 0.05 else "telegram" if draw < 0.4 else "web",
            f"{number}: please put milk and eggs on my list and tell me what Ama said about the key",
            "I put milk and eggs on your shopping list. Ama said that the spare key is with her neighbour. " * 3,
            "failed" if draw > 0.99 else "done",
            json.dumps(
                {"domains": ["memory"], "method": "keyword", "hits": {"memory": ["list"]}, "scores": {"memory": 0.9}}
            ),
            json.dumps(["mail from news@example.org"] if draw > 0.9 else []),
            json.dumps(usage),
            "anthropic:claude-sonnet-5-5",
            f"trace-{number}",
            self.at(number),
            self.at(number),
            "[]",
        )

    def audit(self, number: int) -> Iterator[tuple[Any, ...]]:
        """Its calls: one, two or three; now and then a row acted on besides, which is of no turn."""
        draw = self.random.random()
        for count in range(1 + number % 3):
            tool, arguments = _TOOLS[(number + count) % len(_TOOLS)]
            yield (
                OWNER,
                f"turn-{number}",
                tool,
                json.dumps(arguments),
                "run",
                "failed" if draw > 0.99 else "done",
                self.at(number),
            )
        if number % 9 == 0:
            yield (
                OWNER,
                f"act:{number}",
                "complete_tasks",
                json.dumps({"tasks": [f"#{number}"]}),
                "run",
                "done",
                self.at(number),
            )

    def ledger(self, number: int) -> Iterator[tuple[Any, ...]]:
        """What they changed."""
        tool, arguments = _TOOLS[number % len(_TOOLS)]
        of = f"act:{number}" if number % 9 == 0 else f"turn-{number}"
        status = "unknown" if number % 997 == 0 else "done"
        undo = None if tool == "send_mail" else json.dumps({"action": "delete_tasks", "ids": [number]})
        yield (
            OWNER,
            of,
            "k1",
            tool,
            json.dumps(arguments),
            status,
            "Done: milk.",
            undo,
            self.at(number),
            self.at(number),
        )

    def usage(self, number: int) -> Iterator[tuple[Any, ...]]:
        """Its model calls."""
        for role, model in (("primary", "anthropic:claude-sonnet-5-5"), ("mini", "anthropic:claude-haiku-5-5")):
            yield OWNER, f"turn-{number}", role, model, 1, 2_600, 90, 0.0091, self.at(number)

    def occurrence(self, number: int) -> tuple[Any, ...]:
        """A moment of the clock beside it."""
        status = "skipped" if number % 7 == 0 else "ran"
        return (
            OWNER,
            "reminder",
            str(1 + number % 50),
            self.at(number),
            status,
            "quiet hours" if status == "skipped" else "",
            self.at(number),
            "",
        )

    def said(self, number: int) -> tuple[Any, ...]:
        """The reply as it went out."""
        body = json.dumps({"text": "I put milk and eggs on your shopping list. " * 6, "kind": "reply"})
        at = self.at(number)
        return OWNER, "local", "", f"reply:turn-{number}", body, f"turn-{number}", "sent", 0, at, at, at

    def messages(self, number: int) -> Iterator[tuple[Any, ...]]:
        """What it was made of."""
        asked = {
            "parts": [{"part_kind": "user-prompt", "content": f"{number}: milk and eggs, please"}],
            "kind": "request",
        }
        answered = {"parts": [{"part_kind": "text", "content": "They are on your list."}], "kind": "response"}
        yield OWNER, f"turn-{number}", 0, json.dumps(asked)
        yield OWNER, f"turn-{number}", 1, json.dumps(answered)

    def session(self, number: int) -> tuple[Any, ...]:
        """A talk of eight turns that ends with it."""
        return (
            OWNER,
            number - 7,
            number,
            8,
            f"Milk, eggs and the key, for the {number}th time",
            None,
            self.at(number - 7),
            self.at(number),
        )


_TABLES = {
    "turns": "id, user_id, channel, text, reply, status, route, taint, usage, model, trace_id, started_at, finished_at, carried",
    "audit_log": "user_id, turn_id, tool, arguments, decision, outcome, created_at",
    "ledger": "user_id, turn_id, call_key, tool, arguments, status, result, undo, started_at, finished_at",
    "usage": "user_id, turn_id, role, model, requests, input_tokens, output_tokens, cost, created_at",
    "occurrences": "user_id, owner_kind, owner_id, due_at, status, reason, ended_at, run_id",
    "outbox": "user_id, channel, address, key, body, turn_id, status, attempts, next_attempt_at, created_at, sent_at",
    "turn_messages": "user_id, turn_id, position, message",
    "sessions": "user_id, first_turn, last_turn, turns, topic, note_id, started_at, ended_at",
}


def fill(path: Path, house: House) -> None:
    """Straight through the engine, many rows at once, with all of the tables' indexes."""
    numbers = range(1, house.turns + 1)
    rows: dict[str, Iterable[tuple[Any, ...]]] = {
        "turns": map(house.turn, numbers),
        "audit_log": (row for number in numbers for row in house.audit(number)),
        "ledger": (row for number in numbers for row in house.ledger(number)),
        "usage": (row for number in numbers for row in house.usage(number)),
        "occurrences": map(house.occurrence, numbers),
        "outbox": map(house.said, numbers),
        "turn_messages": (row for number in numbers for row in house.messages(number)),
        "sessions": (house.session(number) for number in numbers if number % 8 == 0),
    }
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for table, columns in _TABLES.items():
            marks = ", ".join("?" for _ in columns.split(","))
            connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows[table])
        mark = (OWNER, "session", house.turns - house.turns % 8, house.at(house.turns))
        connection.execute("INSERT OR REPLACE INTO marks (user_id, name, turn_number, at) VALUES (?, ?, ?, ?)", mark)
        connection.commit()


async def fill_kept(services: Services, now: datetime) -> None:
    """What a person keeps: lists, reminders, a year of measurements of six kinds, each day made."""
    store, draw = services.store, random.Random(7)
    for number in range(300):
        kept = {"turn_id": None, "taint": [], "at": now}
        name = "todo" if number % 2 else f"list {number % 5}"
        due = now + timedelta(hours=number)
        await store.tasks.add(
            OWNER,
            list_name=name,
            title=f"thing {number} of some length",
            due_at=due,
            due_has_time=True,
            priority=0,
            **kept,
        )
        if number < 50:
            start = now.replace(tzinfo=None).isoformat(timespec="seconds")
            await store.reminders.add(
                OWNER,
                text=f"call number {number}",
                due_at=due,
                local_start=start,
                time_zone="UTC",
                rule="FREQ=DAILY",
                **kept,
            )
    for back in range(365):
        samples = list(_day(now - timedelta(days=back), draw))
        await store.health_samples.put_many(OWNER, samples, now)


def _day(now: datetime, draw: random.Random) -> Iterator[SampleDraft]:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    for hour in range(24):
        yield _sample("steps", midnight + timedelta(hours=hour), draw.randint(0, 900), 60)
        for minute in range(0, 60, 10):
            yield _sample("heart_rate", midnight + timedelta(hours=hour, minutes=minute), draw.randint(50, 120), 0)
    yield _sample("resting_heart_rate", midnight + timedelta(hours=5), draw.randint(52, 60), 0)
    yield _sample("hrv_rmssd", midnight + timedelta(hours=4), draw.randint(30, 60), 0)
    yield _sample("weight", midnight + timedelta(hours=7), 70 + draw.random(), 0)
    yield _sample(
        "sleep_session", midnight - timedelta(hours=1), draw.randint(350, 480), 480, {"stages": [], "score": None}
    )


def _sample(
    metric: str, start: datetime, number: float, minutes: int, detail: dict[str, Any] | None = None
) -> SampleDraft:
    began = round(start.timestamp() * 1000)
    return SampleDraft(
        metric=metric,
        device="Galaxy Watch6",
        start_ms=began,
        end_ms=began + minutes * 60_000,
        zone_offset=0,
        number=number,
        detail=detail,
        client_id=f"{metric}-{began}",
        version=1,
    )
