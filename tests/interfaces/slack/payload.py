"""Payloads of our own making, in the shapes that Slack documents."""

from typing import Any

from app.interfaces.slack.incoming import Me

ME = Me("U0BOT", "B0BOT", "T0TEAM")
ANA, BEN = "U0ANA", "U0BEN"
TALK, GARDEN = "D0ANA", "C0GARDEN"
TS, LATER = "1700000000.000100", "1700000100.000200"


def event(kind: str = "message", **fields: Any) -> dict[str, Any]:
    """An envelope of the Events API."""
    return {
        "type": "event_callback",
        "team_id": "T0TEAM",
        "event_id": "Ev1",
        "event_time": 1700000000,
        "event": {"type": kind, "event_ts": TS, **fields},
    }


def direct(text: str = "hello", **fields: Any) -> dict[str, Any]:
    """What Ana writes to the bot alone."""
    return event(**{"user": ANA, "channel": TALK, "channel_type": "im", "ts": TS, "text": text, **fields})


def in_channel(text: str, **fields: Any) -> dict[str, Any]:
    """What Ana writes where others read it."""
    return event(**{"user": ANA, "channel": GARDEN, "channel_type": "channel", "ts": TS, "text": text, **fields})


def changed(text: str, before: str, **fields: Any) -> dict[str, Any]:
    """Ana's message after a change."""
    message = {"type": "message", "user": ANA, "ts": TS, "text": text, "edited": {"user": ANA, "ts": LATER}, **fields}
    return event(
        subtype="message_changed",
        channel=TALK,
        channel_type="im",
        ts=LATER,
        message=message,
        previous_message={"type": "message", "user": ANA, "ts": TS, "text": before},
    )


def file(**fields: Any) -> dict[str, Any]:
    """A file of Ana's."""
    return {"id": "F0PLAN", "name": "plan.pdf", "mimetype": "application/pdf", "size": 1000, "mode": "hosted", **fields}


def shared(**fields: Any) -> dict[str, Any]:
    """A message that is passed on."""
    return {
        "is_share": True,
        "is_msg_unfurl": True,
        "from_url": "https://x.slack.com/archives/C1/p1",
        "author_subname": "Ben",
        "text": "Sell &amp; go",
        "fallback": "[Ben] Sell",
        **fields,
    }


def rich(*elements: dict[str, Any]) -> list[dict[str, Any]]:
    """One block of rich text with a paragraph."""
    return [{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": list(elements)}]}]


def tap(data: Any = "c:a1", **fields: Any) -> dict[str, Any]:
    """Ana taps a button in her talk with the bot."""
    return {
        "type": "block_actions",
        "user": {"id": ANA, "username": "ana", "name": "ana", "team_id": "T0TEAM"},
        "container": {"type": "message", "message_ts": TS, "channel_id": TALK, "is_ephemeral": False},
        "trigger_id": "12.34.abc",
        "team": {"id": "T0TEAM", "domain": "kwasi"},
        "channel": {"id": TALK, "name": "directmessage"},
        "message": {"type": "message", "ts": TS, "user": "U0BOT", "bot_id": "B0BOT"},
        "response_url": "https://hooks.slack.com/actions/T0TEAM/1/x",
        "actions": [{"type": "button", "action_id": "confirm-0", "block_id": "b", "value": data, "action_ts": LATER}],
        **fields,
    }


def slashed(text: str, **fields: Any) -> dict[str, Any]:
    """Ana types /kwasi in a channel."""
    return {
        "command": "/kwasi",
        "text": text,
        "user_id": ANA,
        "user_name": "ana",
        "channel_id": GARDEN,
        "channel_name": "garden",
        "team_id": "T0TEAM",
        "trigger_id": "13.37.def",
        "response_url": "https://hooks.slack.com/commands/1/2",
        **fields,
    }
