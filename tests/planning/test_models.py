"""A plan's values: states follow one another, and storage gives back what it was given."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.planning.models import Step, StepState, effect_of

STEP = Step("Tell Yaa", "Mail Yaa the address.", "email", "send")
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8), lambda inner: st.lists(inner, max_size=3)
)


def test_a_state_is_never_changed_only_followed() -> None:
    fresh = StepState(STEP)
    done = fresh.running().done("sent", ["read_mail"])
    assert (fresh.status, fresh.output) == ("pending", "")
    assert (done.status, done.output, done.taint) == ("done", "sent", ("read_mail",))
    assert done.is_over
    assert fresh.skipped().is_over
    assert not done.pending().is_over


def test_what_was_read_stays_read_through_every_attempt() -> None:
    failed = StepState(STEP).failed("no line", ["web"])
    assert failed.running().taint == ("web",)
    assert failed.running().done("ok", ["web", "mail"]).taint == ("web", "mail")


@pytest.mark.parametrize(
    "state", [StepState(STEP), StepState(STEP).waiting("asks", ["x"]), StepState(STEP).failed("why")]
)
def test_storage_gives_back_what_it_was_given(state: StepState) -> None:
    assert StepState.from_dict(state.as_dict()) == state


def test_what_is_damaged_is_read_with_care() -> None:
    state = StepState.from_dict({"title": 3, "effect": "launder", "status": "flying", "taint": "mail"})
    assert state == StepState(Step("", "", "", "send"))


@given(st.dictionaries(st.sampled_from(["title", "instruction", "domain", "effect", "status", "output", "taint"]), ODD))
def test_nothing_stored_breaks_the_reading(stored: dict[str, object]) -> None:
    assert StepState.from_dict(StepState.from_dict(stored).as_dict()) == StepState.from_dict(stored)


def test_an_unknown_effect_counts_as_the_gravest() -> None:
    assert [effect_of(said) for said in ("read", "delete", "", None, ["read"])] == [
        "read",
        "delete",
        "send",
        "send",
        "send",
    ]
