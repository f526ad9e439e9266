"""The words hold together."""

from app.planning import vocabulary


def test_a_verb_is_an_act_or_a_look_up_and_not_both() -> None:
    assert not vocabulary.ACTS & vocabulary.READS


def test_words_that_are_nouns_too_are_verbs_at_all() -> None:
    assert vocabulary.ACTS | vocabulary.READS | {"work"} >= vocabulary.NOUNS_TOO


def test_everything_is_lower_case() -> None:
    words = (
        *vocabulary.ACTS,
        *vocabulary.READS,
        *vocabulary.ASKING,
        *(word for phrase in vocabulary.POLITE for word in phrase),
    )
    assert all(word == word.lower() for word in words)


def test_the_longest_politeness_is_known() -> None:
    assert max(map(len, vocabulary.POLITE)) == vocabulary.LONGEST_POLITE
