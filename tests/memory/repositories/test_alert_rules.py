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


async def test_a_rule_knows_when_it_fired_last_why_and_what_it_told(house: Repositories) -> None:
    rule = await watch(house, "pulse")
    assert await house.alert_rules.fired(
        "ana", rule.id, because="120 at noon", seen=["noon"], taint=[], at=later(hours=1)
    )
    fired = await house.alert_rules.get("ana", rule.id)
    assert fired is not None
    assert (fired.fired_at, fired.fired_because, fired.seen) == (later(hours=1), "120 at noon", ["noon"])
    await house.alert_rules.set_status("ana", rule.id, "paused", later(hours=2))
    assert not await house.alert_rules.fired("ana", rule.id, because="", seen=[], taint=[], at=later(hours=3))


async def test_what_is_watched_is_watched_page_by_page_until_its_time_is_over(house: Repositories) -> None:
    pulse, mail, paused = await watch(house, "pulse"), await watch(house, "mail"), await watch(house, "paused")
    await house.alert_rules.set_status("ana", paused.id, "paused", NOON)
    assert await house.alert_rules.watching(0, 1) == [pulse]
    assert await house.alert_rules.watching(pulse.id, 9) == [mail]
    assert await house.alert_rules.expire(later(days=29)) == 0
    assert await house.alert_rules.expire(later(days=30)) == 2
    assert await house.alert_rules.watching(0, 9) == []
    await house.alert_rules.set_status("ana", pulse.id, "active", NOON)
    await house.controls.pause("ana", NOON)
    assert await house.alert_rules.watching(0, 9) == []


async def test_a_rule_that_is_changed_begins_anew(house: Repositories) -> None:
    rule = await watch(house, "pulse")
    await house.alert_rules.fired("ana", rule.id, because="x", seen=["noon"], taint=[], at=later(hours=1))
    changed = await house.alert_rules.update(
        "ana",
        rule.id,
        name="slow pulse",
        source="health",
        condition={"below": 40},
        cooldown=60,
        status="active",
        expires_at=None,
        taint=None,
        at=later(hours=2),
    )
    assert changed is not None
    assert (changed.name, changed.condition, changed.seen) == ("slow pulse", {"below": 40}, [])
