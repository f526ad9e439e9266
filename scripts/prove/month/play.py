"""Play the month on one database: the clock is moved from one due moment to the next, and the product's own loops do what is due."""

import logging
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.loops.table import LOOPS
from app.memory.records import Occurrence
from app.messages import InboundMessage
from scripts.prove.month.drawing import Mark, Person, Shade
from scripts.prove.month.scenes import FIRST, INTENDED, LAST, OFF, PEOPLE, SCENES, Scene
from tests.house import open_house

log = logging.getLogger(__name__)
STEP = timedelta(minutes=15)  # what has no due moment of its own (alerts, a good moment to ask) is looked at so often
_CLOCK = ("reminders", "scheduled tasks", "alerts and intentions", "approval expiry", "routines", "sessions")
_NAMED = {"reminder": "text", "task": "title", "alert": "name", "intention": "text"}


@dataclass(slots=True)
class Month:
    """What came of it: the chat of each person, every occurrence, and when nothing ran or somebody had paused."""

    chat: list[tuple[str, datetime, str, str]] = field(
        default_factory=list
    )  # person, wall clock, what was said, the answer
    said: list[tuple[str, datetime, str]] = field(default_factory=list)  # person, wall clock, what was said first
    marks: list[Mark] = field(default_factory=list)
    shades: list[Shade] = field(default_factory=list)


async def play(storage: dict[str, Any], last: date = LAST) -> Month:
    """The month on one database, up to and with the day `last`."""
    settings = Settings(
        **{
            **storage,
            "time_zone": PEOPLE[0].zone,
            "owner_name": PEOPLE[0].name,
            "telegram_bot_token": "1:x",
            "telegram_joining_window": 0,
        }
    )
    month, clock = Month(), ManualClock(datetime.combine(FIRST, time(), UTC))
    async with _opened(settings, clock) as house:
        ids = await _people(house)
        await _intend(house, ids)
        scenes = sorted(SCENES, key=_moment)
        ends = datetime.combine(last + timedelta(days=1), time(), UTC)
        while clock.now() < ends:
            while scenes and _moment(scenes[0]) <= clock.now():
                await _speak(house, ids, scenes.pop(0), month)
            await _work(house)
            clock.set(await _next(house, scenes[0] if scenes else None, ends))
        for person in PEOPLE:
            await _collect(house, person, ids[person.name], month)
    month.shades = list(_shades())
    return month


@asynccontextmanager
async def _opened(settings: Settings, clock: ManualClock) -> AsyncIterator[Services]:
    async with open_house(settings.data_dir, settings=settings, clock=clock) as house:
        yield house


async def _people(house: Services) -> dict[str, str]:
    """The owner, and two who write by Telegram; user ids by name."""
    ids, now = {PEOPLE[0].name: house.owner.id}, house.clock.now()
    for person in PEOPLE[1:]:
        user = await house.store.users.add(
            person.name.casefold(), name=person.name, time_zone=person.zone, zone_source="user", locale="en-GB", at=now
        )
        await house.store.users.link(user.id, "telegram", f"id-{user.id}", now)
        ids[person.name] = user.id
    return ids


async def _intend(house: Services, ids: dict[str, str]) -> None:
    """As the nightly reflection would, which needs a model."""
    for scene in INTENDED:
        due = _moment(scene)
        await house.store.intentions.add(
            ids[scene.person.name],
            text=scene.words,
            due_at=due,
            expires_at=due + timedelta(days=3),
            source="reflection",
            turn_id=None,
            taint=[],
            at=house.clock.now(),
        )


def _moment(scene: Scene) -> datetime:
    return scene.at.replace(tzinfo=ZoneInfo(scene.person.zone)).astimezone(UTC)


async def _speak(house: Services, ids: dict[str, str], scene: Scene, month: Month) -> None:
    message = InboundMessage(
        user_id=ids[scene.person.name],
        channel="web" if scene.person is PEOPLE[0] else "telegram",
        address="" if scene.person is PEOPLE[0] else f"id-{ids[scene.person.name]}",
        external_id=uuid.uuid5(uuid.NAMESPACE_OID, f"{scene.person.name}{scene.at}").hex,
        text=scene.words,
        received_at=house.clock.now(),
    )
    receipt = await house.conversation.receive(message)
    answer = await house.conversation.answer(message.user_id, receipt.inbox_id, timeout=30)
    month.chat.append((scene.person.name, scene.at, scene.words, answer.text))


async def _work(house: Services) -> None:
    """What the runner would do now."""
    for name in _CLOCK:
        loop = next(loop for loop in LOOPS if loop.name == name)
        await loop.function(house.ground)
        await house.background.drain()


async def _next(house: Services, scene: Scene | None, ends: datetime) -> datetime:
    """The next moment at which something is due; over a stretch in which nothing ran, its end."""
    now, store = house.clock.now(), house.store
    due = [await store.reminders.next_due(), await store.tasks.next_due(), await store.scheduled_tasks.next_due()]
    due += [_moment(scene) if scene else None, now + STEP, ends]
    following = max(min(moment for moment in due if moment is not None), now + timedelta(seconds=1))
    for start, end in ((start.replace(tzinfo=UTC), end.replace(tzinfo=UTC)) for start, end in OFF):
        if start <= following < end:
            return end
    return following


async def _collect(house: Services, person: Person, user_id: str, month: Month) -> None:
    zone = ZoneInfo(person.zone)
    for occurrence in await house.store.occurrences.recent(user_id, 100_000):
        kind, what = await _named(house, user_id, occurrence)
        month.marks.append(
            Mark(
                person=person.name,
                kind=kind,
                what=what,
                due=occurrence.due_at.astimezone(zone).replace(tzinfo=None),
                said=occurrence.ended_at.astimezone(zone).replace(tzinfo=None),
                status=occurrence.status,
                reason=occurrence.reason,
            )
        )
    after = 0
    while entries := await house.store.outbox.after(user_id, ("local",), after, 500):
        after = entries[-1].id
        for entry in entries:
            if entry.body["kind"] in ("reminder", "unasked", "notice"):
                month.said.append(
                    (person.name, entry.created_at.astimezone(zone).replace(tzinfo=None), entry.body["text"])
                )
    month.marks.sort(key=lambda mark: (mark.person, mark.due, mark.what))


async def _named(house: Services, user_id: str, occurrence: Occurrence) -> tuple[str, str]:
    """Its kind as it is drawn, and what it is of."""
    number = int(occurrence.owner_id)
    if occurrence.owner_kind == "schedule":
        schedule = await house.store.scheduled_tasks.get(user_id, number)
        name = schedule.name if schedule else "?"
        return ("routine" if schedule and schedule.kind == "routine" else "schedule"), name
    store = {
        "reminder": house.store.reminders,
        "task": house.store.tasks,
        "alert": house.store.alert_rules,
        "intention": house.store.intentions,
    }[occurrence.owner_kind]
    row = await store.get(user_id, number)  # type: ignore[attr-defined]
    return occurrence.owner_kind, str(getattr(row, _NAMED[occurrence.owner_kind], "?"))


def _shades() -> Iterator[Shade]:
    for person in PEOPLE:
        zone = ZoneInfo(person.zone)
        for start, end in OFF:
            first, last = (moment.replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None) for moment in (start, end))
            yield Shade(person.name, first, last, "nothing was running")
    paused = next(scene for scene in SCENES if scene.words == "/pause")
    resumed = next(scene for scene in SCENES if scene.words == "/resume")
    yield Shade(paused.person.name, paused.at, resumed.at, "paused")
