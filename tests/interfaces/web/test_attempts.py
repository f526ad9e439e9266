"""Trying passwords gets slower."""

from datetime import timedelta

from app.interfaces.web.attempts import Attempts
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


def test_a_flood_of_addresses_is_bounded() -> None:
    attempts = Attempts()
    failing(attempts, 9)
    for number in range(3000):
        attempts.failed(f"nobody {number}", START)
    assert attempts.wait("10.0.0.1", START) == ZERO
