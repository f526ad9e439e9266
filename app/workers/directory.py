"""Who there are: a user's workers by name, and what a name may be.

Invariant: a name is one line without a colon, so that it can stand in front of what its worker says. How many a user may have is in `memory/caps.py`.
"""

import re

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.memory.records import Worker

LONGEST_NAME = 40
LONGEST_PURPOSE = 300
_NAME = re.compile(r"[\w][\w .'&-]*")
_TAKEN = frozenset(("user", "me", "you", "assistant", "kwasi", "worker", "a worker", "system"))


async def found_or_taken_on(deps: AgentDeps, name: str, purpose: str, message: str) -> tuple[Worker, bool]:
    """The worker of that name, and whether it is new. Raises ToolProblem for a name that can't be one, or where there are too many."""
    called = name_of(name)
    known = await deps.store.workers.named(deps.user.id, called)
    if known is not None:
        return known, False
    worker = await deps.store.workers.add(
        deps.user.id,
        name=called,
        purpose=purpose_of(purpose or message),
        turn_id=deps.turn_id,
        taint=deps.taint.all,
        at=deps.now,
    )
    return worker, True


def name_of(name: str) -> str:
    """A name as it is kept: one line, without marks around it. Raises ToolProblem."""
    called = " ".join(name.split()).strip(" .\"'“”‘’`*")
    if not _NAME.fullmatch(called) or called.casefold() in _TAKEN:
        raise ToolProblem("What is the worker to be called? A short name of letters and digits, such as Gardener.")
    if len(called) > LONGEST_NAME:
        raise ToolProblem(f"That name is too long; {LONGEST_NAME} characters are the most.")
    return called


def purpose_of(said: str) -> str:
    """What it is for, in a line."""
    plain = " ".join(said.split())
    return plain if len(plain) <= LONGEST_PURPOSE else f"{plain[: LONGEST_PURPOSE - 1]}…"
