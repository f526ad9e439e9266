"""`prompts.lock.json`: the SHA-256 of every prompt and section as it was last released, so that a change that nobody meant is seen."""

import hashlib
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.prompts import named, sections

log = logging.getLogger(__name__)
LOCK = Path(__file__).resolve().parents[2] / "prompts.lock.json"


@dataclass(frozen=True, slots=True)
class Drift:
    """A text that isn't as it was locked."""

    name: str
    how: Literal["changed", "not locked", "gone"]


def digest(text: str) -> str:
    """SHA-256 in hexadecimal digits, of the text as a model is sent it: the same whatever the lines of its file end in."""
    return hashlib.sha256(text.strip().replace("\r\n", "\n").encode()).hexdigest()


def digests() -> dict[str, str]:
    """What the files come to: {"planner": …, "sections/tone": …}, sorted."""
    found = {key: digest(named.file_text(key)) for key in named.texts()}
    parts = {f"sections/{path.stem}": digest(sections.section(path.stem)) for path in sections.FOLDER.glob("*.md")}
    return dict(sorted((found | parts).items()))


def locked(path: Path = LOCK) -> dict[str, str]:
    """What is locked. Raises FileNotFoundError, ValueError."""
    said = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(said, dict) or not all(isinstance(value, str) for value in said.values()):
        raise ValueError("no lock of prompts")
    return said


def check_drift(path: Path = LOCK) -> list[Drift]:
    """What differs between the files and the lock, by name; all of it where there is no readable lock."""
    now = digests()
    try:
        then: Mapping[str, str] = locked(path)
    except (OSError, ValueError):
        then = {}
    differing = [name for name in sorted({*now, *then}) if now.get(name) != then.get(name)]
    return [Drift(name, _how(name in now, name in then)) for name in differing]


def warn_of_drift(path: Path = LOCK) -> None:
    """Name in the log what differs from the lock; the files are used as they are."""
    if drifts := check_drift(path):
        names = ", ".join(f"{drift.name} ({drift.how})" for drift in drifts)
        log.warning(
            "prompts differ from prompts.lock.json: %s", names, extra={"event": "prompts.drift", "count": len(drifts)}
        )


def write_lock(path: Path = LOCK) -> None:
    """Lock the files as they are."""
    path.write_text(json.dumps(digests(), indent=2) + "\n", encoding="utf-8")


def _how(is_there: bool, was_there: bool) -> Literal["changed", "not locked", "gone"]:
    return "changed" if is_there and was_there else "not locked" if is_there else "gone"
