"""What is told about oneself, and what is not worth keeping unasked."""

import pytest

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


@pytest.mark.parametrize("said", ["my sister's name is Ama", "I'm allergic to nuts", "I live in Accra", "call me Kojo"])
def test_what_lasts_is_kept(said: str) -> None:
    assert call(said).arguments == {"statement": said}
    assert read(said).question is None


@pytest.mark.parametrize("said", ["my card was stolen", "my fridge is empty", "I'm a victim of fraud"])
def test_what_passes_is_offered(said: str) -> None:
    assert (read(said).question or "").startswith("Shall I remember that")


@pytest.mark.parametrize("said", ["my head is killing me", "I'm tired", "I love you"])
def test_what_is_only_said_is_left(said: str) -> None:
    assert read_one(Clause(said, NOW)) is None
