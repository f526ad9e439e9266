"""What three people ask for in a month, in their own words and on their own clocks, and what happens meanwhile."""

from dataclasses import dataclass
from datetime import date, datetime

from scripts.prove.month.drawing import Person

FIRST, LAST = date(2027, 3, 8), date(2027, 4, 7)
AMA = Person("Ama", "Africa/Accra", None)
BEN = Person("Ben", "America/New_York", date(2027, 3, 14))
MIA = Person("Mia", "Europe/Berlin", date(2027, 3, 28))
PEOPLE = (AMA, BEN, MIA)


@dataclass(frozen=True, slots=True)
class Scene:
    """Something said: by whom, when on their wall clock."""

    person: Person
    at: datetime
    words: str


def _at(month: int, day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2027, month, day, hour, minute)  # noqa: DTZ001 - a wall clock


SCENES: tuple[Scene, ...] = (
    Scene(AMA, _at(3, 8, 6, 0), "remind me every weekday at 7:30 to take my tablets"),
    Scene(AMA, _at(3, 8, 6, 1), "remind me on the last day of every month at 10 to pay the rent"),
    Scene(AMA, _at(3, 8, 6, 2), "every Friday at 4pm tell me what's on my list"),
    Scene(AMA, _at(3, 8, 6, 3), "add call the bank and renew the passport to my tasks"),
    Scene(AMA, _at(3, 8, 6, 4), "tell me when a task is more than 2 hours overdue, at most every 12 hours"),
    Scene(AMA, _at(3, 11, 9, 0), "add a task to send the parcel on 16 March at 15:00"),
    Scene(AMA, _at(3, 17, 19, 0), "mark send the parcel as done"),
    Scene(AMA, _at(3, 30, 12, 0), "remind me in 20 minutes to check the oven"),
    Scene(BEN, _at(3, 8, 6, 0), "remind me every day at 2:30 am to check the boiler"),
    Scene(BEN, _at(3, 8, 6, 1), "remind me every other Tuesday at 6pm until 6 April to call dad"),
    Scene(BEN, _at(3, 8, 6, 2), "every 4 hours tell me what's on my list"),
    Scene(BEN, _at(3, 10, 6, 30), "delete that schedule"),
    Scene(BEN, _at(3, 10, 6, 31), "every Monday and Thursday at 7:15 show my tasks"),
    Scene(BEN, _at(3, 20, 12, 0), "/pause"),
    Scene(BEN, _at(3, 22, 12, 0), "/resume"),
    Scene(MIA, _at(3, 8, 6, 0), "remind me every day at 2:30 am to turn the heater down"),
    Scene(MIA, _at(3, 8, 6, 1), "remind me every first Monday of the month at 9 to water the plants"),
    Scene(MIA, _at(3, 8, 6, 2), "every weekday at 8 tell me what's on my list"),
    Scene(MIA, _at(3, 8, 6, 3), "tell me if I haven't written in my journal by 8pm"),
    Scene(MIA, _at(3, 12, 20, 0), "dear diary, the garden is awake"),
    Scene(MIA, _at(3, 24, 10, 0), "move my daily briefing to 7"),
    Scene(MIA, _at(3, 31, 20, 0), "dear diary, a good month"),
)
# What a night's reflection meant to ask later: of whom, not before when, what.
INTENDED: tuple[Scene, ...] = (
    Scene(MIA, _at(3, 12, 15, 0), "Ask how the interview went"),
    Scene(AMA, _at(3, 25, 11, 55), "Ask about the passport"),
)
# Nothing ran then (UTC): a night, a lunch, most of a day.
OFF: tuple[tuple[datetime, datetime], ...] = (
    (_at(3, 18, 5), _at(3, 18, 10)),
    (_at(3, 25, 11, 50), _at(3, 25, 12, 40)),
    (_at(4, 2, 3), _at(4, 3, 1)),
)
