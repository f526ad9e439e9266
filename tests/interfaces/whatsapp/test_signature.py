"""What is signed with the app's secret, and what isn't."""

import pytest

from app.interfaces.whatsapp.signature import challenge, is_signed, signature

BODY, SECRET = b'{"a": "\xc3\xa9"}', "s3cret"
ASKED = {"hub.mode": "subscribe", "hub.verify_token": "word", "hub.challenge": "1158201444"}


def test_a_signed_body() -> None:
    mark = signature(SECRET, BODY)
    assert is_signed(SECRET, BODY, mark)
    assert is_signed(SECRET, BODY, "sha256=" + mark.removeprefix("sha256=").upper())


@pytest.mark.parametrize(
    "header",
    [None, "", "sha256=", "sha256=é", "sha1=" + "0" * 40, "sha256=" + "0" * 64, "\x00", "x" * 10**6, "sha256=\ud800"],
)
def test_whatever_else_stands_there_is_no_signature(header: str | None) -> None:
    assert not is_signed(SECRET, BODY, header)


def test_another_body_another_secret_and_none() -> None:
    assert not is_signed(SECRET, BODY + b" ", signature(SECRET, BODY))
    assert not is_signed("other", BODY, signature(SECRET, BODY))
    assert not is_signed("", BODY, signature("", BODY))


def test_the_check_of_the_address() -> None:
    assert challenge("word", ASKED) == "1158201444"


@pytest.mark.parametrize(
    "changed",
    [
        {"hub.mode": "unsubscribe"},
        {"hub.verify_token": "other"},
        {"hub.verify_token": "\ud800"},
        {"hub.challenge": "<script>"},
        {"hub.challenge": "1" * 300},
        {"hub.challenge": ""},
    ],
)
def test_a_check_that_is_not_answered(changed: dict[str, str]) -> None:
    assert challenge("word", {**ASKED, **changed}) is None
    assert challenge("", {**ASKED, "hub.verify_token": ""}) is None
