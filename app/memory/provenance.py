"""Whose words stand in each table: THE table of where the taint of a stored text comes from.

Invariant: every table with a person's text has a row here (a test walks the schema), so that no copy of other people's words can reach a
model as its user's own. Data only; `tools/provenance.py`, `learning/blocks.py` and `conversation/history.py` carry it into a turn.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

# row: the row's own column says it. owner: it is what its owner's is. own: nothing but its user's own words, ours, or what they vouched
# for. unseen: people read it and no model does.
Known = Literal["row", "owner", "own", "unseen"]


@dataclass(frozen=True, slots=True)
class Words:
    """`by`: the column of a "row", the table of an "owner", why of the others."""

    known: Known
    by: str


WORDS: Mapping[str, Words] = {
    # what is kept and read back
    "notes": Words("row", "taint"),
    "tasks": Words("row", "taint"),
    "reminders": Words("row", "taint"),
    "journal_entries": Words("row", "taint"),
    "read_later": Words("row", "taint"),
    "kept_pages": Words("row", "taint"),
    "facts": Words("row", "taint"),
    "mails": Words("row", "taint"),
    "calendar_events": Words("row", "taint"),
    "mail_outbox": Words("row", "taint"),
    # what begins a turn or a model's work later
    "scheduled_tasks": Words("row", "taint"),
    "alert_rules": Words("row", "taint"),
    "workers": Words("row", "taint"),
    "worker_messages": Words("owner", "workers"),
    "pending_intentions": Words("row", "taint"),
    "pending_actions": Words("row", "taint"),
    "plans": Words("row", "taint"),
    # the conversation
    "inbox": Words("row", "untrusted"),
    "attachments": Words("own", "read in a turn, which is tainted by each file it reads"),
    "turns": Words("row", "taint"),
    "turn_messages": Words("owner", "turns"),
    "ledger": Words("owner", "turns"),
    "sessions": Words("own", "a topic, shown to people; its note carries what its turns had read"),
    # what is made of the conversation
    "summaries": Words("own", "made of turns that had read nothing, without answers that may repeat what others wrote"),
    "context": Words("own", "the profile: made of the user's own words and of facts they vouched for"),
    "agent_learnings": Words("row", "taint"),
    "documents": Words("owner", "notes, tasks, reminders, journal_entries, read_later, kept_pages, facts, turns"),
    # what no model is shown
    "accounts": Words("unseen", "which accounts are connected, listed for people"),
    "synced_lists": Words("unseen", "which list is kept the same as which, by names"),
    "synced_tasks": Words("unseen", "which task is which elsewhere, by numbers"),
    "outbox": Words("unseen", "what was said to people; models read turns"),
    "deliveries": Words("unseen", "where a message stands in a channel"),
    "audit_log": Words("unseen", "for who looks after the house"),
    "occurrences": Words("unseen", "how due moments ended, listed with the row they belong to"),
    "sources": Words("unseen", "names of sources; /sources taints the turn that lists them"),
    "news_topics": Words("row", "taint"),
    "seen_news": Words("row", "taint"),
    "news_looks": Words("unseen", "when each topic was looked at"),
    "scores": Words("unseen", "yes or no to an approval"),
    "usage": Words("unseen", "figures"),
    "embeddings": Words("unseen", "numbers"),
    "health_series": Words("own", "names of the user's own devices"),
    "health_set_aside": Words("unseen", "samples nobody could read"),
    "health_records": Words("unseen", "keys of samples"),
    "health_days": Words("own", "figures"),
    "health_stale_days": Words("unseen", "days to compute anew"),
    "health_backfills": Words("unseen", "imports, shown to people"),
    "health_senders": Words("unseen", "phones, named by their user"),
    "health_state": Words("unseen", "a lock"),
    "identities": Words("unseen", "accounts on channels"),
    "last_heard": Words("unseen", "where a person was heard last"),
    "controls": Words("unseen", "pause and stop"),
    "marks": Words("unseen", "how far background readers have come"),
    "placeholders": Words("unseen", "messages that stand for an answer"),
    "reservations": Words("unseen", "money set aside"),
    "link_codes": Words("unseen", "one-time codes"),
    "page_sessions": Words("unseen", "which browsers are signed in"),
    "vault_secrets": Words("unseen", "sealed: opened to sign in elsewhere, and shown to nobody"),
}
