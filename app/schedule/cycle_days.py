"""The days a repetition falls on: "Mon, Wed and Fri", "the 15th", "the last Friday of each month", "every 3 March".

Invariant: each builder returns a `Cycle`, or None where the words do not fit the cycle they stand beside. It does not
hold the patterns, `every` does.
"""

from dataclasses import replace

from app.schedule.cycles import DAY_CODES, WORKDAYS, Cycle
from app.schedule.grammar import Context, Found
from app.schedule.tokens import Token

_HOLIDAY_PROBES = (2024, 2025, 2026, 2027, 2031)

# A month has at least four Fridays: the third or fourth may be counted in the month or in weeks.
EITHER = frozenset({3, 4})


def interval_of(found: Found) -> int:
    """The step that was said: "other" is 2, "every third" 3, nothing 1."""
    if found.has("other", "second", "alternate"):
        return 2
    if found.of("ORD"):
        return found.get("ORD")
    return int(found.get("INT", 1)) if found.of("INT") else 1


def week_days(found: Found) -> tuple[str, ...]:
    """The weekdays of a list or a range, in the order of the week."""
    days = found.values("WEEKDAY")
    if len(days) == 2 and (found.has("to", "through", "thru", "-", "–") or found.has("until")):
        length = (days[1] - days[0]) % 7 + 1
        days = [(days[0] + step) % 7 for step in range(length)]
    return tuple(DAY_CODES[day] for day in sorted(set(days)))


def _month_days(found: Found) -> tuple[int, ...]:
    numbers = found.values("ORD") or found.values("DOM")
    days = [int(day) for day in numbers if 1 <= day <= 31]
    if found.has("last") and len(days) == 1 and not found.has("and", ",", "or", "&"):
        return (-days[0],)
    return tuple(dict.fromkeys([*days, *([-1] if found.has("last") else [])]))


def on_month_days(_: Context, found: Found) -> Cycle | None:
    cycle: Cycle = found.get("CYCLE")
    days = _month_days(found)
    if cycle.frequency != "MONTHLY" or cycle.days or cycle.month_days or not days:
        return None
    return replace(cycle, month_days=days)


def month_edge(_: Context, found: Found) -> Cycle | None:
    cycle = found.get("CYCLE") or Cycle("MONTHLY", interval_of(found))
    if cycle.frequency != "MONTHLY" or cycle.days or cycle.month_days:
        return None
    return Cycle("MONTHLY", cycle.interval, month_days=(-1 if found.has("end", "last") else 1,))


def days_of_cycle(_: Context, found: Found) -> Cycle | None:
    """ "The 4th of every other month", "first Friday of every 3 months"."""
    cycle: Cycle = found.get("CYCLE")
    if cycle.frequency != "MONTHLY" or cycle.days or cycle.month_days:
        return None
    if not found.of("WEEKDAY"):
        return Cycle("MONTHLY", cycle.interval, month_days=_month_days(found))
    return Cycle("MONTHLY", cycle.interval, days=_nth_days(found))


def _nth_days(found: Found) -> tuple[str, ...]:
    """Numbers before a weekday, each with its sign: "2nd and last Friday" is 2FR and -1FR."""
    code = DAY_CODES[found.get("WEEKDAY")]
    numbers = [_signed(words) for words in _phrases(found)]
    return tuple(f"{number}{code}" for number in numbers if number)


def _phrases(found: Found) -> list[list[Token]]:
    """The tokens before the weekday, apart at "and" and commas."""
    end = found.tokens.index(found.of("WEEKDAY")[0])
    phrases: list[list[Token]] = [[]]
    for token in found.tokens[:end]:
        if token.text in {"and", ",", "or", "&", "/"}:
            phrases.append([])
        else:
            phrases[-1].append(token)
    return phrases


def _signed(words: list[Token]) -> int:
    """ "2nd" is 2, "last" -1, "2nd to last" -2; 0 if there is no number."""
    number = next((token.value for token in words if token.kind == "ordinal" and isinstance(token.value, int)), None)
    from_end = any(token.text in {"last", "final"} for token in words)
    if number is None:
        return -1 if from_end else 0
    return -number if from_end else number


def nth_in_month(_: Context, found: Found) -> Cycle:
    return Cycle("MONTHLY", days=_nth_days(found))


def nth_in_named_month(_: Context, found: Found) -> Cycle:
    cycle = found.get("CYCLE")
    return Cycle("YEARLY", cycle.interval if cycle else 1, days=_nth_days(found), months=(found.get("MONTH"),))


def day_of_month(_: Context, found: Found) -> Cycle | None:
    days = _month_days(found)
    return Cycle("MONTHLY", month_days=days) if days else None


def workday_of_month(_: Context, found: Found) -> Cycle | None:
    """ "The last working day of the month", "the first weekday of every month"."""
    cycle: Cycle = found.get("CYCLE") or Cycle("MONTHLY")
    place = -1 if found.has("last") else found.get("ORDDAY")
    if cycle.frequency != "MONTHLY" or cycle.days or cycle.month_days or not -1 <= place <= 20:
        return None
    return Cycle("MONTHLY", cycle.interval, days=WORKDAYS, positions=(place,))


def yearly_date(_: Context, found: Found) -> Cycle | None:
    cycle = found.get("CYCLE") or Cycle("YEARLY")
    days = _month_days(found)
    if cycle.frequency != "YEARLY" or not days:
        return None
    return Cycle("YEARLY", cycle.interval, months=(found.get("MONTH"),), month_days=days)


def month_of_year(_: Context, found: Found) -> Cycle:
    return Cycle("YEARLY", months=(found.get("MONTH"),), month_days=(1,))


def week_of_year(_: Context, found: Found) -> Cycle | None:
    week = int(found.get("INT"))
    return Cycle("YEARLY", weeks=(week,)) if 1 <= week <= 53 else None


def holiday(_: Context, found: Found) -> Cycle | None:
    """A holiday on the same date each year; a movable one is no simple rule."""
    on = found.get("HOLIDAY")
    dates = {(on(year).month, on(year).day) for year in _HOLIDAY_PROBES}
    if len(dates) > 1:
        return None
    month, day = dates.pop()
    return Cycle("YEARLY", months=(month,), month_days=(day,))


def nth_every(_: Context, found: Found) -> Cycle | None:
    """ "Every first Friday (of the month)"; "every second Friday" and "every fifth" count weeks.

    "Every third Friday" without the month may mean either, so it is left alone.
    """
    cycle: Cycle | None = found.get("CYCLE")
    if cycle and cycle.frequency == "YEARLY" and not cycle.months:
        return replace(cycle, days=_nth_days(found))
    if cycle and cycle.frequency != "MONTHLY":
        return None
    several = len(found.of("ORD")) > 1
    in_month = several or found.has("month", "last", "first", "final") or bool(found.of("CYCLE"))
    if in_month or found.get("ORD") == 1:
        interval = found.get("CYCLE").interval if found.of("CYCLE") else 1
        return Cycle("MONTHLY", interval, days=_nth_days(found))
    return None if found.get("ORD") in EITHER else Cycle("WEEKLY", found.get("ORD"), days=week_days(found))
