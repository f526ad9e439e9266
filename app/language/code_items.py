"""Items of a code host as people name them in words: "12 in acme/site", "PR 30 on the site repo". Pure."""

import re

_OWNER = r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,99})"
_BEHIND = re.compile(
    r"\s*(?:(?:pr|pull request|issue|mr|merge request|number|nr|no)\.?\s*)?#?(?P<number>\d{1,9})\s+"
    r"(?:in|on|of|from|at|for|de|dans|sur|du)\s+(?:the\s+|le\s+|la\s+)?"
    rf"(?P<repo>{_OWNER}/[A-Za-z0-9._-]{{1,100}}|[A-Za-z0-9][A-Za-z0-9._-]{{0,99}})(?:\s+repo(?:sitory)?)?\s*\Z",
    re.IGNORECASE,
)
_LONGEST = 300


def item_in_words(text: str) -> tuple[str, int] | None:
    """The repository and the number; None for other words."""
    found = _BEHIND.match(text[:_LONGEST])
    return (found["repo"], int(found["number"])) if found else None
