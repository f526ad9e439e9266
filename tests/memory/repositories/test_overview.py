"""What the dashboard and /metrics read of all users, on both engines."""

from datetime import timedelta

from app.memory.repositories import Repositories
from app.memory.repositories.audit import AuditDraft
from app.memory.repositories.usage import UsageDraft
from tests.memory.databases import NOON
from tests.memory.rows_of_ana import turn


async def test_all_users_rows_are_counted_and_paged(house: Repositories) -> None:
    for number in range(1, 4):
        await turn(house, number)
    await house.audit.add_many("ana", "t1", [AuditDraft("add_tasks", {}, "run", "done")] * 3, NOON)
    first = await house.overview.interactions(2)
    assert [one.id for one in first] == ["t3", "t2"]
    assert [one.id for one in await house.overview.interactions(2, before=first[-1].number)] == ["t1"]
    assert await house.overview.interactions(9, failed=True) == []
    rows = await house.overview.audit(2)
    assert len(await house.overview.audit(9, before=rows[-1].id)) == 1
    assert (await house.overview.counts())["ana"]["turns"] == 3
    assert sum(count for _, _, count in await house.overview.turns_by()) == 3
    assert set((await house.overview.waiting(NOON)).values()) == {0}
    assert await house.overview.schedules(9) == await house.overview.profiles(9) == []


async def test_costs_are_summed_by_what_is_asked(house: Repositories) -> None:
    calls = [
        UsageDraft(role=role, model="m:1", input_tokens=10, output_tokens=5, cost=0.25, at=NOON)
        for role in ("primary", "mini")
    ]
    await house.usage.add_many("ana", "t1", calls)
    [by_user] = await house.overview.costs(NOON - timedelta(days=1), ("user_id",))
    assert (by_user.user_id, by_user.model, by_user.requests, by_user.input_tokens) == ("ana", "", 2, 20)
    assert f"{by_user.cost:.2f} {by_user.requests:,}" == "0.50 2"
    both = await house.overview.costs(NOON - timedelta(days=1), ("model", "role"))
    assert {(one.model, one.role, float(one.cost)) for one in both} == {("m:1", "mini", 0.25), ("m:1", "primary", 0.25)}
    assert await house.overview.costs(NOON + timedelta(days=1), ("user_id",)) == []
