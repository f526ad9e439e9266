"""Plans are data."""

from app.language.orders.plan import Call, Plan


def test_plans_are_compared_by_what_they_say() -> None:
    assert Plan((Call("undo"),)) == Plan((Call("undo", {}),))
