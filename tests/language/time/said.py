"""The moment at which the sentences of these tests are said, and how their reading is written down."""

from datetime import datetime
from zoneinfo import ZoneInfo

from app.language.time.grammar import Context
from app.language.time.phrases import find_time, grammar, parse
from app.language.time.recurrence import find_rule

LONDON = ZoneInfo("Europe/London")
NOW = datetime(2026, 11, 19, 14, 0, tzinfo=LONDON)  # a Thursday


def read(text: str, now: datetime = NOW) -> str:
    """The time found in the text, as "Fri 2026-11-20 09:00", without the clock if none was said; "" for nothing."""
    found = find_time(text, now)
    if found is None:
        return ""
    return f"{found.when:%a %Y-%m-%d %H:%M}" if found.has_time else f"{found.when:%a %Y-%m-%d}"


def read_until(text: str, now: datetime = NOW) -> str:
    """The exclusive end of the range found in the text, as "2026-11-20 17:00"; "" if it is no range."""
    found = find_time(text, now)
    return f"{found.until:%Y-%m-%d %H:%M}" if found and found.until else ""


def read_rule(text: str, now: datetime = NOW) -> str:
    """The rule found in the text, with its first occurrence; "" for nothing."""
    found = find_rule(text, now)
    if found is None:
        return ""
    first = f"{found.first:%a %d %b %H:%M}" if found.has_time else f"{found.first:%a %d %b}"
    return f"{found.rule} from {first}"


def classes(text: str, now: datetime = NOW) -> list[str]:
    """The kinds of the tokens that are left when the whole cascade has run."""
    return [token.kind for token in parse(text, context(now))]


def context(now: datetime = NOW) -> Context:
    """What the rules know at that moment."""
    grammar()
    return Context(now.replace(tzinfo=None), now)


def wall(text: str) -> datetime:
    """A naive wall-clock time, as the rules see it."""
    return datetime.fromisoformat(text)
