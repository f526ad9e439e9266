"""Rows with a status, on both engines: the same for what was learned, intended, scheduled and watched for."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def test_a_status_is_set_where_it_changes_something(house: Repositories) -> None:
    rule = await house.alert_rules.add(
        "ana", name="x", source="mail", condition={}, cooldown=0, expires_at=None, turn_id=None, taint=[], at=NOON
    )
    assert not await house.alert_rules.set_status("ana", rule.id, "active", later(hours=1))
    assert not await house.alert_rules.set_status("ben", rule.id, "paused", later(hours=1))
    assert await house.alert_rules.set_status("ana", rule.id, "paused", later(hours=1))
    changed = await house.alert_rules.get("ana", rule.id)
    assert changed is not None
    assert (changed.status, changed.updated_at) == ("paused", later(hours=1))
    assert not await house.alert_rules.delete("ben", rule.id)
    assert await house.alert_rules.delete("ana", rule.id)
    assert await house.alert_rules.get("ana", rule.id) is None
