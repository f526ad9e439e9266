"""The words of a language as data: weekdays, months, units, numbers, short forms as typed, from `words/<language>.toml`.

In a table of words a key is the word that rules name and its value every other way it is written. A table of another language has
the same keys, so that a form in any language leads to one word.
Invariant: files are read once, at first use. Knows no grammar and no meaning but the values of numbers.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from app.language.words.tokens import fold

_FOLDER = Path(__file__).parent
OTHER_LANGUAGES = ("fr",)  # English is the language of the rules


@dataclass(frozen=True)
class Lexicon:
    """One language. `tables`: table → word → its other forms, spaces between; `sets`: name → words; `holidays`: day → names,
    "|" between; `hours`: kind → hour → names, "|" between; `rewrites`: pattern → words.
    """

    numbers: Mapping[str, int]
    ordinals: Mapping[str, int]
    tables: Mapping[str, Mapping[str, str]]
    sets: Mapping[str, frozenset[str]]
    holidays: Mapping[str, str]
    hours: Mapping[str, Mapping[str, str]]
    rewrites: tuple[tuple[str, str], ...]

    def words(self, table: str) -> tuple[str, ...]:
        """The words of a table, in their order: Monday first, January first, seconds first."""
        return tuple(self.tables[table])

    def forms(self, table: str) -> dict[str, str]:
        """Every form of a table → its word; a form of several words has "_" for each space."""
        table_of = self.tables.get(table, {})
        return {form: word for word, forms in table_of.items() for form in (word, *forms.split())}

    @cached_property
    def folded(self) -> Mapping[tuple[str, ...], str]:
        """Every form of every table and number, as folded words → the word, or the digits, it stands for."""
        named = {form: word for table in self.tables if table != "spelling" for form, word in self._other_forms(table)}
        counted = {form: str(value) for form, value in self.numbers.items()}
        ordinals = {form: f"{value}th" for form, value in self.ordinals.items()}
        return {tuple(fold(form).split("_")): word for form, word in {**counted, **ordinals, **named}.items()}

    def _other_forms(self, table: str) -> list[tuple[str, str]]:
        return [(form, word) for word, forms in self.tables[table].items() for form in forms.split()]


@cache
def lexicon(language: str = "en") -> Lexicon:
    """The lexicon of a language, by its two letters."""
    data = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    sets = {name: frozenset(words.split()) for name, words in data.get("set", {}).items()}
    rewrites = tuple(data.get("rewrite", {}).items())
    holidays, hours = data.get("holiday", {}), data.get("hour", {})
    return Lexicon(data["number"], data["ordinal"], data["word"], sets, holidays, hours, rewrites)


def either(*tables: str, language: str = "en") -> str:
    """The words of these tables in full as one alternation, for an expression that has to name them."""
    return "|".join(word for table in tables for word in lexicon(language).words(table))
