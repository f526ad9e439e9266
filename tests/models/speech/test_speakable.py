"""Written answers as they are said."""

import pytest

from app.models.speech.speakable import may_speak, speakable


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("**Done.** I added *milk*.", "Done. I added milk."),
        ("Here is [the recipe](https://example.org/a_(b)?x=1).", "Here is the recipe."),
        ("See https://www.example.org/very/long?x=1#y for more", "See example.org for more."),
        ("Run `make test` first", "Run make test first."),
        ("Before\n```python\nprint('x' * 40)\n```\nAfter", "Before.\nThe code is in the message.\nAfter."),
        ("```\nnever closed", "The code is in the message."),
        (
            "# Today\n\n- 9:00 dentist\n- 12:30 lunch\n* milk\n1. first",
            "Today.\n9:00 dentist.\n12:30 lunch.\nmilk.\n1. first.",
        ),
        ("- [x] milk\n- [ ] bread", "milk.\nbread."),
        ("> quoted\n\n---\n\nOn", "quoted.\nOn."),
        ("| Day | Sky |\n|---|---|\n| Mon | sun |", "Day, Sky.\nMon, sun."),
        ("Great 🎉👍🏽 job ☀️!", "Great job !"),
        ("snake_case stays, __bold__ goes, _this_ too", "snake_case stays, bold goes, this too."),
        ("2 * 3 * 4 = 24", "2 * 3 * 4 = 24."),
        ("It is 21 °C & <b>sunny</b>, 3 < 5", "It is 21 °C & sunny, 3 < 5."),
        ("Bonjour ! Ça va ?", "Bonjour ! Ça va ?"),
        ("明天九点提醒你。", "明天九点提醒你。"),
        ("\u202eevil\u2066 zero\u200bwidth \x1b[31m", "evil zerowidth [31m."),
        ("🎉", ""),
        ("", ""),
    ],
)
def test_marks_links_code_and_faces_make_no_sound(written: str, said: str) -> None:
    assert speakable(written) == said


def test_an_answer_of_five_hundred_words_may_be_said_and_a_longer_one_not() -> None:
    assert may_speak("word " * 500)
    assert not may_speak("word " * 501)


def test_code_and_addresses_do_not_count() -> None:
    assert may_speak("Here it is.\n```\n" + "code " * 2_000 + "\n```")


def test_a_language_without_spaces_has_a_limit_too() -> None:
    assert may_speak("明天九点提醒你。" * 100)
    assert not may_speak("明天九点提醒你。" * 200)


def test_nothing_to_say_may_not_be_said() -> None:
    assert not may_speak("🎉")
    assert not may_speak("   ")


@pytest.mark.parametrize("piece", ["*a ", "_a ", "[a](", "<", "`", "|", "**", "> ", "~~~ ", "(", "http://"])
def test_no_text_keeps_it_busy(piece: str) -> None:
    """Marks that never close must not cost more with each one: the test would not end."""
    assert len(speakable(piece * 20_000)) <= len(piece) * 20_000 + 50
