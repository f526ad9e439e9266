"""What somebody wrote in Slack, as a person reads it: Slack's marks for people, channels, links and dates in words.

Pure. The text is read once, from left to right, so that what stands in for a mark is never read again as one.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from app.interfaces.slack.fields import ID, line, name_of, table, tables, text

_MARK = re.compile(r"<([^<>\n]{1,4000})>")
_DEEPEST = 8
_LONGEST_NAME, _LONGEST_HANDLE = 20, 80
_MOST_NAMED = 20
_MOST_LETTERS = 100_000
_MOST_ROWS, _MOST_CELLS = 100, 20
_BULLET, _QUOTES = "• ", "> "  # as Slack itself writes them in a message's text
_SHOUTS = {"here": "@here", "channel": "@channel", "everyone": "@everyone"}
Names = Mapping[str, str]
NOBODY: Names = {}


def mentions(event: Mapping[str, Any], user: str) -> bool:
    """Whether a message names this user by a mark of Slack's."""
    written = _written(event)
    return bool(user) and (f"<@{user}>" in written or f"<@{user}|" in written)


def named(event: Mapping[str, Any]) -> tuple[str, ...]:
    """The ids of the people whom a message names, each once."""
    found = re.findall(rf"<@({ID})[|>]", _written(event), re.ASCII)
    return tuple(dict.fromkeys(found))[:_MOST_NAMED]


def words_of(event: Mapping[str, Any], me: str, names: Names = NOBODY) -> str:
    """The words of a message; our own mention is taken out. `names` are those of people, by their ids."""
    return read(_written(event), me, names)


def read(marked: str, me: str = "", names: Names = NOBODY) -> str:
    """Text with Slack's marks as plain text."""
    own = re.compile(rf" ?<@{re.escape(me)}(?:\|[^<>\n]{{0,100}})?>[,:]? ?") if me else None
    kept = own.sub(" ", marked) if own else marked
    pieces, at = [], 0
    for found in _MARK.finditer(kept):
        pieces += [_unescaped(kept[at : found.start()]), _said(found[1], names)]
        at = found.end()
    pieces.append(_unescaped(kept[at:]))
    return "".join(pieces).strip()


def blocks_text(blocks: list[Mapping[str, Any]]) -> str:
    """The text of blocks, in Slack's marks."""
    told = (_BLOCKS.get(line(block, "type"), _unknown)(block) for block in blocks)
    return "\n".join(filter(str.strip, told))[:_MOST_LETTERS]


def _written(event: Mapping[str, Any]) -> str:
    return text(event, "text")[:_MOST_LETTERS] or blocks_text(tables(event, "blocks"))


def _said(mark: str, names: Names) -> str:
    """A mark in words. Of a link whose label hides where it goes, both."""
    target, bar, label = mark.partition("|")
    target, label = _unescaped(target), _unescaped(label)
    if target.startswith("@"):
        return f"@{called(names.get(target[1:]) or label) or target[1:]}"
    if target.startswith("#"):
        return f"#{_handle(label) or target[1:]}"
    if target.startswith("!"):
        return _special(target[1:], label)
    shown = target.removeprefix("mailto:").removeprefix("tel:")
    return shown if not bar or not label.strip() or label in (shown, target) else f"{label} ({shown})"


def _special(mark: str, label: str) -> str:
    kind = mark.partition("^")[0]
    if kind == "date":
        return label
    return _SHOUTS.get(kind) or f"@{_handle(label) or 'a group'}"


def called(name: str) -> str:
    """The first word of a person's name, letters alone: whoever it is chose it, and no more of it may stand among somebody else's words."""
    words = re.findall(r"[^\W\d_][\w'’-]*", name)
    return words[0][:_LONGEST_NAME] if words else ""


def _handle(label: str) -> str:
    """A channel's or a group's handle, which has no spaces: one that has isn't shown."""
    bare = label.removeprefix("@").removeprefix("#")
    return bare[:_LONGEST_HANDLE] if re.fullmatch(r"[\w.-]+", bare) else ""


def _unescaped(written: str) -> str:
    return written.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _rich(block: Mapping[str, Any], depth: int = 0) -> str:
    if depth > _DEEPEST:
        return ""
    return "\n".join(_part(part, depth) for part in tables(block, "elements", 1000))


def _part(part: Mapping[str, Any], depth: int) -> str:
    """A paragraph, a list, a quotation or code."""
    if line(part, "type") == "rich_text_list":
        return "\n".join(f"{_BULLET}{_flat(item)}" for item in tables(part, "elements", 1000))
    if line(part, "type") == "rich_text_quote":
        return "\n".join(f"{_QUOTES}{each}" for each in _flat(part).split("\n"))
    return _flat(part) if depth < _DEEPEST else ""


def _flat(part: Mapping[str, Any]) -> str:
    return "".join(_element(each) for each in tables(part, "elements", 5000))


def _element(element: Mapping[str, Any]) -> str:
    tell = _ELEMENTS.get(line(element, "type"))
    return tell(element) if tell else _raw(element, "text", "fallback")


def _raw(value: Mapping[str, Any], *names: str) -> str:
    """Words that hold no marks; spaces alone are words too, between two others."""
    found = (value.get(name) for name in names)
    return _escaped(next((each for each in found if isinstance(each, str)), ""))


def _link(element: Mapping[str, Any]) -> str:
    label, url = _raw(element, "text"), _raw(element, "url")
    return f"<{url}|{label}>" if label.strip() else f"<{url}>" if url else ""


def _marked(sign: str, field: str) -> Callable[[Mapping[str, Any]], str]:
    def tell(element: Mapping[str, Any]) -> str:
        named = name_of(element, field)
        return f"<{sign}{named}>" if named else ""

    return tell


def _object_text(block: Mapping[str, Any]) -> str:
    """The text of a section, with its fields below."""
    own = text(table(block, "text"), "text") if isinstance(block.get("text"), dict) else text(block, "text")
    return "\n".join(filter(None, (own, *(text(field, "text") for field in tables(block, "fields")))))


def _titled(block: Mapping[str, Any]) -> str:
    """A picture or a film: what stands over it and what it is said to show."""
    told = (text(table(block, name), "text") for name in ("title", "description"))
    return "\n".join(dict.fromkeys(filter(None, (*told, text(block, "alt_text"), text(block, "title_url")))))


def _rows(block: Mapping[str, Any]) -> str:
    """A table, a line a row."""
    rows = block.get("rows")
    listed = rows[:_MOST_ROWS] if isinstance(rows, list) else []
    return "\n".join(" | ".join(map(_cell, tables({"": row}, "", _MOST_CELLS))) for row in listed)


def _cell(cell: Mapping[str, Any]) -> str:
    return " ".join((_rich(cell) or _raw(cell, "text")).split())


def _unknown(block: Mapping[str, Any]) -> str:
    """A kind that Slack made later, or that isn't told: words stand where they stand in others."""
    return _object_text(block) or _rich(block)


_ELEMENTS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "text": lambda element: _raw(element, "text"),
    "link": _link,
    "user": _marked("@", "user_id"),
    "usergroup": _marked("!subteam^", "usergroup_id"),
    "channel": _marked("#", "channel_id"),
    "broadcast": lambda element: f"@{_raw(element, 'range')}",
    "emoji": lambda element: f":{_raw(element, 'name')}:",
    "date": lambda element: _raw(element, "fallback"),
    "color": lambda element: _raw(element, "value"),
}
_BLOCKS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "rich_text": _rich,
    "section": _object_text,
    "header": _object_text,
    "markdown": _object_text,
    "image": _titled,
    "video": _titled,
    "table": _rows,
    "context": lambda block: "\n".join(text(each, "text") for each in tables(block, "elements")),
}
