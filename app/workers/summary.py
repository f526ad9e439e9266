"""A worker's running summary: what it has done and knows, a line a run, oldest first, never more than CHARACTERS.

Where it grows too long a configured small model condenses it; without one, or where that model's answer is of no use, the oldest lines go.
The words are those of the runs, so they carry the worker's taint; nothing here reads them.
"""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import User
from app.models.asking import Asker
from app.prompts.sections import section

CHARACTERS = 1_500
_LINE = 400
_ASKED, _RESULT, _RESULTS = 120, 120, 3


def line_of(at: datetime, asked: str, did: Sequence[str], said: str) -> str:
    """One run in a line. `at` is on its user's wall clock."""
    done = "; ".join(_one_line(text, _RESULT) for text in did[-_RESULTS:])
    told = _one_line(said, _RESULT) if said and said not in did else ""
    after = "; ".join(filter(None, (done, told))) or "nothing to say"
    return f"- {at:%Y-%m-%d %H:%M} “{_one_line(asked, _ASKED)}”: {after}"[:_LINE]


def by_rules(summary: str, line: str) -> str:
    """With the line at its end; the oldest lines go where it is too long."""
    kept, length = [line], len(line)
    for older in reversed(summary.splitlines()):
        length += len(older) + 1
        if length > CHARACTERS:
            break
        kept.append(older)
    return "\n".join(reversed(kept))[:CHARACTERS]


async def with_line(summary: str, line: str, *, asker: Asker, user: User, run_id: str) -> str:
    """The summary after a run. A model is asked only where the line no longer fits."""
    whole = f"{summary}\n{line}".strip()
    if len(whole) <= CHARACTERS:
        return whole
    answer = await asker.ask(user, run_id, "mini", section("worker_notes"), whole)
    condensed = answer.found.get("summary", "")
    if not isinstance(condensed, str) or not condensed.strip():
        return by_rules(summary, line)
    return by_rules(condensed.strip()[: CHARACTERS - _LINE], line)


def _one_line(text: str, most: int) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"
