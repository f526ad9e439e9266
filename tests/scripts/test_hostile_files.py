"""A share of the files that are made to break their reader. All of them are in scripts/prove."""

import pytest

from scripts.prove.bombs.made import FILES
from scripts.prove.hostile_files import apart

SHARE = (
    "docx of entities padded in UTF-16",
    "docx with 250,000 entries",
    "pdf whose page draws itself",
    "pdf of a stream of 1 GB",
    "pdf of 3,000,000 lines drawn on one page",
    "html of open comments",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHARE)
def test_no_file_costs_more_than_it_may(name: str) -> None:
    assert name in FILES
    assert apart(name).problems == []
