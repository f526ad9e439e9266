"""Users and the names channels know them by, on both engines."""

import pytest

from app.errors import ActionRefused
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def test_a_user_is_added_once_and_keeps_what_was_set(house: Repositories) -> None:
    await house.users.set_zone("ana", "Europe/Lisbon", "user")
    again = await house.users.add("ana", name="Other", time_zone="UTC", zone_source="system", locale="de", at=NOON)
    assert (again.name, again.time_zone, again.zone_source, again.settings) == ("ana", "Europe/Lisbon", "user", {})
    assert again == await house.users.get("ana")
    assert again.created_at == NOON
    assert await house.users.get("nobody") is None


async def test_a_sender_belongs_to_one_user(house: Repositories) -> None:
    identity = await house.users.link("ana", "telegram", "42", NOON)
    assert await house.users.link("ana", "telegram", "42", later(hours=1)) == identity
    with pytest.raises(ActionRefused):
        await house.users.link("ben", "telegram", "42", NOON)
    found_user = await house.users.find("telegram", "42")
    assert found_user is not None
    assert found_user.id == "ana"
    assert await house.users.find("slack", "42") is None
    assert [one.external_id for one in await house.users.identities("ana")] == ["42"]
    assert await house.users.identities("ben") == []


async def test_a_sender_who_is_unlinked_is_nobody_and_may_be_somebody_else(house: Repositories) -> None:
    for channel, external_id in (("telegram", "42"), ("telegram", "43"), ("slack", "42")):
        await house.users.link("ana", channel, external_id, NOON)
    assert not await house.users.unlink("ben", "telegram", "42")
    assert await house.users.unlink("ana", "telegram", "42")
    assert not await house.users.unlink("ana", "telegram", "42")
    assert await house.users.find("telegram", "42") is None
    left = {(one.channel, one.external_id) for one in await house.users.identities("ana")}
    assert left == {("telegram", "43"), ("slack", "42")}
    assert (await house.users.link("ben", "telegram", "42", NOON)).user_id == "ben"


async def test_a_user_has_settings_of_their_own(house: Repositories) -> None:
    await house.users.set_setting("ana", "quiet_hours", "21:00-08:00")
    await house.users.set_setting("ana", "unasked_per_day", 3)
    await house.users.set_setting("ana", "quiet_hours", None)
    ana, ben = await house.users.get("ana"), await house.users.get("ben")
    assert ana is not None
    assert ben is not None
    assert (ana.settings, ben.settings) == ({"unasked_per_day": 3}, {})


async def test_everyone_is_walked_page_by_page(house: Repositories) -> None:
    [first] = await house.users.everyone("", 1)
    rest = await house.users.everyone(first.id, 50)
    assert [first.id, *(user.id for user in rest)] == ["ana", "ben"]


async def test_some_users_are_found_with_the_names_they_have_on_some_channels(house: Repositories) -> None:
    for user, channel, external_id in (("ana", "telegram", "1"), ("ana", "slack", "2"), ("ben", "telegram", "3")):
        await house.users.link(user, channel, external_id, NOON)
    assert {user.id for user in await house.users.those(["ana", "ben", "zoe"])} == {"ana", "ben"}
    assert await house.users.those([]) == []
    known = await house.users.known_on(["ana", "zoe"], ["telegram", "local"])
    assert [(one.user_id, one.external_id) for one in known] == [("ana", "1")]
    assert await house.users.known_on(["ana"], []) == await house.users.known_on([], ["telegram"]) == []
