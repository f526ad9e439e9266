"""What each code means for a message."""

import pytest

from app.errors import DeliveryError, DeliveryLater, DeliveryRefused, DeliveryUnknown
from app.interfaces.whatsapp.failures import MEANINGS, WAITS, WindowClosed, after_failed, as_delivery, meaning_of
from app.interfaces.whatsapp.graph_errors import Busy, GraphProblem, MayBeDone, Refused, TokenRefused, WasNeverSent


@pytest.mark.parametrize(
    ("problem", "kind", "seconds"),
    [
        (TokenRefused(190, status=401), DeliveryLater, 300),
        (Busy(131056, seconds=6), DeliveryLater, 6),
        (Busy(0), DeliveryLater, 30),
        (Refused(131047), WindowClosed, WAITS),
        (Refused(470), WindowClosed, WAITS),
        (Refused(131000), DeliveryLater, 30),
        (Refused(1, status=500), DeliveryUnknown, 0),
        (Refused(131026), DeliveryRefused, 0),
        (Refused(999_999), DeliveryRefused, 0),
        (WasNeverSent(), DeliveryLater, 3),
        (MayBeDone(), DeliveryUnknown, 0),
    ],
)
def test_a_failure_in_the_outboxs_words(problem: GraphProblem, kind: type[DeliveryError], seconds: float) -> None:
    failure = as_delivery(problem)
    assert isinstance(failure, kind)
    assert getattr(failure, "seconds", 0) == seconds


@pytest.mark.parametrize("problem", [MayBeDone(), Refused(1)])
def test_what_may_be_done_twice_is_only_later(problem: GraphProblem) -> None:
    assert isinstance(as_delivery(problem, repeatable=True), DeliveryLater)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (131047, WindowClosed),
        (131049, WindowClosed),
        (131026, DeliveryRefused),
        (131053, DeliveryRefused),
        (131016, DeliveryLater),
        (0, DeliveryLater),
    ],
)
def test_what_failed_after_it_was_taken(code: int, kind: type[DeliveryError]) -> None:
    assert isinstance(after_failed(code), kind)


def test_every_code_has_a_sentence_for_whoever_runs_it() -> None:
    for code in (*MEANINGS, 250, 123_456):
        meaning = meaning_of(code)
        assert meaning.sentence.endswith(".")
        assert (meaning.seconds > 0) == (meaning.kind in ("busy", "closed", "token", "unknown"))


def test_the_codes_that_pywa_knows_are_not_all_strangers() -> None:
    from pywa import errors

    named = [errors.ThrottlingError, errors.AuthorizationError]
    for family in named:
        for kind in family.__subclasses__():
            for code in kind.__error_codes__ or ():
                assert meaning_of(code).kind in ("busy", "token"), (kind, code)
