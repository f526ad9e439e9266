"""Where one request ends and the next begins."""

from app.models.offline import joints
from app.models.offline.plan import Call, Clause, Reading
from tests.models.offline.suite import NOW

ADDED = Reading((Call("add_tasks", {"titles": ["milk"]}),))


def test_what_follows_an_order_may_only_say_why() -> None:
    assert joints.is_end_of(ADDED, "I have none left")
    assert not joints.is_end_of(ADDED, "remind me at six")


def test_what_was_named_is_what_the_next_clause_calls_it() -> None:
    following = joints.after(Clause("add milk", NOW), Reading(ADDED.calls, thing="milk"), "remind me at six to buy it")
    assert following.thing == "milk"


def test_a_joint_is_looked_for_a_little_way_ahead_and_no_further() -> None:
    assert joints.told(Clause("I paid the bill", NOW), "tick it off") is not None
    assert joints.told(Clause("I paid the bill", NOW), f"{'word ' * 200}tick it off") is None
    assert len(list(joints.halves("add milk and " * 100))) == joints.MAX_JOINTS
