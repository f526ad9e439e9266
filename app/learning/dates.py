"""The calendar dates that a question names ("in May 2023", "on 7 July", "2024-03-01"), and how well a moment fits one.

A question about the past names days without saying which year, so nothing is resolved against today: what is named is compared,
part by part. Pure, English month names; knows no search.
"""

import re
from dataclasses import dataclass
from datetime import datetime

from app.language.words.lexicon import lexicon

# What naming a part tells: the logarithm of how many there are to choose from.
_MONTH, _DAY, _YEAR = 2.5, 3.4, 0.7
_MONTHS = lexicon().words("month")
_NAME = "|".join(f"{month[:3]}(?:{month[3:]})?" if len(month) > 3 else month for month in _MONTHS)
_DAY_OF = r"(?P<{0}>\d{{1,2}})(?:st|nd|rd|th)?"
_ISO = re.compile(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)(?:-(?P<day>\d\d))?\b")
_WRITTEN = re.compile(
    rf"\b(?:{_DAY_OF.format('before')}\s+(?:of\s+)?)?(?P<month>{_NAME})\b\.?(?:\s+{_DAY_OF.format('after')}\b(?!\d))?"
    r"(?:,?\s+(?:of\s+)?(?P<year>(?:19|20)\d\d)\b)?",
    re.IGNORECASE,
)
_YEAR_ALONE = re.compile(r"\b(?:in|of|during|since)\s+(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
_AS_MONTH = re.compile(r"\b(?:in|on|of|during|since|until|by|early|late|mid|last|this)\W*\Z", re.IGNORECASE)
_LONGEST = 500


@dataclass(frozen=True, slots=True)
class AskedDate:
    """The parts of a date that were named; None where one was not."""

    year: int | None = None
    month: int | None = None
    day: int | None = None

    def weight(self, moment: datetime) -> float:
        """How much it tells that `moment` fits; zero where a named month or year is another one."""
        if self.month not in (None, moment.month) or self.year not in (None, moment.year):
            return 0.0
        fits_day = self.day == moment.day
        return (_MONTH if self.month else 0.0) + (_DAY if fits_day else 0.0) + (_YEAR if self.year else 0.0)


def dates_in(question: str) -> list[AskedDate]:
    """The dates a question names."""
    text = question[:_LONGEST]
    found = [_iso(match) for match in _ISO.finditer(text)]
    found += [_written(match) for match in _WRITTEN.finditer(text) if _is_date(match)]
    if not found:
        found = [AskedDate(year=int(match["year"])) for match in _YEAR_ALONE.finditer(text)]
    return found


def _iso(match: re.Match[str]) -> AskedDate:
    return AskedDate(int(match["year"]), int(match["month"]), int(match["day"]) if match["day"] else None)


def _written(match: re.Match[str]) -> AskedDate:
    day = match["before"] or match["after"]
    month = next(place for place, name in enumerate(_MONTHS, start=1) if name.startswith(match["month"][:3].lower()))
    return AskedDate(int(match["year"]) if match["year"] else None, month, int(day) if day else None)


def _is_date(match: re.Match[str]) -> bool:
    """ "May", "March", "mar", "dec" are words too: alone they are months only after a word that leads to one."""
    if match["before"] or match["after"] or match["year"]:
        return True
    return _AS_MONTH.search(match.string, 0, match.start()) is not None
