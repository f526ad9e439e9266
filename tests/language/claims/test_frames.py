"""Templates found in a sentence with their places, and the files of them: every part is known, every word has its act."""

import pytest

from app.language.claims.frames import HIDDEN, Frames, Words
from app.language.claims.reading import LANGUAGES, MANNERS, read_language
from app.language.words.verbs import ANY, read_verbs

FRAMES = Frames(
    {
        "said": ["<i> [<ahead>] {verb}", "{first} sure {gap} {verb} {last}"],
        "number": ["up {number}"],
        "until": ["not {at_end}"],
    },
    {"i": "(i|we) [have]", "ahead": "went ahead and"},
    {"verb": {"sent", "booked"}},
)


def found(text: str) -> list[tuple[str, str]]:
    words = Words.of(text)
    return [(span.name, words.between(span.start, span.end)) for span in FRAMES.find(words)]


def test_a_template_is_found_with_its_place() -> None:
    assert found("Well, I've sent it and we booked.") == [("said", "I've sent"), ("said", "we booked")]


def test_adverbs_stand_between_any_two_parts() -> None:
    assert found("I just kindly sent it") == [("said", "I just kindly sent")]


def test_a_gap_ends_with_its_clause() -> None:
    assert found("Sure, the seat is booked!") == []
    assert found("Sure the seat is booked!") == [("said", "Sure the seat is booked")]


def test_short_forms_are_written_out_and_signs_are_marks() -> None:
    assert Words.of("It's out, they haven't 📨 – j'ai fini…").said == (
        *("it", "'s", "out", ",", "they", "have", "not", "*", "-", "j", "ai", "fini", "."),
    )
    assert Words.of(f"{HIDDEN * 5} at 9:30").said == (HIDDEN, "at", "9:30")


def test_slots_for_numbers_and_for_the_end_of_what_is_looked_at() -> None:
    words = Words.of("sales are up 4, not yet")

    assert FRAMES.says(words, "number")
    assert not FRAMES.says(words, "until")
    assert FRAMES.says(words.part(0, 6), "until")


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_language_has_templates_of_every_manner_and_known_acts(name: str) -> None:
    language = read_language(name)

    assert {table.split(" ")[0] for table in language.meanings} == set(MANNERS)
    assert all(meaning is None or meaning.acts <= ANY for meaning in language.meanings.values())


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_template_can_be_read(name: str) -> None:
    language, words = read_language(name), Words.of("nothing of it is said here")

    assert [language.pieces.says(words, piece) for piece in ("past", "earlier_day")] == [False, False]
    assert list(language.claims.find(words)) == []


def test_endings_make_the_forms_of_a_participle() -> None:
    assert {"commandé", "commandée", "commandés", "commandées"} <= read_verbs("fr").past.keys()
    assert {"enviado", "enviadas"} <= read_verbs("es").past.keys()


def test_only_english_reads_its_denials_by_rule() -> None:
    assert [name for name in LANGUAGES if not read_language(name).pieces.has("back")] == ["en"]
