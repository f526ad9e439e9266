"""The prompt's text, one file a section, put together in one fixed order.

What is static comes first and is byte-identical between requests, so that a model server can keep it cached; what differs
between users comes after it. A domain's section is there only when that domain runs.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "sections"
STATIC = ("persona", "decisions", "context", "memory", "journal", "tone", "output", "errors", "approvals")


@cache
def section(name: str) -> str:
    """The text of one section, without the line end."""
    return (_FOLDER / f"{name}.md").read_text(encoding="utf-8").strip()


def static_prompt(domain_sections: Iterable[str]) -> str:
    """The fixed sections, then those of the domains that run, in the order given."""
    return "\n\n".join(section(name) for name in (*STATIC, *domain_sections))
