"""What a statement is about, the state an event leaves, and what is over."""

import pytest

from app.language.statements.facts import fact_key, restated, state_before, tidy, told_key, whose


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I've just moved to Accra", "I live in Accra"),
        ("we relocated to Tema", "we live in Tema"),
        ("I changed jobs and now work at the port", "I work at the port"),
        ("I got a new job as a nurse", "I work as a nurse"),
        ("I just turned 40", "I am 40"),
        ("I got married", "I am married"),
        ("I moved to Accra last year", "I moved to Accra last year"),
        ("my sister moved to Accra", "my sister moved to Accra"),
    ],
)
def test_an_event_is_kept_as_the_state_it_leaves(said: str, kept: str) -> None:
    assert restated(said) == kept


@pytest.mark.parametrize(
    ("statement", "key"),
    [
        ("my sister's name is Ama", "sister's name"),
        ("my sister is Ama", "sister's name"),
        ("my sister is Ghanaian", "sister"),
        ("my sister is a nurse", "my sister is a nurse"),
        ("my sister lives in Accra", "sister's home"),
        ("my sister Efua moved to Tema", "sister's home"),
        ("my sister's husband works at the port", "sister's husband's work"),
        ("my dog's called Rex", "dog's name"),
        ("my son is 5", "son's age"),
        ("I live in Accra", "home"),
        ("we've moved to Tema", "home"),
        ("I live in a small flat", "housing"),
        ("I work at the port", "work"),
        ("I'm 34 years old", "age"),
        ("call me Kojo", "name"),
        ("I'm allergic to nuts", "allergic to nuts"),
        ("I love tea", "liking tea"),
        ("I can't stand tea", "liking tea"),
        ("I don't like tea any more", "liking tea"),
        ("I've been vegan for years", "vegan"),
        ("I'm no longer vegan", "vegan"),
        ("I don't live in Accra any more", "home"),
        ("I quit my job at the port", "work"),
        ("I was born in May 1990", "birthday"),
        ("I was born in Accra", "birthplace"),
    ],
)
def test_a_statement_has_a_key_that_names_what_it_is_about(statement: str, key: str) -> None:
    assert fact_key(statement) == key


@pytest.mark.parametrize(
    ("over", "before"),
    [
        ("I don't live in Accra any more", "I live in Accra"),
        ("we no longer eat meat", "we eat meat"),
        ("I'm not a teacher any more", "I am a teacher"),
        ("I stopped smoking", "i smoking"),
        ("I live in Accra", ""),
        ("I don't like tea", ""),
    ],
)
def test_what_is_over_says_what_was_so(over: str, before: str) -> None:
    assert state_before(over) == before


def test_what_is_said_beside_a_value_is_no_part_of_it() -> None:
    assert restated("my car is red, not blue") == "my car is red"
    assert restated("I'm not vegan") == "I'm not vegan"
    assert tidy("I live in Accra, no wait") == "I live in Accra"


def test_a_named_key_counts_more_than_the_words() -> None:
    assert told_key("I live in Accra", " Second  Home ") == "second home"
    assert told_key("I've just moved to Accra.") == "home"


def test_a_statement_about_their_people_says_about_whom() -> None:
    assert whose("my sister's husband Kofi works here") == "sister's husband"
    assert whose("my car is red") == ""
    assert whose("I live with my sister") == ""
