"""Feeds payloads kept in a folder to the channels that would receive them: what was kept of each, and what was not.

Usage: python -m scripts.prove.webhook_payloads FOLDER

FOLDER is named after a channel (telegram, slack) or holds folders that are; one payload a file, as JSON. A payload with words or a file in it
must be heard with its text, sender, chat and time; any other is ignored; nothing raises; the same message in another delivery has the
same name. Another channel is one row of CHANNELS: how to receive a payload, and what a payload holds.
"""

import argparse
import html
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from telegram import User

from app.interfaces.pushed.incoming import Command, Ignored, Said, Tap
from app.interfaces.slack import payloads as slack
from app.interfaces.slack.incoming import HomeOpened, Me, SlackTap
from app.interfaces.telegram.payloads import event_of

Payload = dict[str, Any]


@dataclass(frozen=True)
class Facts:
    """What a message is made of. `name` tells a repeated delivery; `holds` whether there is anything to answer."""

    text: str
    sender: str
    chat: str
    sent_at: datetime
    name: str = ""
    holds: bool = True


@dataclass(frozen=True)
class Channel:
    """How a channel hears a payload (or why it ignores it), what the payload says itself, and the same delivered again."""

    hear: Callable[[Payload], Facts | str]
    facts: Callable[[Payload], Facts | None]
    again: Callable[[Payload], Payload]


@dataclass(frozen=True)
class Verdict:
    """One payload's row. `missing` names what was lost; empty is as it should be."""

    file: str
    outcome: str
    missing: tuple[str, ...] = ()


_ME = User(1, "Kwasi", is_bot=True, username="KwasiBot")
_SLACK_ME = Me("U0KWASIBOT", "B0KWASIBOT")
_SLACK_SAID = (None, "file_share", "thread_broadcast", "me_message", "message_changed")
_ALONE = "D0ALONE"
_FILES = ("voice", "audio", "video", "video_note", "animation", "document", "photo")
_TOLD = ("sticker", "location", "venue", "contact", "poll", "dice", "game", "story")


def hear_telegram(payload: Payload) -> Facts | str:
    """The event as the bot takes it."""
    event = event_of(payload, _ME)
    return facts_of(event) if not isinstance(event, Ignored) else event.reason


def facts_of(event: Said | Command | Tap) -> Facts:
    """What was heard."""
    if isinstance(event, Tap):
        return Facts(event.data, event.sender.id, event.address, datetime.now(UTC), event.id, holds=False)
    text = f"/{event.name} {event.arguments}" if isinstance(event, Command) else event.text
    files = "".join(f"[{each.media_type}]" for each in getattr(event, "attachments", ()))
    return Facts(
        f"{text} {files}".strip(), event.sender.id, event.address.partition("/")[0], event.sent_at, event.external_id
    )


def telegram_facts(payload: Payload) -> Facts | None:
    """What the JSON says, read without our code."""
    message = payload.get("message") or payload.get("edited_message")
    if not message:
        return None
    text = message.get("text") or message.get("caption") or ""
    holds = bool(text) or any(message.get(field) for field in (*_FILES, *_TOLD))
    sent_at = datetime.fromtimestamp(message["date"], UTC)
    return Facts(text, str(message.get("from", {}).get("id", "")), str(message["chat"]["id"]), sent_at, holds=holds)


def telegram_again(payload: Payload) -> Payload:
    """The same in another update."""
    return {**payload, "update_id": payload.get("update_id", 0) + 1}


def hear_slack(payload: Payload) -> Facts | str:
    """The event as the bot takes it. What is said among others without it is fed again as said to it alone: there it must be heard."""
    event = slack.event_of(payload, _SLACK_ME, datetime.now(UTC))
    if getattr(event, "reason", "") == "group":
        event = slack.event_of(_alone(payload), _SLACK_ME, datetime.now(UTC))
    if isinstance(event, HomeOpened):
        return f"home of {event.user}"
    if isinstance(event, SlackTap):
        return Facts(event.data, event.sender.id, event.address, datetime.now(UTC), event.id, holds=False)
    if isinstance(event, slack.Ignored):
        return event.reason
    words = event.text if isinstance(event, slack.Said) else f"/{event.name} {event.arguments}".strip()
    files = "".join(f"[{each.media_type}]" for each in getattr(event, "attachments", ()))
    chat = event.original_id.partition(":")[0].removeprefix(_ALONE)
    return Facts(f"{words} {files}".strip(), event.sender.id, chat, event.sent_at, event.external_id)


def slack_facts(payload: Payload) -> Facts | None:
    """What the JSON says, read without our code: of a text with marks, its longest piece without one."""
    event = payload.get("event") or {}
    message = event.get("message", event)
    if event.get("type") not in ("message", "app_mention") or message.get("subtype") not in _SLACK_SAID:
        return None
    written = [
        message.get("text"),
        *(each.get("text") for each in message.get("attachments", ()) if each.get("is_share")),
    ]
    pieces = [html.unescape(piece).strip() for text in written if text for piece in re.split(r"<[^>]*>", text)]
    same = event.get("previous_message", {}).get("text", object()) == message.get("text")
    holds = any(written) or bool(message.get("files"))
    mine = message.get("bot_id") or message.get("user") in (None, "USLACKBOT", _SLACK_ME.user)
    sent_at = datetime.fromtimestamp(0, UTC) + timedelta(microseconds=int(message["ts"].replace(".", "")))
    text = max(pieces, key=len, default="")
    return Facts(text, message.get("user", ""), event["channel"], sent_at, holds=holds and not same and not mine)


def slack_again(payload: Payload) -> Payload:
    """The same in another delivery."""
    return {**payload, "event_id": f"{payload.get('event_id', '')}2", "event_time": 0}


def _alone(payload: Payload) -> Payload:
    """The same, said to the bot alone."""
    event = {**payload["event"], "channel": f"{_ALONE}{payload['event']['channel']}", "channel_type": "im"}
    return {**payload, "event": event}


CHANNELS = {
    "telegram": Channel(hear_telegram, telegram_facts, telegram_again),
    "slack": Channel(hear_slack, slack_facts, slack_again),
}


def judge(channel: Channel, file: str, payload: Payload) -> Verdict:
    """What was kept of one payload."""
    try:
        heard, again = channel.hear(payload), channel.hear(channel.again(payload))
    except Exception as broken:  # noqa: BLE001 - whatever it raises is the finding
        return Verdict(file, f"raised {type(broken).__name__}", ("everything",))
    facts = channel.facts(payload)
    if isinstance(heard, str):
        return Verdict(file, f"ignored: {heard}", ("message",) if facts and facts.holds else ())
    outcome = f"{heard.name}  {heard.text!r}"
    return Verdict(file, outcome, tuple(_lost(facts, heard, again))) if facts else Verdict(file, outcome)


def _lost(facts: Facts, heard: Facts, again: Facts | str) -> Iterator[str]:
    """What the payload says and the message doesn't."""
    if facts.text not in heard.text:
        yield "text"
    if facts.sender != heard.sender:
        yield "sender"
    if facts.chat != heard.chat:
        yield "chat"
    if facts.sent_at != heard.sent_at:
        yield "time"
    if isinstance(again, str) or replace(again, sent_at=heard.sent_at) != heard:
        yield "repetition"


def folders(root: Path) -> Iterator[tuple[Channel, Path]]:
    """The channels that a folder has payloads for."""
    for path in (root, *sorted(root.iterdir())):
        if path.is_dir() and path.name in CHANNELS:
            yield CHANNELS[path.name], path


def judge_all(root: Path) -> list[Verdict]:
    """All payloads below a folder."""
    return [
        judge(channel, f"{folder.name}/{path.name}", json.loads(path.read_text("utf-8")))
        for channel, folder in folders(root)
        for path in sorted(folder.glob("*.json"))
    ]


def main() -> int:
    """Print a row a payload; 1 where something was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    verdicts = judge_all(parser.parse_args().folder)
    width = max((len(verdict.file) for verdict in verdicts), default=0)
    for verdict in verdicts:
        lost = f"  LOST {', '.join(verdict.missing)}" if verdict.missing else ""
        print(f"{verdict.file:{width}}  {verdict.outcome}{lost}")
    good = sum(not verdict.missing for verdict in verdicts)
    print(f"{good} of {len(verdicts)} payloads as they should be")
    return 0 if verdicts and good == len(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
