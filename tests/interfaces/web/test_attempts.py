"""Trying secrets gets slower, for each who tries and for all strangers together."""

from datetime import datetime, timedelta

from app.interfaces.web.attempts import ALLOWANCE, REFILL, Attempts
from tests.interfaces.web.house import START

ZERO = timedelta(0)


def failing(attempts: Attempts, times: int, address: str = "10.0.0.1") -> None:
    for _ in range(times):
        attempts.failed(address, START)


def test_a_few_mistakes_cost_nothing() -> None:
    attempts = Attempts()
    failing(attempts, 4)
    assert attempts.wait("10.0.0.1", START) == ZERO


def test_then_each_failure_doubles_the_wait_up_to_a_limit() -> None:
    attempts = Attempts()
    failing(attempts, 5)
    assert attempts.wait("10.0.0.1", START) == timedelta(seconds=2)
    failing(attempts, 1)
    assert attempts.wait("10.0.0.1", START) == timedelta(seconds=4)
    failing(attempts, 500)
    assert attempts.wait("10.0.0.1", START) == timedelta(minutes=15)
    assert attempts.wait("10.0.0.1", START + timedelta(minutes=15)) == ZERO


def test_others_do_not_wait_for_it() -> None:
    attempts = Attempts()
    failing(attempts, 9)
    assert attempts.wait("10.0.0.2", START) == ZERO


def test_one_ipv6_line_is_one_visitor() -> None:
    attempts = Attempts()
    for number in range(9):
        attempts.failed(f"2001:db8:1:2::{number}", START)
    assert attempts.wait("2001:db8:1:2:ffff::1", START) > ZERO
    assert attempts.wait("2001:db8:1:3::1", START) == ZERO


def test_the_right_password_clears_the_slate() -> None:
    attempts = Attempts()
    failing(attempts, 9)
    attempts.succeeded("10.0.0.1")
    assert attempts.wait("10.0.0.1", START) == ZERO


def storm(attempts: Attempts, at: datetime, tries: int = 3000) -> int:
    """How many guesses get through at one moment to who has another address for each."""
    through = 0
    for number in range(tries):
        address = f"198.51.{number // 250}.{number % 250}"
        if attempts.wait(address, at) == ZERO:
            attempts.failed(address, at)
            through += 1
    return through


def test_changing_addresses_gives_no_more_than_the_allowance() -> None:
    attempts = Attempts()
    assert storm(attempts, START) == ALLOWANCE
    assert storm(attempts, START + REFILL / 2) == 0
    assert storm(attempts, START + REFILL) == 1
    assert storm(attempts, START + REFILL * 11) == 10


def test_addresses_of_one_provider_are_strangers_too() -> None:
    attempts = Attempts()
    through = 0
    for number in range(3000):
        address = f"2001:db8:{number:x}::1"
        if attempts.wait(address, START) == ZERO:
            attempts.failed(address, START)
            through += 1
    assert through == ALLOWANCE


def test_a_storm_does_not_lock_out_who_was_right_before() -> None:
    attempts = Attempts()
    attempts.succeeded("10.0.0.1")
    storm(attempts, START)
    assert attempts.wait("10.0.0.1", START) == ZERO
    assert attempts.wait("10.0.0.2", START) > ZERO
    attempts.failed("10.0.0.1", START)
    assert attempts.wait("10.0.0.1", START) == ZERO


def test_a_browser_that_was_signed_in_before_is_known_wherever_it_is() -> None:
    attempts = Attempts()
    storm(attempts, START)
    assert attempts.wait("10.9.9.9", START, mark="mine") == ZERO
    for _ in range(5):
        attempts.failed("10.9.9.9", START, mark="mine")
    assert attempts.wait("10.9.9.9", START, mark="mine") == timedelta(seconds=2)
    assert attempts.wait("10.9.9.9", START, mark="another") == ZERO


def test_when_the_storm_is_over_strangers_may_try_again() -> None:
    attempts = Attempts()
    storm(attempts, START)
    later = START + REFILL
    assert attempts.wait("10.0.0.2", later) == ZERO
    assert attempts.wait("10.0.0.2", START - timedelta(days=1)) == REFILL  # a clock that is set back gives nothing


def test_familiar_addresses_still_wait_for_their_own_mistakes() -> None:
    attempts = Attempts()
    attempts.succeeded("10.0.0.1")
    failing(attempts, 5)
    assert attempts.wait("10.0.0.1", START) == timedelta(seconds=2)


def test_what_is_remembered_is_bounded() -> None:
    attempts = Attempts()
    for number in range(5000):
        attempts.failed(f"nobody {number}", START)
        attempts.succeeded(f"somebody {number}")
    assert len(attempts) <= 2048 + 256
