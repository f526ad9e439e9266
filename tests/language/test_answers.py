"""Which sentence answers a question, and that none does where nothing was told."""

import pytest

from app.language.answers import ENOUGH, MOST_SENTENCES, Told, is_told, rank, sentences
from tests.language.memories import Memory, memories

_RIGHT, _ANSWERED_ANYWAY = 0.85, 0.05


def first(question: str, *told: str) -> str:
    """The sentence that answers; "" where none does well enough."""
    best = rank(question, [Told(one) for one in told])[:1]
    return best[0].told.text if best and best[0].score >= ENOUGH else ""


def row_for(memory: Memory, question: str) -> str:
    """The name of the row whose sentence is the answer."""
    best = rank(question, memory.told())[:1]
    return memory.rows[best[0].told.key].name if best and best[0].score >= ENOUGH else ""


def test_questions_in_other_words_get_the_right_sentence_first() -> None:
    asked = [(memory, question, names) for memory in memories() for question, names in memory.asks if names]
    wrong = [question for memory, question, names in asked if row_for(memory, question) not in names]
    assert len(asked) == 100
    assert len(wrong) <= (1 - _RIGHT) * len(asked), wrong


def test_questions_without_an_answer_get_none() -> None:
    asked = [(memory, question) for memory in memories() for question, names in memory.asks if not names]
    answered = [(question, row) for memory, question in asked if (row := row_for(memory, question))]
    assert len(asked) == 43
    assert len(answered) <= _ANSWERED_ANYWAY * len(asked), answered


def test_what_is_asked_in_other_words_and_another_order_is_found_and_what_is_near_is_not() -> None:
    asked = [(memory, question, names) for memory in memories("told_otherwise.txt") for question, names in memory.asks]
    wrong = [question for memory, question, names in asked if names and row_for(memory, question) not in names]
    near = [question for memory, question, names in asked if not names and row_for(memory, question)]
    assert len(asked) > 70
    assert not near
    assert len(wrong) <= 0.1 * len(asked), wrong


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("where does Yaw live?", "Yaw's sister lives in Cape Coast"),
        ("who is Selasi's manager?", "my manager is called Selasi"),
        ("how much is the flight to Nairobi?", "flight KQ 509 to Nairobi 12 Dec 14:20"),
        ("what time is the bin collected?", "rubbish goes out on Tuesdays"),
        ("how tall is my son?", "my son was born on 14 November 2018"),
        ("what does my wife do?", "my wife's number is 0244 100 200"),
        ("where is Esi's umbrella?", "left my umbrella in Esi's office"),
        ("quelle est ma taille ?", "mdp de la box : soleil88"),
        ("who lent me a charger?", "lent Edem my charger"),
        ("when is Kofi's birthday?", "Ama's birthday is on 3 May"),
        ("when is my birthday?", "Ama's birthday is on 3 May"),
        ("when is my birthday?", "my sister's birthday is on 3 May"),
        ("am I allergic to anything?", "my colleague Yaw is allergic to penicillin"),
        ("what did I lend Kwaku?", "Kwaku lent me his drill"),
        ("what did Kwaku lend me?", "I lent Kwaku my drill"),
        ("where is my passport?", "my passport number is G1234567"),
        ("what's my sister's phone number?", "my sister is called Abena"),
        ("what was grandpa's gift?", "my grandma gave me a necklace as a gift"),
        ("where does Kwasi live?", "Kwesi lives in Tema"),
    ],
)
def test_what_is_told_of_somebody_or_something_else_is_no_answer(question: str, told: str) -> None:
    assert first(question, told) == ""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("am I alergic to anything?", "i have a peanut allergy"),
        ("what am I allergic to?", "i have a peanut alergy"),
        ("where does Abenna live?", "my sister Abena lives in Tema"),
        ("what did I borrow from Kwaku?", "Kwaku lent me his drill"),
        ("how tall am I?", "I'm 1m82 tall"),
        ("do I have any pets?", "I have a cat called Pixel"),
        ("what's the cardiologist's number?", "Dr Quaye, cardiologist, 030 222 3344"),
        ("do I like okra?", "I hate okra"),
        ("où habite ma soeur ?", "my sister Abena lives in Tema"),
    ],
)
def test_other_words_a_typo_and_another_language_are_bridged(question: str, told: str) -> None:
    assert first(question, told) == told


def test_how_near_a_sentence_is_decides_between_two_that_say_as_much() -> None:
    told = [Told("my flight to Nairobi is on 3 May"), Told("my flight from Nairobi is on 9 May")]
    found = rank("when do I fly to Nairobi?", told, {0: 0.7, 1: 0.9})
    assert [one.told for one in found] == [told[1], told[0]]


def test_what_is_far_in_meaning_is_no_answer_though_it_says_most_words() -> None:
    told = [Told("the old blue car of the neighbour stands in the yard")]
    asked = "which blue car brand did the neighbour sell in the yard?"
    near, far = (rank(asked, told, {0: nearness})[0].score for nearness in (0.9, 0.1))
    assert far < near


@pytest.mark.parametrize(
    "said",
    [
        "remind me to buy a fuse",
        "please add milk to my list",
        "where is my fuse",
        "the fuse is where?",
        "if I had a fuse box",
    ],
)
def test_an_order_and_a_question_tell_nothing(said: str) -> None:
    assert not is_told(said)


@pytest.mark.parametrize(
    "said", ["the spare fuse is in the blue tin", "parked the car on level 3", "left my keys at Esi's"]
)
def test_a_statement_tells_something(said: str) -> None:
    assert is_told(said)


def test_a_sentence_about_him_stays_with_who_he_is() -> None:
    assert sentences("Met Dr. Addo today. He lives in Ho. The bus was late.") == [
        "Met Dr. Addo today. He lives in Ho.",
        "The bus was late.",
    ]


def test_a_long_text_is_cut_into_so_many_sentences_and_no_more() -> None:
    assert len(sentences("One more. " * 5_000)) == MOST_SENTENCES
    assert rank("where is it?", [Told("It is here.")]) == []
