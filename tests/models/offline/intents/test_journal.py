"""The journal."""

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


def test_a_diary_is_written_to_and_read() -> None:
    assert call("dear diary, all is well").arguments == {"content": "all is well"}
    assert call("what did I write in my diary yesterday?").arguments == {"since": "yesterday", "until": "yesterday"}


def test_a_day_before_the_colon_is_the_day() -> None:
    assert call("journal entry for yesterday: rain").arguments == {"content": "rain", "day": "yesterday"}
