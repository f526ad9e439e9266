"""A turn while it runs: where it came from, which moment it counts from, and what its tools are given."""

from dataclasses import replace
from datetime import timedelta

from app.bootstrap.services import Services
from app.conversation.turn import Turn
from app.memory.records import InboxEntry
from app.routing.intent import Route
from tests.conversation.conftest import NOON


def _entry(number: int, channel: str = "web", address: str = "") -> InboxEntry:
    at = NOON + timedelta(seconds=number)
    return InboxEntry(str(number), "owner", channel, f"x{number}", address, "hi", "running", "t1", at)


def _turn(house: Services, *entries: InboxEntry) -> Turn:
    return Turn(id="t1", user=house.owner, entries=list(entries), moment=entries[-1].received_at, trace_id="trace")


def test_the_reply_goes_to_where_the_last_message_came_from(house: Services) -> None:
    turn = _turn(house, _entry(1, "web"), _entry(2, "cli", "tty1"))
    assert (turn.channel, turn.address) == ("cli", "tty1")


def test_the_moment_is_on_the_users_wall_clock(house: Services) -> None:
    turn = _turn(house, _entry(0))
    assert turn.local_moment == NOON
    assert turn.local_moment.isoformat() == "2027-03-10T13:00:00+01:00"
    turn.user = replace(turn.user, time_zone="Asia/Tokyo")
    assert turn.local_moment.hour == 21


def test_tools_are_given_the_turns_moment_and_not_the_clocks(house: Services) -> None:
    turn = _turn(house, _entry(0))
    house.clock.advance(timedelta(hours=3))  # type: ignore[attr-defined]
    assert turn.deps(house.resources).now == NOON


def test_every_container_of_a_turn_shares_its_taint_and_its_books(house: Services) -> None:
    turn = _turn(house, _entry(0))
    first, second = turn.deps(house.resources), turn.deps(house.resources, approved="mark")
    first.taint.add("read_mail")
    first.books.stopped = True
    assert (second.taint.sources, second.books.stopped, second.approved) == (["read_mail"], True, "mark")


def test_tools_are_told_the_route(house: Services) -> None:
    turn = _turn(house, _entry(0))
    assert turn.deps(house.resources).domains == frozenset()
    turn.route = Route(frozenset({"memory"}), "keyword", {}, {})
    assert turn.deps(house.resources).domains == {"memory"}


async def test_watchers_of_its_user_are_told(house: Services) -> None:
    with house.hub.watch(house.owner.id) as events:
        _turn(house, _entry(0)).tell(house.resources, "draft", "Hel")
        event = events.get_nowait()
    assert (event.kind, event.turn_id, event.text) == ("draft", "t1", "Hel")
