"""What a tap sends is read back as what was offered, and nothing else is read at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.interfaces.pushed.choices import choice, choice_data
from app.messages import Button, ButtonVerb

VERBS: list[ButtonVerb] = ["confirm", "cancel", "edit", "undo"]
targets = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=62)


@given(st.sampled_from(VERBS), targets)
def test_a_tap_is_read_back_as_the_button_that_sent_it(verb: ButtonVerb, target: str) -> None:
    data = choice_data(Button("x", verb, target))
    assert len(data.encode()) <= 64
    assert choice(data) == (verb, target)


@given(st.one_of(st.none(), st.text(max_size=80)))
def test_other_data_is_no_choice_or_says_what_it_is(data: str | None) -> None:
    chosen = choice(data)
    assert chosen is None or choice_data(Button("x", *chosen)) == data


@pytest.mark.parametrize(
    "data", ["", "c:", "z:abc", "confirm:abc", "c:a b", "c:é", "c:" + "a" * 63, "C:abc", "c:abc\n", " c:abc"]
)
def test_data_that_no_button_sends_is_nothing(data: str) -> None:
    assert choice(data) is None


@pytest.mark.parametrize("target", ["", "é", "a" * 63, "a b"])
def test_a_target_that_does_not_fit_is_refused_before_it_is_sent(target: str) -> None:
    with pytest.raises(ValueError, match="62"):
        choice_data(Button("x", "confirm", target))
