"""docs/prompts.md names the nine prompts, and says of each what the table says."""

import re
from pathlib import Path

from app.prompts.named import PROMPTS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "prompts.md"


def test_the_page_shows_the_table() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [(one.name, one.about) for one in PROMPTS]
