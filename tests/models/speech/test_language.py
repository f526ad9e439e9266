"""Which voice a text wants."""

import pytest

from app.models.speech.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I have added milk to the list and set a reminder for you.", "en"),
        ("J'ai ajouté le lait à la liste et je vous le rappelle demain.", "fr"),
        ("Ich habe die Milch auf die Liste gesetzt und erinnere dich morgen.", "de"),
        ("He añadido la leche a la lista y te lo recuerdo para mañana.", "es"),
        ("Ho aggiunto il latte alla lista e ti ricordo che è per domani.", "it"),
        ("Eu adicionei o leite à lista e vou lembrar você para não esquecer.", "pt"),
        ("Ik heb de melk op de lijst gezet en herinner je er morgen aan.", "nl"),
        ("Я добавил молоко в список.", "ru"),
        ("明天九点提醒你买牛奶。", "zh"),
        ("牛乳をリストに追加しました。", "ja"),
        ("우유를 목록에 추가했습니다.", "ko"),
        ("أضفت الحليب إلى القائمة", "ar"),
        ("הוספתי חלב לרשימה", "he"),
        ("Έβαλα το γάλα στη λίστα.", "el"),
    ],
)
def test_a_text_says_its_language(text: str, language: str) -> None:
    assert language_of(text, "sv") == language


@pytest.mark.parametrize("text", ["", "Okay.", "9:30", "Dr. Müller, Berlin", "pizza", "🎉"])
def test_one_that_does_not_is_in_the_usual_one(text: str) -> None:
    assert language_of(text, "de") == "de"
    assert language_of(text, "en") == "en"


def test_languages_of_one_script_are_told_apart_by_what_is_usual() -> None:
    assert language_of("Додав молоко до списку", "uk") == "uk"
    assert language_of("牛奶", "ja") == "ja"


def test_a_foreign_name_changes_nothing() -> None:
    assert language_of("I have written to the team of 株式会社 in Tokyo for you.", "en") == "en"
