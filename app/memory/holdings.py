"""THE table of what is kept of a person: one row a table, with what forgetting and export do about it.

Invariant: every table with a `user_id` has a row here (a test walks the schema), so that nothing of a person can be left out of an
export, or survive a forgetting, by being forgotten itself. Data only; what the words mean is the readers' concern.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from app.memory.ports import Value

FORGOTTEN = "(forgotten)"
# item: what a person knows by its number or name. talk: a message with its answer. book: what was written down of either, gone or
# blank with it. made: lines drawn from talk. follows: goes with its owner, by itself it says nothing. stays: see `why`. measured:
# millions of numbers without words, which go by metric and time and are never looked through row by row (learning/forgetting/measured).
# login: what opens an account elsewhere; it goes with everything, and never for a word in its name or the day it was kept.
Fate = Literal["item", "talk", "book", "made", "follows", "stays", "measured", "login"]


@dataclass(frozen=True, slots=True)
class Holding:
    """`key` orders pages; `texts` may hold a person's words; `at` says when; `kind` is that of its documents; `blank` is written
    instead of removing the row; `columns` are those that pages hold where the others are large; `wide` rows go by
    time only when everything does; `hidden` says why no export has it."""

    table: str
    fate: Fate
    noun: str = ""
    key: tuple[str, ...] = ("id",)
    texts: tuple[str, ...] = ()
    at: str = "created_at"
    turn: str = ""
    kind: str = ""
    blank: Mapping[str, Value] = field(default_factory=dict)
    columns: str = "*"
    wide: bool = False
    why: str = ""
    hidden: str = ""


HOLDINGS: tuple[Holding, ...] = (
    Holding(
        "facts", "item", "fact", texts=("statement", "key", "quote", "source", "taint"), turn="turn_id", kind="fact"
    ),
    Holding("notes", "item", "note", texts=("title", "content", "tags", "taint"), kind="note"),
    Holding("tasks", "item", "task", texts=("title", "list_name", "taint"), kind="task"),
    Holding("reminders", "item", "reminder", texts=("text", "taint"), kind="reminder"),
    Holding("journal_entries", "item", "journal entry", texts=("content", "mood", "taint"), kind="journal"),
    Holding("read_later", "item", "read-later item", texts=("title", "url", "tags", "taint"), kind="read_later"),
    Holding("kept_pages", "item", "page kept to read", texts=("title", "text", "site", "note", "taint"), kind="page"),
    Holding("scheduled_tasks", "item", "scheduled task", texts=("name", "instruction", "target", "taint")),
    Holding("alert_rules", "item", "alert", texts=("name", "source", "condition", "seen", "fired_because", "taint")),
    Holding("workers", "item", "worker", texts=("name", "purpose", "running_summary", "question", "taint")),
    Holding("worker_messages", "book", texts=("message",)),
    Holding("news_topics", "item", "news topic", texts=("topic", "url", "taint")),
    Holding("sources", "item", "source", texts=("name",)),
    Holding("agent_learnings", "item", "learned habit", texts=("content", "source", "taint"), turn="turn_id"),
    Holding("pending_intentions", "item", "intention", texts=("text", "source", "taint"), turn="turn_id"),
    Holding(
        "turns",
        "talk",
        "exchange",
        key=("number",),
        texts=("text", "reply", "taint", "carried"),
        at="started_at",
        kind="turn",
    ),
    Holding("turn_messages", "follows", key=("turn_id", "position"), texts=("message",), at="", turn="turn_id"),
    Holding(
        "inbox",
        "book",
        texts=("text", "untrusted"),
        at="received_at",
        turn="turn_id",
        blank={"text": FORGOTTEN, "untrusted": "", "corrects": ""},
    ),
    Holding("attachments", "follows", texts=("name",), at="", columns="id, user_id, inbox_id, name, media_type"),
    Holding("outbox", "book", texts=("body",), turn="turn_id"),
    Holding("deliveries", "follows", key=("outbox_id", "part"), at=""),
    Holding("plans", "book", texts=("goal", "steps", "taint"), turn="turn_id"),
    Holding("pending_actions", "book", texts=("summary", "arguments", "result", "taint"), turn="turn_id"),
    Holding(
        "ledger",
        "book",
        texts=("arguments", "result", "undo"),
        at="started_at",
        turn="turn_id",
        blank={"arguments": {}, "result": FORGOTTEN, "undo": None},
    ),
    Holding("audit_log", "book", texts=("arguments",), turn="turn_id", blank={"arguments": {}}),
    Holding("sessions", "book", texts=("topic",), at="started_at", blank={"topic": FORGOTTEN, "note_id": None}),
    Holding("occurrences", "book", texts=("reason",), at="ended_at"),
    Holding("summaries", "made", key=("user_id",), texts=("sections", "taint"), at="updated_at"),
    Holding("context", "made", key=("key",), texts=("content",), at="updated_at"),
    Holding(
        "seen_news",
        "item",
        "news story",
        texts=("topic", "title", "summary", "url", "publisher", "taint"),
        at="seen_at",
        wide=True,
        columns="id, user_id, topic, title, summary, url, publisher, published_at, seen_at, told_at, taint",
    ),
    Holding("news_looks", "item", "look at the news", key=("topic",), at="looked_at", wide=True),
    Holding("health_series", "measured", "measurement", at="received_at"),
    Holding("health_set_aside", "measured", at="received_at"),
    Holding("health_records", "measured", at="received_at", hidden="its columns stand in measurements/*.csv"),
    Holding(
        "health_days",
        "measured",
        key=("metric", "day"),
        at="",
        hidden="computed from the measurements",
    ),
    Holding("health_stale_days", "measured", key=("metric", "day"), at="", hidden="which days to compute anew"),
    Holding(
        "health_backfills",
        "book",
        texts=("name", "reasons", "problem"),
        columns="id, user_id, name, status, progress, counts, reasons, problem, created_at, started_at, finished_at",
    ),
    Holding(
        "health_senders",
        "stays",
        columns="id, user_id, name, clock_skew_seconds, created_at, used_at, removed_at",
        why="which phones may send your measurements; ./scripts/run health unpair takes that back",
    ),
    Holding(
        "health_state",
        "stays",
        key=("user_id",),
        at="",
        why="a lock on measurements",
        hidden="internal and without words",
    ),
    Holding(
        "vault_secrets",
        "login",
        "saved login",
        texts=("account", "name"),
        columns="id, user_id, account, name, created_at, updated_at",
    ),
    Holding(
        "accounts",
        "login",
        "connected account",
        texts=("label", "identity"),
        columns="id, user_id, provider, label, identity, settings, state, created_at",
    ),
    Holding("mails", "item", "mail", texts=("sender_name", "sender", "subject", "taint"), at="received_at"),
    Holding("calendar_events", "item", "event", texts=("title", "calendar", "taint"), at="starts_at"),
    Holding("synced_lists", "login", "synced list", texts=("list_name", "title")),
    Holding("synced_tasks", "follows", at="", hidden="which task is which elsewhere, without its words"),
    Holding(
        "mail_outbox",
        "book",
        texts=("recipients", "subject", "taint"),
        turn="turn_id",
        columns="id, user_id, account_id, turn_id, recipients, subject, state, send_at, done_at, taint, created_at",
    ),
    Holding("documents", "follows", at="", hidden="a copy of other rows' texts, for searching"),
    Holding("embeddings", "follows", at="", hidden="numbers computed from those texts"),
    Holding(
        "usage", "stays", turn="turn_id", why="what models cost, without a word of what was said: budgets stand on it"
    ),
    Holding("reservations", "stays", why="money set aside for calls under way", hidden="internal and without words"),
    Holding("identities", "stays", key=("channel", "external_id"), why="which chat accounts are yours"),
    Holding(
        "last_heard",
        "stays",
        key=("channel", "address"),
        at="at",
        why="where you wrote to me last: what I say first goes there",
    ),
    Holding("controls", "stays", key=("user_id",), at="", why="pause and stop, and how often I asked for an OK"),
    Holding("scores", "stays", why="yes or no to an approval, without its words"),
    Holding(
        "marks", "stays", key=("name",), at="at", why="how far background readers have come: they must not start over"
    ),
    Holding(
        "placeholders",
        "stays",
        key=("channel", "address"),
        why="the message that stands for an answer being written",
        hidden="internal and without words",
    ),
    Holding(
        "page_sessions",
        "stays",
        columns="id, user_id, browser, created_at, used_at, expires_at",
        why="which browsers are signed in to your page; ./scripts/run sessions end takes that back",
    ),
    Holding("link_codes", "stays", key=("digest",), at="", why="one-time codes", hidden="a secret"),
)
BY_TABLE: Mapping[str, Holding] = {row.table: row for row in HOLDINGS}

# What a column of that name holds in every table that has one, whatever form an engine gives it in (a test holds the schema to it).
JSON_COLUMNS = frozenset(
    "arguments body carried condition counts detail exceptions extra message progress question reasons recipients route sample scopes sections seen settings signature steps"
    " tags taint undo usage value".split()
)
TRUTH_COLUMNS = frozenset(("all_day", "confirmed", "deliver", "due_has_time", "is_done", "is_unread", "own_words"))
MOMENT_COLUMNS = frozenset(("at", "due_said", "editing_since"))  # and all that end in "_at"
