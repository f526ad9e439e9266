"""What was said outright and who somebody is comes before what merely happened."""

from datetime import UTC, datetime

from app.learning.origins import by_weight
from app.memory.records import Fact


def _fact(number: int, kind: str, source: str, confidence: float = 0.8) -> Fact:
    at = datetime(2026, 11, 22, tzinfo=UTC)
    return Fact(number, "ama", "", "", confidence, source, None, [], True, None, at, None, kind=kind)


def test_the_weightiest_come_first_and_the_newer_among_equals() -> None:
    facts = [
        _fact(1, "other", "said"),
        _fact(2, "preference", "said"),
        _fact(3, "preference", "said"),
        _fact(4, "other", "user"),
        _fact(5, "bio", "said", 0.9),
        _fact(6, "unheard of", "said"),
    ]
    assert [fact.id for fact in by_weight(facts)] == [5, 4, 3, 2, 6, 1]
