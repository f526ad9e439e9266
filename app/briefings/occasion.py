"""For whom, of what and when somebody is briefed, and the days that this reaches over. Data and the calendar; knows no source."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from app.integrations.web import NO_WEB, Web
from app.memory.ports import Database
from app.memory.records import User
from app.memory.repositories import Repositories
from app.schedule.zones import localise
from app.timetable.feeds import NOTHING_CONNECTED, Feeds

EVENING = 18  # the hour from which today is nearly over
AFTERNOON = 12
NIGHT_ENDS = 4  # who is up until then has not gone to bed yet
WEEK = 7  # days


@dataclass(frozen=True, slots=True)
class Occasion:
    """`routine` names what is said (a row of `timetable/routines.py`); `now` is aware."""

    routine: str
    user: User
    store: Repositories
    now: datetime
    feeds: Feeds = NOTHING_CONNECTED
    database: Database | None = None  # what days of health data are worked out in; None: nothing is told of them
    web: Web = NO_WEB

    @property
    def zone(self) -> ZoneInfo:
        """The user's."""
        return ZoneInfo(self.user.time_zone)

    @property
    def local(self) -> datetime:
        """The moment on the user's wall clock."""
        return self.now.astimezone(self.zone)

    @property
    def today(self) -> date:
        """The user's day."""
        return self.local.date()

    @property
    def looks_on(self) -> bool:
        """Whether tomorrow belongs to it: at the end of a day it does."""
        return self.routine == "evening recap" or (self.routine == "daily briefing" and self.local.hour >= EVENING)

    def midnight(self, days: int = 0) -> datetime:
        """When the day so many days from today begins on the user's clock, aware."""
        return localise(datetime.combine(self.today + timedelta(days=days), time()), self.zone)

    def on_clock(self, moment: datetime) -> datetime:
        """A moment on the user's wall clock."""
        return moment.astimezone(self.zone)
