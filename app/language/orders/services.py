"""Words that belong to an outside service, for the domains whose account is not connected. Read where `connection_status` is."""

import re
from collections.abc import Collection

from app.language.orders.plan import Call, Reading

# service -> the words that give it away; the first row that fits wins, so the tell-tale names come first.
SERVICES: tuple[tuple[str, str], ...] = (
    ("gitea", r"\b(?:gitea|forgejo|codeberg)\b"),
    (
        "github",
        r"github|pull requests?|\bprs?\b|repos?\b|repositor(?:y|ies)|commits?\b|merge[ds]?|branch(?:es)?|code review|\bci\b|builds?\b|workflow|\bissue #?\d+|open issues",
    ),
    ("jira", r"jira|tickets?\b|sprints?\b|backlog|epics?\b|story points|kanban|(?<![\w-])(?-i:[A-Z]{2,8})-\d+\b"),
    ("whatsapp", r"(?:connect|link|set ?up|install|use you|talk to you|reach you|are you)\b.{0,40}\bwhats ?app"),
    ("telegram", r"(?:connect|link|set ?up|install|use you|talk to you|reach you|are you)\b.{0,40}\btelegram"),
    ("slack", r"slack|\bdms?\b|channels?\b|#\w+ channel"),
    (
        "meetings",
        r"meeting notes|transcripts?|minutes of|action items|what (?:was|did we|did they|were) (?:decided?|agreed?|discussed?|said)|(?:yesterday|last|previous)\S* (?:meeting|call|stand-?up)|who (?:said|was) .* (?:meeting|call)",
    ),
    (
        "drive",
        r"\bdrive\b|spreadsheets?|google docs?|\bdocs?\b|slides|documents?\b|shared folders?|folders?\b|\bpdfs?\b|files?\b|presentation",
    ),
    ("health", r"(?:pair|connect|set ?up|link|sync)\b.{0,40}\b(?:watch|health|fitness tracker|wearable)"),
    (
        "news",
        r"\bnews\b|headlines?|what(?:'s| is) happening in the world|latest (?:on|in|stories)|top stories|current events",
    ),
    (
        "weather",
        r"weather|\brain(?:ing|y)?\b|\bsnow(?:ing)?\b|forecast|temperature outside|sunny|cloudy|windy|umbrella|humid(?:ity)?|how (?:hot|cold|warm) (?:is|will)|degrees outside|storm",
    ),
    (
        "mail",
        r"e-?mails?|\bmails?\b|inbox|gmail|outlook|unread messages|subject line|\bcc\b|reply to|newsletter|spam|write (?:back )?to \w+ (?:that|about|saying)|attachments?",
    ),
    (
        "calendar",
        r"calendar|appointments?|meetings?|events?\b|schedule[ds]?|am i (?:free|busy)|free (?:time|slots?)|availab|invite|reschedul|book (?:a |an )?(?:slot|time|room|call|meeting)|agenda|diary|what(?:'s| is| do i have) (?:on|planned)? ?(?:for )?(?:today|tomorrow|this|next|on)",
    ),
    (
        "web",
        r"search (?:the )?(?:web|internet|online)|google|look (?:it )?up online|website|https?://|browse|directions|traffic|route to|how far|map|flights?\b|restaurants?",
    ),
)


# What answers a service's requests where it is there: then nothing is told of how it would be connected.
_ANSWERS = {"weather": "get_weather", "news": "get_news", "web": "search_web"}


def read(said: str, tools: Collection[str] = ()) -> Reading | None:
    """The service a request belongs to, if any gives itself away and none of `tools` does what it is for."""
    service = _named(said, [name for name, _ in SERVICES if _ANSWERS.get(name) not in tools])
    return Reading((Call("connection_status", {"service": service}),)) if service else None


def named(said: str) -> str:
    """The first service that gives itself away in the words; "" for none."""
    return _named(said, [name for name, _ in SERVICES])


def _named(said: str, services: Collection[str]) -> str:
    found = (
        name for name, words in SERVICES if name in services and re.search(rf"(?:{words})", said[:400], re.IGNORECASE)
    )
    return next(found, "")
