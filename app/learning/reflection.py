"""The nightly reflection: what a day's talk says about its user, drawn by the reflection model and checked before it is kept.

At REFLECTION_TIME (UTC), for each user with turns that it has not read: the profile anew, facts, intentions and learnings, each with the
turn it comes from, written together with the mark in one transaction. So a run that fails half-way changes nothing, a night
missed while nothing ran is made up for once, and a night without new words costs no call. Without a model nothing is
guessed: the facts stand in the prompt by themselves, and the profile stays as it is.
"""

import logging
import uuid
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from app.learning.profile import ProfileLine, read_profile, without_outdated, write_profile
from app.learning.reflecting.answer import Answer, Learned, taken
from app.learning.reflecting.material import Material, gather, shown
from app.learning.statements import Origin, keep
from app.learning.study import Study
from app.memory.records import Behind, Json, User
from app.models.asking import Asked
from app.prompts.named import get_prompt

log = logging.getLogger(__name__)
MARK = "reflection"
SOURCE = "reflection"
_USERS = 500
_EVER = timedelta(days=3660)
_LEASE = timedelta(minutes=3)  # longer than a model is waited for
_AGAIN = timedelta(minutes=30)
_TRIES_FOR = timedelta(hours=3)  # after its time; then the next night reads it all
_LATE = timedelta(minutes=10)
_EXPIRES = timedelta(days=3)
_MOST_PENDING = 20
Status = Literal[
    "reflected", "nothing new", "no model", "unavailable", "unreadable", "over budget", "changed meanwhile", "under way"
]


_READ: tuple[Status, ...] = ("reflected", "nothing new")


@dataclass(frozen=True, slots=True)
class Reflected:
    """What came of one user's reflection. Unless `status` is "reflected" or "nothing new", nothing has changed."""

    user_id: str
    status: Status
    turns: int = 0
    profile_words: int | None = None  # None: the profile stays as it was
    facts: list[str] = field(default_factory=list)
    intentions: list[str] = field(default_factory=list)
    learnings: list[str] = field(default_factory=list)
    proposed: list[str] = field(default_factory=list)
    rejected: int = 0
    model: str = ""

    def as_dict(self) -> Json:
        """As JSON."""
        return asdict(self)


async def reflect_due(study: Study) -> tuple[int, datetime | None]:
    """Reflect for every user whose night it is; how many were, and when it is next needed."""
    now = study.clock.now()
    night = last_night(study.settings.reflection_time, now)
    if night is None or not study.asker.has_model("reflection"):
        return 0, night and night + timedelta(days=1)
    done, waits = 0, False
    for behind in await _behind(study):
        user = await study.store.users.get(behind.user_id)
        if user is None or not await _is_due(study, behind, night):
            continue
        found = await reflect(study, user, night=night)
        done += found.status in _READ
        waits = waits or not (found.status in _READ or await _gave_up(study, behind, night, found.status))
    return done, now + _AGAIN if waits else night + timedelta(days=1)


async def is_behind(study: Study) -> bool:
    """Whether anybody said something that was not reflected on: a cheap look, before the night's own."""
    return bool(await _behind(study, 1))


async def reflect_now(study: Study) -> list[Reflected]:
    """Reflect at once for every user with turns that were not read yet; what came of it."""
    users = [await study.store.users.get(behind.user_id) for behind in await _behind(study)]
    return [await reflect(study, user) for user in users if user is not None]


async def reflect(study: Study, user: User, *, night: datetime | None = None) -> Reflected:
    """Reflect for one user now, one process at a time; `night` is the time for which it was due, if it was."""
    if not study.asker.has_model("reflection"):
        return Reflected(user.id, "no model")
    lease, holder = f"reflection:{user.id}", uuid.uuid4().hex
    if not await study.store.leases.acquire(lease, holder, now=study.clock.now(), ttl=_LEASE):
        return Reflected(user.id, "under way")
    try:
        return await _reflect(study, user, night)
    finally:
        await study.store.leases.release(lease, holder)


def last_night(at: str, now: datetime) -> datetime | None:
    """The last time it was so late ("02:00", UTC) before `now`; None for "", which is never."""
    if not at:
        return None
    today = datetime.combine(now.date(), time.fromisoformat(at), tzinfo=now.tzinfo)
    return today if today <= now else today - timedelta(days=1)


async def _behind(study: Study, most: int = _USERS) -> list[Behind]:
    """Everybody who said something since, also those of whose turns the clock, set back, believes that they are to come."""
    return await study.store.marks.behind(MARK, quiet_since=study.clock.now() + _EVER, limit=most)


async def _reflect(study: Study, user: User, night: datetime | None) -> Reflected:
    mark = await study.store.marks.get(user.id, MARK)
    read_to = mark.turn_number if mark else 0
    material = await gather(study.store, user, read_to)
    if not material.turns:
        async with study.database.transaction():
            await study.store.reservations.lock(user.id)
            if await study.store.marks.get(user.id, MARK) == mark:
                await _mark(study, user.id, material.newest, night, "nothing new")
        return Reflected(user.id, "nothing new")
    now = study.clock.now()
    run_id = f"reflection:{uuid.uuid4().hex}"
    asked = await study.asker.ask(user, run_id, "reflection", get_prompt("reflection"), shown(material, user, now))
    answer = taken(asked.found, material, now, ZoneInfo(user.time_zone)) if asked.status == "answered" else None
    if answer is None:
        log.warning("no reflection", extra={"event": "reflection.failed", "because": asked.status})
        return Reflected(user.id, _because(asked))
    found = Reflected(user.id, "reflected", turns=len(material.turns), rejected=answer.rejected, model=asked.model)
    async with study.database.transaction():
        await study.store.reservations.lock(user.id)
        if not await _stands(study, user, material, answer, read_to):
            return Reflected(user.id, "changed meanwhile")
        found = await _keep(study, user, answer, found)
        await _mark(study, user.id, material.newest, night, "reflected")
    log.info("reflected", extra={"event": "reflection.done", "turns": found.turns, "rejected": found.rejected})
    return found


def _because(asked: Asked) -> Status:
    """Why there is no answer; one that can't be used is as good as unreadable."""
    reasons: dict[str, Status] = {"unavailable": "unavailable", "over_budget": "over budget"}
    return reasons.get(asked.status, "unreadable")


async def _keep(study: Study, user: User, answer: Answer, found: Reflected) -> Reflected:
    """Write what was taken; the same with what it changed."""
    facts = await _keep_facts(study, user, answer)
    words = None
    if answer.profile is not None:
        lines = await _up_to_date(study, user, answer.profile)
        await write_profile(study.store, user.id, lines, study.clock.now())
        words = sum(len(line.text.split()) for line in lines)
    intentions = await _keep_intentions(study, user, answer)
    await _keep_learnings(study, user, answer)
    return replace(
        found,
        profile_words=words,
        facts=facts,
        intentions=intentions,
        learnings=[one.content for one in answer.learnings if one.in_their_words],
        proposed=[one.content for one in answer.learnings if not one.in_their_words],
    )


async def _up_to_date(study: Study, user: User, lines: list[ProfileLine]) -> list[ProfileLine]:
    """The lines without those that say what a correction has ended: corrections win, whatever the model made of them."""
    for fact in await study.store.facts.current(user.id):
        ended = [past for past in await study.store.facts.history(user.id, fact.key) if past.superseded_by]
        lines = without_outdated(lines, ended, [fact]) if ended else lines
    return lines


async def _stands(study: Study, user: User, material: Material, answer: Answer, read_to: int) -> bool:
    """Whether everything is still as the model was shown it: forgetting and correcting come before reflecting."""
    store = study.store
    mark = await store.marks.get(user.id, MARK)
    if (mark.turn_number if mark else 0) != read_to:
        return False
    if await read_profile(store, user.id) != list(material.lines.values()):
        return False
    current = {fact.id for fact in await store.facts.current(user.id)}
    if any(fact.id not in current for fact in material.facts.values()):
        return False
    rests_on = {turn_id for line in answer.profile or () for turn_id in line.turns}
    shown_turns = {turn.id: turn for turn in material.turns.values()}
    needed = {**answer.turns(), **{key: turn for key, turn in shown_turns.items() if key in rests_on}}
    return all([await store.turns.get(user.id, key) == turn for key, turn in needed.items()])


async def _keep_facts(study: Study, user: User, answer: Answer) -> list[str]:
    """The facts that add something, each from its turn."""
    kept: list[str] = []
    for stated, turn in answer.facts:
        moment = turn.started_at.astimezone(ZoneInfo(user.time_zone))
        origin = Origin(turn.id, tuple(turn.read), moment, SOURCE)
        kept += [fact.statement for fact in await keep(study.store, user.id, [stated], origin)]
    return kept


async def _keep_intentions(study: Study, user: User, answer: Answer) -> list[str]:
    """The intentions that are not pending already, while there is room for them."""
    pending = {one.text.casefold() for one in await study.store.intentions.list(user.id)}
    kept: list[str] = []
    for one in answer.intentions:
        if one.text.casefold() in pending or len(pending) >= _MOST_PENDING:
            continue
        pending.add(one.text.casefold())
        kept.append(one.text)
        await study.store.intentions.add(
            user.id,
            text=one.text,
            due_at=one.due_at,
            expires_at=one.due_at + _EXPIRES,
            source=SOURCE,
            turn_id=one.turn.id,
            taint=one.turn.read,
            at=study.clock.now(),
        )
    return kept


async def _keep_learnings(study: Study, user: User, answer: Answer) -> None:
    for one in answer.learnings:
        await study.store.learnings.add(
            user.id,
            kind=one.kind,
            content=one.content,
            status=_standing(one),
            source=SOURCE,
            turn_id=one.turn.id,
            taint=one.turn.read,
            at=study.clock.now(),
        )


def _standing(learned: Learned) -> str:
    return "active" if learned.in_their_words and not learned.turn.read else "proposed"


async def _is_due(study: Study, behind: Behind, night: datetime) -> bool:
    """Whether there was something to reflect on at that time, and nobody has yet."""
    mark = await study.store.marks.get(behind.user_id, MARK)
    if mark is not None and mark.at >= night:
        return False
    first = await study.store.turns.following(behind.user_id, behind.mark, 1)
    return bool(first) and first[0].finished_at < night


async def _mark(study: Study, user_id: str, number: int, night: datetime | None, status: str) -> None:
    """How far it has read, and how this night ended, for who asks whether one was missed. Within the transaction of what was
    made of it."""
    now = study.clock.now()
    await study.store.marks.put(user_id, MARK, number, now)
    if night is None:
        return
    late = now - night > _LATE
    await study.store.occurrences.record(
        user_id,
        owner_kind=MARK,
        owner_id=MARK,
        due_at=night,
        status="skipped" if status not in _READ else "late" if late else "ran",
        reason=status,
        at=now,
    )


async def _gave_up(study: Study, behind: Behind, night: datetime, status: Status) -> bool:
    """Whether this night is over without a reflection: a model that is not there is tried again for a while, one that answers
    nonsense is not. The turns wait for the next night."""
    if status in ("changed meanwhile", "under way"):
        return False
    if status == "unavailable" and study.clock.now() + _AGAIN <= night + _TRIES_FOR:
        return False
    async with study.database.transaction():
        await study.store.reservations.lock(behind.user_id)
        mark = await study.store.marks.get(behind.user_id, MARK)
        if (mark.turn_number if mark else 0) == behind.mark:
            await _mark(study, behind.user_id, behind.mark, night, status)
    return True
