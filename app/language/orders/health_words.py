"""The words in which people ask for what was measured of them: readings (`health.toml`), and how the time is said that they mean."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Topic:
    """A row of `health.toml`: a reading, the phrases that name it, and the time that a question means which names none."""

    metric: str
    words: str
    asked: str = ""

    def find(self, said: str) -> bool:
        """Whether it is spoken of in folded words."""
        return any(f" {phrase} " in f" {said} " for phrase in self.phrases())

    def phrases(self) -> Sequence[str]:
        """What it is called."""
        return self.words.split(", ")


@cache
def topics() -> Sequence[Topic]:
    """The table."""
    rows = tomllib.loads((files("app.language.orders") / "health.toml").read_text(encoding="utf-8"))["topic"]
    return tuple(Topic(**row) for row in rows)


def topic_of(said: str) -> Topic | None:
    """The first reading that is spoken of."""
    plain = " ".join(re.findall(r"[\w/'%]+", said.casefold()))
    return next((row for row in topics() if row.find(plain)), None)


# A reading that is asked for begins so; anything else is told.
ASKS = re.compile(
    r"(?:pull up|bring up|how|what|which|when|is|are|was|were|am|did|do|does|have|has|any|show|give|tell|get|see|check|plot|graph|chart|display|read|list|compare)\b"
)
ORDERS = re.compile(
    r"(?:pull up|bring up|show|give|compare|plot|graph|chart|display)\b|(?:tell|get|see|check|read|list)\b.*\bmy\b|tell me (?:how|what|when|my)\b"
)
# Words that name a time without being one.
LOOSE_TIMES: Mapping[str, str] = {
    r"(?:in |over |for |during )?the night before last|(?:2|two) nights ago": "yesterday",
    r"(?:just )?lately|recently|these days|of late|in recent (?:days|nights)": "last 7 days",
    r"(?:for|of|over|through) the week": "this week",
    r"(?:for|of) the month": "this month",
    r"(?:for|of) the day": "today",
    r"(?:of )?all[- ]time|ever": "last 5 years",
    r"overnight|(?:during|in|through) the night|at night": "last night",
}
HABIT = re.compile(
    r"\b(?:on average|usually|normally|typically|generally|average|often|regular|per (?:day|night)|an? (?:day|night)|(?:every|each) (?:day|night)|daily|nightly)\b"
)
COURSE = re.compile(
    r"\b(?:trends?|trending|(?:going|gone) (?:up|down)|getting (?:better|worse|higher|lower)|improv(?:e|ed|ing)|rising|falling|dropping|increas(?:ed|ing)|"
    r"decreas(?:ed|ing)|chang(?:ed|ing)|(?:lost|gained|lose|gain|losing|gaining|put on))\b"
)
COMPARED = re.compile(
    r"\b(?:than|vs\.?|versus|compared (?:to|with)|against|as|(?:with|to|and)(?= (?:last|the)\b))\b (?P<other>[a-z].+)\Z"
)
SO_FAR = re.compile(r"\bso far\b|\bup to now\b")
SINCE = re.compile(r"\bsince (?:the |my |last )?[a-z][\w ]{2,25}\Z")
NOW = re.compile(r"\b(?:right now|just now|now|currently|at the moment)\b")
SPAN = re.compile(
    r"\b(?:(?:in|over|for|during|within) )?(?:the |these |this )?(?P<span>(?:last|past) (?:(?:\d{1,4}|an?|one|two|three|four|five|six|ten|twelve|few|couple of) )?"
    r"(?:minute|hour|day|night|week|fortnight|month|year)s?)(?<!last night)\b(?! (?:before|monday|tuesday))"
)
LEAD_IN = re.compile(
    r"\A(?:at(?= [a-z])|from(?= (?:this|last|yesterday|today|the last))|on|for|over|during|of|in|through|across|throughout)\s+(?:the\s+)?",
    re.IGNORECASE,
)
