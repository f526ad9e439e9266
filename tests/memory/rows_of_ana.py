"""Rows that the tests write, ana's unless said, and short ways to ask for them."""

from typing import Any

from app.memory.ports import Database
from app.memory.records import (
    Fact,
    InboxEntry,
    JournalEntry,
    LedgerEntry,
    Note,
    OutboxEntry,
    PendingAction,
    PlanRecord,
    ReadLaterItem,
    Reminder,
    Task,
    TurnRecord,
)
from app.memory.repositories import Repositories
from app.messages import Attachment
from tests.memory.databases import NOON, later

PENDING = PendingAction(
    id="p1",
    user_id="ana",
    turn_id="t1",
    trace_id="trace",
    channel="web",
    tool="send_mail",
    arguments={"to": "a@example.org", "count": 1.0, "nested": {"b": 1, "a": [None, True]}},
    digest="d",
    summary="Send it",
    taint=["mail"],
    status="pending",
    result="",
    created_at=NOON,
    expires_at=later(minutes=10),
    decided_at=None,
    number=1,
)

PLAN = PlanRecord(
    id="plan1",
    user_id="ana",
    turn_id="t1",
    goal="A day in Lisbon",
    steps=[{"about": "weather", "done": False}],
    taint=["web"],
    status="running",
    created_at=NOON,
    updated_at=NOON,
)


async def note(house: Repositories, user: str = "ana", title: str = "Shopping", content: str = "milk") -> Note:
    return await house.notes.add(
        user, title=title, content=content, tags=["home"], source="user", turn_id=None, taint=[], at=NOON
    )


async def task(house: Repositories, title: str, list_name: str = "todo", due: float | None = None) -> Task:
    return await house.tasks.add(
        "ana",
        list_name=list_name,
        title=title,
        due_at=later(hours=due) if due is not None else None,
        due_has_time=True,
        priority=0,
        turn_id="t1",
        taint=["mail"],
        at=NOON,
    )


async def journal_entry(house: Repositories, day: str, content: str) -> JournalEntry:
    return await house.journal.add("ana", entry_date=day, content=content, mood="calm", turn_id=None, taint=[], at=NOON)


async def article(house: Repositories, title: str) -> ReadLaterItem:
    return await house.read_later.add(
        "ana", url="https://example.org/a", title=title, tags=["x"], turn_id=None, taint=["web"], at=NOON
    )


async def hits_of(house: Repositories, words: str, user: str = "ana") -> list[tuple[str, str]]:
    hits = await house.notes._db.search_words(user, words, kinds=[], limit=10)
    return [(hit.kind, hit.owner_id) for hit in hits]


async def receive(house: Repositories, number: int, *files: Attachment) -> tuple[InboxEntry, bool]:
    return await house.inbox.receive(
        "ana",
        id=f"i{number}",
        channel="telegram",
        external_id=str(number),
        address="chat",
        text=f"message {number}",
        attachments=files,
        at=later(seconds=number),
    )


async def turn(
    house: Repositories, number: int, messages: list[dict[str, Any]] | None = None, user: str = "ana"
) -> TurnRecord:
    return await house.turns.add(
        user,
        id=f"t{number}",
        channel="telegram",
        text=f"question {number}",
        reply=f"answer {number}",
        status="done",
        route={"domain": "notes", "score": 0.5},
        taint=["mail"],
        usage={"requests": 1},
        model="m",
        trace_id="trace",
        started_at=later(seconds=number - 1),
        finished_at=later(seconds=number),
        messages=messages or [],
    )


async def outgoing(
    house: Repositories, key: str, channel: str = "web", user: str = "ana", address: str = "a"
) -> OutboxEntry:
    return await house.outbox.put(
        user, channel=channel, address=address, key=key, body={"text": key}, turn_id="t1", at=NOON
    )


async def begun(house: Repositories, key: str, turn_id: str = "t1") -> LedgerEntry:
    entry = await house.ledger.start(
        "ana", turn_id=turn_id, call_key=key, tool="add_note", arguments={"title": key}, at=NOON
    )
    assert entry is not None
    return entry


async def remind(house: Repositories, text: str, minutes: float, user: str = "ana") -> Reminder:
    return await house.reminders.add(
        user,
        text=text,
        due_at=later(minutes=minutes),
        local_start="2026-03-01T13:00:00",
        time_zone="Europe/Berlin",
        rule="FREQ=DAILY",
        turn_id=None,
        taint=[],
        at=NOON,
    )


async def learn(
    house: Repositories,
    key: str,
    statement: str,
    *,
    confirmed: bool = True,
    hours: float = 0,
    turn_id: str | None = None,
) -> Fact:
    return await house.facts.add(
        "ana",
        key=key,
        statement=statement,
        confidence=0.9,
        source="user",
        turn_id=turn_id,
        taint=[] if confirmed else ["mail"],
        confirmed=confirmed,
        at=later(hours=hours),
    )


async def write(house: Repositories, *texts: str, user: str = "ana", kind: str = "note") -> None:
    for number, text in enumerate(texts):
        await house.documents.put(user, kind, str(number), text, later(minutes=number))


async def hits_for(database: Database, query: str, *kinds: str, user: str = "ana", limit: int = 10) -> list[str]:
    hits = await database.search_words(user, query, kinds=kinds, limit=limit)
    assert hits == sorted(hits, key=lambda hit: -hit.score)
    return [hit.owner_id for hit in hits]
