"""Reading the phrasebook."""

import pytest

from app.routing.phrases import expand, read_phrases, read_words


def test_an_anchor_without_choices_is_one_utterance() -> None:
    assert expand("what is new", 6) == ["what is new"]


def test_an_anchor_with_choices_gives_different_utterances_always_the_same_ones() -> None:
    texts = expand("{show|read|open} my {inbox|mail|post}", 6)
    assert len(texts) == len(set(texts)) > 1
    assert texts == expand("{show|read|open} my {inbox|mail|post}", 6)


def test_choices_may_hold_classes_and_nothing() -> None:
    for text in expand("mail {from {name}|} now", 6):
        assert text == "mail now" or text.startswith("mail from ")
        assert "_" not in text


def test_every_anchor_can_be_filled_in() -> None:
    for name in ("outside", "email", "utility"):
        for anchor in read_phrases(name).anchors:
            for text in expand(anchor, 3):
                assert not set("{}|_") & set(text)


def test_word_classes_hold_single_words_joined_by_underscores() -> None:
    assert all(" " not in word for words in read_words().values() for word in words)


def test_an_unknown_class_is_an_error() -> None:
    with pytest.raises(KeyError):
        expand("{no_such_class} here", 1)
