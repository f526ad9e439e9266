"""A payload of Slack's into what it means for us: the Events API's, Socket Mode's, a tap's or a slash command's, whatever JSON it is.

Pure: asks nobody, keeps nothing, and says the same of a repeated delivery. Who may write is asked elsewhere. A mention comes as a message
and as a mention: both have the same name, so they are one.
"""

import logging
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from app.conversation.commands import slash
from app.interfaces.pushed.incoming import Command, Ignored, Said, Sender
from app.interfaces.slack.content import content_of, is_shared
from app.interfaces.slack.fields import line, moment, name_of, table, tables, text, ts_of
from app.interfaces.slack.incoming import Event, HomeOpened, Me, SlackTap
from app.interfaces.slack.wording import NOBODY, Names, mentions, named, words_of

log = logging.getLogger(__name__)

UNREADABLE = "unreadable"
_BROKEN = (TypeError, ValueError, AttributeError, KeyError, OverflowError, RecursionError)
_SAID = {"", "file_share", "thread_broadcast", "me_message"}
_DIRECT = {"im", "app_home"}
_WORDLESS = "(mentioned you without a word)"
_LINK = re.compile(r"link\s+([A-Za-z0-9_-]{32})", re.IGNORECASE)
_MARK = re.compile(r"[\w.:-]{1,120}")
_REASON = re.compile(r"\w{1,60}")
_LONGEST_NAME = 80


class _Place(NamedTuple):
    """Where a message stands, and where its answer goes."""

    channel: str
    address: str
    in_group: bool


def event_of(payload: Any, me: Me, at: datetime, names: Names = NOBODY) -> Event:
    """What a payload means. `at`: when it came, which is all that tells the time of a slash command; `names` are people's, by their ids."""
    try:
        return _event(payload, me, at, names)
    except _BROKEN as broken:
        log.warning("payload not understood", extra={"event": "slack.unreadable", "reason": type(broken).__name__})
        return Ignored(UNREADABLE)


def people_in(payload: Any) -> tuple[str, ...]:
    """The ids of the people whom a message names, so that their names can be asked for; none where it is no message."""
    event = table(payload, "event")
    return named(table(event, "message") or event)


def _event(payload: Any, me: Me, at: datetime, names: Names) -> Event:
    if not isinstance(payload, dict):
        return Ignored(UNREADABLE)
    if "command" in payload and "user_id" in payload:
        return _slash(payload, at)
    kind, event = line(payload, "type"), table(payload, "event")
    if kind == "block_actions":
        return _tap(payload)
    if kind != "event_callback" and (kind or not event):
        return Ignored(_reason(kind))
    told = line(event, "type") or ("message" if "ts" in event and "channel" in event else "")
    translate = _EVENTS.get(told)
    return translate(event, me, names) if translate else Ignored(_reason(told))


def _home(event: Mapping[str, Any], _: Me, __: Names) -> Event:
    user = name_of(event, "user")
    return HomeOpened(user) if user and line(event, "tab") == "home" else Ignored("app_home_opened")


def _message(event: Mapping[str, Any], me: Me, names: Names) -> Event:
    subtype = line(event, "subtype") or ("message_changed" if _is_change(event) else "")
    if subtype == "message_changed":
        return _changed(event, me, names)
    if subtype not in _SAID:
        return Ignored(f"message: {_reason(subtype)}")
    return _said(event, event, me, names)


def _is_change(event: Mapping[str, Any]) -> bool:
    """Whether an event that doesn't say what it is tells of other words. That somebody replied comes without its subtype too, and holds the
    message that was replied to as it was: it is said by nobody anew."""
    message = table(event, "message")
    return bool(table(event, "previous_message")) or ("edited" in message and "reply_count" not in message)


def _changed(event: Mapping[str, Any], me: Me, names: Names) -> Event:
    """A change of the words; that Slack now shows what stands behind a link is none."""
    message, before = table(event, "message"), table(event, "previous_message")
    if line(message, "subtype") not in _SAID:
        return Ignored(f"message_changed: {_reason(line(message, 'subtype'))}")
    if before and words_of(message, "") == words_of(before, ""):
        return Ignored("message_changed: the same words")
    revision = ts_of(table(message, "edited"), "ts") or ts_of(event, "ts", "event_ts")
    return _said(
        message, {**event, "ts": message.get("ts"), "thread_ts": message.get("thread_ts")}, me, names, revision
    )


def _mention(event: Mapping[str, Any], me: Me, names: Names) -> Event:
    if line(event, "subtype") not in _SAID:
        return Ignored(f"app_mention: {_reason(line(event, 'subtype'))}")
    return _said(event, event, me, names, ts_of(table(event, "edited"), "ts"))


def _said(
    message: Mapping[str, Any], event: Mapping[str, Any], me: Me, names: Names, revision: str = ""
) -> Said | Command | Ignored:
    """What a person wrote. `event` says where; `message` is it."""
    author, ts = name_of(message, "user"), ts_of(event, "ts", "event_ts")
    if reason := _not_a_person(message, author, me):
        return Ignored(reason)
    place = _place(event, author, ts)
    if place is None or not ts:
        return Ignored(UNREADABLE)
    mentioned = line(event, "type") == "app_mention" or mentions(message, me.user)
    if place.in_group and not mentioned:
        return Ignored("group")
    origin = {
        "sender": Sender(author, _name(table(message, "user_profile"))),
        "address": place.address,
        "message": ts,
        "original_id": f"{place.channel}:{ts}",
        "sent_at": moment(ts),
        "revision": revision,
        "in_group": place.in_group,
    }
    return _worded(message, origin, me, names)


def _worded(message: Mapping[str, Any], origin: dict[str, Any], me: Me, names: Names) -> Said | Command | Ignored:
    """Its words and files; a command where it is nothing but one, and nobody else's words are in it."""
    words, content = words_of(message, me.user, names), content_of(message, names)
    if not is_shared(message) and not content.attachments:
        called = _called(words, linking=not origin["in_group"])
        if called:
            return Command(**origin, name=called[0], arguments=called[1])
    said = "\n".join(filter(None, (words, *content.words)))
    if not said and not content.attachments:
        if not mentions(message, me.user):
            return Ignored("empty")
        said = _WORDLESS
    return Said(**origin, text=said, attachments=content.attachments, untrusted=", ".join(content.strangers))


def _not_a_person(message: Mapping[str, Any], author: str, me: Me) -> str:
    """Why whoever wrote it is nobody to answer; empty for a person."""
    if not author or author == "USLACKBOT":
        return "no sender"
    if author == me.user or (me.bot and message.get("bot_id") == me.bot):
        return "own"
    return "bot" if message.get("bot_id") or message.get("bot_profile") else ""


def _place(event: Mapping[str, Any], author: str, ts: str) -> _Place | None:
    channel, thread = name_of(event, "channel"), ts_of(event, "thread_ts")
    if not channel:
        return None
    if channel.startswith("D") or line(event, "channel_type") in _DIRECT:
        return _Place(channel, f"{author}/{thread}" if thread and thread != ts else author, in_group=False)
    return _Place(channel, f"{channel}/{thread or ts}", in_group=True)


def _called(words: str, *, linking: bool) -> tuple[str, str] | None:
    """The command that these words are: one with its slash, or the code that links an account, which no slash can stand before in a chat."""
    if linking and (code := _LINK.fullmatch(words.strip())):
        return "link", code[1]
    found = slash(words) if words.startswith("/") else None
    return (found[0].casefold(), found[1].strip()) if found else None


def _slash(payload: Mapping[str, Any], at: datetime) -> Event:
    """Our slash command. Whatever is asked with it is answered to who asked alone, wherever they typed it."""
    user = name_of(payload, "user_id")
    mark = line(payload, "trigger_id") or line(payload, "response_url").rpartition("/")[2]
    if not user or not _MARK.fullmatch(mark):
        return Ignored(UNREADABLE)
    words = text(payload, "text").strip()
    origin: dict[str, Any] = {
        "sender": Sender(user, line(payload, "user_name")[:_LONGEST_NAME]),
        "address": user,
        "message": mark,
        "original_id": f"command:{mark}",
        "sent_at": at,
    }
    called = ("help", "") if not words else _called(words, linking=True) or _called(f"/{words}", linking=False)
    if called:
        return Command(**origin, name=called[0], arguments=called[1])
    return Said(**origin, text=words_of({"text": words}, ""))


def _tap(payload: Mapping[str, Any]) -> Event:
    """A button under a message of ours. Where a button stands elsewhere, as on the Home tab, it is nobody's answer."""
    container, message = table(payload, "container"), table(payload, "message")
    sender, ts = table(payload, "user"), ts_of(container, "message_ts") or ts_of(message, "ts")
    channel = name_of(container, "channel_id") or name_of(table(payload, "channel"), "id")
    actions = tables(payload, "actions", 1)
    user = name_of(sender, "id")
    where = {"channel": channel, "thread_ts": ts_of(container, "thread_ts") or ts_of(message, "thread_ts")}
    place = _place(where, user, ts)
    if not actions or not user or not ts or place is None:
        return Ignored("tap without a message of ours")
    return SlackTap(
        id=f"{channel}:{ts}:{user}:{ts_of(actions[0], 'action_ts') or line(payload, 'trigger_id')[:120]}",
        sender=Sender(user, _name(sender)),
        address=place.address,
        message=ts,
        data=text(actions[0], "value")[:200],
        in_group=place.in_group,
        response_url=line(payload, "response_url")[:2000],
    )


def _name(profile: Mapping[str, Any]) -> str:
    return line(profile, "display_name", "real_name", "name", "username")[:_LONGEST_NAME]


def _reason(kind: str) -> str:
    """What it is, for the log."""
    return kind if _REASON.fullmatch(kind) else "unknown"


_EVENTS: Mapping[str, Callable[[Mapping[str, Any], Me, Names], Event]] = {
    "message": _message,
    "app_mention": _mention,
    "app_home_opened": _home,
}
