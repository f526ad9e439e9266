"""A drawn share of the proof over all zones; the full count is `python -m scripts.prove.all_zones`."""

import random
from collections import Counter

import pytest

from scripts.prove.all_zones import Zone, compare, measure, read_zone, table

_OUTCOMES = ("wrong hour", "doubled", "skipped")
# A change of half an hour, and one by lot: winter time as the exception, a pause in Ramadan, changes about midnight.
_ODD = ["Australia/Lord_Howe"]
_LOT = random.Random(5).choice(["Europe/Dublin", "Africa/Casablanca", "America/Scoresbysund", "America/Havana"])


@pytest.mark.parametrize("name", [*_ODD, _LOT])
def test_no_hour_is_wrong_doubled_or_skipped(name: str) -> None:
    results = list(measure(read_zone(name)))
    totals: Counter[str] = sum((counts for _, _, counts in results), Counter())

    assert [(rule, counts) for _, rule, counts in results if any(counts[outcome] for outcome in _OUTCOMES)] == []
    assert totals["checked"] > 50_000


def test_the_oracle_sees_what_is_wrong() -> None:
    zone = Zone("Nowhere", (-10_000,), (60,))

    assert compare([480, 480, 3_000], {480, 1_920}, zone) == Counter(
        {"checked": 2, "doubled": 2, "skipped": 1, "wrong hour": 0}
    )
    assert compare([420], {480}, zone)["wrong hour"] == 1
    assert "wrong hour" in table({"daily": Counter(checked=1)})


def test_the_oracle_reads_gaps_and_folds_by_its_definition() -> None:
    """London: 29 March 2026 at 01:00 UTC and 25 October at 01:00 UTC."""
    london = read_zone("Europe/London")
    spring, autumn = london.begins[1], london.begins[2]

    assert london.first_showing(spring + 30) == spring + 30  # 01:30 is skipped and is said at 02:30
    assert london.first_showing(autumn + 30) == autumn - 30  # 01:30 comes twice; the first
