"""Words about ways: how somebody goes, what a name means, and where facts say a place is."""

import pytest

from app.language import ways


@pytest.mark.parametrize(
    ("said", "mode"),
    [
        *((said, "foot") for said in ("on foot", "walking", "à pied", "foot", "how long is the walk")),
        *((said, "bike") for said in ("by bike", "cycling", "à vélo", "bike")),
        *((said, "transit") for said in ("by bus", "the train", "transit", "en métro", "trotro")),
        *((said, "car") for said in ("driving", "by car", "en voiture", "taxi", "car")),
        *((said, "") for said in ("", "quickly", "business", "carpet")),
    ],
)
def test_how_somebody_goes(said: str, mode: str) -> None:
    assert ways.mode_of(said) == mode


@pytest.mark.parametrize(
    ("name", "sought"),
    [
        ("the nearest pharmacy", ("pharmacy", "nearest")),
        ("la pharmacie la plus proche", ("pharmacie", "nearest")),
        ("the airport", ("airport", "around")),
        ("l'aéroport", ("aéroport", "around")),
        ("the National Theatre", ("National Theatre", "anywhere")),
        ("Kotoka airport", ("Kotoka airport", "anywhere")),
        ("tema", ("tema", "anywhere")),
    ],
)
def test_how_a_name_is_looked_for(name: str, sought: tuple[str, str]) -> None:
    assert ways.sought(name) == sought


@pytest.mark.parametrize(
    ("name", "key"),
    [
        *((name, "home") for name in ("home", "my house", "chez moi", "la maison")),
        *((name, "work") for name in ("work", "the office", "le bureau", "au travail")),
        ("my gym", "gym"),
        ("my sister's place", "sister's home"),
        *((name, "") for name in ("Home Depot", "the Office Bar", "Tema", "workshop")),
    ],
)
def test_which_of_ones_own_places_a_name_is(name: str, key: str) -> None:
    keys = ways.own_keys(name)
    assert key in keys if key else keys == ()


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("I live in Osu, Accra", "Osu, Accra"),
        ("my office is at 12 Oxford Street, Accra", "12 Oxford Street, Accra"),
        ("my address is 5 Ring Road", "5 Ring Road"),
        ("I work at MTN since 2020", "MTN"),
        ("J'habite à Lyon avec Paul", "Lyon"),
        ("my home is Tema", "Tema"),
        ("I live at home", ""),
        ("I live alone", ""),
    ],
)
def test_where_a_fact_says_a_place_is(statement: str, place: str) -> None:
    assert ways.place_said(statement) == place


def test_a_reminder_to_leave_speaks_the_language_it_was_asked_in() -> None:
    assert ways.leaving("the airport", "en") == "leave for the airport"
    assert ways.leaving("l'aéroport", "fr") == "partir : l'aéroport"
    assert ways.leaving("Tema", "de") == "leave for Tema"
