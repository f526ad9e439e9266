"""The system prompt, put together in one fixed order from the persona and the sections that belong to the code.

What is static comes first and is byte-identical between requests, so that a model server can keep it cached; what differs
between users comes after it. A domain's section is there only when that domain runs.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from app.prompts.named import NAMES, get_prompt

FOLDER = Path(__file__).parent / "sections"
STATIC = ("persona", "decisions", "context", "memory", "journal", "tone", "output", "errors", "approvals")


@cache
def section(name: str) -> str:
    """The text of one section, without the line end."""
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8").strip()


def static_prompt(more: Iterable[str]) -> str:
    """The fixed sections, then those named: of domains that run, or of the one job that an agent has."""
    return "\n\n".join(get_prompt(name) if name in NAMES else section(name) for name in (*STATIC, *more))
