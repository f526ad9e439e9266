"""What must be true after an hour, however often the program was killed in it.

Lost: a message without its answer, a change that isn't there, something that never went out. Doubled: an answer that stands in the
chat twice, a change made twice. A message that may have arrived before a crash is sent again behind `AGAIN` and counted as said
openly. Left standing: a half-written message that nothing takes away any more. Read from the chat as the vendor has it and from the
program's database, once nothing runs.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from app.conversation.delivery import AGAIN
from app.memory.holdings import FORGOTTEN
from app.memory.ports import Database
from app.memory.rows import json_of
from scripts.prove.hour.sides.side import Shown
from scripts.prove.hour.talk import Talk

EXPECTED: dict[str, tuple[str, list[str]]] = {
    "tasks": (
        "SELECT list_name || ': ' || title || CASE WHEN done_at IS NULL THEN '' ELSE ' (done)' END AS word FROM tasks WHERE deleted_at IS NULL",
        ["packing: passport (done)", "shopping: eggs", "shopping: milk"],
    ),
    "notes": (
        "SELECT content AS word FROM notes WHERE deleted_at IS NULL",
        ["Parking spot 14 on level 2", "The walk took two hours", "Visa appointment on Friday"],
    ),
    "facts": ("SELECT statement AS word FROM facts WHERE ended_at IS NULL", []),
    "reminders": ("SELECT text || ', ' || status AS word FROM reminders", ["stretch your back, done"]),
    "decided": (
        "SELECT tool || ' ' || status AS word FROM pending_actions",
        ["forget_fact done"] * 2
        + ["run_plan done"] * 2
        + ["save_note cancelled", "save_note done", "save_note edited"],
    ),
    "said": (
        "SELECT CASE status WHEN 'late' THEN 'ran' ELSE status END AS word FROM occurrences WHERE owner_kind = 'reminder'",
        ["ran"],
    ),
    "plans": ("SELECT status AS word FROM plans", ["done"]),
}


@dataclass
class Verdict:
    """What was found; each entry in words."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    openly: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Nothing lost and nothing doubled."""
        return not (self.lost or self.doubled)


async def judge(talk: Talk, database: Database) -> Verdict:
    """The verdict on the hour that `talk` had with the program whose database this is."""
    verdict = Verdict()
    shown = await talk.heard()
    _expected_words(talk, shown, verdict)
    await _strays(talk, shown, database, verdict)
    await _messages(talk, database, verdict)
    for name, (query, expected) in EXPECTED.items():
        seen = sorted(str(row["word"]) for row in await database.fetch(query))
        _compare(name, Counter(expected), Counter(seen), verdict)
    return verdict


async def open_ends(database: Database) -> list[str]:
    """What still has to go out or to be answered."""
    waiting = await database.fetch("SELECT external_id AS word FROM inbox WHERE status <> 'done'")
    unsent = await database.fetch("SELECT key AS word FROM outbox WHERE status IN ('pending', 'sending')")
    return [str(row["word"]) for row in (*waiting, *unsent)]


def _expected_words(talk: Talk, shown: list[Shown], verdict: Verdict) -> None:
    """Each answer stands in the chat, once or openly again."""
    for words in talk.said:
        holding = [number for number, message in enumerate(shown) if words in message.text]
        again = [number for number in holding[1:] if _is_open(shown, number)]
        if not holding:
            verdict.lost.append(f"answer: {words}")
        if len(holding) - len(again) > 1:
            verdict.doubled.append(f"answer: {words}")


def _is_open(shown: list[Shown], number: int) -> bool:
    """Whether a message says that it may be there already, in itself or in the one above it."""
    return any(AGAIN in text for text in shown[number].texts) or (number > 0 and shown[number - 1].text == AGAIN)


async def _strays(talk: Talk, shown: list[Shown], database: Database, verdict: Verdict) -> None:
    """Messages in the chat that the program doesn't know as its own, and was not told to forget."""
    known = {row["external_id"] for row in await database.fetch("SELECT external_id FROM deliveries")}
    again = {_bare(message.text) for number, message in enumerate(shown) if _is_open(shown, number)}
    finals = {message.text for message in shown if message.id in known}
    for number, message in enumerate(shown):
        if _is_open(shown, number):
            verdict.openly.append(message.text)
        elif message.id in known or _is_no_stray(message, talk):
            continue
        elif message.text in finals and message.text not in again:
            verdict.doubled.append(f"message: {message.text[:60]}")
        elif message.text not in again:
            verdict.left.append(message.text)


def _is_no_stray(message: Shown, talk: Talk) -> bool:
    """Whether a message is none although the program has no row of it."""
    forgotten = any(words in message.text for words in talk.forgotten)
    return forgotten or message.file == "voice" or message.text == AGAIN


def _bare(text: str) -> str:
    return text.removeprefix(AGAIN).lstrip()


async def _messages(talk: Talk, database: Database, verdict: Verdict) -> None:
    """Everything that was written was taken, once; everything that was put went out."""
    taken = await database.fetch("SELECT external_id FROM inbox WHERE external_id NOT LIKE 'plan:%'")
    commands = await database.fetch(
        "SELECT key, body FROM outbox WHERE key LIKE 'reply:%' AND channel = $1", talk.side.channel
    )
    turns = await database.fetch("SELECT id FROM turns")
    ids = {row["id"] for row in turns}
    stands = [row for row in commands if not str(json_of(row["body"])["text"]).startswith(FORGOTTEN)]
    by_command = [row for row in stands if row["key"].removeprefix("reply:") not in ids]
    if (count := len(taken) + len(by_command)) != talk.sent:
        (verdict.lost if count < talk.sent else verdict.doubled).append(f"{talk.sent} sent, {count} taken")
    verdict.lost += [f"open: {word}" for word in await open_ends(database)]
    failed = await database.fetch("SELECT key FROM outbox WHERE status = 'failed'")
    verdict.lost += [f"given up: {row['key']}" for row in failed]


def _compare(name: str, expected: Counter[str], seen: Counter[str], verdict: Verdict) -> None:
    verdict.lost += [f"{name}: {word}" for word in (expected - seen).elements()]
    verdict.doubled += [f"{name}: {word}" for word in (seen - expected).elements()]


def as_dict(verdict: Verdict) -> dict[str, Any]:
    """Counts, for a table."""
    return {name: len(getattr(verdict, name)) for name in ("lost", "doubled", "openly", "left")}
