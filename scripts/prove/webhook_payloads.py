"""Feeds payloads kept in a folder to the channels that would receive them: what was kept of each, and what was not.

Usage: python -m scripts.prove.webhook_payloads FOLDER

FOLDER is named after a channel (telegram, slack, whatsapp) or holds folders that are; one payload a file, as JSON. A payload with words or a file
in it must be heard with its text, sender, chat and time, each message of it where it has several; any other is ignored; nothing raises; the
same message in another delivery has the same name. Another channel is one row of CHANNELS: how to receive a payload, and what it holds.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from telegram import User

from app.interfaces.pushed.incoming import Command, Ignored, Said, Tap
from app.interfaces.slack import payloads as slack
from app.interfaces.slack.incoming import HomeOpened, Me, SlackTap
from app.interfaces.telegram.payloads import event_of
from app.interfaces.whatsapp import payloads as whatsapp
from scripts.prove.webhook_facts import BOT_NAME, SLACK_BOT, Facts, Payload, slack_facts, telegram_facts, whatsapp_facts


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


_ME = User(1, "Kwasi", is_bot=True, username=BOT_NAME)
_SLACK_ME = Me(SLACK_BOT, "B0KWASIBOT")
_ALONE = "D0ALONE"


def hear_telegram(payload: Payload) -> Facts | str:
    """The event as the bot takes it. What is said among others without it is fed again as said to it alone: there it must be heard."""
    event = event_of(payload, _ME, at=datetime.now(UTC))
    if getattr(event, "reason", "") != "group":
        return facts_of(event) if not isinstance(event, Ignored) else event.reason
    kind = "message" if "message" in payload else "edited_message"
    alone = {**payload[kind], "chat": {"id": payload[kind]["from"]["id"], "type": "private"}}
    event = event_of({**payload, kind: alone}, _ME, at=datetime.now(UTC))
    chat = str(payload[kind]["chat"]["id"])
    return replace(facts_of(event), chat=chat) if not isinstance(event, Ignored) else event.reason


def facts_of(event: Said | Command | Tap) -> Facts:
    """What was heard."""
    if isinstance(event, Tap):
        return Facts(event.data, event.sender.id, event.address, datetime.now(UTC), event.id, holds=False)
    text = f"/{event.name} {event.arguments}" if isinstance(event, Command) else event.text
    files = "".join(f"[{each.media_type}]" for each in getattr(event, "attachments", ()))
    return Facts(
        f"{text} {files}".strip(), event.sender.id, event.address.partition("/")[0], event.sent_at, event.external_id
    )


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


def slack_again(payload: Payload) -> Payload:
    """The same in another delivery."""
    return {**payload, "event_id": f"{payload.get('event_id', '')}2", "event_time": 0}


def _alone(payload: Payload) -> Payload:
    """The same, said to the bot alone."""
    event = {**payload["event"], "channel": f"{_ALONE}{payload['event']['channel']}", "channel_type": "im"}
    return {**payload, "event": event}


def hear_whatsapp(payload: Payload) -> list[Facts | str]:
    """The events as the webhook takes them."""
    return [_whatsapp_event(event) for event in whatsapp.events_of(payload, at=datetime.now(UTC))]


def _whatsapp_event(event: Any) -> Facts | str:
    if isinstance(event, Tap):
        return replace(facts_of(event), sent_at=getattr(event, "sent_at", _NEVER))
    if isinstance(event, Said | Command):
        return facts_of(event)
    return event.reason if isinstance(event, Ignored) else type(event).__name__.casefold()


_NEVER = datetime.max.replace(tzinfo=UTC)
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
    shown = " ".join(heard.text.split())
    if facts.text not in heard.text or not all(word in shown for word in facts.words):
        yield "text"
    if facts.sender != heard.sender:
        yield "sender"
    if facts.chat != heard.chat:
        yield "chat"
    if facts.sent_at not in (None, heard.sent_at):
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
