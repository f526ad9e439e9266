"""What the offline model says once the tools have answered: their own sentences, that a held action waits, no marks of ours.

Pure. The tools write for people, so one result is shown as it is; several follow one another; what found nothing is left out
when something else was found.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.language.dialogue.state import CHANGES
from app.language.orders.calls import OTHERWISE

_PENDING = re.compile(r"\[APPROVAL_PENDING:[^\]]*\]\s*")
_EMPTY_HANDED = re.compile(
    r"\A(?:I have nothing about|I find nothing about|I find no conversation|No note mentions|I don't know anything about you|I can't find an? |I can't work that date out|You have no [a-z-]+ yet|I find nothing about that in your mail|No mail fits that)"
)
# A list with nothing on it, or an answer that may be none, which is said only where no other shows anything.
_NOTHING_THERE = re.compile(
    r"\A(?:I find nobody called|I'm not sure that this is what you ask\.|Your lists are empty|There is no (?:unread )?mail\.|There is nothing on your |You have no reminders set|Nothing on your lists is due|No reminders for|I'm not watching for anything|Nothing(?: with “[^”]*”)? in your calendar|Je ne trouve rien à ce sujet)"
)
# A worker's question, with what is for the main agent alone.
_FROM_WORKER = re.compile(
    r"FOLLOW_UP_NEEDED from (?P<name>[^:\n]+): (?P<question>.*?)\n(?:(?:Why|So far|Known): .*?)?Ask the user this in your reply\.[^\n]*",
    re.DOTALL,
)
HELD = "That waits for your OK, and nothing has happened yet."  # what it is, its card shows
FAILED = "That didn't work as asked. Say it another way and I'll try again."
NO_RESULT = "Done."


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one call came to."""

    tool: str
    text: str
    failed: bool = False


def compose(outcomes: Sequence[Outcome], question: str | None = None, otherwise: str | None = None) -> str:
    """The reply: results in order, then the question that is still open; `otherwise` when nothing was found."""
    if otherwise and all_empty(outcomes):
        return otherwise
    shown = _telling(outcomes)
    parts = list(dict.fromkeys(_sentence(outcome) for outcome in shown))
    if question:
        parts.append(question)
    separator = "\n\n" if any("\n" in part for part in parts) else "\n"
    return separator.join(parts) if parts else NO_RESULT


def all_empty(outcomes: Sequence[Outcome]) -> bool:
    """Whether everything that was asked found nothing."""
    return all(_EMPTY_HANDED.match(outcome.text) for outcome in outcomes)


def nothing_there(outcome: Outcome) -> bool:
    """Whether a call found nothing, or nothing to show."""
    return bool(_EMPTY_HANDED.match(outcome.text) or _NOTHING_THERE.match(outcome.text))


def _telling(outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
    """Without those that only looked and found nothing, where another found something."""
    unfound = _unfound(outcomes)
    telling = [outcome for outcome in outcomes if not _EMPTY_HANDED.match(outcome.text) or outcome in unfound]
    shown = [outcome for outcome in telling if not _NOTHING_THERE.match(outcome.text)]
    return shown or telling or outcomes[:1]


def _unfound(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """What was to be changed and is nowhere: once for each thing, and not where another kind of thing of that name was changed instead."""
    missing, found = dict[str, Outcome](), {one.tool for one in outcomes if not _EMPTY_HANDED.match(one.text)}
    for one in outcomes:
        named = _NAMED.search(one.text) if one.tool in CHANGES and _EMPTY_HANDED.match(one.text) else None
        if named is not None and not found & set(OTHERWISE.get(one.tool, ())):
            missing.setdefault(named[0], one)
    return list(missing.values())


_NAMED = re.compile(r'called "[^"]*"')


def _sentence(outcome: Outcome) -> str:
    if _PENDING.search(outcome.text):
        return HELD
    text = _FROM_WORKER.sub(r"\g<name> asks: \g<question>", outcome.text).strip()
    return text or (FAILED if outcome.failed else NO_RESULT)
