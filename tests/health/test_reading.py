"""What the samples say, as the tools ask for it; on both engines."""

from datetime import UTC, date, datetime, timedelta

from app.health.reading import HealthReading
from app.memory.ports import Database
from app.memory.records import Json
from app.memory.repositories import Repositories
from app.memory.repositories.health_samples import SampleDraft
from tests.memory.databases import NOON

MINUTE = timedelta(minutes=1)
TODAY = NOON.date()
DAY = timedelta(days=1)


def ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def put(
    metric: str,
    start: datetime,
    number: float,
    minutes: float = 0,
    *,
    device: str = "watch",
    detail: Json | None = None,
) -> SampleDraft:
    key = f"{metric} {device} {start.isoformat()}"
    end = ms(start + minutes * MINUTE)
    return SampleDraft(metric, device, ms(start), end, 0, number, detail, key, 1)


async def reading(house: Repositories, database: Database, *drafts: SampleDraft) -> HealthReading:
    await house.health_samples.put_many("ana", list(drafts), NOON)
    user = await house.users.get("ana")
    assert user is not None
    return HealthReading(house, database, user, NOON)


async def test_today_is_the_person_s(house: Repositories, database: Database) -> None:
    user = await house.users.get("ana")
    assert user is not None
    assert HealthReading(house, database, user, NOON).today == date(2026, 3, 1)


async def test_an_empty_house_knows_nothing(house: Repositories, database: Database) -> None:
    look = await reading(house, database)
    assert await look.days("steps", TODAY - DAY, TODAY) == []
    assert await look.nights(TODAY - DAY, TODAY) == []
    assert await look.baseline("steps", TODAY) is None
    assert await look.sleep_baseline(TODAY) is None
    assert await look.newest("steps") is None
    assert await look.known() == {}
    assert (await look.stretch("heart_rate", NOON - DAY, NOON)).samples == 0
    await look.prepare()


async def test_a_day_s_total_does_not_reach_into_the_future(house: Repositories, database: Database) -> None:
    midnight = NOON.replace(hour=0, minute=0, second=0, microsecond=0)
    look = await reading(house, database, put("steps", midnight, 5_000, 1440))
    [figure] = await look.days("steps", TODAY, TODAY)
    assert (figure.day, figure.number, figure.last_at) == (TODAY, 5_000, NOON)
    newest = await look.newest("steps")
    assert newest is not None
    assert newest.at == NOON
    assert (await look.known())["steps"].last_at == NOON


async def test_what_is_usual_is_of_the_days_before(house: Repositories, database: Database) -> None:
    walks = [put("steps", NOON - DAY * back, 1_000.0 * back, 10) for back in range(40)]
    look = await reading(house, database, *walks)
    usual = await look.baseline("steps", TODAY)
    assert usual is not None
    assert (usual.mean, usual.days) == (14_500, 28)
    assert (usual.low, usual.high) == (3_700, 25_300)
    assert await look.baseline("steps", TODAY, days=6) is None
    assert await look.baseline("steps", TODAY - DAY * 33) is None


async def test_a_night_is_read_as_it_was_slept(house: Repositories, database: Database) -> None:
    begin = datetime(2026, 2, 28, 23, 0, tzinfo=UTC)
    stages = [
        ["light", ms(begin), ms(begin + 400 * MINUTE)],
        ["awake", ms(begin + 400 * MINUTE), ms(begin + 420 * MINUTE)],
    ]
    look = await reading(
        house,
        database,
        put("sleep_session", begin, 400, 420, detail={"stages": stages, "score": 81}),
        put("sleep_session", NOON - 60 * MINUTE, 30, 30, detail={"stages": [], "score": None}),
    )
    [night] = await look.nights(TODAY - DAY, TODAY)
    assert (night.day, night.asleep) == (TODAY, 430)
    assert night.main is not None
    assert (night.main.start, night.main.awake, night.main.score, night.main.device) == (begin, 20, 81, "watch")
    assert [(nap.asleep, nap.has_stages) for nap in night.naps] == [(30, False)]


async def test_what_there_is_of_each_metric(house: Repositories, database: Database) -> None:
    pulse = [put("heart_rate", NOON - number * MINUTE, 60) for number in (1, 2)]
    ring = put("heart_rate", NOON - 9 * MINUTE, 70, device="ring")
    known = await (await reading(house, database, *pulse, ring, put("weight", NOON - DAY, 80))).known()
    assert set(known) == {"heart_rate", "weight"}
    assert (known["heart_rate"].samples, known["heart_rate"].devices) == (3, ("ring", "watch"))
    assert known["heart_rate"].last_at == (NOON - MINUTE)
    assert known["heart_rate"].received_at == NOON


async def test_meals_and_pressure_have_their_details(house: Repositories, database: Database) -> None:
    meals = [
        put(
            "nutrition", NOON - 120 * MINUTE, 500, detail={"name": "rice", "meal": "lunch", "grams": {"protein": 10.0}}
        ),
        put("nutrition", NOON - 119 * MINUTE, 0, detail={"name": "tea", "meal": "lunch", "grams": {"protein": 0.5}}),
    ]
    pressure = put("blood_pressure", NOON, 121, detail={"systolic": 121.0, "diastolic": 79.0})
    look = await reading(house, database, *meals, pressure)
    [eaten] = await look.days("nutrition", TODAY, TODAY)
    assert (eaten.number, eaten.samples) == (500, 2)
    assert eaten.detail is not None
    assert eaten.detail["grams"] == {"protein": 10.5}
    assert [entry["name"] for entry in eaten.detail["entries"]] == ["rice", "tea"]
    [pumped] = await look.days("blood_pressure", TODAY, TODAY)
    assert (pumped.number, pumped.detail) == (121, {"diastolic": 79, "diastolic_low": 79, "diastolic_high": 79})
