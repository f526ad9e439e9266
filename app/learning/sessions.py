"""Sessions: a stretch of talk without a long pause is summed up once it is over, as a note of its user's.

What the clock asked for neither begins nor prolongs one: it belongs to the talk in the midst of which it was done, or to none.

Half an hour (SESSION_PAUSE) after the last message the row, its note and the mark are written in one transaction, so that no crash and
no second process makes two of them. Talk that several pauses divide, because nothing was running at their time, is several
sessions. A talk that changed while it was summed up, because some of it was forgotten, is summed up anew.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from app.errors import TooMany
from app.learning.session_summary import Summed, by_rules, checked, is_trivial, transcript
from app.learning.study import Study
from app.memory.records import Behind, TurnRecord, User
from app.prompts.named import get_prompt

log = logging.getLogger(__name__)
MARK = "session"
TITLE = "Summary: "
SOURCE = "session"
TAG = "session"
_AT_ONCE = 500  # turns read at a time; a talk of more is summed up in parts
_USERS = 200
_AGAIN = timedelta(minutes=5)  # what could not be summed up now is tried again then
_PATIENCE = timedelta(hours=1)  # so long a model that does not answer is waited for; then rules do it
_OLD = timedelta(days=7)  # older talk, such as from before an upgrade, is summed up by rules: nobody waits for it
_UNFINISHED = timedelta(hours=1)
_FORGETTING = "forget"  # tools of that name: a summary does not keep what they took away


async def close_due(study: Study) -> tuple[int, datetime | None]:
    """Sum up every session that is over; how many were, and when to look again at the latest."""
    now, pause = study.clock.now(), study.settings.session_pause
    closed = 0
    for behind in await study.store.marks.behind(MARK, quiet_since=now - pause, limit=_USERS):
        closed += await _close(study, behind)
    due = await study.store.marks.next_due(MARK, pause)
    if due is None:
        return closed, now + pause
    return closed, due if closed else max(due, now + min(_AGAIN, pause))


def split(turns: Sequence[TurnRecord], pause: timedelta) -> list[list[TurnRecord]]:
    """Turns in their order, divided where at least `pause` lay between the end of one and the beginning of the next. What the clock
    asked for outside any talk makes parts of its own."""
    parts: list[list[TurnRecord]] = []
    aside: list[TurnRecord] = []  # done by the clock since the last word
    for turn in turns:
        if turn.by_clock:
            aside.append(turn)
        elif parts and turn.started_at - parts[-1][-1].finished_at < pause:
            parts[-1] += [*aside, turn]
            aside = []
        else:
            parts += [aside, [turn]] if aside else [[turn]]
            aside = []
    return [*parts, aside] if aside else parts


def is_talk(part: Sequence[TurnRecord]) -> bool:
    """Whether a part is a session, rather than what the clock asked for alone."""
    return not part[-1].by_clock


async def _close(study: Study, behind: Behind) -> int:
    """Write down the sessions of one user that are over; how many."""
    user = await study.store.users.get(behind.user_id)
    if user is None or await _goes_on(study, behind):
        return 0
    turns = await study.store.turns.following(user.id, behind.mark, _AT_ONCE)
    sessions = split(turns, study.settings.session_pause)
    if len(turns) == _AT_ONCE and len(sessions) > 1:
        sessions.pop()  # the rest of it comes with the next ones
    closed, mark = 0, behind.mark
    for session in sessions:
        said = [turn for turn in session if not turn.by_clock]
        summed = None if is_trivial(said) else await _summed(study, user, said)
        if (summed is None and not is_trivial(said)) or not await _write(study, user, session, summed, mark=mark):
            break
        closed, mark = closed + is_talk(session), session[-1].number
    return closed


async def _goes_on(study: Study, behind: Behind) -> bool:
    """Whether a message is being answered that may belong to the session: one that lies there longer does not hold it up."""
    if study.clock.now() - behind.newest_at > study.settings.session_pause + _UNFINISHED:
        return False
    inbox = study.store.inbox
    return bool(await inbox.waiting(behind.user_id) or await inbox.running_turns(behind.user_id))


async def _summed(study: Study, user: User, session: list[TurnRecord]) -> Summed | None:
    """The summary; None while a model that does not answer now is waited for."""
    since = study.clock.now() - session[-1].finished_at
    if study.asker.has_model("mini") and since < _OLD:
        shown = transcript(session, user)
        asked = await study.asker.ask(
            user, f"session:{session[0].number}", "mini", get_prompt("session_summary"), shown
        )
        if asked.status == "unavailable" and since < study.settings.session_pause + _PATIENCE:
            return None
        summed = checked(asked.found, shown) if asked.status == "answered" else None
        if summed is not None:
            return summed
        log.info("session summed up by rules", extra={"event": "session.by_rules", "because": asked.status})
    return by_rules(session, await _done(study, user, session))


async def _done(study: Study, user: User, session: list[TurnRecord]) -> list[str]:
    """What was done and not taken back, in the sentences that were said then."""
    sentences: list[str] = []
    for turn in session:
        entries = await study.store.ledger.of_turn(user.id, turn.id) if turn.status != "failed" else []
        sentences += [
            entry.result
            for entry in entries
            if entry.status == "done" and entry.undone_at is None and not entry.tool.startswith(_FORGETTING)
        ]
    return sentences


async def _write(study: Study, user: User, session: list[TurnRecord], summed: Summed | None, *, mark: int) -> bool:
    """The note, the row and the mark together; False, and nothing written, where another process was first or the talk
    is not what it was."""
    store, first, last = study.store, session[0], session[-1]
    async with study.database.transaction():
        await store.reservations.lock(user.id)
        stands = await store.marks.get(user.id, MARK)
        if (stands.turn_number if stands else 0) != mark:
            return False
        if await store.turns.following(user.id, mark, len(session)) != session:
            return False
        if is_talk(session):
            await store.sessions.add(
                user.id,
                first_turn=first.number,
                last_turn=last.number,
                turns=len(session),
                topic=summed.topic if summed else "",
                note_id=await _note(study, session, summed) if summed is not None else None,
                started_at=first.started_at,
                ended_at=last.finished_at,
            )
        await store.marks.put(user.id, MARK, last.number, study.clock.now())
    by = summed.by if summed else "nobody"
    log.info("session closed", extra={"event": "session.closed", "turns": len(session), "by": by})
    return True


async def _note(study: Study, session: list[TurnRecord], summed: Summed) -> int | None:
    """The summary as a note, dated where the session ended, with the sources that its turns had read; None where notes are full."""
    try:
        note = await study.store.notes.add(
            session[-1].user_id,
            title=f"{TITLE}{summed.topic}",
            content=summed.text,
            tags=[TAG],
            source=SOURCE,
            turn_id=session[-1].id,
            taint=list(dict.fromkeys(source for turn in session for source in turn.taint)),
            at=session[-1].finished_at,
        )
    except TooMany:
        log.info("no room for a note", extra={"event": "session.full"})
        return None
    return note.id
