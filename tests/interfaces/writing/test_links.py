"""Links that may be tapped, and labels that may stand for them."""

import pytest

from app.interfaces.writing.links import is_allowed, is_tappable, shown, stands_for


@pytest.mark.parametrize(
    "address", ["https://a.io", "http://a.io/x?y#z", "tg://resolve?domain=x", "mailto:me@a.io", "HTTPS://A.IO"]
)
def test_web_mail_and_telegram_addresses_are_links(address: str) -> None:
    assert is_allowed(address)


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "ftp://a.io",
        "notes.md",
        "/path",
        "https:///x",
        "https://bank.com@evil.io/login",
        "http://[broken",
        "http://a.io:99999",
        "https://a.io/" + "x" * 3000,
        "mailto:",
        "",
    ],
)
def test_everything_else_is_none(address: str) -> None:
    assert not is_allowed(address)


def test_telegram_makes_no_link_of_mail_or_of_a_host_without_a_dot() -> None:
    assert is_tappable("https://a.io")
    assert is_tappable("tg://resolve?domain=x")
    assert not is_tappable("mailto:me@a.io")
    assert not is_tappable("http://localhost:8000/x")
    assert not is_tappable("http://[broken")


@pytest.mark.parametrize(
    "label",
    [
        "the report",
        "bank.com",
        "www.bank.com",
        "https://bank.com/login",
        "BANK.COM",
        "bank.com, page 3",
        "version 3.11",
    ],
)
def test_a_label_that_names_no_other_place_stands_for_its_address(label: str) -> None:
    assert stands_for(label, "https://www.bank.com/login")


@pytest.mark.parametrize(
    "label",
    [
        "https://bank.com",
        "bank.com",
        "see bank.com or evil.io",
        "ba\u200bnk.com",
        "bank\u3002com",
        "ｂａｎｋ.com",
        "evil.io.bank.com",
        "boss@bank.com",
        "@BankSupport",
    ],
)
def test_a_label_that_names_another_place_or_person_does_not(label: str) -> None:
    assert not stands_for(label, "https://evil.io/login")


def test_an_address_that_cannot_be_read_is_stood_for_by_nothing() -> None:
    assert not stands_for("x", "http://[broken")
    assert shown("http://[broken") == "http://[broken"


def test_mail_is_stood_for_by_itself_alone() -> None:
    assert stands_for("me@a.io", "mailto:me@a.io?subject=x")
    assert not stands_for("Write to me", "mailto:me@a.io")
    assert shown("mailto:me@a.io?subject=x") == "me@a.io"


def test_what_a_telegram_address_does_is_always_shown_but_for_a_person() -> None:
    assert not stands_for("Open settings", "tg://proxy?server=evil.io")
    assert stands_for("Ada", "tg://user?id=1")


def test_a_long_address_is_shown_up_to_its_host() -> None:
    assert shown("https://a.io/short") == "https://a.io/short"
    assert shown("https://a.io/" + "x" * 100) == "https://a.io/…"
