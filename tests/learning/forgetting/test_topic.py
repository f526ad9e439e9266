"""Which texts hold what somebody wants forgotten: whole words in whatever form, and nothing by accident."""

import json

import pytest

from app.learning.forgetting.topic import leaves, stem, topic_of


def held(words: str, text: str) -> bool:
    topic = topic_of(words)
    return topic is not None and topic.in_values([text])


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Kofi", "I met KOFI."),
        ("Kofi", "Kofi's book"),
        ("kofi", "“Kofi”—again"),
        ("jose", "I met José"),
        ("José", "jose wrote"),
        ("my ex", "the ex-wife called"),
        ("the Lisbon trip", "two trips: Lisbon and Porto"),
        ("parties", "a party"),
        ("my divorce", "we divorced in May"),
        ("🦊", "the 🦊 again"),
        ("東京", "東京に行く"),
        ("x", "plan x"),
        ("Müller & Söhne", "MULLER UND SOHNE"),
    ],
)
def test_a_text_that_says_it_holds_it(words: str, text: str) -> None:
    assert held(words, text)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Kofi", "Kofie and Kofina"),
        ("party", "a part of it"),
        ("ex", "for example, an exit"),
        ("the Lisbon trip", "Lisbon is far"),
        ("evening class", "even the class"),
        ("Ama", "Amanda"),
        ("news", "something new"),
    ],
)
def test_a_text_that_does_not_say_it_holds_nothing(words: str, text: str) -> None:
    assert not held(words, text)


@pytest.mark.parametrize("words", ["", "the", "my", "%", "_", "' \" `", "\n", "everything about me", "…", "\x00"])
def test_words_that_say_nothing_are_no_topic(words: str) -> None:
    assert topic_of(words) is None


def test_a_statement_is_its_words_one_after_the_other() -> None:
    topic = topic_of("I live in Accra", in_order=True)
    assert topic is not None
    assert topic.in_text("So, you live in Accra now.")
    assert not topic.in_text("Accra is where they live.")
    assert not topic.in_text("live music in Accra")


def test_a_description_is_read_only_so_far() -> None:
    topic = topic_of("word " * 100 + "end")
    assert topic is not None
    assert topic.words == ("word",)


def test_a_megabyte_is_read_to_its_end() -> None:
    assert held("Kofi", "é " * 500_000 + "Kofi")


def test_json_is_read_as_what_it_says_and_not_as_what_it_is_made_of() -> None:
    message = {"parts": [{"part_kind": "user-prompt", "content": "line one\nKofi"}], "kind": "request"}
    topic, kind = topic_of("Kofi"), topic_of("user prompt request")
    assert topic is not None
    assert kind is not None
    for value in (message, json.dumps(message)):
        assert topic.in_values([value])
        assert not kind.in_values([value])


def test_arguments_inside_arguments_are_read() -> None:
    assert list(leaves({"args": json.dumps({"title": "Kofi", "tags": ["tea"]})})) == ["Kofi", "tea"]


def test_what_only_looks_like_json_is_text() -> None:
    assert list(leaves("[maybe] Kofi")) == ["[maybe] Kofi"]


@pytest.mark.parametrize(
    ("word", "same"), [("boxes", "box"), ("stories", "story"), ("buses", "buses"), ("glass", "glass")]
)
def test_number_makes_no_difference_where_it_is_sure(word: str, same: str) -> None:
    assert stem(word) == stem(same)
