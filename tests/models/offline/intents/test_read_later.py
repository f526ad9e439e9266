"""Things to read later."""

from app.models.offline.clauses import read_one
from app.models.offline.plan import Call, Clause, Reading
from tests.models.offline.suite import NOW


def read(said: str, **before: str) -> Reading:
    """What one clause means."""
    reading = read_one(Clause(said, NOW, **before))
    assert reading is not None
    return reading


def call(said: str, **before: str) -> Call:
    """The one call a clause comes to."""
    [made] = read(said, **before).calls
    return made


def test_a_link_alone_is_kept() -> None:
    assert call("https://example.org/a?b=1#c").arguments == {"url": "https://example.org/a?b=1#c"}


def test_a_link_with_another_wish_is_not_just_kept() -> None:
    assert read_one(Clause("summarise https://example.org/a", NOW)) is None
