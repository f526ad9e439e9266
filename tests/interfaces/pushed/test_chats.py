"""Which of a chat's messages the live view may still write."""

from app.interfaces.pushed.chats import Chats


def test_a_claimed_message_is_lost_to_the_live_view() -> None:
    chat = Chats().of("1001")
    chat.live.add("7")
    assert chat.claim("7") is False
    assert chat.live == set()


def test_a_change_that_may_yet_arrive_is_told_once() -> None:
    chat = Chats().of("1001")
    chat.live.add("7")
    chat.doubtful.add("7")
    assert chat.claim("7") is True
    assert chat.claim("7") is False


async def test_everyone_gets_the_same_chat_for_as_long_as_it_matters() -> None:
    chats = Chats()
    chat = chats.of("1001")
    chat.live.add("7")
    locked = chats.of("1002")
    async with locked.lock:
        for number in range(3000):
            chats.of(f"-{number}")
        assert chats.of("1001") is chat
        assert chats.of("1002") is locked
