"""What will be watched once its service is connected: mail and news. Rules can be made today; they find nothing before then."""

import re
from collections.abc import Sequence
from datetime import datetime

from app.errors import ToolProblem
from app.watching.watch import Condition, Finding, Look

_FROM = re.compile(
    r"\bfrom\s+(?P<sender>[\w.@' -]{2,60}?)(?=\s+(?:about|mention\w*|with|saying|says|arrives|comes)\b|[,.;]|\Z)",
    re.IGNORECASE,
)
_WORDS = re.compile(
    r"\b(?:about|mention\w*|with the words?|saying|says|contain\w*|on)\s+(?:the |my )?[\"“']?(?P<words>[^\"”']{2,80}?)[\"”']?\s*\Z",
    re.IGNORECASE,
)


def read_mail(words: str, _: datetime) -> Condition:
    """From whom, and with which words."""
    words = " ".join(words.split())
    sender, about = _FROM.search(words), _WORDS.search(words)
    if sender is None and about is None:
        raise ToolProblem("Mail from whom, or about what? “Mail from Ama about the invoice” is one I can watch for.")
    return {"from": sender["sender"].strip() if sender else "", "words": about["words"].strip() if about else ""}


def say_mail(condition: Condition) -> str:
    """ "mail comes from Ama about the invoice"."""
    sender = f" from {condition['from']}" if condition.get("from") else ""
    about = f" about “{condition['words']}”" if condition.get("words") else ""
    return f"mail comes{sender}{about}"


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
