"""What a vendor takes, chat by chat; the clock is moved by the tests."""

from datetime import timedelta

import pytest

from app.clock import ManualClock
from app.conversation.outbox import CHANNELS
from app.conversation.outgoing import Outgoing
from tests.conversation.conftest import NOON


def _sent(outgoing: Outgoing, address: str) -> int:
    """How many go out at once."""
    count = 0
    while outgoing.wait(address) == 0 and count < 1000:
        outgoing.take(address)
        count += 1
    return count


# What the vendors publish: at once or in a minute to one chat, and how long until the next.
@pytest.mark.parametrize(
    ("channel", "address", "most", "seconds"),
    [("telegram", "7", 20, 1), ("whatsapp", "491701", 45, 6), ("slack", "C1", 5, 1), ("telegram", "-7", 8, 5)],
)
def test_a_chat_is_sent_a_burst_and_then_one_at_a_time(channel: str, address: str, most: int, seconds: float) -> None:
    clock = ManualClock(NOON)
    outgoing = Outgoing(CHANNELS[channel], clock)
    assert _sent(outgoing, address) == most
    assert outgoing.wait(address) == pytest.approx(seconds)
    clock.advance(timedelta(seconds=seconds))
    assert _sent(outgoing, address) == 1


def test_a_group_of_telegrams_gets_twenty_within_a_minute_however_it_is_asked() -> None:
    clock = ManualClock(NOON)
    outgoing = Outgoing(CHANNELS["telegram"], clock)
    sent = 0
    for _ in range(59):
        sent += _sent(outgoing, "-7")
        clock.advance(timedelta(seconds=1))
    assert sent <= 20


def test_other_chats_do_not_wait_until_the_whole_channel_does() -> None:
    outgoing = Outgoing(CHANNELS["telegram"], ManualClock(NOON))
    assert _sent(outgoing, "1") == 20
    assert outgoing.wait("2") == 0
    assert _sent(outgoing, "2") == 10  # thirty a second in all
    assert outgoing.wait("3") > 0


def test_a_thread_is_a_part_of_its_chat() -> None:
    outgoing = Outgoing(CHANNELS["telegram"], ManualClock(NOON))
    _sent(outgoing, "1/5")
    assert outgoing.wait("1/6") > 0


def test_what_is_shown_meanwhile_leaves_half_for_the_answers() -> None:
    outgoing = Outgoing(CHANNELS["telegram"], ManualClock(NOON))
    for _ in range(10):
        outgoing.take("1")
    assert outgoing.wait("1", spare=True) > 0
    assert outgoing.wait("1") == 0


def test_changes_are_counted_apart_where_the_vendor_does() -> None:
    outgoing = Outgoing(CHANNELS["slack"], ManualClock(NOON))
    _sent(outgoing, "C1")
    assert outgoing.wait("C1", change=True) == 0


def test_a_channel_without_a_vendor_takes_everything() -> None:
    assert _sent(Outgoing(CHANNELS["web"], ManualClock(NOON)), "") == 1000
