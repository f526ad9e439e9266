"""Where a fact is known from, as its user reads it."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from app.learning.origins import day, origin_of, past_of
from app.memory.records import Fact

AT = datetime(2026, 3, 3, 23, 30, tzinfo=UTC)
PARIS = ZoneInfo("Europe/Paris")
FACT = Fact(1, "ama", "home", "I live in Accra", 1.0, "user", "t1", [], True, None, AT, None)


def test_it_says_who_when_and_where() -> None:
    assert origin_of(FACT, PARIS, channel="telegram", now=AT) == "you told me on 4 March (telegram)"
    assert origin_of(FACT, PARIS) == "you told me on 4 March 2026"


def test_it_says_how_sure_and_whose_words() -> None:
    heard = replace(FACT, source="said", confidence=0.75, taint=["mail:x"])
    assert origin_of(heard, PARIS, now=AT) == "from what you said on 4 March, 75 % sure, read in mail:x"
    assert origin_of(replace(FACT, source="a game"), PARIS, now=AT) == "from a game on 4 March"


def test_a_day_of_another_year_names_it() -> None:
    assert day(AT, PARIS, AT.replace(year=2028)) == "4 March 2026"


def test_what_was_before_is_what_held_once_and_ended() -> None:
    over = replace(FACT, id=2, ended_at=AT)
    rejected = replace(FACT, id=3, ended_at=AT, confirmed=False)
    assert past_of([FACT, over, rejected]) == [over]
