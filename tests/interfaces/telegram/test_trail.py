"""Where a message may be of which nobody knows the number."""

from app.interfaces.telegram.trail import MOST_LOOKED_AT, Trail


def lost(*known: int, after: int = 10) -> Trail:
    trail = Trail()
    trail.doubt()
    trail.lose(after)
    for number in known:
        trail.sent(number)
    return trail


def test_it_lies_between_what_it_came_after_and_what_came_after_it() -> None:
    assert list(lost(13).candidates()) == [11, 12]
    assert list(lost(13, 12).candidates()) == [11]


def test_nothing_is_looked_for_before_something_came_after_it() -> None:
    assert list(lost().candidates()) == []
    assert list(lost(9).candidates()) == []


def test_what_it_came_after_must_be_known() -> None:
    trail = lost(13, after=0)
    assert trail.lost is None
    assert trail.doubts


def test_only_the_nearest_are_looked_at() -> None:
    assert len(lost(1_000).candidates()) == MOST_LOOKED_AT


def test_another_message_that_may_lie_there_ends_the_search() -> None:
    trail = lost()
    trail.doubt()
    trail.sent(14)
    assert list(trail.candidates()) == []


def test_a_doubt_that_lies_elsewhere_does_not() -> None:
    trail = Trail()
    trail.doubt()
    trail.sent(5)
    trail.doubt()
    trail.lose(10)
    trail.sent(12)
    assert list(trail.candidates()) == [11]


def test_a_loss_that_is_noticed_late_is_looked_for_where_it_was_sent() -> None:
    trail = Trail()
    trail.doubt(0)  # sent when nothing of ours was known
    trail.sent(4)  # and before that was noticed, another one
    trail.lose(1)
    assert list(trail.candidates()) == [2, 3]
