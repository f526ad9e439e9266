"""Lists of phrases are found in words, short forms are written out, and slips in telling words are mended and in others left."""

import pytest

from app.language.statements.vocabulary import Wordlist, folded_words, language, language_of


def test_the_longest_phrase_that_stands_there_counts() -> None:
    words = Wordlist("mother, mother in law, last *, *days")
    assert words.at(["mother", "in", "law", "called"]) == 3
    assert words.at(["last", "week"]) == 2
    assert words.at(["sundays"]) == 1
    assert words.at(["my", "mother"]) == 0
    assert words.anywhere(["my", "mother"])
    assert words.at_end(["my", "mother", "in", "law"], 4) == 3


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("im alergic to penuts", "I'm allergic to peanuts"),
        ("my hubsand cant swim", "my husband can't swim"),
        ("I m vegitarian", "I'm vegetarian"),
        ("I keep a diary", "I keep a diary"),
        ("see you later", "see you later"),
        ("my lawyer took the couch", "my lawyer took the couch"),
    ],
)
def test_slips_in_telling_words_are_mended(typed: str, meant: str) -> None:
    assert language("en").mend(typed) == meant


def test_a_text_is_read_in_the_language_it_is_in() -> None:
    assert language_of(folded_words("J'habite à Paris")) is language("fr")
    assert language_of(folded_words("souviens-toi que la clé est là")) is language("fr")
    assert language_of(folded_words("remind me on Monday")) is language("en")
    assert language_of([]) is language("en")
