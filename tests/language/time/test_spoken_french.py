"""French as it is spoken and typed. Said on Thursday 19 November 2026 at 14:00."""

import pytest

from app.language.time.arithmetic import answer_date_question
from tests.language.time.said import NOW, read, read_rule


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("demain 17h30", "Fri 2026-11-20 17:30"),
        ("à 7h du mat", "Fri 2026-11-20 07:00"),
        ("demain 7h du mat", "Fri 2026-11-20 07:00"),
        ("demain matin 8h", "Fri 2026-11-20 08:00"),
        ("ce soir vers 20h", "Thu 2026-11-19 20:00"),
        ("vers les 8h", "Fri 2026-11-20 08:00"),
        ("à midi pile", "Fri 2026-11-20 12:00"),
        ("à 17 heures précises", "Thu 2026-11-19 17:00"),
        ("à 17.30", "Thu 2026-11-19 17:30"),
        ("midi et demi", "Fri 2026-11-20 12:30"),
        ("minuit", "Fri 2026-11-20 00:00"),
        ("dmn 18h", "Fri 2026-11-20 18:00"),
        ("dmn matin", "Fri 2026-11-20 09:00"),
        ("ajd 18h", "Thu 2026-11-19 18:00"),
        ("rappelle-moi ds 10 min", "Thu 2026-11-19 14:10"),
        ("dans 1h30", "Thu 2026-11-19 15:30"),
        ("dans 2 heures 30", "Thu 2026-11-19 16:30"),
        ("ce we", "Sat 2026-11-21"),
        ("le we prochain", "Sat 2026-11-21"),
        ("jeudi en 8", "Thu 2026-12-03"),
        ("lundi en huit", "Mon 2026-11-30"),
        ("vendredi en quinze", "Fri 2026-12-04"),
        ("dans 15 jours", "Thu 2026-12-03"),
        ("le 15", "Tue 2026-12-15"),
        ("le 15 à 9h", "Tue 2026-12-15 09:00"),
        ("jeudi 3 à 15h", "Thu 2026-12-03 15:00"),
        ("le 5 du mois prochain", "Sat 2026-12-05"),
        ("rappelle-moi le 03/03", "Wed 2027-03-03"),
        ("d'ici vendredi", "Fri 2026-11-20"),
        ("d'ici la fin du mois", "Mon 2026-11-30"),
        ("d'ici une heure", "Thu 2026-11-19 15:00"),
        ("avant vendredi", "Fri 2026-11-20"),
        ("en fin de mois", "Mon 2026-11-30"),
        ("la semaine d'après", "Mon 2026-11-23"),
        ("la veille du 3 mars", "Tue 2027-03-02"),
        ("la veille de Noël", "Thu 2026-12-24"),
        ("l'avant-veille de Noël", "Wed 2026-12-23"),
        ("le lendemain de Noël", "Sat 2026-12-26"),
        ("deux jours avant le 12 décembre", "Thu 2026-12-10"),
        ("en fin de journée", "Thu 2026-11-19 17:00"),
        ("en début d'après-midi", "Fri 2026-11-20 13:00"),
        ("en fin d'après-midi", "Thu 2026-11-19 17:00"),
        ("demain en milieu de matinée", "Fri 2026-11-20 09:30"),
        ("demain matin tôt", "Fri 2026-11-20 07:00"),
        ("tard ce soir", "Thu 2026-11-19 22:00"),
        ("demain à l'aube", "Fri 2026-11-20 05:00"),
        ("au coucher du soleil", "Thu 2026-11-19 18:00"),
        ("au petit-déjeuner", "Fri 2026-11-20 08:00"),
        ("après le travail", "Thu 2026-11-19 17:30"),
        ("demain après l'école", "Fri 2026-11-20 15:30"),
        ("avant de dormir", "Thu 2026-11-19 21:30"),
        ("après le déjeuner", "Fri 2026-11-20 13:30"),
        ("tous les lundis et jeudis à 7h", "FREQ=WEEKLY;BYDAY=MO,TH from Mon 23 Nov 07:00"),
        ("les lundis et jeudis à 7h", "FREQ=WEEKLY;BYDAY=MO,TH from Mon 23 Nov 07:00"),
        ("tous les mardis et tous les jeudis à 18h", "FREQ=WEEKLY;BYDAY=TU,TH from Thu 19 Nov 18:00"),
        ("lundi, mercredi et vendredi à 6h", "FREQ=WEEKLY;BYDAY=MO,WE,FR from Fri 20 Nov 06:00"),
        ("du lundi au vendredi à 7h", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from Fri 20 Nov 07:00"),
        ("chaque matin à 7h", "FREQ=DAILY from Fri 20 Nov 07:00"),
        ("chaque matin et chaque soir", "FREQ=DAILY;BYHOUR=9,19;BYMINUTE=0 from Thu 19 Nov 19:00"),
        ("chaque matin et soir à 8h", "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0 from Thu 19 Nov 20:00"),
        ("8h et 20h chaque jour", "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0 from Thu 19 Nov 20:00"),
        ("un jour sur deux", "FREQ=DAILY;INTERVAL=2 from Fri 20 Nov"),
        ("un lundi sur trois", "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO from Mon 23 Nov"),
        ("tous les 15 jours", "FREQ=WEEKLY;INTERVAL=2 from Thu 26 Nov"),
        ("tous les premiers lundis du mois", "FREQ=MONTHLY;BYDAY=1MO from Mon 07 Dec"),
        ("le 2e mardi du mois", "FREQ=MONTHLY;BYDAY=2TU from Tue 08 Dec"),
        ("chaque dernier jour ouvrable du mois", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1 from Mon 30 Nov"),
        ("chaque 15 du mois", "FREQ=MONTHLY;BYMONTHDAY=15 from Tue 15 Dec"),
        ("chaque fin de mois", "FREQ=MONTHLY;BYMONTHDAY=-1 from Mon 30 Nov"),
        ("tlj à 8h", "FREQ=DAILY from Fri 20 Nov 08:00"),
        ("réveille-moi à 6h tous les jours de semaine", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from Fri 20 Nov 06:00"),
        ("chaque midi", "FREQ=DAILY from Fri 20 Nov 12:00"),
        ("tous les trimestres", "FREQ=MONTHLY;INTERVAL=3 from Sat 19 Dec"),
        ("le 1er et le 15 du mois", "FREQ=MONTHLY;BYMONTHDAY=1,15 from Tue 01 Dec"),
        ("le 1er et le 15 de chaque mois à 9h", "FREQ=MONTHLY;BYMONTHDAY=1,15 from Tue 01 Dec 09:00"),
        ("du 3 mars au 5 avril", "Wed 2027-03-03"),
        ("de 14h à 15h30 demain", "Fri 2026-11-20 14:00"),
        ("demain de 9 à 10", "Fri 2026-11-20 09:00"),
        ("dans les 10 minutes", "Thu 2026-11-19 14:10"),
        ("l'an prochain", "Fri 2027-01-01"),
        ("à compter de lundi", "Mon 2026-11-23"),
    ],
)
def test_everyday_french_is_read(said: str, when: str) -> None:
    assert (read_rule(said) or read(said)) == when


@pytest.mark.parametrize(
    "said",
    [
        "la veille de mon anniversaire",
        "le soir du réveillon",
        "bientôt",
        "tout à l'heure",
        "deux fois par jour",
        "dans un moment",
        "dans 2 ou 3 heures",
        "une heure avant le match de 20h",
    ],
)
def test_what_is_not_said_for_certain_is_no_time(said: str) -> None:
    assert (read_rule(said) or read(said)) == ""


def test_mon_is_no_monday_in_french() -> None:
    assert read("rappelle-moi d'appeler mon frère demain à 9h") == "Fri 2026-11-20 09:00"


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Combien de jours avant Noël ?", "36 days until Friday 25 December."),
        ("dans combien de jours est le 3 mars", "104 days until Wednesday 3 March 2027."),
        ("combien de dodos avant noël", "36 sleeps until Friday 25 December."),
        ("quel jour tombe Noël", "Noël is Friday 25 December."),
        ("combien de jours avant mon anniversaire", None),
    ],
)
def test_a_date_question_in_french_is_answered(asked: str, answer: str | None) -> None:
    assert answer_date_question(asked, NOW) == answer
