"""Which calls run, wait or are refused: the whole decision, over every kind of risk."""

from itertools import product

import pytest

from app.gate.risk import ADDS, DELEGATES, DESTROYS, PURE, READS, SCHEDULES, WRITES, Risk
from app.gate.taint import decide

SENDS = Risk(egress=True)
EVERY = [
    Risk(side_effect=changes, egress=sends, reads_private=private, reads_untrusted=foreign, reversible=undoable)
    for changes, sends, private, foreign, undoable in product((False, True), repeat=5)
]


@pytest.mark.parametrize(
    ("risk", "clean", "tainted"),
    [
        (PURE, "run", "run"),
        (READS, "run", "run"),
        (Risk(reads_untrusted=True), "run", "run"),
        (WRITES, "run", "hold"),
        (SENDS, "run", "hold"),
        (DESTROYS, "hold", "hold"),
    ],
)
def test_each_kind_of_call_runs_or_waits(risk: Risk, clean: str, tainted: str) -> None:
    assert decide(risk, tainted=False, approved=False) == clean
    assert decide(risk, tainted=True, approved=False) == tainted


@pytest.mark.parametrize("tainted", [False, True])
@pytest.mark.parametrize("approved", [False, True])
def test_a_call_of_unknown_risk_never_runs(tainted: bool, approved: bool) -> None:
    assert decide(None, tainted=tainted, approved=approved) == "refuse"


@pytest.mark.parametrize("risk", EVERY)
def test_what_its_user_confirmed_runs(risk: Risk) -> None:
    assert decide(risk, tainted=True, approved=True) == "run"


@pytest.mark.parametrize("risk", EVERY)
def test_taint_never_frees_a_call(risk: Risk) -> None:
    held = decide(risk, tainted=False, approved=False) == "hold"
    assert not held or decide(risk, tainted=True, approved=False) == "hold"


@pytest.mark.parametrize("risk", EVERY)
def test_nothing_leaves_or_changes_in_a_tainted_turn_without_leave(risk: Risk) -> None:
    acts = risk.side_effect or risk.egress
    assert (decide(risk, tainted=True, approved=False) == "hold") == acts


@pytest.mark.parametrize("risk", EVERY)
def test_what_cannot_be_taken_back_never_runs_unasked(risk: Risk) -> None:
    final = risk.side_effect and not risk.reversible
    assert not final or decide(risk, tainted=False, approved=False) == "hold"


@pytest.mark.parametrize(
    ("risk", "decision"),
    [
        (PURE, "run"),
        (READS, "run"),
        (ADDS, "run"),
        (WRITES, "hold"),
        (SCHEDULES, "hold"),
        (DELEGATES, "hold"),
        (SENDS, "hold"),
        (Risk(side_effect=True, reversible=True, local=False), "hold"),
        (DESTROYS, "hold"),
    ],
)
def test_what_an_earlier_turn_read_holds_what_reaches_outside_begins_or_changes_something(
    risk: Risk, decision: str
) -> None:
    assert decide(risk, tainted=False, carried=True, approved=False) == decision
    assert decide(risk, tainted=False, carried=True, approved=True) == "run"


@pytest.mark.parametrize("risk", EVERY)
def test_what_the_user_asks_for_themselves_is_held_for_nothing_but_what_it_reaches(risk: Risk) -> None:
    asked = decide(risk, tainted=False, carried=True, approved=False, asked=True)
    final = risk.side_effect and not risk.reversible
    assert (asked == "hold") == (final or risk.egress)


@pytest.mark.parametrize("risk", [SCHEDULES, DELEGATES])
def test_what_begins_a_turn_is_held_though_its_user_asked_for_one(risk: Risk) -> None:
    assert decide(risk, tainted=False, carried=True, approved=False, asked=True) == "hold"
    assert decide(risk, tainted=False, carried=False, approved=False) == "run"
