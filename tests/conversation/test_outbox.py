"""What leaves is said once, in the feed that every local surface reads, and everybody who waits is woken."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.conversation.outbox import CHANNELS, EVERYWHERE, is_copy, is_group
from app.messages import Button, OutboundMessage
from tests.conversation.conftest import NOON
from tests.house import open_house, settings_in


def _message(house: Services, text: str = "Tea is ready.", *, channel: str = "web", key: str = "k1") -> OutboundMessage:
    buttons = (Button("Undo", "undo", "t1"),)
    return OutboundMessage(house.owner.id, channel, key, text, kind="notice", turn_id="t1", buttons=buttons)


async def _feed(house: Services) -> list[str]:
    return [entry.body["text"] for entry in await house.store.outbox.after(house.owner.id, ("local",), 0, 50)]


async def test_a_message_is_kept_whole_and_is_there_when_it_is_committed(stored_house: Services) -> None:
    entry = await stored_house.conversation.mailroom.put(_message(stored_house), NOON)
    assert entry.body == {
        "text": "Tea is ready.",
        "kind": "notice",
        "format": "plain",
        "buttons": [{"label": "Undo", "verb": "undo", "target": "t1"}],
    }
    assert (entry.channel, entry.status, entry.turn_id) == ("local", "sent", "t1")


async def test_the_same_key_is_said_once(stored_house: Services) -> None:
    mailroom = stored_house.conversation.mailroom
    first = await mailroom.put(_message(stored_house), NOON)
    again = await mailroom.put(_message(stored_house, "Tea is cold."), NOON)
    assert again == first
    assert await _feed(stored_house) == ["Tea is ready."]


async def test_it_goes_with_the_transaction_it_belongs_to(stored_house: Services) -> None:
    async def put_and_fail() -> None:
        async with stored_house.database.transaction():
            await stored_house.conversation.mailroom.put(_message(stored_house), NOON)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await put_and_fail()
    assert await _feed(stored_house) == []


@pytest.mark.parametrize("channel", [row.name for row in CHANNELS.values() if not row.pushed])
async def test_every_local_surface_reads_the_same_feed(house: Services, channel: str) -> None:
    await house.conversation.mailroom.put(_message(house, channel=channel), NOON)
    assert await _feed(house) == ["Tea is ready."]


async def test_what_is_said_first_reaches_every_place_where_its_user_is_known(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, telegram_bot_token="1:secret")
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as house:
        await house.store.users.link(house.owner.id, "telegram", "77", NOON)
        await house.conversation.mailroom.put(_message(house, channel=EVERYWHERE), NOON)
        assert await _feed(house) == ["Tea is ready."]
        [copy] = await house.store.outbox.claim(NOON, ("telegram",), 5)
        assert (copy.address, copy.body["text"], is_copy(copy)) == ("77", "Tea is ready.", True)


async def test_of_several_accounts_that_were_never_heard_the_first_gets_the_copy(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, telegram_bot_token="1:secret")
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as house:
        for account in ("77", "78"):
            await house.store.users.link(house.owner.id, "telegram", account, NOON)
        for _ in range(2):
            await house.conversation.mailroom.put(_message(house, channel=EVERYWHERE), NOON)
        copies = await house.store.outbox.claim(NOON, ("telegram",), 5)
        assert [(copy.address, is_copy(copy)) for copy in copies] == [("77", True)]


async def test_many_of_several_users_are_put_each_with_its_copies(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, telegram_bot_token="1:secret", allowed_telegram_user_ids="78")
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as house:
        ben = await house.store.users.add("ben", name="", time_zone="UTC", zone_source="said", locale="en", at=NOON)
        await house.store.users.link(ben.id, "telegram", "78", NOON)
        mine = [_message(house, f"m{number}", channel=EVERYWHERE, key=f"k{number}") for number in range(3)]
        theirs = replace(mine[0], user_id=ben.id, text="theirs")
        await house.conversation.mailroom.put_many([*mine, theirs, replace(theirs, channel="web", key="here")], NOON)
        await house.conversation.mailroom.put_many([*mine, theirs], NOON)
        assert await _feed(house) == ["m0", "m1", "m2"]
        [copy] = await house.store.outbox.claim(NOON, ("telegram",), 5)
        assert (copy.user_id, copy.address, copy.body["text"]) == ("ben", "78", "theirs")


async def test_a_channel_that_is_switched_off_gets_no_copies(house: Services) -> None:
    await house.store.users.link(house.owner.id, "telegram", "77", NOON)
    await house.conversation.mailroom.put(_message(house, channel=EVERYWHERE), NOON)
    assert await house.store.outbox.claim(NOON, ("telegram",), 5) == []


async def test_a_message_that_changes_is_delivered_again_where_it_was_pushed(house: Services) -> None:
    mailroom, outbox = house.conversation.mailroom, house.store.outbox
    entry = await mailroom.put(replace(_message(house, channel="telegram"), address="77"), NOON)
    [claimed] = await outbox.claim(NOON, ("telegram",), 5)
    assert await outbox.sent(claimed.id, NOON, revision=claimed.revision)
    await mailroom.revise(house.owner.id, entry, {**entry.body, "buttons": []}, NOON)
    [again] = await outbox.claim(NOON, ("telegram",), 5)
    assert (again.id, again.body["buttons"]) == (entry.id, [])


async def test_who_watches_here_and_who_waits_on_the_database_are_woken(stored_house: Services) -> None:
    waiting = asyncio.create_task(stored_house.database.changed(10))
    with stored_house.hub.watch(stored_house.owner.id) as events:
        await asyncio.sleep(0.05)
        await stored_house.conversation.mailroom.say(_message(stored_house), NOON)
        async with asyncio.timeout(2):
            assert (await events.get()).kind == "outbox"
            await waiting


def test_in_slack_only_people_and_talks_with_one_are_no_groups() -> None:
    for address in ("U0ANA", "W0ANA", "U0ANA/1.5", "D0TALK", ""):
        assert not is_group("slack", address)
    for address in ("C0GARDEN/1.5", "G0ONE", "E0SHARED", "F0CANVAS/1.5"):
        assert is_group("slack", address)
