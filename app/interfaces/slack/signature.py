"""Whether a call of /webhooks/slack is Slack's own, and what it says: JSON of events, or a form of taps and slash commands.

Only what is signed with the app's secret within the last five minutes is read.
"""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from slack_sdk.signature import Clock, SignatureVerifier

from app.clock import Clock as OurClock

_TIMESTAMP, _SIGNATURE = "x-slack-request-timestamp", "x-slack-signature"
_LONGEST_TIMESTAMP = 12
_MOST_FIELDS = 100


class _Seconds(Clock):
    """Our clock as the library reads it."""

    def __init__(self, clock: OurClock) -> None:
        self._clock = clock

    def now(self) -> float:
        return self._clock.now().timestamp()


class Signature:
    """Checks calls against one secret."""

    def __init__(self, secret: str, clock: OurClock) -> None:
        """Raises ValueError for an empty secret."""
        self._verifier = SignatureVerifier(secret, _Seconds(clock))

    def is_good(self, body: bytes, headers: Mapping[str, str]) -> bool:
        """Whether Slack signed this, and lately; whatever the headers and the body hold."""
        stamp, signature = headers.get(_TIMESTAMP, ""), headers.get(_SIGNATURE, "")
        if not (stamp.isascii() and stamp.isdecimal() and len(stamp) <= _LONGEST_TIMESTAMP and signature.isascii()):
            return False
        try:
            return self._verifier.is_valid(body, stamp, signature)
        except UnicodeDecodeError:
            return False


def payload_of(body: bytes, content_type: str) -> dict[str, Any] | None:
    """What a call says: an event's JSON, a tap's JSON that stands in a form, or the fields of a slash command; None for anything else."""
    try:
        if "application/x-www-form-urlencoded" not in content_type.casefold():
            return _object(body)
        fields = dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MOST_FIELDS))
        return _object(fields["payload"]) if "payload" in fields else fields
    except (ValueError, RecursionError):
        return None


def challenge_of(payload: Mapping[str, Any]) -> str | None:
    """What Slack wants to hear back when the address is given to it; None for any other call."""
    challenge = payload.get("challenge")
    return challenge if payload.get("type") == "url_verification" and isinstance(challenge, str) else None


def _object(written: str | bytes) -> dict[str, Any] | None:
    found = json.loads(written)
    return found if isinstance(found, dict) else None
