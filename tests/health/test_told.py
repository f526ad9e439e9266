"""What is said where there is nothing."""

from app.health.figures import Known
from app.health.metrics import BY_NAME
from app.health.told import NO_DATA, nothing_of
from tests.health.worn import NOW


def test_with_no_data_at_all_it_says_how_to_begin() -> None:
    assert nothing_of(BY_NAME["steps"], {}).text == NO_DATA
    assert "`./scripts/run health pair`" in NO_DATA
    assert "`./scripts/run health import" in NO_DATA


def test_without_one_reading_the_others_are_named() -> None:
    known = {name: Known(name, 1, ("w",), NOW, NOW) for name in ("steps", "weight")}
    said = nothing_of(BY_NAME["body_fat"], known).text
    assert said == "No body fat has come in yet, from any device. What I have: steps and weight."
