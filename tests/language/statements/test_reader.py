"""A clause is read whole, and a slot holds only what it may hold; the tables of both languages can be read."""

import pytest

from app.language.statements.facts import CUT, KINDS
from app.language.statements.reader import Reader, reader_of
from app.language.statements.vocabulary import LANGUAGES, language


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_table_has_a_kind_and_names_what_there_is(name: str) -> None:
    data = language(name).data
    for fact in data["facts"].values():
        assert fact["kind"] in KINDS
        assert 0 < fact["confidence"] <= 1
        assert fact["say"]
    named = {
        word[1:]
        for check in data["slots"].values()
        for of in check.values()
        if isinstance(of, str)
        for word in of.split(", ")
        if word[:1] == "@"
    }
    assert named - set(data["words"]) == set()
    assert list(Reader(language(name)).readings("")) == []
    assert any(fact["confidence"] < CUT for fact in data["facts"].values())


def test_the_template_with_the_most_words_of_its_own_comes_first() -> None:
    readings = reader_of("I").readings("my sister is called Ama")
    assert readings[0].template.key == "{who}'s name"
    assert readings[0].slots == {"who": "sister", "said_name": "Ama"}


def test_a_slot_refuses_what_passes() -> None:
    assert not [one for one in reader_of("I").readings("I live in fear") if one.template.key == "home"]
    assert [one for one in reader_of("I").readings("I live in Accra") if one.template.key == "home"]


@pytest.mark.parametrize(
    ("said", "who"),
    [
        ("little sister", ("little sister", "")),
        ("sister's husband Kofi", ("sister's husband", "Kofi")),
        ("mother in law", ("mother in law", "")),
        ("car", ("", "")),
        ("sister is late", ("", "")),
    ],
)
def test_people_are_told_from_things(said: str, who: tuple[str, str]) -> None:
    assert reader_of("I").person(said) == who


def test_a_form_is_filled_with_the_words_of_the_slots() -> None:
    [reading, *_] = reader_of("I").readings("we moved to Tema")
    assert reading.filled(reading.template.form) == "we live in Tema"
