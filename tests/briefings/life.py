"""What somebody keeps, written in a line a piece; days are of November 2026, in Accra (UTC)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from app.briefings.composing import compose
from app.briefings.occasion import Occasion
from app.briefings.section import Section
from app.briefings.sources import gather
from app.memory.records import Fact, Note, Task, User
from app.memory.repositories import Repositories
from app.timetable.feeds import Feeds

ACCRA = ZoneInfo("Africa/Accra")


def at(day: int, hour: int = 9, minute: int = 0) -> datetime:
    """A moment of November 2026; the 23rd is a Monday."""
    return datetime(2026, 11, day, hour, minute, tzinfo=ACCRA)


MONDAY = at(23, 8)
LONG_BEFORE, LATELY = at(10), at(21)


@dataclass
class Life:
    """A user and what they keep."""

    store: Repositories
    user: User

    async def moved_to(self, zone: str) -> "Life":
        """The same life elsewhere."""
        await self.store.users.set_zone(self.user.id, zone, "user")
        return Life(self.store, replace(self.user, time_zone=zone))

    def occasion(self, routine: str = "daily briefing", now: datetime = MONDAY, feeds: Feeds | None = None) -> Occasion:
        """To be briefed on."""
        return Occasion(routine, self.user, self.store, now, feeds or Feeds())

    async def briefing(
        self, routine: str = "daily briefing", now: datetime = MONDAY, feeds: Feeds | None = None
    ) -> str:
        """What is said."""
        return compose(routine, await gather(self.occasion(routine, now, feeds)))

    async def task(
        self,
        title: str,
        due: datetime | None = None,
        *,
        hour: bool = False,
        list_name: str = "todo",
        done: datetime | None = None,
        taint: tuple[str, ...] = (),
    ) -> Task:
        """One to do; `hour`: the hour of `due` counts."""
        task = await self.store.tasks.add(
            self.user.id,
            list_name=list_name,
            title=title,
            due_at=due,
            due_has_time=hour,
            priority=0,
            turn_id=None,
            taint=taint,
            at=at(16),
        )
        if done:
            await self.store.tasks.complete(self.user.id, task.id, done)
        return task

    async def reminder(
        self, text: str, due: datetime, rule: str | None = None, *, exceptions: tuple[str, ...] = ()
    ) -> None:
        """A promise."""
        await self.store.reminders.add(
            self.user.id,
            text=text,
            due_at=due,
            local_start=due.astimezone(ZoneInfo(self.user.time_zone)).replace(tzinfo=None).isoformat(),
            time_zone=self.user.time_zone,
            rule=rule,
            turn_id=None,
            taint=[],
            at=at(16),
            exceptions=exceptions,
        )

    async def fact(
        self,
        statement: str,
        *,
        kind: str = "other",
        told: datetime = LONG_BEFORE,
        confirmed: bool = True,
        taint: tuple[str, ...] = (),
    ) -> Fact:
        """Something they said of themselves."""
        return await self.store.facts.add(
            self.user.id,
            key=statement.casefold(),
            statement=statement,
            confidence=0.9,
            source="said",
            turn_id=None,
            taint=taint,
            confirmed=confirmed,
            at=told,
            kind=kind,
        )

    async def note(
        self, title: str, content: str = "words", *, on: datetime = LATELY, taint: tuple[str, ...] = ()
    ) -> Note:
        """A note."""
        return await self.store.notes.add(
            self.user.id, title=title, content=content, tags=[], source="user", turn_id=None, taint=taint, at=on
        )

    async def talk(
        self,
        topic: str,
        ended: datetime,
        summary: str = "You compared two ways. Still open: which.",
        *,
        taint: tuple[str, ...] = (),
    ) -> Note:
        """A conversation that is over, with the note that sums it up."""
        note = await self.store.notes.add(
            self.user.id,
            title=f"Summary: {topic}",
            content=summary,
            tags=["session"],
            source="session",
            turn_id=None,
            taint=taint,
            at=ended,
        )
        await self.store.sessions.add(
            self.user.id,
            first_turn=note.id,
            last_turn=note.id + 5,
            turns=6,
            topic=topic,
            note_id=note.id,
            started_at=ended,
            ended_at=ended,
        )
        return note

    async def journal(self, day: int, content: str, mood: str = "") -> None:
        """An entry."""
        await self.store.journal.add(
            self.user.id,
            entry_date=f"2026-11-{day:02}",
            content=content,
            mood=mood,
            turn_id=None,
            taint=[],
            at=at(day, 20),
        )

    async def read_later(self, title: str, url: str = "", *tags: str, kept: datetime = LATELY) -> None:
        """Something to read."""
        await self.store.read_later.add(self.user.id, url=url, title=title, tags=tags, turn_id=None, taint=[], at=kept)


def lines(sections: Iterable[Section], title: str = "") -> list[str]:
    """What the sections say, those of one title where it is given."""
    return [item.said for section in sections if title in ("", section.title) for item in section.items]
