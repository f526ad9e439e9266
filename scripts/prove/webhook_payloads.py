"""Feeds payloads kept in a folder to the channels that would receive them: what was kept of each, and what was not.

Usage: python -m scripts.prove.webhook_payloads FOLDER

FOLDER is named after a channel (telegram, slack, whatsapp) or holds folders that are; one payload a file, as JSON. A payload with words or a file
in it must be heard with its text, sender, chat and time, each message of it where it has several; any other is ignored; nothing raises; the
same message in another delivery has the same name. Another channel is one row of CHANNELS: how to receive a payload, and what it holds.
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
from app.interfaces.whatsapp import payloads as whatsapp

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
    """How a channel hears a payload (or why it ignores it), what the payload says itself, and the same delivered again.

    Facts that have a name are looked for by it; a list is for a payload of several messages."""

    hear: Callable[[Payload], Facts | str | list[Facts | str]]
    facts: Callable[[Payload], Facts | list[Facts] | None]
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


def hear_whatsapp(payload: Payload) -> list[Facts | str]:
    """The events as the webhook takes them."""
    return [_whatsapp_event(event) for event in whatsapp.events_of(payload)]


def _whatsapp_event(event: Any) -> Facts | str:
    if isinstance(event, Tap):
        return replace(facts_of(event), sent_at=getattr(event, "sent_at", _NEVER))
    if isinstance(event, Said | Command):
        return facts_of(event)
    return event.reason if isinstance(event, Ignored) else type(event).__name__.casefold()


_NEVER = datetime.max.replace(tzinfo=UTC)
_HELD = ("image", "audio", "video", "document", "sticker", "location", "contacts")


def whatsapp_facts(payload: Payload) -> list[Facts]:
    """What the JSON says, read without our code."""
    changes = [change for entry in payload.get("entry", []) for change in entry.get("changes", [])]
    values = [change["value"] for change in changes if change.get("field") == "messages"]
    return [_whatsapp_message(value, message) for value in values for message in value.get("messages", [])]


def _whatsapp_message(value: Payload, message: Payload) -> Facts:
    """One message, with the contact that it is of."""
    mine = [
        each for each in value.get("contacts", []) if each.get("wa_id") == message.get("from") or "wa_id" not in each
    ]
    sender = next(
        (each["user_id"] for each in mine if "user_id" in each), message.get("from_user_id", message.get("from", ""))
    )
    kind = message["type"]
    told = message.get(kind, {})
    reply = told.get(told.get("type", ""), {}) if kind == "interactive" else {}
    said = (
        (told.get("body"), told.get("caption"), told.get("text"), reply.get("title")) if isinstance(told, dict) else ()
    )
    text = next(filter(None, said), "") if kind != "system" else ""
    holds = bool(text) or kind in _HELD or reply.get("response_json", "") != ""
    sent_at = datetime.fromtimestamp(int(message["timestamp"]), UTC)
    return Facts(text, sender, sender, sent_at, message["id"], holds)


CHANNELS = {
    "telegram": Channel(hear_telegram, telegram_facts, telegram_again),
    "slack": Channel(hear_slack, slack_facts, slack_again),
    "whatsapp": Channel(hear_whatsapp, whatsapp_facts, dict),
}


def judge(channel: Channel, file: str, payload: Payload) -> Verdict:
    """What was kept of one payload."""
    try:
        heard, again = _listed(channel.hear(payload)), _listed(channel.hear(channel.again(payload)))
    except Exception as broken:  # noqa: BLE001 - whatever it raises is the finding
        return Verdict(file, f"raised {type(broken).__name__}", ("everything",))
    said, repeated = ([each for each in told if isinstance(each, Facts)] for told in (heard, again))
    missing: list[str] = []
    for place, facts in enumerate(_listed(channel.facts(payload))):
        found = _place(said, facts, place)
        if found is not None:
            missing += _lost(facts, said[found], repeated[found] if found < len(repeated) else "")
        elif facts.holds:
            missing.append("message")
    return Verdict(file, _outcome(heard), tuple(missing))


def _listed(told: Any) -> list[Any]:
    return told if isinstance(told, list) else [] if told is None else [told]


def _place(said: list[Facts], facts: Facts, place: int) -> int | None:
    """Which of what was heard these facts are of."""
    if facts.name:
        return next((index for index, each in enumerate(said) if each.name == facts.name), None)
    return place if place < len(said) else None


def _outcome(heard: list[Facts | str]) -> str:
    told = [f"{each.name}  {each.text!r}" if isinstance(each, Facts) else f"ignored: {each}" for each in heard]
    return "; ".join(told)


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
