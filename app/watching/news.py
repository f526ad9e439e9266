"""News about a topic: what was published since somebody waits for it, each story once, whatever paper it stands in.

Nobody is asked before somebody watches, and then no more often than every half hour a topic, as hosts allow programs; a host that doesn't
answer is asked again at a later look. What was told here is told nowhere else.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from app.cards.literal import unquoted
from app.errors import NotFound, OutsideError, ToolProblem
from app.integrations.news.digest import OFTEN, Headline, Subject, look, of_words, untold
from app.watching.watch import Condition, Finding, Look

SOURCE = "news"
_WORDS = re.compile(
    r"\b(?:about|mention\w*|with the words?|saying|says|contain\w*|on|sur|à propos de)\s+(?:the |my |le |la |les )?[\"“']?(?P<words>[^\"”']{2,80}?)[\"”']?\s*\Z",
    re.IGNORECASE,
)
_MOST = 20
_KEY = "news:"
# What has no date and was there at the first look may be old: that look comes at the loop's next round, if nobody looked just before.
_WAS_THERE = OFTEN + timedelta(minutes=10)


def read(words: str, _: datetime) -> Condition:
    """On which topic."""
    about = _WORDS.search(words)
    topic = (about["words"] if about else words).strip(" .")
    if not topic:
        raise ToolProblem("News about what?")
    return {"topic": topic[:80]}


def say(condition: Condition) -> str:
    """ "there is news about cocoa"."""
    return f"there is news about “{condition['topic']}”"


async def find(looked: Look) -> Sequence[Finding]:
    """The stories since the rule stands; none where nobody can be asked."""
    news, subject = looked.web.news, _subject(looked)
    if news is None:
        return ()
    user, since = looked.user, looked.rule.updated_at
    try:
        await look(looked.store, news, user.id, subject, looked.now, locale=user.locale, attended=False)
    except (OutsideError, NotFound):  # the fetcher has written down which
        return ()
    stories = await untold(looked.store, user.id, subject, looked.now, limit=_MOST, since=since)
    return [_finding(one) for one in reversed(stories) if _is_new(one, since)]


async def told(looked: Look, found: Sequence[Finding]) -> None:
    """These were told now."""
    stories = [one.key.removeprefix(_KEY) for one in found]
    await looked.store.seen_news.tell(looked.user.id, stories, looked.now)


def _subject(looked: Look) -> Subject:
    return of_words(str(looked.rule.condition["topic"]))


def _is_new(story: Headline, since: datetime) -> bool:
    return story.report.published_at is not None or story.report.seen_at > since + _WAS_THERE


def _finding(story: Headline) -> Finding:
    one = story.report
    also = f", also at {', '.join(story.others[:3])}" if story.others else ""
    return Finding(
        f"{_KEY}{one.story}", f"“{unquoted(one.title)}”, {one.url} ({one.publisher}{also})", tuple(one.taint)
    )
