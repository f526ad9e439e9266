"""The words of both languages: every key means something to the grammar, and no form means two things."""

import pytest

from app.language.words.lexicon import OTHER_LANGUAGES, either, lexicon

_EN = lexicon()


def test_words_keep_their_order() -> None:
    assert _EN.words("weekday")[0] == "monday"
    assert len(_EN.words("weekday")) == 7
    assert _EN.words("month")[2] == "march"
    assert (_EN.numbers["nineteen"], _EN.ordinals["third"]) == (19, 3)


def test_short_forms_and_slips_lead_to_the_word() -> None:
    assert _EN.forms("weekday")["thurs"] == "thursday"
    assert _EN.forms("spelling")["2moro"] == "tomorrow"
    assert either("month").startswith("january|february|")


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_every_key_of_another_language_is_a_word_of_the_first(language: str) -> None:
    other = lexicon(language)
    for table in ("weekday", "month", "unit", "fortnight", "part", "tonight", "today", "every"):
        assert other.tables[table].keys() <= _EN.forms(table).keys(), table
    assert set(other.numbers.values()) - {21, 31} <= set(_EN.numbers.values())


def test_accents_capitals_and_hyphens_make_no_difference() -> None:
    assert lexicon("fr").folded["apres", "demain"] == "day after tomorrow"
    assert lexicon("fr").folded[("fevrier",)] == "february"
    assert lexicon("fr").folded[("aout",)] == "august"
