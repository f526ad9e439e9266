"""What came with a message: files as references to fetch them by, and what was shared or forwarded, as others' words."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.interfaces.pushed.file_names import clean_name, media_type_of
from app.interfaces.slack.fields import line, name_of, tables, text
from app.interfaces.slack.incoming import CHANNEL
from app.interfaces.slack.wording import NOBODY, Names, blocks_text, read, words_of
from app.messages import Attachment

LARGEST = 20_000_000  # bytes that are fetched
_MEGABYTE = 1_000_000
_MOST_FILES, _MOST_SHARED = 20, 20
_UNKNOWN = "application/octet-stream"
_VOICE = "slack_audio"
_GONE = ("tombstone", "hidden_by_limit")
_UNFURLED = ("from_url", "original_url", "is_msg_unfurl", "is_app_unfurl", "app_unfurl_url")


class Content(NamedTuple):
    """What a message holds besides its text. `words` tell of it; `strangers` name whose words those are where they aren't the sender's."""

    attachments: tuple[Attachment, ...] = ()
    words: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()


def content_of(message: Mapping[str, Any], names: Names = NOBODY) -> Content:
    """Files, and what was shared. What Slack itself shows of a link is no part of it."""
    parts = [_file(file) for file in tables(message, "files", _MOST_FILES)]
    parts += [_shared(each, names) for each in _passed_on(message)]
    return Content(
        tuple(file for part in parts for file in part.attachments),
        tuple(word for part in parts for word in part.words),
        tuple(dict.fromkeys(one for part in parts for one in part.strangers)),
    )


def is_shared(message: Mapping[str, Any]) -> bool:
    """Whether the message passes something on."""
    return bool(_passed_on(message))


def _passed_on(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What hangs on a message and isn't there for a link in it. Where nothing is written there is no link, so all of it was passed on."""
    attached, words = tables(message, "attachments", _MOST_SHARED), words_of(message, "")
    return [each for each in attached if not _is_unfurled(each, words)] if words else attached


def _is_unfurled(attachment: Mapping[str, Any], words: str) -> bool:
    """Whether Slack put it there for a link; what the sender shared is marked so, though it looks the same. A message of Slack's that
    isn't marked is there for a link only where its link stands in the words."""
    if attachment.get("is_share") or not any(attachment.get(field) for field in _UNFURLED):
        return False
    link = line(attachment, "from_url", "original_url").partition("?")[0]
    return not attachment.get("is_msg_unfurl") or (bool(link) and link in words)


def _file(file: Mapping[str, Any]) -> Content:
    """One file, by its id: what Slack says of it may be old by the time it is fetched."""
    known = name_of(file, "id")
    name = clean_name(line(file, "name", "title")[:1000]) or "file"
    if line(file, "mode") in _GONE or not known:
        return Content(words=("(came with a file that isn't there any more)",)) if file else Content()
    if file.get("is_external") is True or line(file, "mode") == "external":
        return Content(
            words=(f"(came with a link to “{name}”, which is kept elsewhere)",), strangers=("a file's name",)
        )
    size = file.get("size")
    if isinstance(size, int) and not isinstance(size, bool) and size > LARGEST:
        return Content(words=(_too_big(name, size),), strangers=("a file's name",))
    is_voice = line(file, "subtype") == _VOICE
    media_type = media_type_of(line(file, "mimetype"), "audio/mp4" if is_voice else _UNKNOWN)
    if is_voice and media_type.startswith("video/"):
        media_type = f"audio/{media_type.partition('/')[2]}"  # what was spoken comes in a container for films
    return Content((Attachment("" if is_voice else name, media_type, b"", reference=f"{CHANNEL}:{known}"),))


def _too_big(name: str, size: int) -> str:
    shown = f"{size / _MEGABYTE:.0f}" if size < 10**12 else "very many"
    return (
        f"(came with “{name}”, {shown} MB, which was too big to fetch: I take files of up to {LARGEST // _MEGABYTE} MB. "
        "A smaller version will work.)"
    )


def _shared(attachment: Mapping[str, Any], names: Names) -> Content:
    """A message that was passed on, or what another program made: never the sender's own words."""
    author = line(attachment, "author_subname", "author_name", "author_id", "service_name")[:80]
    is_message = attachment.get("is_share") or attachment.get("is_msg_unfurl")
    source = f"forwarded from {author or 'somebody'}" if is_message else "an attached card"
    files = [_file(file) for file in tables(attachment, "files", _MOST_FILES)]
    told = [_told(attachment, names), *(word for file in files for word in file.words)]
    words = "\n".join(filter(None, told))
    found = tuple(each for file in files for each in file.attachments)
    if not words and not found:
        return Content()
    return Content(found, (f"({source}:)\n{words}" if words else f"({source})",), (source,))


def _told(attachment: Mapping[str, Any], names: Names) -> str:
    """Its words: what stands over it, its title, its text and its fields; where it has none, what Slack puts in their place."""
    fields = (f"{text(field, 'title')}: {text(field, 'value')}".strip(": ") for field in tables(attachment, "fields"))
    told = [text(attachment, "pretext"), text(attachment, "title"), _body(attachment), *fields]
    words = "\n".join(read(each, names=names) for each in told if each)
    return words or read(text(attachment, "fallback"), names=names)


def _body(attachment: Mapping[str, Any]) -> str:
    if own := text(attachment, "text"):
        return own
    inner = [table for each in tables(attachment, "message_blocks") for table in _inner(each)]
    return blocks_text(inner or tables(attachment, "blocks"))


def _inner(block: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    message = block.get("message")
    return tables(message, "blocks") if isinstance(message, dict) else []
