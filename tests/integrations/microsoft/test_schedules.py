"""When people are busy, as our Graph server tells."""

from datetime import UTC, datetime, timedelta

from app.integrations.access import Access
from app.integrations.calendar.free import Interval
from app.integrations.microsoft import opening
from tests.fakes.vendors.graph import Fault, GraphServer

NINE = datetime(2026, 12, 1, 9, tzinfo=UTC)


def item(start: datetime, status: str = "busy") -> dict[str, object]:
    ends = {"start": start, "end": start + timedelta(hours=1)}
    times = {name: {"dateTime": f"{at:%Y-%m-%dT%H:%M:%S}.0000000", "timeZone": "UTC"} for name, at in ends.items()}
    return {"status": status, **times}


async def test_who_is_known_is_busy_when_they_are_and_who_is_not_is_none(server: GraphServer, access: Access) -> None:
    server.world.schedules["kofi@example.com"] = [item(NINE), item(NINE + timedelta(hours=3), "free")]
    server.world.schedules["ama@example.com"] = []
    async with opening.calendar(access) as there:
        found = await there.busy(
            ["kofi@example.com", "ama@example.com", "x@example.com"], NINE, NINE + timedelta(hours=8)
        )
    assert found == {
        "kofi@example.com": [Interval(NINE, NINE + timedelta(hours=1))],
        "ama@example.com": [],
        "x@example.com": None,
    }


async def test_many_people_and_a_long_time_are_asked_in_pieces(server: GraphServer, access: Access) -> None:
    people = [f"p{number}@example.com" for number in range(45)]
    for one in people:
        server.world.schedules[one] = [item(NINE + timedelta(days=day)) for day in (0, 100)]
    async with opening.calendar(access) as there:
        found = await there.busy(people, NINE, NINE + timedelta(days=110))
    assert {len(one or ()) for one in found.values()} == {2}
    assert server.count("getSchedule") == 6


async def test_an_account_that_is_told_nothing_knows_nobody(server: GraphServer, access: Access) -> None:
    server.fail(Fault(on="getSchedule", status=403))
    async with opening.calendar(access) as there:
        assert await there.busy(["kofi@example.com"], NINE, NINE + timedelta(hours=1)) == {"kofi@example.com": None}
        assert await there.busy([], NINE, NINE + timedelta(hours=1)) == {}
