"""What was received, on both engines."""

from app.memory.repositories import Repositories
from app.messages import Attachment
from tests.memory.rows_of_ana import receive


async def test_a_message_delivered_twice_is_stored_once(house: Repositories) -> None:
    file = Attachment("a.bin", "application/octet-stream", bytes(range(256)))
    entry, new = await receive(house, 1, file)
    again, new_again = await receive(house, 1, file)
    assert (new, new_again) == (True, False)
    assert entry == again == await house.inbox.get("ana", "i1")
    assert [(one.name, one.data) for one in await house.inbox.attachments("ana", ["i1"])] == [("a.bin", file.data)]
    assert await house.inbox.attachments("ana", []) == []


async def test_a_turn_takes_what_waits_and_finishes_it(house: Repositories) -> None:
    for number in (2, 1, 3):
        await receive(house, number)
    assert [one.id for one in await house.inbox.waiting("ana")] == ["i1", "i2", "i3"]
    assert await house.inbox.assign("ana", ["i1", "i2"], "t1") == 2
    assert await house.inbox.assign("ana", [], "t1") == 0
    assert [one.id for one in await house.inbox.waiting("ana")] == ["i3"]
    assert [(one.id, one.status) for one in await house.inbox.of_turn("ana", "t1")] == [
        ("i1", "running"),
        ("i2", "running"),
    ]
    assert await house.inbox.running_turns("ana") == ["t1"]
    assert await house.inbox.finish("ana", "t1") == 2
    assert await house.inbox.finish("ana", "t1") == 0
    assert await house.inbox.assign("ana", ["i1"], "t2") == 0
    assert await house.inbox.running_turns("ana") == []
    assert await house.inbox.users_with_open() == ["ana"]
    await house.inbox.assign("ana", ["i3"], "t2")
    await house.inbox.finish("ana", "t2")
    assert await house.inbox.users_with_open() == []
