"""Texts as Jira Cloud keeps them (Atlassian Document Format, https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/), read
as plain text with the marks that `marking.py` writes. Whatever is of no known kind is read for the text within it; nothing here raises.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

_DEEPEST, _MOST = 60, 200_000  # levels, characters
_MOST_MARKS = 10  # of one text: each is written around it
_MARKS = {"strong": "**", "em": "*", "code": "`", "strike": "~~"}
Node = Mapping[str, Any]


def read(document: object) -> str:
    """A document as text; a text as it is; "" for anything else."""
    if isinstance(document, str):
        return document.replace("\r\n", "\n").strip()[:_MOST]
    return _blocks(_node(document), 0).strip()[:_MOST]


def _node(value: object) -> Node:
    return value if isinstance(value, Mapping) else {}


def _children(node: Node) -> list[Node]:
    found = node.get("content")
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def _attribute(node: Node, *names: str) -> str:
    attributes = _node(node.get("attrs"))
    for name in names:
        value = attributes.get(name)
        if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            return str(value)
    return ""


def _kind(node: Node) -> str:
    kind = node.get("type")
    return kind if isinstance(kind, str) else ""


def _blocks(node: Node, depth: int) -> str:
    """What stands in a block, each of its blocks by itself, and words that stand beside each other as one."""
    if depth > _DEEPEST:
        return ""
    parts, line = list[str](), ""
    for child in _children(node):
        if _kind(child) in _BLOCKS:
            parts += [line, _BLOCKS[_kind(child)](child, depth + 1)]
            line = ""
        elif _children(child) and _kind(child) not in _INLINE:
            parts += [line, _blocks(child, depth + 1)]
            line = ""
        else:
            line += _inline(child)
    return "\n\n".join(part for part in (*parts, line) if part.strip())


def _inline(node: Node) -> str:
    make = _INLINE.get(_kind(node))
    return make(node) if make else ""


def _text(node: Node) -> str:
    said = node.get("text")
    words = said if isinstance(said, str) else ""
    marks = node.get("marks")
    for mark in marks[:_MOST_MARKS] if isinstance(marks, list) else []:
        kind = _kind(_node(mark))
        if kind == "link":
            address = _attribute(_node(mark), "href")
            words = words if address in ("", words) else f"[{words}]({address})"
        elif kind in _MARKS and words.strip():
            words = f"{_MARKS[kind]}{words}{_MARKS[kind]}"
    return words


def _mention(node: Node) -> str:
    return "@" + (_attribute(node, "text", "id") or "somebody").removeprefix("@")


def _date(node: Node) -> str:
    said = _attribute(node, "timestamp")
    try:
        return datetime.fromtimestamp(int(said) / 1000, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def _paragraph(node: Node, depth: int) -> str:
    return _blocks(node, depth)


def _heading(node: Node, depth: int) -> str:
    level = _attribute(node, "level")
    return f"{'#' * (int(level) if level in tuple('123456') else 1)} {_blocks(node, depth)}"


def _list(node: Node, depth: int) -> str:
    lines, start = list[str](), _attribute(node, "order")
    number = int(start) if start.isdecimal() and len(start) < 7 else 1
    for at, item in enumerate(_children(node)):
        mark = f"{number + at}. " if _kind(node) == "orderedList" else "- "
        lines.append(_behind(mark, _blocks(item, depth + 1)))
    return "\n".join(lines)


def _tasks(node: Node, depth: int) -> str:
    done = {"DONE": "- [x] ", "DECIDED": "- decided: "}
    lines = list[str]()
    for item in _children(node):
        nested = _kind(item) in ("taskList", "decisionList")
        said = _tasks(item, depth + 1) if nested and depth < _DEEPEST else _blocks(item, depth + 1)
        lines.append(_behind("  " if nested else done.get(_attribute(item, "state"), "- [ ] "), said))
    return "\n".join(lines)


def _behind(mark: str, said: str) -> str:
    """A list's item: its lines behind the mark, close together."""
    return mark + said.replace("\n\n", "\n").replace("\n", "\n" + " " * len(mark))


def _code(node: Node, _: int) -> str:
    words = "".join(one["text"] for one in _children(node) if isinstance(one.get("text"), str))
    return f"```{_attribute(node, 'language')}\n{words}\n```"


def _quote(node: Node, depth: int) -> str:
    return "\n".join(f"> {line}".rstrip() for line in _blocks(node, depth).split("\n"))


def _table(node: Node, depth: int) -> str:
    rows = [
        " | ".join(_blocks(cell, depth + 2).replace("\n", " ") for cell in _children(row)) for row in _children(node)
    ]
    return "\n".join(rows)


def _expand(node: Node, depth: int) -> str:
    return "\n\n".join(filter(None, (_attribute(node, "title"), _blocks(node, depth))))


def _file(node: Node) -> str:
    return f"(file {_attribute(node, 'alt')})" if _attribute(node, "alt") else "(file)"


_BLOCKS: Mapping[str, Callable[[Node, int], str]] = {
    "paragraph": _paragraph,
    "heading": _heading,
    "bulletList": _list,
    "orderedList": _list,
    "taskList": _tasks,
    "decisionList": _tasks,
    "codeBlock": _code,
    "blockquote": _quote,
    "table": _table,
    "expand": _expand,
    "nestedExpand": _expand,
    "rule": lambda _, __: "---",
    "blockCard": lambda node, _: _attribute(node, "url"),
    "embedCard": lambda node, _: _attribute(node, "url"),
}
_INLINE: Mapping[str, Callable[[Node], str]] = {
    "text": _text,
    "hardBreak": lambda _: "\n",
    "mention": _mention,
    "emoji": lambda node: _attribute(node, "text", "shortName"),
    "date": _date,
    "status": lambda node: f"[{_attribute(node, 'text')}]",
    "inlineCard": lambda node: _attribute(node, "url"),
    "media": _file,
    "mediaInline": _file,
}
