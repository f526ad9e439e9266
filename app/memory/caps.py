"""How much a person can have of everything: one table, held where rows are made, shown in docs/limits.md (a test holds that page to it).

Generous for people, and an end to what runs away: a program that schedules, a chat that is flooded. Only what is there and counts is
counted: what was thrown away, done or answered makes room.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.errors import ToolProblem
from app.memory.ports import Value

FILES_PER_MESSAGE = 40
BYTES_PER_FILE = 20_000_000  # what Telegram hands to a bot, and what is read of a file
LONGEST_TEXT = 200_000  # characters of a note or a journal entry: as much as can be searched


@dataclass(frozen=True, slots=True)
class Cap:
    """The most a person can have of something. `what` stands in docs/limits.md, `sentence` is what they read, `while_` is the SQL of what
    counts, and a row counts only where its columns are as `only` says."""

    what: str
    table: str
    most: int
    sentence: str
    while_: str
    only: Mapping[str, Value] = field(default_factory=dict)

    @property
    def refusal(self) -> str:
        """The sentence, with the number."""
        return self.sentence.format(most=f"{self.most:,}")


_KEPT = "deleted_at IS NULL"
_STANDING = "status IN ('active', 'processing', 'paused')"
CAPS: Mapping[str, Cap] = {
    cap.table: cap
    for cap in (
        Cap(
            "messages that wait for their answer",
            "inbox",
            500,
            "{most} of your messages wait for an answer, so I can't keep this one. Send it again when I've caught up, or say stop.",
            "status = 'received'",
        ),
        Cap(
            "actions that wait for your OK",
            "pending_actions",
            100,
            "{most} actions already wait for your OK. Decide some of them first, then ask me again.",
            "status = 'pending'",
        ),
        Cap(
            "connected accounts",
            "accounts",
            20,
            "You have {most} accounts connected, which is the most I keep. Disconnect one first.",
            "1 = 1",
        ),
        Cap(
            "lists kept the same as one elsewhere",
            "synced_lists",
            20,
            "{most} of your lists are already kept the same as one elsewhere, which is the most I keep. Stop syncing one first.",
            "1 = 1",
        ),
        Cap(
            "schedules",
            "scheduled_tasks",
            100,
            "You have {most} schedules, which is the most I keep. Delete one and I'll take this one on.",
            _STANDING,
            {"kind": "task"},
        ),
        Cap(
            "reminders",
            "reminders",
            2_000,
            "You have {most} reminders, which is the most I keep. Cancel some and I'll take this one on.",
            _STANDING,
        ),
        Cap(
            "alerts",
            "alert_rules",
            50,
            "You have {most} alerts already. Delete one you no longer need first.",
            _STANDING,
        ),
        Cap(
            "news topics and feeds",
            "news_topics",
            50,
            "You follow {most} topics, which is the most I keep. Unfollow one first.",
            "1 = 1",
        ),
        Cap(
            "workers",
            "workers",
            20,
            "You have {most} workers, which is the most I keep. Dismiss one you no longer need first.",
            "1 = 1",
        ),
        Cap(
            "open tasks and list items",
            "tasks",
            10_000,
            "You have {most} open tasks, which is the most I keep. Tick off or delete some first.",
            f"{_KEPT} AND done_at IS NULL",
        ),
        Cap("notes", "notes", 20_000, "You have {most} notes, which is the most I keep. Delete some first.", _KEPT),
        Cap(
            "journal entries",
            "journal_entries",
            20_000,
            "Your journal holds {most} entries, which is the most I keep. Delete some first.",
            _KEPT,
        ),
        Cap(
            "things to read later",
            "read_later",
            5_000,
            "Your reading list holds {most} things, which is the most I keep. Tick off or delete some first.",
            f"{_KEPT} AND read_at IS NULL",
        ),
        Cap(
            "facts about you",
            "facts",
            10_000,
            "I know {most} things about you, which is the most I keep. Let me forget some first.",
            "superseded_by IS NULL AND ended_at IS NULL",
        ),
    )
}


def check_length(text: str) -> None:
    """Raise ToolProblem for a text that is too long to keep."""
    if len(text) > LONGEST_TEXT:
        raise ToolProblem(f"That's longer than {LONGEST_TEXT:,} characters. Keep it in several parts.")


def words_and_numbers() -> list[tuple[str, str]]:
    """Every cap as it stands in docs/limits.md."""
    return [
        *((cap.what[:1].upper() + cap.what[1:], f"{cap.most:,}") for cap in CAPS.values()),
        ("Files of one message", f"{FILES_PER_MESSAGE}"),
        ("Bytes of one file", f"{BYTES_PER_FILE:,}"),
        ("Characters of one note or journal entry", f"{LONGEST_TEXT:,}"),
    ]
