"""Nobody sees or changes anything of another user: every repository method is walked, on both engines.

A method that serves the house and not a person must be marked with `@operator`; every other one takes the user first (or in
its record). Here ben calls every method with the ids, keys and words of ana's rows, and nothing of ana's comes back or changes.
"""

import dataclasses
import inspect
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from app.errors import AssistantError
from app.memory.ports import Database
from app.memory.records import FoundStory, HealthDay, KeptPage, PendingAction, PlanRecord, ScheduledTask, Sealed
from app.memory.repositories import Repositories
from app.memory.repositories.audit import AuditDraft
from app.memory.repositories.calendar_events import SeenEvent
from app.memory.repositories.health_rows import HealthRows
from app.memory.repositories.health_samples import SampleDraft
from app.memory.repositories.health_set_aside import SetAsideDraft
from app.memory.repositories.mails import Seen
from app.memory.repositories.operator import OPERATOR_QUERIES
from app.memory.repositories.outbox import OutboxDraft
from app.memory.repositories.usage import UsageDraft
from app.messages import Attachment
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import PENDING, PLAN

SECRET = "zanzibar"
OPERATORS = {
    "Users.find",
    "Users.everyone",
    "Users.everyone_on",
    "Users.known_on",
    "Users.those",
    "Clocked.advance_many",
    "Clocked.end_many",
    "Outbox.put_many",
    "PendingActions.next_expiry",
    "ScheduledTasks.add_routines",
    "ScheduledTasks.routines",
    "Tasks.claim_due",
    "Tasks.next_due",
    "Occurrences.record_many",
    "Occurrences.users_with_open",
    "AlertRules.expire",
    "AlertRules.watching",
    "Documents.count",
    "Embeddings.remove_others",
    "Inbox.users_with_open",
    "Clocked.claim_due",
    "Clocked.next_due",
    "Learnings.next_untold",
    "Learnings.untold_users",
    "Intentions.due",
    "Intentions.expire",
    "Intentions.next_due",
    "Marks.behind",
    "Marks.far_behind",
    "Marks.next_due",
    "PendingActions.executing",
    "PendingActions.expire",
    "Outbox.claim",
    "Outbox.stuck",
    "Outbox.next_attempt",
    "Outbox.sent",
    "Outbox.retry",
    "Outbox.postpone",
    "Outbox.hasten",
    "Outbox.failed",
    "Outbox.mark_unknown",
    "Scores.unsent",
    "Scores.sent",
    "LinkCodes.take",
    "PageSessions.by_digest",
    "Leases.acquire",
    "Leases.release",
    "Leases.renew",
    "Leases.get",
    "Leases.live",
    "LoopRuns.start",
    "LoopRuns.finish",
    "LoopRuns.latest",
    "LastHeard.of_many",
    "LoopSwitches.every",
    "LoopSwitches.pause",
    "LoopSwitches.resume",
    "LoopSwitches.run_now",
    "Documents.unembedded",
    "HealthBackfills.unfinished",
    "HealthDays.any_stale",
    "HealthDays.behind",
    "HealthSenders.by_digest",
    "HealthSetAside.people",
    "Embeddings.count",
    "Accounts.everyones",
    "KeptPages.due",
    "KeptPages.next_due",
    "AlertRules.watched",
    "SyncedLists.everyones",
    "SyncedLists.stands",
    "MailOutbox.next_due",
    "MailOutbox.due",
    "MailOutbox.take",
    "MailOutbox.end",
    "MailOutbox.later",
    "VaultSecrets.everyones",
    "VaultSecrets.key_ids",
    "VaultKeys.current",
    "VaultKeys.begin",
    "VaultKeys.change",
    "ModelStates.answered",
    "ModelStates.failed",
    "ModelStates.get",
    "ModelStates.troubled",
    "Overview.interactions",
    "Overview.audit",
    "Overview.schedules",
    "Overview.profiles",
    "Overview.counts",
    "Overview.costs",
    "Overview.turns_by",
    "Overview.waiting",
    "EncoderReadings.get",
    "EncoderReadings.put",
}
TABLES = (
    "users identities inbox attachments turns turn_messages notes tasks reminders occurrences facts context"
    " journal_entries read_later kept_pages pending_actions ledger audit_log usage outbox deliveries placeholders controls plans scores"
    " link_codes page_sessions reservations documents embeddings marks summaries sessions agent_learnings pending_intentions"
    " scheduled_tasks alert_rules news_topics news_looks seen_news workers worker_messages health_senders health_state health_series"
    " sources health_records health_days health_stale_days health_set_aside health_backfills vault_secrets accounts mails mail_outbox"
    " calendar_events synced_lists synced_tasks last_heard"
).split()
PURE = {"heading", "text"}
STARTS = int(NOON.timestamp() * 1000)
SAMPLE = SampleDraft(
    metric="heart_rate",
    device=SECRET,
    start_ms=STARTS,
    end_ms=STARTS,
    zone_offset=0,
    number=60.0,
    detail={"by": SECRET},
    client_id="c1",
    version=1,
    app=SECRET,
)
ASIDE = SetAsideDraft(
    metric="aura", start_ms=STARTS, device="watch", client_id="c2", version=1, sample={"value": SECRET}
)
DAY = HealthDay(
    user_id="ana",
    metric="heart_rate",
    day=20513,
    samples=1,
    number=60.0,
    low=60.0,
    high=60.0,
    last_ms=STARTS,
    detail={},
)
SCHEDULE = ScheduledTask(
    id=1,
    user_id="ana",
    name=SECRET,
    instruction=SECRET,
    rule="FREQ=DAILY",
    local_start="x",
    time_zone="UTC",
    due_at=NOON,
    status="active",
    turn_id="t1",
    taint=[SECRET],
    created_at=NOON,
    updated_at=NOON,
)

KEPT = KeptPage(1, "ana", 1, SECRET, SECRET, SECRET, SECRET, [SECRET], 0, None, "t1", NOON)

# What ben passes for a parameter of that name: wherever a row is named, one of ana's.
ANAS: dict[str, Any] = {
    "attempts": 3,
    "names": ["1"],
    "provider": "imap",
    "identity": SECRET,
    "settings": {},
    "scopes": [],
    "state": "ok",
    "label": "by ben",
    "mails": [],
    "look": True,
    "page": dataclasses.replace(KEPT, title="by ben", text="by ben"),
    "item_ids": [1],
    "item_id": 1,
    "events": [],
    "unread": False,
    "watermark": "his own",
    "folder": "by ben",
    "uid": "9:9",
    "account_id": 1,
    "message_id": "b@b.org",
    "recipients": ["ben"],
    "mime": b"by ben",
    "answers": "",
    "send_at": NOON,
    "subject": "by ben",
    "door": "d",
    "browser": "his own",
    "session_id": 1,
    "action": dataclasses.replace(PENDING, user_id="ben", id="p-ben"),
    "account": SECRET,
    "action_id": "p1",
    "address": "a",
    "after": 100,
    "backfill_id": 1,
    "before_ms": STARTS + 10**9,
    "details": True,
    "longest_ms": 1,
    "margin": 1,
    "over_ms": -1,
    "times": (STARTS, STARTS + 1),
    "clock_skew_seconds": 1.0,
    "counts": {},
    "days": [20513],
    "end_ms": STARTS + 1,
    "first": 20500,
    "last": 20600,
    "path": SECRET,
    "problem": "by ben",
    "progress": {},
    "reasons": [],
    "records": [("c1", None), ("c2", None)],
    "rows": [dataclasses.replace(DAY, user_id="ben")],
    "sender_id": 1,
    "start_ms": STARTS,
    "again": True,
    "in_trouble": False,
    "arguments": {},
    "at": later(hours=5),
    "before": later(hours=5),
    "attachment_id": 1,
    "attachments": [Attachment("b", "text/plain", b"b")],
    "body": {},
    "call_key": "k1",
    "calls": [UsageDraft("chat", "m", 1, 1, 0.0, NOON)],
    "card": "reply:t1",
    "channel": "telegram",
    "characters": 100,
    "channels": ["telegram", "web"],
    "client_ids": ["c1"],
    "condition": {},
    "confidence": 1.0,
    "confirmed": True,
    "content": "by ben",
    "cooldown": 0,
    "corrects": "p1",
    "cost": 0.0,
    "covers": 9,
    "data": b"by ben",
    "digest": "d",
    "digests": ["d1", "d2"],
    "day": NOON,
    "documents": list(range(1, 50)),
    "numbers": list(range(1, 50)),
    "dimensions": 2,
    "due_at": later(hours=6),
    "due_has_time": True,
    "end": later(days=9),
    "ended_at": NOON,
    "entries": [AuditDraft("t", {}, "run", "ok")],
    "entry_date": "2026-03-01",
    "expires_at": later(hours=5),
    "external_id": "1",
    "first_turn": 1,
    "from_status": "pending",
    "ids": [1],
    "failures": 1,
    "here": "by ben",
    "is_done": True,
    "list_id": "by ben",
    "next_at": later(days=9),
    "task_id": 1,
    "there": "by ben",
    "inbox_ids": ["i1"],
    "include_done": True,
    "include_read": True,
    "include_unconfirmed": True,
    "input_tokens": 1,
    "because": "by ben",
    "exceptions": [],
    "freshness": 1,
    "instruction": "by ben",
    "old": SCHEDULE,
    "origin": "user",
    "owner_kinds": ["reminder"],
    "purpose": "by ben",
    "question": {},
    "run_id": "r1",
    "run_ids": ["r1"],
    "running_summary": "by ben",
    "seen": [],
    "target": "briefing",
    "worker_id": 1,
    "key": "home",
    "keys": ["home"],
    "offset": 0,
    "kind": "note",
    "kinds": ["note", "fact"],
    "last_turn": 9,
    "limit": 100,
    "list_name": "todo",
    "new_name": "market",
    "only": [1],
    "local_start": "x",
    "locale": "en",
    "media_type": "text/plain",
    "messages": [{}],
    "metric": "heart_rate",
    "model": "m",
    "moment": later(days=9),
    "month": NOON,
    "mood": "",
    "name": "ben",
    "new": dataclasses.replace(SCHEDULE, rule="FREQ=WEEKLY"),
    "note": "by ben",
    "note_id": 1,
    "now": later(minutes=1),
    "number": 10**6,
    "output_tokens": 1,
    "owner_id": "1",
    "owner_ids": ["1"],
    "owner_kind": "reminder",
    "part": 0,
    "place": "telegram|a",
    "plan": dataclasses.replace(PLAN, user_id="ben", id="plan-ben"),
    "priority": 0,
    "quote": "",
    "reason": "",
    "reply": "by ben",
    "requests": 1,
    "result": "",
    "role": "chat",
    "route": {},
    "rule": None,
    "samples": [dataclasses.replace(SAMPLE, app="ben", device="ben", detail=None, version=2)],
    "sealed": Sealed("by ben", b"by ben", b"by ben"),
    "sections": {},
    "since": None,
    "source": "user",
    "start": NOON,
    "started_at": NOON,
    "finished_at": NOON,
    "statement": "by ben",
    "status": "done",
    "steps": [{"by": "ben"}],
    "stories": [("d1", "by ben", "")],
    "tag": "zanzibar",
    "tags": [],
    "taint": [],
    "carried": [],
    "mark": "m",
    "text": "by ben",
    "time_zone": "UTC",
    "title": "by ben",
    "to_status": "executing",
    "tokens": 1,
    "tool": "t",
    "topic": "by ben",
    "trace_id": "t",
    "turn_id": "t1",
    "decided_in": "t1",
    "deliver": False,
    "turn_ids": ["t1"],
    "turn_number": 9,
    "turns": 9,
    "undo": None,
    "until": None,
    "untrusted": "ben",
    "url": "u",
    "usage": {},
    "value": 0.0,
    "vector": [1.0, 0.0],
    "was": NOON,
    "words": SECRET,
    "zone": "UTC",
    "zone_source": "user",
}
OVERRIDES: dict[str, dict[str, Any]] = {  # where the same name means another thing
    "HealthBackfills.add": {"path": "by ben"},
    "HealthBackfills.end": {"was": ""},
    "HealthBackfills.erase": {"ids": [1]},
    "HealthFigures.of_days": {"days": (DAY.day - 1, DAY.day + 3)},
    "HealthSenders.add": {"name": "by ben"},
    "HealthSetAside.of": {"metric": "aura", "after": 0},
    "HealthSetAside.put_many": {"samples": [dataclasses.replace(ASIDE, version=2, sample={"by": "ben"})]},
    "Inbox.receive": {"id": "i-ben"},
    "Inbox.get": {"id": "i1"},
    "Inbox.assign": {"ids": ["i1"]},
    "Turns.add": {"id": "t-ben"},
    "Turns.window": {"number": 1, "before": 100},
    "Turns.following": {"number": 0},
    "Turns.after": {"number": 0},
    "Marks.get": {"name": "summary"},
    "Marks.put": {"name": "summary"},
    "Tasks.arrange": {"places": [(1, 1)]},
    "ScheduledTasks.add": {"rule": "FREQ=DAILY"},
    "PendingActions.get": {"id": "p1"},
    "PendingActions.decide": {"id": "p1"},
    "PendingActions.finish": {"id": "p1"},
    "PendingActions.stand_on": {"ids": ["p1"]},
    "Accounts.put": {"identity": "ben@b.org"},
    "VaultSecrets.put": {"name": SECRET},
    "VaultSecrets.get": {"name": SECRET},
    "VaultSecrets.delete_one": {"name": SECRET},
    "VaultSecrets.reseal": {"was": b"nonce"},
    "Users.link": {"external_id": "ana-42"},
    "Users.unlink": {"external_id": "ana-42"},
    "Outbox.after": {"id": 0},
    "Outbox.get_by_key": {"key": "reply:t1"},
    "Outbox.put": {"key": "reply:t1"},
    "Outbox.was_said": {"draft": OutboxDraft("ana", "telegram", "1001", "other", {"text": "hi"})},
    "Deliveries.entry_of": {"channel": "web"},
    "Reservations.add": {"id": "r1"},
    "Reservations.remove": {"id": "r1"},
    "Reservations.spent": {"since": NOON - timedelta(days=1)},
    "NewsLooks.begin": {"unless_since": NOON - timedelta(days=1)},
    "NewsLooks.found": {"etag": "e", "last_modified": "m"},
    "SeenNews.add_many": {"stories": [FoundStory("x", "d2", "d2", "x", "x", "x", "x", [1], NOON, ["x"])]},
    "SeenNews.untold": {"since": NOON - timedelta(days=1), "now": later(hours=5)},
    "SeenNews.reports": {"stories": ["d1"]},
    "SeenNews.tell": {"stories": ["d1"]},
    "KeptPages.expect": {"item_id": 9},
    "SeenNews.recent": {"since": NOON - timedelta(days=1)},
    "SeenNews.trim": {"most": 0},
    "Reservations.open": {"since": NOON - timedelta(days=1)},
    "PageSessions.add": {"digest": "e", "until": NOON + timedelta(hours=1)},
    "PageSessions.end_all": {"but": 0},
    "Plans.get": {"id": "plan1"},
    "Plans.save": {"id": "plan1"},
    "Inbox.count_since": {"since": NOON - timedelta(days=1)},
    "UsageBook.by_model": {"since": NOON - timedelta(days=1)},
    "Occurrences.count_since": {"since": NOON - timedelta(days=1)},
    "ScheduledTasks.count_set": {"since": NOON - timedelta(days=1)},
    "ScheduledTasks.update": {"rule": "FREQ=DAILY", "status": "active"},
    "AlertRules.update": {"status": "active"},
    "Workers.named": {"name": SECRET},
    "SyncedLists.synced": {"stood": "by ben"},
    "Users.set_setting": {"name": "quiet_hours"},
    "UsageBook.totals": {"since": NOON - timedelta(days=1)},
    "UsageBook.by_feature": {"since": NOON - timedelta(days=1)},
    "UsageBook.by_role": {"since": NOON - timedelta(days=1)},
    "UsageBook.by_span": {"edges": [NOON - timedelta(days=1), later(days=1)]},
    "Turns.not_done_before": {"number": 100},
    "Audit.lines_before": {"id": 100},
    "Ledger.lines_before": {"id": 100},
    "Ledger.of_tools": {"tools": ["t"], "before": 100},
    "Occurrences.missed": {"since": NOON - timedelta(days=9), "until": NOON + timedelta(days=9)},
    "Occurrences.before": {"id": 100},
}


def methods(house: Repositories) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public method of every repository, by its qualified name."""
    for field in dataclasses.fields(house):
        repository = getattr(house, field.name)
        for name, method in inspect.getmembers(repository, inspect.iscoroutinefunction):
            if not name.startswith("_"):
                yield f"{type(repository).__name__}.{name}", method


def crosses_users(method: Callable[..., Any]) -> bool:
    """Whether it is declared to; a query that several repositories share is named after where it is written."""
    return method.__qualname__ in OPERATOR_QUERIES


def bens(name: str, method: Callable[..., Any], outbox_id: int) -> dict[str, Any]:
    """Ben's arguments: his own user id, and ana's everything else."""
    number = outbox_id if name.startswith("Outbox.") else 1
    values = {"user_id": "ben", "id": number, "outbox_id": outbox_id, **ANAS, **OVERRIDES.get(name, {})}
    return {parameter: values[parameter] for parameter in inspect.signature(method).parameters}


async def fill(house: Repositories) -> int:
    """At least one row of ana's in every table, each with the secret word; the number of the one in the outbox."""
    made = {"turn_id": "t1", "taint": [SECRET]}
    await house.users.link("ana", "telegram", "ana-42", NOON)
    file = Attachment(SECRET, "text/plain", SECRET.encode())
    await house.inbox.receive(
        "ana", id="i1", channel="telegram", external_id="1", address="a", text=SECRET, attachments=[file], at=NOON
    )
    await house.turns.add(
        "ana",
        id="t1",
        channel="web",
        text=SECRET,
        reply=SECRET,
        status="done",
        route={},
        taint=[],
        usage={},
        model="m",
        trace_id="t",
        started_at=NOON,
        finished_at=NOON,
        messages=[{"text": SECRET}],
    )
    await house.notes.add("ana", title=SECRET, content=SECRET, tags=[SECRET], source="user", at=NOON, **made)
    await house.tasks.add(
        "ana", list_name="todo", title=SECRET, due_at=later(hours=1), due_has_time=True, priority=1, at=NOON, **made
    )
    await house.reminders.add(
        "ana", text=SECRET, due_at=later(hours=1), local_start="x", time_zone="UTC", rule=None, at=NOON, **made
    )
    await house.occurrences.record(
        "ana", owner_kind="reminder", owner_id="1", due_at=later(hours=6), status="ran", reason=SECRET, at=NOON
    )
    await house.facts.add(
        "ana", key="home", statement=SECRET, confidence=1, source="user", confirmed=False, at=NOON, **made
    )
    await house.contexts.put("ana", "home", SECRET, NOON)
    await house.journal.add("ana", entry_date="2026-03-01", content=SECRET, mood="", at=NOON, **made)
    await house.read_later.add("ana", url="u", title=SECRET, tags=[], at=NOON, **made)
    await house.kept_pages.expect("ana", 1, NOON, turn_id="t1")
    await house.kept_pages.keep("ana", KEPT, NOON)
    await house.pending.add(dataclasses.replace(PENDING, summary=SECRET))
    await house.ledger.start("ana", turn_id="t1", call_key="k1", tool="t", arguments={"text": SECRET}, at=NOON)
    await house.audit.add_many("ana", "t1", [AuditDraft("t", {"text": SECRET}, "run", "ok")], NOON)
    await house.usage.add(
        "ana", turn_id="t1", role="chat", model=SECRET, requests=7, input_tokens=7, output_tokens=7, cost=7, at=NOON
    )
    message = await house.outbox.put(
        "ana", channel="web", address="a", key="reply:t1", body={"text": SECRET}, turn_id="t1", at=NOON
    )
    await house.deliveries.put("ana", message.id, 0, "1")
    await house.placeholders.put("ana", "telegram", "a", SECRET, "t1", NOON)
    await house.last_heard.put("ana", "telegram", SECRET, NOON)
    await house.controls.pause("ana", NOON)
    await house.controls.stop("ana", NOON)
    await house.controls.edit("ana", SECRET, "telegram|a", NOON)
    await house.plans.add(dataclasses.replace(PLAN, goal=SECRET))
    await house.scores.add("ana", trace_id="t", name="approved", value=1, note=SECRET, at=NOON)
    await house.link_codes.add("ana", digest="d", channel="telegram", expires_at=later(hours=1))
    until = later(hours=1)
    await house.page_sessions.add("ana", digest="d", door="d", browser=SECRET, at=NOON, until=until)
    await house.reservations.add("ana", id="r1", turn_id="t1", model=SECRET, tokens=7, cost=7, at=NOON)
    await house.embeddings.put("ana", "note", "1", model="m", dimensions=2, vector=[1.0, 0.0])
    await fill_memory(house, made)
    return message.id


async def fill_memory(house: Repositories, made: dict[str, Any]) -> None:
    """The same for what was made of the talk, and for what is watched."""
    moments = {"due_at": NOON, "at": NOON}
    await house.marks.put("ana", "summary", 1, NOON)
    await house.sources.seen("ana", SECRET, SECRET, NOON)
    await house.summaries.put("ana", {"topics": [{"text": SECRET, "turns": ["t1"]}]}, 1, [], NOON)
    await house.sessions.add(
        "ana", first_turn=1, last_turn=1, turns=1, topic=SECRET, note_id=1, started_at=NOON, ended_at=NOON
    )
    await house.learnings.add(
        "ana", kind="learning", content=SECRET, status="active", source="reflection", at=NOON, **made
    )
    await house.intentions.add("ana", text=SECRET, expires_at=later(hours=9), source="reflection", **moments, **made)
    await house.scheduled_tasks.add(
        "ana", name=SECRET, instruction=SECRET, rule="FREQ=DAILY", local_start="x", time_zone="UTC", **moments, **made
    )
    await house.alert_rules.add(
        "ana", name=SECRET, source="mail", condition={"from": SECRET}, cooldown=0, expires_at=None, at=NOON, **made
    )
    await house.scheduled_tasks.add(
        "ana",
        name=SECRET,
        instruction="",
        rule="FREQ=DAILY",
        local_start="x",
        time_zone="UTC",
        kind="routine",
        target="briefing",
        **moments,
        **made,
    )
    worker = await house.workers.add("ana", name=SECRET, purpose=SECRET, at=NOON, **made)
    await house.worker_messages.add_many("ana", worker.id, "r1", [{"text": SECRET}], NOON)
    await house.news_topics.add("ana", SECRET, NOON)
    await house.news_looks.begin("ana", SECRET, NOON, unless_since=NOON)
    found = FoundStory(SECRET, "d1", "d1", SECRET, SECRET, SECRET, SECRET, [1], NOON, [SECRET])
    await house.seen_news.add_many("ana", [found], NOON)
    await house.vault_secrets.put("ana", SECRET, SECRET, Sealed("k1", b"nonce", SECRET.encode()), NOON)
    await fill_mail(house)
    await fill_health(house)


async def fill_mail(house: Repositories) -> None:
    """An account elsewhere, a mail that was seen there, and one that waits to go out."""
    account = await house.accounts.put("ana", "imap", SECRET, label=SECRET, settings={}, scopes=[], at=NOON)
    seen = Seen(account.id, "INBOX", "1:1", "m@a.org", SECRET, SECRET, SECRET, NOON, True, 1, (SECRET,))
    await house.mails.seen("ana", [seen], NOON)
    event = SeenEvent(account.id, SECRET, "a.ics", "k", SECRET, NOON, NOON, False, (SECRET,))
    await house.calendar_events.seen("ana", [event], NOON)
    synced = await house.synced_lists.add(
        "ana", account.id, list_name=SECRET, list_id=SECRET, title=SECRET, key=SECRET, at=NOON
    )
    await house.synced_lists.follow("ana", synced.id, 1, uid=SECRET, here=SECRET, there=SECRET, is_done=False)
    await house.mail_outbox.put(
        "ana",
        account.id,
        message_id="o@a.org",
        recipients=[SECRET],
        subject=SECRET,
        mime=SECRET.encode(),
        answers="",
        send_at=NOON,
        turn_id="t1",
        taint=[SECRET],
        at=NOON,
    )


async def fill_health(house: Repositories) -> None:
    """The same for what was measured: a phone, a day computed and another one stale, and an import that is over."""
    later_on = dataclasses.replace(SAMPLE, start_ms=STARTS + 86_400_000, end_ms=STARTS + 86_400_000)
    await house.health_senders.add("ana", name=SECRET, digest="d", at=NOON)
    await house.health_backfills.add(
        "ana", name=SECRET, path=SECRET, progress={"upload": True, "files": [0, 0]}, counts={}, at=NOON
    )
    await house.health_backfills.end("ana", 1, status="cancelled", problem="", at=NOON)
    await house.health_samples.put_many("ana", [SAMPLE, later_on], NOON, backfill_id=1)
    await house.health_days.put("ana", "heart_rate", [DAY.day], [DAY])
    await house.health_set_aside.put_many("ana", [ASIDE], NOON)


# They have no owner of their own: they hang on a series, which has one.
_SAMPLES = "SELECT s.* FROM health_samples s JOIN health_series h ON h.id = s.series_id WHERE h.user_id = $1"


async def rows_of_ana(database: Database) -> dict[str, list[str]]:
    """Everything of ana's in the database, comparable."""
    kept = {}
    for table in TABLES:
        owner = "id" if table == "users" else "user_id"
        rows = await database.fetch(f"SELECT * FROM {table} WHERE {owner} = $1", "ana")
        kept[table] = sorted(repr(sorted(row.items())) for row in rows)
    samples = await database.fetch(_SAMPLES, "ana")
    kept["health_samples"] = sorted(repr(sorted(row.items())) for row in samples)
    return kept


def test_every_query_that_crosses_users_is_on_the_list() -> None:
    """A new one has to be written down here too, so that somebody thinks about it twice."""
    assert OPERATOR_QUERIES == OPERATORS


async def test_every_other_method_takes_the_user_first(house: Repositories) -> None:
    for name, method in methods(house):
        if not crosses_users(method):
            first, *_ = inspect.signature(method).parameters.values()
            assert first.name == "user_id" or first.annotation in (PendingAction, PlanRecord), name


async def test_one_user_sees_and_changes_nothing_of_another(house: Repositories, database: Database) -> None:
    outbox_id = await fill(house)
    before = await rows_of_ana(database)
    assert all(before.values()), [table for table, rows in before.items() if not rows]
    walked = 0
    for name, method in methods(house):
        if crosses_users(method):
            continue
        try:
            answer = await method(**bens(name, method, outbox_id))
        except AssistantError as error:
            answer = error
        assert SECRET not in repr(answer), name
        assert await rows_of_ana(database) == before, name
        walked += 1
    assert walked > 200


async def test_no_page_of_measurements_crosses_users(house: Repositories, database: Database) -> None:
    await fill(house)
    [series] = await house.health_samples.series("ana")
    rows = HealthRows(database)
    for user_id, samples in (("ana", 2), ("ben", 0)):
        assert await rows.count(user_id) == await rows.count(user_id, start_ms=STARTS) == samples
        assert sum([len(page) async for page in rows.pages(user_id, series.id)]) == samples


async def test_no_search_crosses_users(house: Repositories, database: Database) -> None:
    await fill(house)
    assert len(await database.search_words("ana", SECRET, kinds=[], limit=50)) > 4
    assert await database.search_words("ben", SECRET, kinds=[], limit=50) == []
    assert len(await database.search_vectors("ana", [1.0, 0.0], model="m", kinds=[], limit=50)) == 1
    assert await database.search_vectors("ben", [1.0, 0.0], model="m", kinds=[], limit=50) == []
    assert not await database.put_vector("ben", "note", "1", model="m", vector=[0.0, 1.0])


async def test_a_user_cannot_write_himself_into_anothers_searches(house: Repositories, database: Database) -> None:
    """Ben writes down the very words that ana's documents are filed under."""
    await fill(house)
    [row] = await database.fetch("SELECT scope FROM documents WHERE user_id = $1 AND kind = $2", "ana", "note")
    text = f"{row['scope']} zanzibar"
    await house.notes.add("ben", title=text, content=text, tags=[], source="u", turn_id=None, taint=[], at=NOON)
    hits = await database.search_words("ana", SECRET, kinds=["note"], limit=50)
    assert [hit.text.split("\n")[0] for hit in hits] == [SECRET]
    mine = await database.search_words("ben", f"{row['scope']} {SECRET}", kinds=[], limit=50)
    assert [hit.owner_id for hit in mine] == ["2"]
