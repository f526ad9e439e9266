"""What a channel shows of the outbox, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.rows_of_ana import outgoing


async def test_a_part_is_begun_once_and_gets_its_name(house: Repositories) -> None:
    entry = await outgoing(house, "reply:t1", channel="telegram")
    assert await house.deliveries.begin("ana", entry.id, 1)
    assert not await house.deliveries.begin("ana", entry.id, 1)
    assert await house.deliveries.put("ana", entry.id, 1, "102")
    assert not await house.deliveries.begin("ana", entry.id, 1)
    assert await house.deliveries.put("ana", entry.id, 0, "100")
    assert await house.deliveries.put("ana", entry.id, 0, "101")
    assert await shown(house, entry.id) == [(0, "sent", "101"), (1, "sent", "102")]


async def test_a_part_in_sending_becomes_unknown_and_one_not_taken_is_sent_anew(house: Repositories) -> None:
    entry = await outgoing(house, "reply:t1", channel="telegram")
    await house.deliveries.put("ana", entry.id, 0, "101")
    for part in (1, 2):
        await house.deliveries.begin("ana", entry.id, part)
    assert await house.deliveries.forget("ana", entry.id, 1)
    assert not await house.deliveries.forget("ana", entry.id, 1)
    assert await house.deliveries.unknown("ana", entry.id) == 1
    assert await shown(house, entry.id) == [(0, "sent", "101"), (2, "unknown", "")]
    assert await house.deliveries.begin("ana", entry.id, 1)


async def test_a_message_of_the_channel_leads_to_what_it_shows(house: Repositories) -> None:
    first, second = [await outgoing(house, key, channel="telegram") for key in "ab"]
    elsewhere = await outgoing(house, "c", channel="telegram", address="b")
    for entry, part, name in ((first, 0, "101"), (first, 1, "102"), (second, 0, "103"), (elsewhere, 0, "101")):
        await house.deliveries.put("ana", entry.id, part, name)
    await house.deliveries.begin("ana", second.id, 1)
    assert await house.deliveries.entry_of("ana", "telegram", "a", "102") == first
    assert await house.deliveries.entry_of("ana", "telegram", "b", "101") == elsewhere
    assert await house.deliveries.entry_of("ana", "web", "a", "102") is None
    assert await house.deliveries.entry_of("ana", "telegram", "a", "") is None
    assert await house.deliveries.entry_of("ben", "telegram", "a", "102") is None


async def test_nobody_writes_parts_of_what_is_not_theirs(house: Repositories) -> None:
    entry = await outgoing(house, "reply:t1", channel="telegram")
    assert not await house.deliveries.begin("ben", entry.id, 0)
    assert not await house.deliveries.put("ben", entry.id, 0, "666")
    assert not await house.deliveries.put("ana", 99, 0, "666")
    assert await house.deliveries.begin("ana", entry.id, 0)


async def shown(house: Repositories, outbox_id: int) -> list[tuple[int, str, str]]:
    """Each part with its status and name."""
    return [(one.part, one.status, one.external_id) for one in await house.deliveries.of("ana", outbox_id)]
