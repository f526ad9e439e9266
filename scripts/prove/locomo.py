"""Long conversations between two people with questions about them (LoCoMo, Maharana et al. 2024), read from a folder that is not ours."""

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

UNANSWERABLE = 5
_TURN = re.compile(r"D:?(\d+):(\d+)")


@dataclass(frozen=True)
class Said:
    """One message."""

    id: str
    text: str
    at: datetime


@dataclass(frozen=True)
class Question:
    """What is asked, and the messages that hold the answer."""

    text: str
    category: int
    evidence: frozenset[str]


@dataclass(frozen=True)
class Talk:
    """A conversation; ids of messages begin with its name."""

    name: str
    said: list[Said]
    questions: list[Question]


def read_talks(folder: Path) -> list[Talk]:
    """All conversations of the folder."""
    rows = json.loads((folder / "locomo_dev.json").read_text(encoding="utf-8"))
    return [_talk(row) for row in rows]


def _talk(row: dict[str, Any]) -> Talk:
    name, conversation = row["sample_id"], row["conversation"]
    said: list[Said] = []
    for number in range(1, 1 + sum(1 for key in conversation if key.endswith("_date_time"))):
        began = conversation[f"session_{number}_date_time"]
        start = datetime.strptime(began, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for minute, message in enumerate(conversation.get(f"session_{number}", [])):
            text = f"{message['speaker']}: {message['text']}"
            said.append(Said(f"{name} {message['dia_id']}", text, start + timedelta(minutes=minute)))
    known = {one.id for one in said}
    questions = [
        Question(asked["question"], asked["category"], evidence)
        for asked in row["qa"]
        if asked["category"] != UNANSWERABLE and (evidence := _evidence(name, asked) & known)
    ]
    return Talk(name, said, questions)


def _evidence(name: str, asked: dict[str, Any]) -> frozenset[str]:
    """Some entries name two turns, or write them their own way."""
    places = _TURN.findall(" ".join(asked["evidence"]))
    return frozenset(f"{name} D{int(session)}:{int(turn)}" for session, turn in places)
