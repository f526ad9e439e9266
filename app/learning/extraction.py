"""One look of the mini model at what was said, a moment after each reply: facts that no rule finds.

Facts and mark are written in one transaction, so that a turn is read once however often this runs. Without a model the mark moves on and
nobody is asked; a model that doesn't answer now is waited for. What was said later, or decided by a tool, always counts more.
"""

import logging
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app.language.statements.facts import Stated
from app.learning.answers import is_same
from app.learning.extracted import drawn
from app.learning.offering import offers
from app.learning.origins import DRAWN, by_weight
from app.learning.statements import Origin, keep
from app.learning.study import Study
from app.memory.records import Behind, Fact, TurnRecord, User
from app.prompts.named import get_prompt
from app.prompts.turn import escape, own_part

log = logging.getLogger(__name__)
MARK = "extraction"
_AT_ONCE = 20  # turns read in one question
_USERS = 50
_READ = 1_500  # characters of a turn
_KNOWN = 40  # facts that are shown as known
_FEWEST_WORDS = 3
_AGAIN = timedelta(minutes=5)  # what could not be read now is tried again then
_PATIENCE = timedelta(hours=6)  # so long a model that doesn't answer is waited for
# What stands in a turn's text and is no statement: a command, and a card that was changed.
_NOT_SAID = re.compile(r"\A\s*/[a-z]+|\nThe change: ", re.IGNORECASE)


async def extract_due(study: Study) -> tuple[int, datetime | None]:
    """Read what every user said until LEARNING_DELAY ago; how many facts were learned, and when to look again."""
    delay, now = study.settings.learning_delay, study.clock.now()
    learned, waits = 0, False
    for behind in await study.store.marks.behind(MARK, quiet_since=now - delay, limit=_USERS):
        came = await _read(study, behind)
        learned, waits = learned + (came or 0), waits or came is None
    due = await study.store.marks.next_due(MARK, delay)
    return learned, due and max(due, now + _AGAIN) if waits else due


async def _read(study: Study, behind: Behind) -> int | None:
    """Read one user's next turns; how many facts came of them, None where they wait for a model."""
    user = await study.store.users.get(behind.user_id)
    turns = await study.store.turns.following(behind.user_id, behind.mark, _AT_ONCE)
    if user is None or not turns:
        return 0
    telling = [turn for turn in turns if _tells(turn)]
    found: list[tuple[int, Stated]] = []
    if telling and study.asker.has_model("mini"):
        said = [own_part(turn.text)[:_READ] for turn in telling]
        known = await study.store.facts.current(user.id)
        run_id = f"extraction:{turns[-1].number}"
        asked = await study.asker.ask(user, run_id, "mini", get_prompt("extraction"), _shown(said, known))
        overdue = study.clock.now() - telling[-1].finished_at > _PATIENCE
        if asked.status in ("unavailable", "over_budget") and not overdue:
            return None
        found = drawn(asked.found, said) if asked.status == "answered" else []
    return await _write(study, user, turns, [(telling[index], fact) for index, fact in found], mark=behind.mark)


async def _write(
    study: Study, user: User, turns: Sequence[TurnRecord], found: Sequence[tuple[TurnRecord, Stated]], *, mark: int
) -> int:
    """Facts and mark together; nothing where another process was first or a turn was forgotten meanwhile."""
    store, zone = study.store, ZoneInfo(user.time_zone)
    learned = 0
    async with study.database.transaction():
        await store.reservations.lock(user.id)
        stands = await store.marks.get(user.id, MARK)
        if (stands.turn_number if stands else 0) != mark:
            return 0
        if await store.turns.following(user.id, mark, len(turns)) != list(turns):
            return 0
        for turn, fact in found:
            ever = await store.facts.everything(user.id)
            if _adds(fact, turn, ever):
                origin = Origin(turn.id, tuple(turn.read), turn.started_at.astimezone(zone), source=DRAWN)
                learned += len(await keep(store, user.id, [fact], origin))
        await store.marks.put(user.id, MARK, turns[-1].number, study.clock.now())
    return learned


def _adds(fact: Stated, turn: TurnRecord, ever: Sequence[Fact]) -> bool:
    """Whether a fact is news: not what is known, nor what was so before, nor about what was said in this turn or later."""
    if any(is_same(known.statement, fact.statement) for known in ever):
        return False
    of_its_key = [known for known in ever if known.key == fact.key]
    return not any(known.turn_id == turn.id or known.created_at >= turn.started_at for known in of_its_key)


def _tells(turn: TurnRecord) -> bool:
    """Whether a turn's text can hold a statement of its user's; what the clock asked for they have not just said, and what they
    were asked about ("Shall I remember …?") waits for their answer."""
    if turn.by_clock or offers(turn.reply):
        return False
    said = own_part(turn.text)
    return turn.status != "stopped" and len(said.split()) >= _FEWEST_WORDS and not _NOT_SAID.search(said)


def _shown(said: Sequence[str], known: Sequence[Fact]) -> str:
    """What the model reads: what is known, then what was said, by turn."""
    facts = "\n".join(f"- {escape(fact.statement)[:200]}" for fact in by_weight(known)[:_KNOWN]) or "- nothing yet"
    turns = "\n".join(f'<turn number="{number}">\n{escape(text)}\n</turn>' for number, text in enumerate(said, start=1))
    return f"<known>\n{facts}\n</known>\n{turns}"
