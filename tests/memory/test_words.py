"""Folding, choosing terms and ranking."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.words import ENOUGH, LONGEST, MOST_TERMS, fold, needed, rank, rarest, scope, terms


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Hello,  World!", "hello world"),
        ("Café ÉCOLE straße", "cafe ecole strasse"),
        ("a_b-c.d@e/f", "a b c d e f"),
        ("买牛奶 milk", "买 牛 奶 milk"),
        ("buy🥛now", "buy 🥛 now"),
        ("हिन्दी भाषा", "हिन्दी भाषा"),
        ("한국어", "한국어"),
        ("ﬁne ①", "fine 1"),
        ("", ""),
        ("...", ""),
    ],
)
def test_text_is_folded_into_words(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text())
def test_folding_leaves_words_and_single_spaces_and_nothing_to_fold(text: str) -> None:
    folded = fold(text)
    assert folded == " ".join(folded.split())
    assert not set(folded) & set("\x00\"'*()%_\\;$")
    assert fold(folded).split() == folded.split()


def test_a_long_text_is_folded_as_far_as_it_can_be_searched() -> None:
    assert len(fold("ﷺ" * LONGEST)) <= LONGEST


def test_everyday_words_are_dropped_only_where_others_remain() -> None:
    assert terms("What is the name of my dentist?") == ["dentist", "name"]
    assert set(terms("who is it")) == {"who", "is", "it"}
    assert terms("?!") == []


def test_of_many_words_the_longest_are_looked_for() -> None:
    words = [letter * length for length, letter in enumerate("abcdefghijklmnop", start=2)]
    assert terms(" ".join(words)) == words[::-1][:MOST_TERMS]


def test_a_word_too_long_to_mean_anything_is_no_term() -> None:
    assert terms("x" * 3000) == []
    assert needed("Milk & Bread") == ["milk", "bread"]


def test_a_scope_is_one_users_and_one_kinds() -> None:
    pairs = [(user, kind) for user in ("ana", "ben", "an", "") for kind in ("note", "task", "anote")]
    assert len({scope(*pair) for pair in pairs}) == len(pairs)
    assert not set(scope("ana", "note")) & set("aeiouy 0123456789")


def test_more_and_rarer_words_win_then_newer_documents() -> None:
    common, rare = list(range(50, 0, -1)), [7, 3]
    found = [common, rare]
    best = list(rank(found, [], rarest(found), 3))
    assert best == [7, 3, 50]


def test_a_document_older_than_what_each_word_found_is_ranked_with_all_its_words() -> None:
    found = [list(range(1000, 1000 - ENOUGH, -1)), list(range(999, 999 - ENOUGH, -1))]
    assert set(rarest(found)) == {0, 1}
    scores = rank(found, [5], rarest(found), 1000)
    assert scores[5] == scores[999] > scores[1000]


def test_where_a_word_is_nowhere_none_are_together() -> None:
    assert rarest([[3, 2], []]) == rarest([[3]]) == rarest([]) == []
    assert rank([], [], [], 5) == {}
