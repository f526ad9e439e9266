"""The rows, as frozen records. Times are aware UTC datetimes; every record that belongs to a person carries `user_id`.

Data only. How a row becomes a record is the repositories' concern; what a row means is the caller's. Callers import from here,
whichever file a record is in.
"""

from app.memory.records.books import (
    AuditEntry,
    Controls,
    LedgerEntry,
    PendingAction,
    PlanRecord,
    Score,
    UsageRecord,
    UsageTotals,
)
from app.memory.records.conversation import (
    CLOCK,
    Delivery,
    Identity,
    InboxEntry,
    OutboxEntry,
    Placeholder,
    StoredAttachment,
    TurnRecord,
    User,
)
from app.memory.records.health import HealthBackfill, HealthDay, HealthSample, HealthSender, HealthSeries
from app.memory.records.house import Lease, LoopRun, ModelState, PageSession
from app.memory.records.json import Json
from app.memory.records.kept import (
    ContextEntry,
    Document,
    Fact,
    Found,
    Hit,
    JournalEntry,
    Note,
    Occurrence,
    Place,
    ReadLaterItem,
    Reminder,
    Task,
)
from app.memory.records.learned import Behind, Intention, Learning, Mark, Session, Source, Summary
from app.memory.records.vault import Sealed, SealedSecret, SecretName
from app.memory.records.watched import AlertRule, NewsTopic, ScheduledTask, SeenStory
from app.memory.records.workers import Worker

__all__ = [
    "CLOCK",
    "AlertRule",
    "AuditEntry",
    "Behind",
    "ContextEntry",
    "Controls",
    "Delivery",
    "Document",
    "Fact",
    "Found",
    "HealthBackfill",
    "HealthDay",
    "HealthSample",
    "HealthSender",
    "HealthSeries",
    "Hit",
    "Identity",
    "InboxEntry",
    "Intention",
    "JournalEntry",
    "Json",
    "Learning",
    "Lease",
    "LedgerEntry",
    "LoopRun",
    "Mark",
    "ModelState",
    "NewsTopic",
    "Note",
    "Occurrence",
    "OutboxEntry",
    "PageSession",
    "PendingAction",
    "Place",
    "Placeholder",
    "PlanRecord",
    "ReadLaterItem",
    "Reminder",
    "ScheduledTask",
    "Score",
    "Sealed",
    "SealedSecret",
    "SecretName",
    "SeenStory",
    "Session",
    "Source",
    "StoredAttachment",
    "Summary",
    "Task",
    "TurnRecord",
    "UsageRecord",
    "UsageTotals",
    "User",
    "Worker",
]
