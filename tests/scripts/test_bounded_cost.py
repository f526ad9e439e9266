"""What reads words costs no more than it may, on the texts that are hardest to read. A share of scripts/prove/bounded_cost.py, which counts all."""

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.prove.cost import steps
from scripts.prove.cost.readers import COVERED, readers

ROOT = Path(__file__).parents[2]
ALWAYS = "language.choosing.understand"  # where a message goes through all of them


def count(*arguments: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: expressions count only where they are counted from the start."""
    script = ROOT / "scripts/prove/bounded_cost.py"
    return subprocess.run([sys.executable, script, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_every_reader_of_words_can_be_called_or_is_covered_by_one_that_can() -> None:
    assert [
        f"{one.full_name}({', '.join(one.unknown)})" for one in readers() if one.unknown and not one.is_covered
    ] == []


def test_what_stands_for_others_is_still_there() -> None:
    assert set(COVERED) <= {one.full_name for one in readers()}


@pytest.mark.slow
@pytest.mark.parametrize(
    "share", [("--only", ALWAYS, "--upto", "500"), ("--share", "5/40", "--upto", "500")], ids=" ".join
)
def test_a_share_of_the_readers_keeps_to_its_bound(share: tuple[str, ...]) -> None:
    ran = count(*share)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("pattern", "text", "is_steep"),
    [
        (r"\A(?:all|of|all of| )*x", "all of ", True),  # each repetition doubles the ways
        (r"\s*,?\s+(?:and)\s*x", " ", True),  # three gaps share a run
        (r"\A(?:all|of| )*+x", "all of ", False),
        (r" and x", " ", False),
    ],
)
def test_the_matcher_tells_a_steep_expression_from_a_flat_one(pattern: str, text: str, *, is_steep: bool) -> None:
    few, many = (steps.Search(pattern, 0, (text * 42)[:size], 2_000_000).run(whole=False) for size in (21, 42))
    assert (many > 5 * few) is is_steep


@pytest.mark.parametrize(
    ("pattern", "text"), [(r"(a|b)+c", "ababc"), (r"\Aa*?b\Z", "aab"), (r"(?<=x)y(?!z)", "xyxyz"), (r"(a)\1", "aa")]
)
def test_the_matcher_finds_what_the_engine_finds(pattern: str, text: str) -> None:
    search = steps.Search(pattern, 0, text, 10_000)
    assert search.run(whole=False) > 0
