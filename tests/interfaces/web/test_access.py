"""The one-time link."""

from datetime import timedelta

import pytest

from app.clock import ManualClock
from app.interfaces.web.access import LocalAccess
from tests.interfaces.web.house import START

KEY = b"k" * 32


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)


def test_a_link_works_once(clock: ManualClock) -> None:
    access = LocalAccess(KEY, clock)
    token = access.issue()
    assert access.redeem(token)
    assert not access.redeem(token)


def test_using_a_link_closes_the_older_ones(clock: ManualClock) -> None:
    access = LocalAccess(KEY, clock)
    old, new, newest = access.issue(), access.issue(), access.issue()
    assert access.redeem(new)
    assert not access.redeem(old)
    assert access.redeem(newest)


def test_another_process_issues_one_for_the_running_server(clock: ManualClock) -> None:
    server = LocalAccess(KEY, clock)
    printed = server.issue()
    clock.advance(timedelta(hours=1))
    fresh = LocalAccess(KEY, clock).issue()
    assert server.redeem(fresh)
    assert not server.redeem(fresh)
    assert not server.redeem(printed)


def test_a_restart_closes_every_link_that_was_out(clock: ManualClock) -> None:
    before = LocalAccess(KEY, clock)
    used, unused = before.issue(), before.issue()
    assert before.redeem(used)
    clock.advance(timedelta(seconds=1))
    after = LocalAccess(KEY, clock)
    assert not after.redeem(used)
    assert not after.redeem(unused)


@pytest.mark.parametrize("token", ["", "x", "é", "AAAA", "=" * 32, "A" * 32, "A" * 4000])
def test_a_wrong_one_opens_nothing_and_uses_nothing_up(clock: ManualClock, token: str) -> None:
    access = LocalAccess(KEY, clock)
    good = access.issue()
    assert not access.redeem(token)
    assert access.redeem(good)


def test_another_key_opens_nothing(clock: ManualClock) -> None:
    assert not LocalAccess(KEY, clock).redeem(LocalAccess(b"x" * 32, clock).issue())
