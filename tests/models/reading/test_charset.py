"""Text files of every region, as programs there write them."""

import os

import pytest

from app.models.reading.charset import decoded

FRENCH = "Bonjour, voici la liste des élèves déjà reçus à l'école. Coût : 15 €"
GERMAN = "Name;Straße\r\nMüller;Hauptstraße 5\r\n"


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        (FRENCH, "cp1252"),
        (GERMAN, "cp1252"),
        ("¿Dónde está la niña? Mañana será otro día.", "cp1252"),
        ("Mötet äger rum nästa onsdag på kontoret.", "cp1252"),
        ("It’s “quoted” – and that’s fine.", "cp1252"),
        ("Zażółć gęślą jaźń, proszę państwa.", "cp1250"),
        ("Schůzka se koná příští středu v devět hodin ráno.", "cp1250"),
        ("Собрание состоится в следующую среду в девять утра.", "cp1251"),
        ("Собрание состоится в следующую среду в девять утра.", "koi8_r"),
        ("Собрание состоится в следующую среду в девять утра.", "cp866"),
        ("Η συνάντηση θα γίνει την επόμενη Τετάρτη στις εννέα το πρωί.", "cp1253"),
        ("Toplantı gelecek çarşamba sabah dokuzda yapılacak.", "cp1254"),
        ("הפגישה תתקיים ביום רביעי הבא בתשע בבוקר", "cp1255"),
        ("سيعقد الاجتماع يوم الأربعاء القادم في التاسعة صباحا", "cp1256"),
        ("การประชุมจะจัดขึ้นในวันพุธหน้า", "cp874"),
        ("会议定于下周三上午九点在三楼会议室举行，请准时参加。", "gb18030"),
        ("會議定於下週三上午九點在三樓會議室舉行，請準時參加。", "big5"),
        ("会議は来週の水曜日、午前九時から三階の会議室で行います。", "cp932"),
        ("会議は来週の水曜日、午前九時から三階の会議室で行います。", "euc_jp"),
        ("회의는 다음 주 수요일 오전 아홉 시에 열립니다.", "euc_kr"),
        (FRENCH, "utf-8"),
        ("会议", "utf-8"),
        ("hello there, crème", "utf-16-le"),
        ("hello there, crème", "utf-16-be"),
        ("plain words", "ascii"),
    ],
)
def test_a_text_is_read_as_it_was_written(text: str, charset: str) -> None:
    found = decoded(text.encode(charset))
    assert found is not None
    assert found.text == text


@pytest.mark.parametrize("charset", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_mark_at_the_beginning_decides(charset: str) -> None:
    found = decoded(FRENCH.encode(charset))
    assert found is not None
    assert found.text == FRENCH


@pytest.mark.parametrize(
    ("text", "charset", "language"),
    [
        ("Süt", "cp1254", "tr"),
        ("Samoa americană", "cp1250", "ro"),
        ("Čačak", "cp1250", "hr"),
        ("牛奶和面包", "gb18030", "zh"),
    ],
)
def test_the_readers_own_region_wins_a_draw(text: str, charset: str, language: str) -> None:
    found = decoded(text.encode(charset), language)
    assert found is not None
    assert found.text == text


def test_what_is_cut_in_the_middle_of_a_character_is_read_up_to_there() -> None:
    for charset in ("utf-8", "gb18030", "cp932"):
        whole = ("会議" * 500).encode(charset)
        found = decoded(whole[:-1], "zh" if charset == "gb18030" else "ja", cut=True)
        assert found is not None
        assert found.text == "会議" * 499 + "会"


def test_a_text_that_ends_in_the_middle_of_a_character_is_of_an_older_charset() -> None:
    found = decoded("Distretto Capitale di Bogotà".encode("cp1252"))
    assert found is not None
    assert found.text == "Distretto Capitale di Bogotà"


@pytest.mark.parametrize(
    "data", [b"\x7fELF\x02\x01\x01" + bytes(50), bytes(100), os.urandom(4_000), bytes(range(32)) * 20]
)
def test_what_is_no_text_is_none(data: bytes) -> None:
    assert decoded(data) is None


@pytest.mark.parametrize("data", [b"\x81\x8d\x8f\x90\x9d ok", b"\xff\xff\xff", b"caf\xe9\xff\xfe"])
def test_what_fits_nothing_is_read_as_far_as_it_goes(data: bytes) -> None:
    assert decoded(data) is not None


def test_nothing_is_an_empty_text() -> None:
    found = decoded(b"")
    assert found is not None
    assert found.text == ""
