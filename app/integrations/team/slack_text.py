"""Slack's rows as our own types, and its marked text as plain text and back. Whatever is missing or of another kind is empty; nothing here raises.

In Slack's text "<@U1>" is somebody, "<#C1|name>" a channel, "<https://…|words>" a link, "<!here>" everybody who is there; "&", "<" and ">" are
escaped (https://docs.slack.dev/messaging/formatting-message-text).
"""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from app.integrations.answered import YEARS, Row, rows, table, text
from app.integrations.team.port import Channel, Colleague, Post, TeamFile, Within

_NEVER = datetime(1970, 1, 1, tzinfo=UTC)
_MARKED = re.compile(r"<([^<>]{1,3000})>")
_SAID_TO = re.compile(r"(?<![\w@])@([\w.-]{1,80}(?: [\w.-]{1,80})?)")
_MEANT = {
    "&amp;": "&",
    "&lt;": "<",
    "&gt;": ">",
}  # Slack escapes these alone; other numbers in a text are somebody's words
_ESCAPED = re.compile("|".join(_MEANT))
_LEFT = re.compile(r"(?<![\w@<])@(?!(?:channel|here|everyone)\b)\w")
_MOST_FILES = 10


def field(value: object) -> str:
    """A value as a form has it."""
    return json.dumps(value) if isinstance(value, dict | list) else str(value)


def moment(ts: str) -> datetime:
    """When a message was written, by its id."""
    try:
        found = datetime.fromtimestamp(float(ts), UTC)
    except (ValueError, OverflowError, OSError):
        return _NEVER
    return found if found.year in YEARS else _NEVER


def channel(of: Row) -> Channel:
    """A channel."""
    return Channel(
        text(of, "id"),
        text(of, "name"),
        text(table(of, "topic"), "value"),
        is_private=of.get("is_private") is True,
        is_talk=of.get("is_im") is True or of.get("is_mpim") is True,
        is_joined=of.get("is_member") is True,
    )


def colleague(of: Row) -> Colleague:
    """Somebody; with no id where they are gone."""
    profile = table(of, "profile")
    name = text(profile, "display_name") or text(profile, "real_name") or text(of, "real_name") or text(of, "name")
    return Colleague(
        "" if of.get("deleted") is True else text(of, "id"),
        " ".join(name.split())[:80],
        text(of, "name"),
        text(profile, "title")[:80],
        text(profile, "email"),
    )


def post(of: Row, channel_id: str, place: str, people: Mapping[str, Colleague], places: Mapping[str, str]) -> Post:
    """A message of a channel."""
    ts, thread, replies = text(of, "ts"), text(of, "thread_ts"), of.get("reply_count")
    return Post(
        ts,
        channel_id,
        place,
        _author(of, people),
        moment(ts),
        plain(text(of, "text"), people, places),
        replies=replies if isinstance(replies, int) else 0,
        thread=thread if thread != ts else "",
        files=tuple(text(one, "name") for one in rows(of, "files"))[:_MOST_FILES],
    )


def found(of: Row, people: Mapping[str, Colleague]) -> Post:
    """A message that a search found."""
    where, ts = table(of, "channel"), text(of, "ts")
    words = plain(text(of, "text"), people, {})
    return Post(
        ts, text(where, "id"), text(where, "name"), _author(of, people), moment(ts), words, url=text(of, "permalink")
    )


def file(of: Row, people: Mapping[str, Colleague], places: Mapping[str, str]) -> TeamFile:
    """A file; the channel it stands in where only one is told."""
    size, told = of.get("size"), of.get("channels")
    where = [one for one in told if isinstance(one, str)] if isinstance(told, list) else []
    return TeamFile(
        text(of, "id"),
        " ".join((text(of, "name") or text(of, "title")).split())[:200],
        _author(of, people),
        moment(str(of.get("created", ""))),
        size if isinstance(size, int) else 0,
        text(of, "mimetype"),
        places.get(where[0], "") if len(where) == 1 else "",
    )


def asked(words: str, within: Within) -> str:
    """What is searched for, with Slack's own modifiers. Its days are those of a time zone chosen there and "after" leaves its day out, so two days
    earlier are asked for than are wanted."""
    parts = [words.strip()]
    parts += [f"from:<@{within.sender.id}>"] if within.sender else []
    if place := within.channel:
        parts.append(f"in:@{place.handle}" if place.is_talk and place.handle else f"in:{place.name}")
    parts += [f"after:{within.since - timedelta(days=2):%Y-%m-%d}"] if within.since else []
    return " ".join(filter(None, parts))


def fits(of: Row, within: Within) -> bool:
    """Whether a message is one that is looked for. A channel that a row doesn't tell of is the one that was asked for."""
    place = text(table(of, "channel"), "id")
    return (
        (within.sender is None or text(of, "user") == within.sender.id)
        and (within.channel is None or place in ("", within.channel.id))
        and (within.since is None or moment(text(of, "ts")) >= within.since)
    )


def _author(of: Row, people: Mapping[str, Colleague]) -> str:
    known = people.get(text(of, "user"))
    return known.name if known else text(of, "username") or text(table(of, "bot_profile"), "name") or "somebody"


def key(of: Row, event: str) -> str:
    """The key that a message carries."""
    metadata = table(of, "metadata")
    return text(table(metadata, "event_payload"), "key") if metadata.get("event_type") == event else ""


def is_by(of: Row, user: str) -> bool:
    """Whether that account wrote it."""
    return bool(user) and text(of, "user") == user


def plain(marked: str, people: Mapping[str, Colleague], places: Mapping[str, str]) -> str:
    """Marked text as words: people and channels by their names."""

    def said(mark: re.Match[str]) -> str:
        inner, _, words = mark[1].partition("|")
        if inner.startswith("@"):
            known = people.get(inner[1:])
            return f"@{known.name}" if known else f"@{words or 'somebody'}"
        if inner.startswith("#"):
            return f"#{words or places.get(inner[1:], 'channel')}"
        if inner.startswith("!"):
            return f"@{words or inner[1:].partition('^')[0]}"
        return f"{words} ({inner})" if words and words != inner else inner

    return _ESCAPED.sub(lambda found: _MEANT[found[0]], _MARKED.sub(said, marked))


def fitting(people: Iterable[Colleague], words: str) -> list[Colleague]:
    """Those whose name, handle or address holds all of the words."""
    wanted = words.casefold().lstrip("@").split()
    return [
        one for one in people if all(word in f"{one.name} {one.handle} {one.address}".casefold() for word in wanted)
    ]


def names_nobody(words: str, people: Iterable[Colleague]) -> bool:
    """Whether words hold an "@name" that mentions nobody."""
    return bool(_LEFT.search(written(words, people)))


def written(words: str, people: Iterable[Colleague]) -> str:
    """Words as marked text: "@name" of somebody known mentions them; nothing else is a mark."""
    by_name = dict[str, list[str]]()
    for one in people:
        for name in {one.name.casefold(), one.handle.casefold(), one.name.casefold().partition(" ")[0]} - {""}:
            by_name.setdefault(name, []).append(one.id)

    def mentioned(said: re.Match[str]) -> str:
        whole, first = said[1].casefold(), said[1].partition(" ")[0]
        for name, rest in ((whole, ""), (first.casefold(), said[1][len(first) :])):
            if len(known := by_name.get(name.rstrip(".-"), [])) == 1:
                end = said[1][len(name.rstrip(".-")) : len(name)]
                return f"<@{known[0]}>{end}{rest}"
        return said[0]

    escaped = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _SAID_TO.sub(mentioned, escaped)
