"""A message of a team's chat as people name it: "Ben's last message in #garden", "the last one in #garden", « le dernier message de Ben dans #garden ». Pure."""

import re

_LONGEST = 160
_WHO = r"@?[^\W\d_][\w.-]{0,40}(?: [A-Z][\w-]{0,40})?"
_WHERE = r"(?:in|on|at|dans|sur)\s+(?:the\s+|our\s+|le\s+)?(?P<where>#?[\w-]{2,80})(?:\s+(?:channel|canal))?"
_MESSAGE = r"(?:message|msg|post|one|reply|answer)"
_NAMED = (
    re.compile(rf"\s*(?P<who>{_WHO})['’]s\s+(?:last|latest|newest)\s+{_MESSAGE}\s+{_WHERE}\s*\Z", re.IGNORECASE),
    re.compile(
        rf"\s*(?:the\s+)?(?:last|latest|newest)\s+{_MESSAGE}(?:\s+(?:from|by|of)\s+(?P<who>{_WHO}))?\s+{_WHERE}\s*\Z",
        re.IGNORECASE,
    ),
    re.compile(rf"\s*(?:le\s+)?dernier\s+(?:message|post)(?:\s+de\s+(?P<who>{_WHO}))?\s+{_WHERE}\s*\Z", re.IGNORECASE),
)


def last_message(words: str) -> tuple[str, str] | None:
    """Who wrote it ("" for anybody) and in which channel; None for other words."""
    found = next(filter(None, (shape.match(words[:_LONGEST]) for shape in _NAMED)), None)
    return (found["who"] or "", found["where"]) if found else None
