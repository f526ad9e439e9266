"""French times and repetitions, read by the grammar that reads English ones. Said on Thursday 19 November 2026 at 14:00."""

import pytest

from app.language.time import find_rule, find_time, find_times
from app.language.time.tokens import tokenise
from app.language.time.translation import languages_of, translated
from tests.language.time.said import NOW, read, read_rule, read_until


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("demain à 9 h", "Fri 2026-11-20 09:00"),
        ("demain a 9h30", "Fri 2026-11-20 09:30"),
        ("DEMAIN À 9H", "Fri 2026-11-20 09:00"),
        ("dans deux heures", "Thu 2026-11-19 16:00"),
        ("dans 15 min", "Thu 2026-11-19 14:15"),
        ("dans une heure et demie", "Thu 2026-11-19 15:30"),
        ("dans une demi-heure", "Thu 2026-11-19 14:30"),
        ("dans 1h30", "Thu 2026-11-19 15:30"),
        ("lundi prochain", "Mon 2026-11-23"),
        ("le 3 mars", "Wed 2027-03-03"),
        ("le mercredi 3 mars à 15 h 30", "Wed 2027-03-03 15:30"),
        ("mardi 24 à 14h", "Tue 2026-11-24 14:00"),
        ("le 1er janvier", "Fri 2027-01-01"),
        ("ce soir à 8h", "Thu 2026-11-19 20:00"),
        ("demain soir vers 20h", "Fri 2026-11-20 20:00"),
        ("cet après-midi à 3h", "Thu 2026-11-19 15:00"),
        ("vendredi matin vers 8h", "Fri 2026-11-20 08:00"),
        ("après-demain", "Sat 2026-11-21"),
        ("la semaine prochaine", "Mon 2026-11-23"),
        ("2m1 9h", "Fri 2026-11-20 09:00"),
        ("demain à midi et demi", "Fri 2026-11-20 12:30"),
        ("demain à huit heures et quart", "Fri 2026-11-20 08:15"),
        ("demain à neuf heures moins dix", "Fri 2026-11-20 08:50"),
        ("vingt-cinq décembre à vingt et une heures", "Fri 2026-12-25 21:00"),
        ("il y a trois jours", "Mon 2026-11-16"),
        ("la veille de Noël", "Thu 2026-12-24"),
        ("fin du mois", "Mon 2026-11-30"),
        ("mardi en quinze", "Tue 2026-12-08"),
        ("mardi de la semaine prochaine à 10h", "Tue 2026-11-24 10:00"),
        ("le soir du 24 décembre", "Thu 2026-12-24 19:00"),
        ("rappelle-moi jeudi à midi d'appeler Kofi", "Thu 2026-11-26 12:00"),
        ("remind me demain at 9 to call", "Fri 2026-11-20 09:00"),
    ],
)
def test_french_times_are_read(said: str, when: str) -> None:
    assert read(said) == when


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("tous les mardis à 18 h", "FREQ=WEEKLY;BYDAY=TU from Tue 24 Nov 18:00"),
        ("tous les jours à 7h30", "FREQ=DAILY from Fri 20 Nov 07:30"),
        ("toutes les deux heures", "FREQ=HOURLY;INTERVAL=2 from Thu 19 Nov 16:00"),
        ("un mardi sur deux à 9h", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU from Tue 24 Nov 09:00"),
        ("le premier lundi de chaque mois à 10h", "FREQ=MONTHLY;BYDAY=1MO from Mon 07 Dec 10:00"),
        ("le 15 de chaque mois", "FREQ=MONTHLY;BYMONTHDAY=15 from Tue 15 Dec"),
        ("toutes les semaines le mardi", "FREQ=WEEKLY;BYDAY=TU from Tue 24 Nov"),
        ("chaque lundi matin", "FREQ=WEEKLY;BYDAY=MO from Mon 23 Nov 09:00"),
        ("en semaine à 8h", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from Fri 20 Nov 08:00"),
        ("tous les jours sauf le dimanche à 8h", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA from Fri 20 Nov 08:00"),
    ],
)
def test_french_repetitions_are_read(said: str, rule: str) -> None:
    assert read_rule(said) == rule


@pytest.mark.parametrize(
    "said",
    [
        "mon fils a 6 ans",
        "je suis à la maison",
        "le prix est de 9 euros",
        "j'ai 3 chiens et 2 chats",
        "je suis le premier",
        "six mars bars and a midi skirt",
        "dix points for the second team",
    ],
)
def test_numbers_that_count_are_no_times_in_french_either(said: str) -> None:
    assert find_time(said, NOW) is None
    assert find_rule(said, NOW) is None


def test_a_translated_time_is_cut_out_of_the_words_it_was_written_in() -> None:
    said = "réunion lundi prochain à 9 h avec Ama"
    assert [said[found.start : found.end] for found in find_times(said, NOW)] == ["lundi prochain à 9 h"]
    assert read_until("demain de 9h à 11h") == "2026-11-20 11:00"


def test_english_is_left_as_it_is() -> None:
    assert languages_of(tokenise("call mum in six minutes on the second weekend of march")) == ()
    assert translated(tokenise("call mum"), "fr") == list(tokenise("call mum"))
    assert read("mardi gras") == read("shrove tuesday")
    assert read("Les said to call him in an hour") == "Thu 2026-11-19 15:00"
    assert read("ask ma on 5 sept at 9") == "Sun 2027-09-05 09:00"
    assert read("le show for ma is on the second of may") == "Sun 2027-05-02"
