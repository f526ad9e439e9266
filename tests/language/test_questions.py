"""What a question asks for."""

import pytest

from app.language.questions import as_asked, asks, language_of, read_question
from app.language.vocabulary import stem


@pytest.mark.parametrize(
    ("text", "kind", "topic"),
    [
        ("where did I say the spare fuse is?", "where", "spare fuse"),
        ("what did Kwaku lend me?", "what", "kwaku lend"),
        ("who can't have nuts?", "who", "can't have nuts"),
        ("do you know when mum's birthday is", "when", "mum birthday"),
        ("what time is stand-up?", "when", "standup"),
        ("how tall am I", "count", "tall"),
        ("am I allergic to anything?", "whether", "allergic"),
        ("what does my sister do for a living?", "what", "sister do for a living"),
        ("où sont les clés de la cave ?", "where", "cles cave"),
        ("qu'est-ce que Marc m'a prêté ?", "what", "marc prete"),
        ("landlord's number", "", "landlord number"),
        ("", "", ""),
    ],
)
def test_what_is_asked_and_about_what(text: str, kind: str, topic: str) -> None:
    question = read_question(text)
    assert (question.kind, question.topic) == (kind, topic)


@pytest.mark.parametrize(
    ("text", "required"),
    [
        ("what does selorm study?", ["selorm"]),
        ("when is mum's birthday?", ["mum"]),
        ("whats kwesis favourite food", ["kwesis"]),
        ("is Linda vegetarian?", ["linda"]),
        ("how much does kwesi owe selorm", ["kwesi", "selorm"]),
        ("where's the spare fuse?", []),
    ],
)
def test_whom_it_is_about_must_be_told_of(text: str, required: list[str]) -> None:
    assert [one.word.folded for one in read_question(text).asked if one.required] == required


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("the extra key, where did i put it", True),
        ("my sister she live where", True),
        ("the plumber, what's he called", True),
        ("le code du portail c'est quoi déjà", True),
        ("tell me the gate code", True),
        ("you couldn't tell me where he lives, could you", True),
        ("I don't know where", False),
        ("tell me a joke", False),
        ("I like the place where we met", False),
    ],
)
def test_what_asks_may_stand_late(text: str, is_asked: bool) -> None:
    assert asks(text) is is_asked


def test_a_question_is_told_from_what_is_none() -> None:
    assert asks("who can't have nuts")
    assert asks("the fuse is where?")
    assert not asks("remind me to call mum")
    assert not asks("thanks")


def test_a_topic_is_asked_as_its_user_asked_it() -> None:
    said = "Add milk to my list. Where did I leave my passport?"
    assert as_asked("passport", said) == "Where did I leave my passport?"
    assert as_asked("home", "where do I live?") == "where do I live?"
    assert as_asked("shoe size", said) == "shoe size"


def test_a_text_has_the_language_of_its_small_words() -> None:
    assert language_of("où est ma voiture") == "fr"
    assert language_of("where is my car") == "en"
    assert language_of("") == "en"


@pytest.mark.parametrize(
    ("one", "other"), [("allergies", "allergy"), ("parked", "park"), ("running", "run"), ("keys", "key")]
)
def test_the_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)
