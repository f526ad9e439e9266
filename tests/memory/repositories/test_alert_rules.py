"""What people want to be told of, on both engines."""

from app.memory.records import AlertRule
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def watch(house: Repositories, name: str) -> AlertRule:
    return await house.alert_rules.add(
        "ana",
        name=name,
        source="health",
        condition={"metric": "pulse", "above": 100.0},
        cooldown=3600,
        expires_at=later(days=30),
        turn_id="t1",
        taint=[],
        at=NOON,
    )


async def test_rules_are_listed_until_they_are_over(house: Repositories) -> None:
    pulse, mail = await watch(house, "pulse"), await watch(house, "mail")
    assert await house.alert_rules.list("ana") == [pulse, mail]
    assert await house.alert_rules.list("ben") == []
    assert (pulse.condition, pulse.cooldown, pulse.fired_at) == ({"metric": "pulse", "above": 100.0}, 3600, None)
    await house.alert_rules.set_status("ana", pulse.id, "done", later(hours=1))
    assert await house.alert_rules.list("ana") == [mail]


async def test_a_rule_knows_when_it_fired_last(house: Repositories) -> None:
    rule = await watch(house, "pulse")
    assert await house.alert_rules.fired("ana", rule.id, later(hours=1))
    fired = await house.alert_rules.get("ana", rule.id)
    assert fired is not None
    assert fired.fired_at == later(hours=1)
    await house.alert_rules.set_status("ana", rule.id, "paused", later(hours=2))
    assert not await house.alert_rules.fired("ana", rule.id, later(hours=3))
