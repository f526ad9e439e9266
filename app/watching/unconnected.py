"""What will be watched once its service is connected: news. Rules can be made today; they find nothing before then."""

import re
from collections.abc import Sequence
from datetime import datetime

from app.errors import ToolProblem
from app.watching.watch import Condition, Finding, Look

_WORDS = re.compile(
    r"\b(?:about|mention\w*|with the words?|saying|says|contain\w*|on)\s+(?:the |my )?[\"“']?(?P<words>[^\"”']{2,80}?)[\"”']?\s*\Z",
    re.IGNORECASE,
)


def read_news(words: str, _: datetime) -> Condition:
    """On which topic."""
    about = _WORDS.search(words)
    topic = (about["words"] if about else words).strip(" .")
    if not topic:
        raise ToolProblem("News about what?")
    return {"topic": topic[:80]}


def say_news(condition: Condition) -> str:
    """ "there is news about cocoa"."""
    return f"there is news about “{condition['topic']}”"


async def find(_: Look) -> Sequence[Finding]:
    """Nothing: no such service is connected in this version."""
    return ()
