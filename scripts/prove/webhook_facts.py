"""What kept payloads say themselves, read without our code: what must be heard of each.

Whatever is missing in a payload is missing in its facts; nothing here raises on a payload that is JSON.
"""

import html
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

Payload = dict[str, Any]
BOT_NAME, SLACK_BOT = "KwasiBot", "U0KWASIBOT"


@dataclass(frozen=True)
class Facts:
    """What a message is made of. `words` must all stand in what is heard beside `text`. `sent_at` is None where no time is told. `name`
    tells a repeated delivery; `holds` whether there is anything to answer."""

    text: str
    sender: str
    chat: str
    sent_at: datetime | None
    name: str = ""
    holds: bool = True
    words: tuple[str, ...] = ()


def at(value: Any, *path: str) -> Any:
    """What stands at the end of these names; None where there is none."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def listed(value: Any, *path: str) -> list[Any]:
    """The list at the end of these names, or an empty one."""
    found = at(value, *path)
    return found if isinstance(found, list) else []


def leaves(value: Any, *names: str) -> Iterator[str]:
    """Every text below a value; with names, only the texts under them."""
    if isinstance(value, str):
        yield from () if names else (value,)
    for key, each in value.items() if isinstance(value, dict) else ():
        yield from (each,) if isinstance(each, str) and key in names else leaves(each, *names)
    for each in value if isinstance(value, list) else ():
        yield from leaves(each, *names)


def _kept(words: Any) -> tuple[str, ...]:
    """Words as they can be compared: on one line, none twice, nothing blank."""
    return tuple(dict.fromkeys(" ".join(word.split()) for word in words if isinstance(word, str) and word.strip()))


_FILES = ("voice", "audio", "video", "video_note", "animation", "document", "photo")
_TELEGRAM_WORDS: Mapping[str, tuple[str, ...]] = {
    "sticker": ("emoji",),
    "location": (),
    "venue": ("title", "address"),
    "contact": ("first_name", "last_name", "phone_number"),
    "poll": ("question", "text"),
    "dice": ("emoji",),
    "game": ("title",),
    "story": ("title",),
    "checklist": ("title", "text"),
    "checklist_tasks_added": ("text",),
    "paid_media": (),
    "web_app_data": ("data",),
    "users_shared": ("first_name",),
    "chat_shared": ("title",),
    "invoice": ("title",),
}
_CUT = ("mention", "text_link")


def telegram_facts(payload: Payload) -> Facts | None:
    """Of an update: what a person wrote or sent."""
    edited = at(payload, "edited_message")
    message = at(payload, "message") or edited
    if not isinstance(message, dict):
        return None
    text = message.get("text") or message.get("caption") or ""
    kind = next((name for name in _TELEGRAM_WORDS if message.get(name) and name != "location"), "location")
    told = leaves(message.get(kind), *_TELEGRAM_WORDS[kind]) if _TELEGRAM_WORDS[kind] else ()
    words = (*_telegram_pieces(message, text), *(() if any(message.get(file) for file in _FILES) else told))
    holds = bool(text) or any(message.get(field) for field in (*_FILES, *_TELEGRAM_WORDS))
    sender = at(message, "from", "id") or (
        at(message, "chat", "id") if at(message, "chat", "type") == "private" else ""
    )
    date = message.get("date")
    return Facts(
        "",
        str(sender),
        str(at(message, "chat", "id")),
        datetime.fromtimestamp(date, UTC) if isinstance(date, int) else None,
        holds=holds and _is_by_a_person(message) and not (edited and message.get("location")),
        words=_kept(words),
    )


def _is_by_a_person(message: Payload) -> bool:
    """Whether a person says it to whoever reads it: no bot, no channel, and no command for another."""
    by_others = at(message, "from", "is_bot") or message.get("sender_chat") or message.get("is_automatic_forward")
    for_others = re.match(rf"/\w+@(?!{BOT_NAME}\b)", message.get("text") or "")
    return not (by_others or for_others or at(message, "chat", "type") == "channel")


def _telegram_pieces(message: Payload, text: str) -> Iterator[str]:
    """The text without what stands for an address or for the bot; Telegram counts in UTF-16."""
    raw, begin = text.encode("utf-16-le", "surrogatepass"), 0
    marks = listed(message, "entities") + listed(message, "caption_entities")
    for mark in marks:
        start, end = ((mark["offset"] + plus) * 2 for plus in (0, mark["length"]))
        named = raw[start:end].decode("utf-16-le", "replace")
        if mark["type"] in _CUT or (mark["type"] == "bot_command" and "@" in named):
            yield raw[begin:start].decode("utf-16-le", "replace")
            begin = end
    yield raw[begin:].decode("utf-16-le", "replace")


_SLACK_SAID = (None, "", "file_share", "thread_broadcast", "me_message")
_SLACK_TEXTS = ("text", "alt_text")


def slack_facts(payload: Payload) -> Facts | None:
    """Of an event: what a person wrote, passed on or sent."""
    event = at(payload, "event")
    change = at(event, "subtype") == "message_changed"
    message = at(event, "message") if change else event
    if at(event, "type") not in ("message", "app_mention") or at(message, "subtype") not in _SLACK_SAID:
        return None
    written = _slack_written(message)
    same = change and written == _slack_written(at(event, "previous_message"))
    passed = [
        each for each in listed(message, "attachments") if _is_passed_on(each, str(message.get("text") or ""), written)
    ]
    words = _kept((*written, *(word for each in passed for word in _slack_passed(each))))
    mine = message.get("bot_id") or message.get("user") in (None, "USLACKBOT", SLACK_BOT)
    ts = re.fullmatch(r"(\d+)\.(\d{6})", str(message.get("ts")))
    sent_at = datetime.fromtimestamp(0, UTC) + timedelta(seconds=int(ts[1]), microseconds=int(ts[2])) if ts else None
    holds = bool(words or message.get("files")) and not same and not mine
    return Facts("", str(message.get("user")), str(event.get("channel")), sent_at, holds=holds, words=words)


def _is_passed_on(attachment: Payload, text: str, written: tuple[str, ...]) -> bool:
    """Whether an attachment is what somebody passed on, and no preview of a link that stands in the text."""
    silent = not written and not text.strip()
    link = str(at(attachment, "from_url") or "").partition("?")[0]
    is_stray = bool(at(attachment, "is_msg_unfurl")) and not (link and link in html.unescape(text))
    return silent or bool(at(attachment, "is_share")) or is_stray


def _slack_written(message: Any) -> tuple[str, ...]:
    """What stands in a message's text, or in its blocks where it has none."""
    text = at(message, "text")
    return _kept(_slack_pieces(text) if isinstance(text, str) and text.strip() else _in_blocks(at(message, "blocks")))


def _slack_passed(attachment: Payload) -> Iterator[str]:
    """What an attachment says."""
    named = [at(attachment, name) for name in ("pretext", "title", "text")]
    fields = leaves(listed(attachment, "fields"), "title", "value")
    blocks = listed(attachment, "blocks") or listed(attachment, "message_blocks")
    said = [*named, *fields, *([] if named[-1] else _in_blocks(blocks))]
    for each in said if any(said) else [at(attachment, "fallback")]:
        yield from _slack_pieces(each) if isinstance(each, str) else ()


def _in_blocks(blocks: Any) -> Iterator[str]:
    for each in leaves(blocks, *_SLACK_TEXTS):
        yield from _slack_pieces(each)


def _slack_pieces(text: str) -> list[str]:
    """Text without Slack's marks for people, links and the like; lines apart, for a list has its own signs."""
    return [html.unescape(line) for piece in re.split(r"<[^>]*>", text) for line in piece.splitlines()]


_WHATSAPP_HELD = ("image", "audio", "voice", "video", "document", "sticker", "location", "contacts", "order")
_WHATSAPP_WORDS: Mapping[str, tuple[str, ...]] = {
    "text": ("body",),
    "button": ("text",),
    "interactive": ("title", "description"),
    "location": ("name", "address"),
    "contacts": ("formatted_name", "phone", "company", "email", "street", "city"),
    "order": ("text", "product_retailer_id"),
    "image": ("caption",),
    "video": ("caption",),
    "document": ("caption",),
}


def whatsapp_facts(payload: Payload) -> list[Facts]:
    """Of a call: each message that a person sent to us alone."""
    changes = [change for entry in listed(payload, "entry") for change in listed(entry, "changes")]
    values = [at(change, "value") for change in changes if at(change, "field") == "messages"]
    return [_whatsapp_message(value, message) for value in values for message in listed(value, "messages")]


def _whatsapp_message(value: Payload, message: Payload) -> Facts:
    """One message, with the contact that it is of."""
    mine = [
        each for each in listed(value, "contacts") if each.get("wa_id") == message.get("from") or "wa_id" not in each
    ]
    known = (each["user_id"] for each in mine if "user_id" in each)
    sender = next(known, message.get("from_user_id") or message.get("from") or "")
    told = at(message, "edit", "message") or message
    kind = told.get("type") or next((name for name in _WHATSAPP_WORDS if name in told), "")
    words = _kept((*leaves(told.get(kind), *_WHATSAPP_WORDS.get(kind, ("",))), *_answers(told)))
    stamp = str(message.get("timestamp"))
    return Facts(
        "",
        str(sender),
        str(sender),
        datetime.fromtimestamp(int(stamp), UTC) if stamp.isdecimal() else None,
        _whatsapp_name(message),
        "group_id" not in message and (bool(words) or kind in _WHATSAPP_HELD),
        words,
    )


def _whatsapp_name(message: Payload) -> str:
    """The name that a repeated delivery has too; a change is named after what it changes as well."""
    original = at(message, "edit", "original_message_id")
    return ":".join(str(each) for each in (original, message.get("id")) if each)


def _answers(message: Payload) -> Iterator[str]:
    """What was filled into a form."""
    packed = at(message, "interactive", "nfm_reply", "response_json")
    answers = json.loads(packed) if isinstance(packed, str) else packed
    kept = {name: each for name, each in answers.items() if name != "flow_token"} if isinstance(answers, dict) else {}
    yield from leaves(kept)
