"""The one-time link."""

from app.interfaces.web.access import LocalAccess


def test_a_link_works_once() -> None:
    access = LocalAccess()
    token = access.issue()
    assert access.redeem(token)
    assert not access.redeem(token)


def test_a_new_link_replaces_the_one_before() -> None:
    access = LocalAccess()
    old, new = access.issue(), access.issue()
    assert not access.redeem(old)
    assert access.redeem(new)


def test_nothing_opens_before_a_link_is_out() -> None:
    assert not LocalAccess().redeem("")


def test_a_wrong_one_does_not_use_it_up() -> None:
    access = LocalAccess()
    token = access.issue()
    assert not access.redeem("é wrong")
    assert access.redeem(token)
