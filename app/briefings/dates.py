"""Dates that people have told of: birthdays, and what was said to be on a day. From confirmed facts of the user's own words alone.

A date is read only where it stands outright ("on 27 November 2026"); one that ends or begins a stretch of time is no date of anything.
"""

import re
from calendar import isleap
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time, timedelta

from app.briefings.days import AHEAD, TOMORROW, day_section, plain_section
from app.briefings.occasion import WEEK, Occasion
from app.briefings.section import Item, Section, capital
from app.language.statements.wording import to_you
from app.language.words.lexicon import lexicon
from app.learning.answers import gives_orders, names_secrets
from app.memory.records import Fact

_MONTH_WORDS = lexicon().words("month")
_MONTHS = {form: _MONTH_WORDS.index(word) + 1 for form, word in lexicon().forms("month").items()}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DATE = re.compile(
    rf"(?P<on>\bon |\bis |\bwas |['’]s |, |: )?(?:the )?\b(?:(?P<iso>\d{{4}}-\d\d-\d\d)|"
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH})\b\.?(?:,? (?P<year>\d{{4}}))?|"
    rf"(?P<month2>{_MONTH})\.? (?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<year2>\d{{4}}))?)",
    re.IGNORECASE,
)
_STRETCH = re.compile(
    r"(?:\b(?:from|to|until|till|since|by|before|after|between|and|through|than)|[-–])\s*\Z", re.IGNORECASE
)
_STRETCHES_ON = re.compile(r"\s*(?:[-–]|to\b|until\b|till\b|through\b|onwards?\b)", re.IGNORECASE)
_YEARLY = re.compile(r"\b(?:birthdays?|b-?day|anniversary|name ?day|was born|were born)\b", re.IGNORECASE)
_BORN = re.compile(r"\A(?P<who>.+?) (?:was|were) born\b", re.IGNORECASE)
_COPULA = re.compile(r"\s*(?:\b(?:is|was|are|falls|will be)|['’]s)\Z", re.IGNORECASE)
_HOUR = re.compile(r" at (?P<hour>\d{1,2}):(?P<minute>\d\d)\Z")
_OWN = frozenset(("my birthday", "i was born"))


@dataclass(frozen=True, slots=True)
class Dated:
    """`label`: what it is without its day ("your sister's birthday"); `sentence`: the same said of today; `is_birthday`: the user's own."""

    day: date
    label: str
    sentence: str
    is_birthday: bool = False


async def dated(occasion: Occasion, days: int) -> list[Dated]:
    """What is on one of the `days` days from today, soonest first."""
    facts = await occasion.store.facts.current(occasion.user.id)
    end = occasion.today + timedelta(days=days)
    found = [one for fact in facts if _may_be_said(fact) for one in _read(fact, occasion)]
    ahead = {(one.day, one.label.casefold()): one for one in found if occasion.today <= one.day < end}
    return sorted(ahead.values(), key=lambda one: one.day)


async def ahead(occasion: Occasion) -> list[Section]:
    """The dates of the days ahead under their days; today's are said in the greeting."""
    week = occasion.routine == "weekly prep"
    sections: list[Section] = []
    for one in await dated(occasion, WEEK + 1 if week else 2):
        item = _line(one)
        if week:
            sections.append(day_section(AHEAD, one.day, item, occasion))
        elif one.day > occasion.today:
            sections.append(plain_section(TOMORROW, item))
    return sections


def _line(one: Dated) -> Item:
    """Its label, the hour that ends it in front."""
    label = "your birthday" if one.is_birthday else one.label
    found = _HOUR.search(label)
    if found is None or int(found["hour"]) > 23 or int(found["minute"]) > 59:
        return Item(label)
    return Item(label[: found.start()], time(int(found["hour"]), int(found["minute"])))


def _may_be_said(fact: Fact) -> bool:
    """Only the user's own words: nothing that came from other people's text, even where it was confirmed."""
    return not (fact.taint or gives_orders(fact.statement) or names_secrets(fact.statement))


def _read(fact: Fact, occasion: Occasion) -> Iterator[Dated]:
    """The date of a fact, the next time it comes round."""
    found = _DATE.search(fact.statement)
    if found is None or _is_stretch(fact.statement, found):
        return
    yearly = _YEARLY.search(fact.statement) is not None
    told = occasion.on_clock(fact.created_at).date()
    day = _day_of(found, occasion.today if yearly else told, yearly=yearly)
    if day is None or (day == told and not yearly):  # "I met Ama today" is no news on the same day
        return
    own = fact.statement.casefold().startswith(tuple(_OWN))
    yield _worded(fact.statement, found, day, own=own and yearly)


def _is_stretch(statement: str, found: re.Match[str]) -> bool:
    return bool(_STRETCH.search(statement[: found.start()]) or _STRETCHES_ON.match(statement[found.end() :]))


def _day_of(found: re.Match[str], since: date, *, yearly: bool) -> date | None:
    """The day that is named; without a year, or where it comes round each year, the first one from `since` on."""
    year, month, day = _named(found)
    if year and not yearly:
        return _real(year, month, day)
    this = _real(since.year, month, day)
    return this if this is None or this >= since else _real(since.year + 1, month, day)


def _named(found: re.Match[str]) -> tuple[int, int, int]:
    """Year (0 where none is said), month and day."""
    if found["iso"]:
        year, month, day = map(int, found["iso"].split("-"))
        return year, month, day
    month = _MONTHS[(found["month"] or found["month2"]).casefold()]
    return int(found["year"] or found["year2"] or 0), month, int(found["day"] or found["day2"])


def _real(year: int, month: int, day: int) -> date | None:
    """A day of the calendar; 29 February is kept on the 28th of other years."""
    if (month, day) == (2, 29) and not isleap(year):
        day = 28
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _worded(statement: str, found: re.Match[str], day: date, *, own: bool) -> Dated:
    """What is said of it, with "today" in the place of its date."""
    before, after = statement[: found.start()], statement[found.end() :]
    if (found["on"] or "").strip().casefold() in ("is", "was", "'s", "’s"):
        before += f" {found['on'].strip()}" if found["on"][0] not in "'’" else found["on"].strip()
    born = _BORN.match(statement)
    if born is not None:
        label = f"{to_you(born['who'])}'s birthday"
        return Dated(day, label, f"{capital(label)} is today.", is_birthday=own)
    bare, rest = _COPULA.sub("", before.rstrip()), after.rstrip(" .")
    verb = " is" if bare != before.rstrip() else ""
    label = to_you(f"{bare}{rest}").strip()
    said = f"{to_you(bare)}{verb} today{rest}"
    return Dated(day, label, f"{capital(' '.join(said.split()))}.", is_birthday=own)
