"""The id of a run leads back to the turn that asked for it."""

import pytest

from app.memory.runs import asking_turn, run_id, runs_of


@pytest.mark.parametrize("turn_id", ["abc", "plan:p1:2", "approval:x", "event:7:2027-03-10T13:00:00+00:00"])
def test_the_turn_that_asked_is_found_again(turn_id: str) -> None:
    assert asking_turn(run_id(turn_id, 12, 0)) == turn_id


def test_any_other_id_is_its_own() -> None:
    assert asking_turn("plan:p1:2") == "plan:p1:2"


def test_runs_of_a_turn_differ() -> None:
    assert len({run_id("t", 1, 0), run_id("t", 1, 1), run_id("t", 2, 0), run_id("u", 1, 0)}) == 4


def test_a_turns_runs_begin_alike_and_no_other_turns_do() -> None:
    assert run_id("t", 1, 0).startswith(runs_of("t"))
    assert not run_id("t2", 1, 0).startswith(runs_of("t"))
