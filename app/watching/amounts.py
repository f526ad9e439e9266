"""Numbers in the words of a condition. Pure."""

import re

_HOURS = {"minute": 1 / 60, "hour": 1.0, "day": 24.0, "week": 168.0}
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "twelve": 12}
_LENGTH = re.compile(
    r"\b(?P<number>\d+(?:\.\d+)?|" + "|".join(_NUMBERS) + r")\s*(?P<unit>minute|hour|day|week)s?\b", re.IGNORECASE
)
_BOUND = re.compile(
    r"\b(?:(?P<above>above|over|more than|higher than|greater than|exceeds?|at least|beyond|>)"
    r"|(?P<below>below|under|less than|lower than|fewer than|drops? to|at most|<))\s*(?P<number>\d+(?:\.\d+)?)",
    re.IGNORECASE,
)


def hours_in(words: str) -> float | None:
    """A length of time as hours; None where none is said."""
    found = _LENGTH.search(words)
    if found is None:
        return None
    number = _NUMBERS.get(found["number"].casefold())
    return (float(found["number"]) if number is None else number) * _HOURS[found["unit"].casefold()]


def say_hours(hours: float) -> str:
    """ "2 hours", "3 days", "30 minutes"."""
    for unit, size in (("day", 24.0), ("hour", 1.0), ("minute", 1 / 60)):
        number = hours / size
        if number >= 1 and abs(number - round(number)) < 1e-6:
            return f"{round(number)} {unit}{'' if round(number) == 1 else 's'}"
    return f"{hours:g} hours"


def bound_in(words: str) -> tuple[str, float] | None:
    """ "above 80" as ("above", 80.0); None where no bound is said."""
    found = _BOUND.search(words)
    return ("above" if found["above"] else "below", float(found["number"])) if found else None
