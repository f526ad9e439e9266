"""What did not happen by an hour of the day: nothing in the journal, not a word said."""

import re
from collections.abc import Sequence
from datetime import datetime, time, timedelta

from app.errors import ToolProblem
from app.language.time.phrases import find_time
from app.watching.watch import Condition, Finding, Look

_JOURNAL = re.compile(r"\b(?:journal|diary|diaries)\b", re.IGNORECASE)
_TOLD_UNTIL = timedelta(hours=6)  # what was missed yesterday is not told today
_FIRST_LOOKED_AT = 50


def read(words: str, now: datetime) -> Condition:
    """What is missed, and by when on the user's clock."""
    found = find_time(words, now)
    if found is None or not found.has_time:
        raise ToolProblem("By what time should you have checked in? “No journal entry by 9 pm” is one I can watch for.")
    return {"what": "journal" if _JOURNAL.search(words) else "message", "by": f"{found.when:%H:%M}"}


def say(condition: Condition) -> str:
    """ "there is no journal entry by 21:00"."""
    what = "there is no journal entry" if condition["what"] == "journal" else "I haven't heard from you"
    return f"{what} by {condition['by']}"


async def find(look: Look) -> Sequence[Finding]:
    """Today's, once the hour has come."""
    local, by = look.local, time.fromisoformat(str(look.rule.condition["by"]))
    due = datetime.combine(local.date(), by, tzinfo=local.tzinfo)
    made = look.rule.updated_at
    if not due <= local < due + _TOLD_UNTIL or made > due or await _came(look, local):
        return []
    said = (
        "nothing in your journal today"
        if look.rule.condition["what"] == "journal"
        else "I haven't heard from you today"
    )
    return [Finding(f"day:{local.date().isoformat()}", f"{said}, and it is past {by:%H:%M}")]


async def _came(look: Look, local: datetime) -> bool:
    """Whether it did happen today."""
    day = local.date().isoformat()
    if look.rule.condition["what"] == "journal":
        return bool(await look.store.journal.list(look.user.id, since=day, until=day, limit=1))
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    turns = await look.store.turns.between(look.user.id, midnight, look.now, _FIRST_LOOKED_AT)
    return any(not turn.by_clock for turn in turns)
