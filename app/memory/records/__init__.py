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
    Delivery,
    Identity,
    InboxEntry,
    OutboxEntry,
    Placeholder,
    StoredAttachment,
    TurnRecord,
    User,
)
from app.memory.records.house import Lease, LoopRun
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
    ReadLaterItem,
    Reminder,
    Task,
)

__all__ = [
    "AuditEntry",
    "ContextEntry",
    "Controls",
    "Delivery",
    "Document",
    "Fact",
    "Found",
    "Hit",
    "Identity",
    "InboxEntry",
    "JournalEntry",
    "Json",
    "Lease",
    "LedgerEntry",
    "LoopRun",
    "Note",
    "Occurrence",
    "OutboxEntry",
    "PendingAction",
    "Placeholder",
    "PlanRecord",
    "ReadLaterItem",
    "Reminder",
    "Score",
    "StoredAttachment",
    "Task",
    "TurnRecord",
    "UsageRecord",
    "UsageTotals",
    "User",
]
