"""Everyday phrases inside a sentence, to times: "remind me at six to buy milk" to 18:00 today.

The cascade's levels run in order, from numbers to finished moments. The grammar is built once, on first use, because compiling it costs
more than reading a sentence.
Invariant: a phrase that could not be read for certain gives nothing, and a date that does not exist is reported by `find_impossible`
instead of being moved to a real one. The future is preferred, as a reminder wants it. Does not know who asks or what the time is for.
"""

import re
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cache, lru_cache, partial

from app.language.time import (
    calendar_days,
    clock,
    day_ranges,
    digit_hours,
    drafts,
    durations,
    holidays,
    moments,
    named_hours,
    periods,
    relative,
    vocabulary,
    weekdays,
)
from app.language.time.drafts import Draft, finish, merge
from app.language.time.grammar import Alphabet, Context, Level, Rewrite, Rule, compile_level, rewritten, spell
from app.language.time.meaning import Grain, Moment, midnight, period_end
from app.language.time.shapes import read_shape
from app.language.time.tokens import Token, retokenised, tokenise
from app.language.time.translation import languages_of, translated
from app.language.words.lexicon import OTHER_LANGUAGES, lexicon
from app.schedule.zones import localise

REMEMBERED = 64  # texts whose reading is kept


class Grammar:
    """The compiled levels and the alphabet they share."""

    def __init__(self) -> None:
        self.alphabet = Alphabet(vocabulary.CLASSES)
        vocabulary.declare(self.alphabet)
        self.alphabet.union("DATE", ("DAY", "STRETCH"))
        self.alphabet.symbols("PLURAL")
        self.rewrites = {
            language: tuple(Rewrite.compiled(self.alphabet, *row) for row in lexicon(language).rewrites)
            for language in ("en", *OTHER_LANGUAGES)
        }
        self.names = self.level(*durations.RULES, *holidays.rules()[:1], *named_hours.NAME_RULES)
        self.days = self.level(
            *holidays.rules()[1:],
            *drafts.EARLY_RULES,
            *day_ranges.RULES,
            *calendar_days.RULES,
            *weekdays.RULES,
            *periods.EARLY_RULES,
            *periods.RULES,
            *periods.EDGE_RULES,
            *relative.DAY_RULES,
        )
        self.ranges = self.level(*day_ranges.JOINS)
        self.clocks = self.level(
            *clock.RULES,
            *digit_hours.RULES,
            *clock.BARE_RULES,
            *named_hours.RULES,
            *relative.RULES,
            *moments.AFTER_RULES,
            *drafts.PART_RULES,
        )
        self.moments = self.level(
            *calendar_days.LATE_RULES,
            *drafts.RANGE_RULES,
            *drafts.ZONE_RULES,
            *drafts.JOIN_RULES,
            *moments.RULES,
            *moments.DOUBT_RULES,
            *holidays.FEAST_RULES,
            *moments.LEAD_RULES,
        )

    def level(self, *rules: Rule) -> Level:
        """A level over this grammar's alphabet."""
        return compile_level(self.alphabet, rules)

    def read(self, text: str, context: Context) -> list[Token]:
        """The tokens of a text with numbers, names of days and doubtful words settled."""
        said = tokenise(text)
        others = languages_of(said)
        for language in others:
            said = tuple(translated(said, language))
        tokens = vocabulary.read_numbers([self._symbol(token, context) for token in said], self.alphabet)
        for language in (*others, "en"):
            tokens = rewritten(tokens, self.rewrites[language], partial(self._spelled, context))
        tokens = self.names.apply(tokens, context)
        return [
            token if vocabulary.stands_alone(tokens, index, text) else replace(token, symbol="?")
            for index, token in enumerate(tokens)
        ]

    def _spelled(self, context: Context, words: str, start: int, end: int) -> list[Token]:
        tokens = [self._symbol(token, context) for token in retokenised(words, start, end)]
        return vocabulary.read_numbers(tokens, self.alphabet)

    def _symbol(self, token: Token, context: Context) -> Token:
        return read_shape(token, self.alphabet, context) or spell(self.alphabet, token, self._plural(token))

    def _plural(self, token: Token) -> str | None:
        """The symbol of a word that looks like a plural, so that "at 3 apples" is not three o'clock."""
        looks = token.kind == "word" and len(token.text) > 3 and token.text.endswith("s")
        unknown = self.alphabet.known(token.text) == "?"
        return self.alphabet.symbols("PLURAL") if looks and unknown and not token.text.endswith(("ss", "'s")) else None


@cache
def grammar() -> Grammar:
    """The grammar, built on first use."""
    return Grammar()


def context_for(text: str, now: datetime, *, month_first: bool = False) -> Context:
    """What the rules may know about this text and moment."""
    tokens = tokenise(text)
    return Context(now.replace(tzinfo=None), now, month_first, clock.lean_of(tokens), named_hours.is_past(tokens))


def parse(text: str, context: Context) -> tuple[Token, ...]:
    """The tokens of the text after all levels; finished times are MOMENT tokens."""
    return _parsed(text, context, str(context.aware_now.tzinfo))


def words(text: str, context: Context) -> list[Token]:
    """The tokens before any level but the first: numbers and names are read, times are not."""
    return list(_words(text, context, str(context.aware_now.tzinfo)))


# Times, rules and impossible dates are asked for one after the other of one message. Moments of two zones can be equal, so the zone's
# name is part of the key.
@lru_cache(maxsize=REMEMBERED)
def _parsed(text: str, context: Context, _zone: str) -> tuple[Token, ...]:
    house = grammar()
    tokens = words(text, context)
    for level in (house.days, house.ranges, house.clocks, house.moments):
        tokens = level.apply(tokens, context)
    return tuple(tokens)


@lru_cache(maxsize=REMEMBERED)
def _words(text: str, context: Context, _zone: str) -> tuple[Token, ...]:
    return tuple(grammar().read(text, context))


def is_impossible(token: Token) -> bool:
    """Whether the token is a date or time that does not exist."""
    return token.symbol == grammar().alphabet.symbols("IMPOSSIBLE")


__all__ = ["Grain", "TimeMatch", "cut", "find_impossible", "find_time", "find_times"]

_JOINTS = frozenset({"and", "or", "ou", "&", ",", "/"})
_COARSE = frozenset({Grain.MONTH, Grain.QUARTER, Grain.YEAR})
_PART_HOURS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (18, 23), "night": (18, 24), "lunchtime": (12, 14)}


@dataclass(frozen=True)
class TimeMatch:
    """A time found in a text.

    `start`..`end` is the span to cut, lead-in word included; `until` is the exclusive end of a range that was said.
    `when` is midnight if `has_time` is False. `part` names the part of the day if that is all that was said of it.
    `more` holds the other spans of a time said in pieces ("on Friday call mum at 6"); only `find_time` joins pieces.
    """

    start: int
    end: int
    text: str
    when: datetime
    grain: Grain
    until: datetime | None
    has_date: bool
    has_time: bool
    part: str = ""
    more: tuple[tuple[int, int], ...] = ()

    def window(self) -> tuple[datetime, datetime]:
        """The stretch of time the phrase covers, end exclusive: a whole day, week, afternoon or range."""
        zone = self.when.tzinfo
        naive = self.when.replace(tzinfo=None, fold=0)
        if self.until:
            return self.when, self.until
        if self.part and self.grain is Grain.HOUR and zone:
            first, last = _PART_HOURS[self.part]
            day = midnight(naive.date())
            return localise(day + timedelta(hours=first), zone), localise(day + timedelta(hours=last), zone)
        end = period_end(naive, self.grain)
        return self.when, localise(end, zone) if zone else end


def find_times(text: str, now: datetime, *, month_first: bool = False) -> list[TimeMatch]:
    """All times in the text, in order. `now` is aware, in the user's zone; so are the results.

    `month_first` reads 3/4/2027 as 4 March instead of 3 April.
    """
    context = context_for(text, now, month_first=month_first)
    tokens = parse(text, context)
    return [_match(token, text, context) for token in tokens if isinstance(token.value, Moment)]


def find_time(text: str, now: datetime, *, month_first: bool = False) -> TimeMatch | None:
    """The most complete time in the text: day and clock time before one of them; the first among equals."""
    context = context_for(text, now, month_first=month_first)
    found = [token for token in parse(text, context) if isinstance(token.value, Moment)]
    joined = _in_pieces(found, text, context)
    matches = [joined] if joined else [_match(token, text, context) for token in found]
    return min(matches, key=_rank, default=None)


def _rank(match: TimeMatch) -> tuple[int, bool, int]:
    """Complete ones first, days before what only describes a thing ("the September report"), then the first one said."""
    describes = match.grain in _COARSE or _is_possessive(match.text)
    return -(match.has_date + match.has_time), describes, match.start


def _is_possessive(phrase: str) -> bool:
    """ "Monday's flight" is a flight, not a time to do something."""
    return phrase.replace("’", "'").endswith("'s")


def _in_pieces(found: list[Token], text: str, context: Context) -> TimeMatch | None:
    """One time from the one day and the one clock time of a sentence that says them apart."""
    if len(found) != 2:
        return None
    drafts = [token.value.draft for token in found if isinstance(token.value, Moment)]
    said = [text[token.start : token.end] for token in found]
    merged = _merged(*drafts) if not any(map(_is_possessive, said)) else None
    if merged is None:
        return None
    whole = replace(found[0], value=finish(context, merged))
    return replace(_match(whole, text, context), more=((found[1].start, found[1].end),))


def _merged(first: object, second: object) -> Draft | None:
    """A day from the one and a clock time from the other."""
    if not isinstance(first, Draft) or not isinstance(second, Draft) or (first.day is None) == (second.day is None):
        return None
    day = first.day or second.day
    return merge(first, second) if day and day.grain is Grain.DAY and not day.until else None


def names_two_days(text: str, now: datetime) -> bool:
    """Whether two days are listed as one time: "Monday and Thursday at 7", "Monday or Tuesday"."""
    tokens = parse(text, context_for(text, now))
    return any(
        joint.text in _JOINTS and _day_of(first) and _day_of(last) and _day_of(first) != _day_of(last)
        for first, joint, last in zip(tokens, tokens[1:], tokens[2:], strict=False)
    )


_DAY_ALONE = re.compile(r"(?:on |to |for |le )?(?:the )?(?P<day>[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er)?", re.IGNORECASE)


def day_alone(text: str) -> int | None:
    """The day of the month that a text names, as "on the 16th" does, where it says nothing else; None otherwise."""
    found = _DAY_ALONE.fullmatch(text.strip())
    return int(found["day"]) if found else None


def _day_of(token: Token) -> date | None:
    draft = token.value.draft if isinstance(token.value, Moment) else None
    day = draft.day if isinstance(draft, Draft) else None
    return day.date if day and day.grain is Grain.DAY and not day.until else None


def find_impossible(text: str, now: datetime) -> str | None:
    """The words of a date or time that does not exist ("31 February", "25:00"), if the text has one."""
    tokens = parse(text, context_for(text, now))
    spot = next((token for token in tokens if is_impossible(token)), None)
    return text[spot.start : spot.end] if spot else None


def cut(text: str, matches: list[TimeMatch]) -> str:
    """The text without the phrases, spaces tidied: what is left is the task."""
    spans = [span for match in matches for span in ((match.start, match.end), *match.more)]
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return " ".join(text.split()).strip(" ,;")


def _match(token: Token, text: str, context: Context) -> TimeMatch:
    moment = token.value
    assert isinstance(moment, Moment)  # find_times passes nothing else
    return TimeMatch(
        start=token.start,
        end=token.end,
        text=text[token.start : token.end],
        when=_aware(moment.when, context),
        grain=moment.grain,
        until=_aware(moment.until, context) if moment.until else None,
        has_date=moment.has_date,
        has_time=moment.has_time,
        part=moment.part,
    )


def _aware(when: datetime, context: Context) -> datetime:
    zone = context.aware_now.tzinfo
    if when.tzinfo or zone is None:
        return when
    return localise(when, zone)
