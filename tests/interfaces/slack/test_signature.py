"""Who may call: Slack's own library signs, ours checks."""

import json
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import pytest
from slack_sdk.signature import SignatureVerifier

from app.clock import ManualClock
from app.interfaces.slack.signature import Signature, challenge_of, payload_of
from tests.interfaces.slack.payload import slashed, tap

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
SECRET = "s3cret"
BODY = b'{"type":"event_callback"}'
FORM = "application/x-www-form-urlencoded"


def signed(body: bytes = BODY, at: datetime = NOW, secret: str = SECRET) -> dict[str, str]:
    stamp = str(int(at.timestamp()))
    signature = SignatureVerifier(secret).generate_signature(timestamp=stamp, body=body)
    return {"x-slack-request-timestamp": stamp, "x-slack-signature": signature or ""}


def test_what_slack_signed_is_taken() -> None:
    assert Signature(SECRET, ManualClock(NOW)).is_good(BODY, signed())


@pytest.mark.parametrize("minutes", [-6, 6])
def test_what_is_too_old_or_too_new_is_not(minutes: int) -> None:
    assert not Signature(SECRET, ManualClock(NOW)).is_good(BODY, signed(at=NOW + timedelta(minutes=minutes)))


@pytest.mark.parametrize(
    "headers",
    [
        {},
        signed(secret="other"),
        signed(body=b"other"),
        {**signed(), "x-slack-request-timestamp": "now"},
        {**signed(), "x-slack-request-timestamp": "-1"},
        {**signed(), "x-slack-request-timestamp": "9" * 5000},
        {**signed(), "x-slack-request-timestamp": "١٢٣"},
        {**signed(), "x-slack-signature": "v0=é"},
        {**signed(), "x-slack-signature": ""},
    ],
)
def test_nothing_else_is(headers: dict[str, str]) -> None:
    assert not Signature(SECRET, ManualClock(NOW)).is_good(BODY, headers)


def test_a_body_that_is_no_text_is_not_signed() -> None:
    assert not Signature(SECRET, ManualClock(NOW)).is_good(b"\xff", signed())


def test_no_secret_is_no_lock() -> None:
    with pytest.raises(ValueError, match="empty"):
        Signature(" ", ManualClock(NOW))


def test_events_taps_and_commands_are_read_from_what_they_come_in() -> None:
    assert payload_of(json.dumps(tap()).encode(), "application/json") == tap()
    assert payload_of(urlencode({"payload": json.dumps(tap())}).encode(), FORM) == tap()
    assert payload_of(urlencode(slashed("tasks & more")).encode(), f"{FORM}; charset=utf-8") == slashed("tasks & more")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"[]", "application/json"),
        (b"", ""),
        (b"{", "application/json"),
        (b"[" * 100_000, "application/json"),
        (b"\xff", FORM),
        (b"payload=7", FORM),
        (b"&".join([b"a=1"] * 500), FORM),
    ],
)
def test_anything_else_is_nothing(body: bytes, kind: str) -> None:
    assert payload_of(body, kind) is None


def test_the_address_is_confirmed_by_what_slack_asks() -> None:
    assert challenge_of({"type": "url_verification", "challenge": "abc"}) == "abc"
    assert challenge_of({"type": "url_verification", "challenge": 7}) is None
    assert challenge_of({"type": "event_callback", "challenge": "abc"}) is None
