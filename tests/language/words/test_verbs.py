"""The forms of a verb mean the same."""

import pytest

from app.language.words.verbs import ANY, read_verbs


def test_every_form_is_known() -> None:
    verbs = read_verbs()

    assert verbs.past["sent"].acts == verbs.doing["sending"].acts == verbs.base["send"].acts == {"send"}
    assert {"submitting", "moving", "tagging"} <= verbs.doing.keys()
    assert {"tidied", "moved", "submitted", "played"} <= verbs.past.keys()


def test_an_order_may_mean_more_than_the_word_claims() -> None:
    assert "remind" in read_verbs().orders["nudge"].acts
    assert "remind" not in read_verbs().past["nudged"].acts
    assert read_verbs().orders["sort"].acts == ANY


def test_a_word_may_say_where() -> None:
    assert read_verbs().past["jotted"].place == "notes"


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_every_act_is_one_that_a_tool_can_do(language: str) -> None:
    verbs = read_verbs(language)
    tables = (verbs.past, verbs.doing, verbs.base, verbs.orders)

    assert all(meaning.acts <= ANY for table in tables for meaning in table.values())
    assert verbs.past
    assert verbs.orders
