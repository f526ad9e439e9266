"""The workers as they stand beside a message: who there are, and who waits for an answer, so that an answer finds its way.

Invariant: it keeps to one size, and what it shows has its sources named. The offline model reads the names back from it.
"""

import logging

from app.errors import StorageError
from app.learning.blocks import Beside, line
from app.memory.records import Worker
from app.memory.repositories import Repositories

log = logging.getLogger(__name__)
CHARACTERS = 2_200
_PURPOSE, _QUESTION = 60, 300
_UNSHOWN = "list_workers says what for"


async def roster(store: Repositories, user_id: str) -> Beside:
    """A block of lines; nothing where there are no workers, or storage doesn't answer."""
    try:
        workers = await store.workers.list(user_id)
    except StorageError:
        log.warning("workers not read", extra={"event": "workers.not_read"})
        return Beside()
    waiting_first = sorted(workers, key=lambda worker: worker.status != "waiting")
    lines: list[str] = []
    sources: list[str] = []
    room = CHARACTERS
    for worker in waiting_first:
        said = _line(worker)
        room -= len(said) + 1
        if room < 0:
            break
        lines.append(said)
        sources += worker.taint if worker.status == "waiting" else ()
    block = "\n".join(("<workers>", *lines, "</workers>")) if lines else ""
    return Beside(block, tuple(dict.fromkeys(sources)))


def _line(worker: Worker) -> str:
    if worker.status != "waiting":
        # What it was taken on for may be other people's words; shown, they would be behind every turn there is.
        return f"- {worker.name}: {_UNSHOWN if worker.taint else line(worker.purpose, _PURPOSE)}"
    asked = line(str(worker.question.get("question", "")), _QUESTION)
    return f"- {worker.name} waits for the user's answer (pass it on with invoke_worker_agent): {asked}"
