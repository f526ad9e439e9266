"""Places in what people say of themselves."""

import pytest

from app.language.places import place_in


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("I live in Accra", "Accra"),
        ("my home is in Osu, Accra", "Osu, Accra"),
        ("I'm based in Lyon since 2020", "Lyon"),
        ("J'habite à Lyon avec Paul", "Lyon"),
        ("I live in a flat in Kumasi", "Kumasi"),
        ("it is going to rain", ""),
        ("I live alone", ""),
    ],
)
def test_the_place_is_what_stands_behind_in(said: str, place: str) -> None:
    assert place_in(said) == place
