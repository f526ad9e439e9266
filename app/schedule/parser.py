"""The cascade that reads a text: levels in order, from numbers to finished moments.

Invariant: the grammar is built once, on first use, because compiling it costs more than reading a sentence.
"""

from dataclasses import replace
from datetime import datetime
from functools import cache

from app.schedule import (
    calendar_days,
    clock,
    clock_words,
    day_ranges,
    draft_words,
    durations,
    every,
    holidays,
    numbers,
    period_edges,
    periods,
    relative,
    spans,
    vocabulary,
    weekdays,
)
from app.schedule.grammar import Alphabet, Context, Level, Rule, compile_level, spell
from app.schedule.shapes import read_shape
from app.schedule.tokens import Token, tokenise


class Grammar:
    """The compiled levels and the alphabet they share."""

    def __init__(self) -> None:
        self.alphabet = Alphabet(
            {**vocabulary.CLASSES, **draft_words.CLASSES, **periods.CLASSES, **holidays.CLASSES, **every.CLASSES}
        )
        numbers.declare(self.alphabet)
        self.alphabet.union("DATE", ("DAY", "STRETCH"))
        self.alphabet.symbols("PLURAL")
        self.names = self.level(*durations.RULES, *holidays.rules()[:1])
        self.days = self.level(
            *holidays.rules()[1:],
            *draft_words.EARLY_RULES,
            *day_ranges.RULES,
            *calendar_days.RULES,
            *weekdays.RULES,
            *period_edges.EARLY_RULES,
            *periods.RULES,
            *period_edges.RULES,
            *relative.DAY_RULES,
        )
        self.ranges = self.level(*day_ranges.JOINS)
        self.clocks = self.level(
            *clock_words.RULES, *clock_words.BARE_RULES, *relative.RULES, *spans.AFTER_RULES, *draft_words.PART_RULES
        )
        self.moments = self.level(
            *draft_words.RANGE_RULES,
            *draft_words.ZONE_RULES,
            *draft_words.JOIN_RULES,
            *spans.RULES,
            *spans.DOUBT_RULES,
            *holidays.FEAST_RULES,
            *spans.LEAD_RULES,
        )

    def level(self, *rules: Rule) -> Level:
        """A level over this grammar's alphabet."""
        return compile_level(self.alphabet, rules)

    def read(self, text: str, context: Context) -> list[Token]:
        """The tokens of a text with numbers, names of days and doubtful words settled."""
        tokens = [self._symbol(token, context) for token in tokenise(text)]
        tokens = numbers.read_numbers(tokens, self.alphabet)
        tokens = self.names.apply(tokens, context)
        return [
            token if vocabulary.stands_alone(tokens, index, text) else replace(token, symbol="?")
            for index, token in enumerate(tokens)
        ]

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
    return Context(now.replace(tzinfo=None), now, month_first, clock.lean_of(tokenise(text)))


def parse(text: str, context: Context) -> list[Token]:
    """The tokens of the text after all levels; finished times are MOMENT tokens."""
    house = grammar()
    tokens = house.read(text, context)
    for level in (house.days, house.ranges, house.clocks, house.moments):
        tokens = level.apply(tokens, context)
    return tokens


def is_impossible(token: Token) -> bool:
    """Whether the token is a date or time that does not exist."""
    return token.symbol == grammar().alphabet.symbols("IMPOSSIBLE")
