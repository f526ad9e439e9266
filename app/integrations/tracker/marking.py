"""Texts with marks as people and models write them (Markdown's commonest), as Jira keeps them: a document for Cloud, wiki markup for Server.

A line is a line: what stands below another stays below it. What is no mark stays as it was typed. `adf.read` gives the text back. Pure.
"""

import re
from collections.abc import Sequence
from typing import Any

Block = dict[str, Any]
_MOST_LEVELS = 6
_FENCE = re.compile(r"\A`{3,9}\s{0,3}([\w+#.-]{0,30})\Z")  # of a line without the blanks around it
_HEADING = re.compile(r"\A(#{1,6})\s+(\S.*)\Z")
_RULE = re.compile(r"\A\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*\Z")
_ITEM = re.compile(r"\A(?P<indent>\s{0,20})(?P<mark>[-*+]|\d{1,6}[.)])\s+(?P<said>\S.*)\Z")
_TABLE_LINE = re.compile(r"\A(?=[^-]*-)[\s:|-]*\Z")
_INLINE = re.compile(
    r"`(?P<code>[^`\n]{1,2000})`"
    r"|\[(?P<said>[^\[\]\n]{1,500})\]\((?P<address>(?:https?://|mailto:)[^\s()]{1,1000})\)"
    r"|(?P<bare>https?://[^\s<>()\[\]]{1,1000}[^\s<>()\[\].,;:!?'\"*_])"
    r"|\*\*(?P<strong>(?=\S)[^*\n]{1,1000}(?<=\S))\*\*"
    r"|~~(?P<strike>(?=\S)[^~\n]{1,1000}(?<=\S))~~"
    r"|(?<![\w*])\*(?P<em>(?=\S)[^*\n]{1,1000}(?<=\S))\*(?![\w*])"
)
_MARKS = ("strong", "strike", "em", "code")
_WIKI = {"strong": "*", "em": "_", "strike": "-"}
_WIKI_SPECIAL = re.compile(r"([{}\[\]|])")


def document(text: str) -> Block:
    """The text as a document of Jira Cloud."""
    lines = text.replace("\r\n", "\n").replace("\t", "    ").split("\n")
    return {"version": 1, "type": "doc", "content": _blocks(lines)}


def wiki(text: str) -> str:
    """The text as wiki markup of Jira Server."""
    return "\n\n".join(_wiki_block(block, "") for block in document(text)["content"])


def _blocks(lines: Sequence[str]) -> list[Block]:
    found, at = list[Block](), 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        for reader in (_fence, _heading, _rule, _quote, _table, _items, _paragraph):
            block, after = reader(lines, at)
            if block is not None:
                found.append(block)
                at = after
                break
    return found


def _fence(lines: Sequence[str], at: int) -> tuple[Block | None, int]:
    opened = _FENCE.match(lines[at].strip())
    if opened is None:
        return None, at
    end = next((i for i in range(at + 1, len(lines)) if lines[i].strip().startswith("```")), len(lines))
    words = "\n".join(lines[at + 1 : end])
    attributes = {"attrs": {"language": opened[1].lower()}} if opened[1] else {}
    return {"type": "codeBlock", **attributes, "content": [_words(words)] if words else []}, end + 1


def _heading(lines: Sequence[str], at: int) -> tuple[Block | None, int]:
    found = _HEADING.match(lines[at].rstrip())
    if found is None:
        return None, at
    return {"type": "heading", "attrs": {"level": len(found[1])}, "content": _inline(found[2])}, at + 1


def _rule(lines: Sequence[str], at: int) -> tuple[Block | None, int]:
    return ({"type": "rule"}, at + 1) if _RULE.match(lines[at]) else (None, at)


def _quote(lines: Sequence[str], at: int) -> tuple[Block | None, int]:
    end = at
    while end < len(lines) and lines[end].lstrip().startswith(">"):
        end += 1
    if end == at:
        return None, at
    said = [line.lstrip()[1:].removeprefix(" ") for line in lines[at:end]]
    paragraphs = [_said(part.split("\n")) for part in re.split(r"\n\s*\n", "\n".join(said)) if part.strip()]
    return {"type": "blockquote", "content": paragraphs or [_said(())]}, end


def _table(lines: Sequence[str], at: int) -> tuple[Block | None, int]:
    is_one = at + 1 < len(lines) and "|" in lines[at] and "|" in lines[at + 1] and _TABLE_LINE.match(lines[at + 1])
    if not is_one:
        return None, at
    end = at + 2
    while end < len(lines) and "|" in lines[end]:
        end += 1
    rows = [_row(lines[at], "tableHeader"), *(_row(line, "tableCell") for line in lines[at + 2 : end])]
    return {"type": "table", "content": rows}, end


def _row(line: str, kind: str) -> Block:
    cells = [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]
    return {"type": "tableRow", "content": [{"type": kind, "content": [_said([cell])]} for cell in cells]}


def _items(lines: Sequence[str], at: int, level: int = 0) -> tuple[Block | None, int]:
    """A list, with the lists and lines that are set in below its items."""
    first = _ITEM.match(lines[at])
    if first is None:
        return None, at
    indent, is_numbered = len(first["indent"]), first["mark"][0].isdigit()
    items = list[Block]()
    while at < len(lines) and (found := _ITEM.match(lines[at])) and len(found["indent"]) >= indent:
        if items and len(found["indent"]) > indent + 1 and level < _MOST_LEVELS:
            nested, at = _items(lines, at, level + 1)
            items[-1]["content"].append(nested)
        elif found["mark"][0].isdigit() == is_numbered:
            end = _end_of_item(lines, at + 1, indent + 2)
            said = [found["said"], *(line.strip() for line in lines[at + 1 : end])]
            items.append({"type": "listItem", "content": [_said(said)]})
            at = end
        else:
            break
    if not is_numbered:
        return {"type": "bulletList", "content": items}, at
    return {"type": "orderedList", "attrs": {"order": int(first["mark"][:-1])}, "content": items}, at


def _end_of_item(lines: Sequence[str], at: int, indent: int) -> int:
    while at < len(lines) and lines[at].startswith(" " * indent) and lines[at].strip() and not _ITEM.match(lines[at]):
        at += 1
    return at


def _paragraph(lines: Sequence[str], at: int) -> tuple[Block | None, int]:
    end = at + 1
    while end < len(lines) and lines[end].strip() and not _begins(lines, end):
        end += 1
    return _said(lines[at:end]), end


def _begins(lines: Sequence[str], at: int) -> bool:
    """Whether something else than words begins there."""
    line = lines[at]
    if _FENCE.match(line.strip()) or line.lstrip().startswith(">"):
        return True
    return any(mark.match(line) for mark in (_HEADING, _RULE, _ITEM))


def _said(lines: Sequence[str]) -> Block:
    """A paragraph, its lines below each other."""
    nodes = list[Block]()
    for line in lines:
        nodes += [{"type": "hardBreak"}] if nodes else []
        nodes += _inline(line.strip())
    return {"type": "paragraph", "content": nodes} if nodes else {"type": "paragraph"}


def _inline(text: str, marks: tuple[Block, ...] = ()) -> list[Block]:
    nodes, end = list[Block](), 0
    for found in _INLINE.finditer(text):
        nodes += _plain(text[end : found.start()], marks)
        end = found.end()
        address = found["address"] or found["bare"]
        kind = next((name for name in _MARKS if found[name]), "")
        if address:
            nodes.append(_words(found["said"] or address, (*marks, {"type": "link", "attrs": {"href": address}})))
        elif kind == "code":
            nodes.append(_words(found["code"], ({"type": "code"},)))  # it stands with no other mark but a link
        else:
            nodes += _inline(found[kind], (*marks, {"type": kind}))
    return nodes + _plain(text[end:], marks)


def _plain(text: str, marks: tuple[Block, ...]) -> list[Block]:
    return [_words(text, marks)] if text else []


def _words(text: str, marks: tuple[Block, ...] = ()) -> Block:
    return {"type": "text", "text": text, **({"marks": list(marks)} if marks else {})}


def _wiki_block(block: Block, before: str) -> str:
    """A block in wiki markup; `before` are the marks of the lists that it stands in."""
    kind, content = block["type"], block.get("content", [])
    if kind == "paragraph":
        return "".join(map(_wiki_words, content))
    if kind == "heading":
        return f"h{block['attrs']['level']}. {''.join(map(_wiki_words, content))}"
    if kind == "codeBlock":
        language = block.get("attrs", {}).get("language", "")
        return f"{{code{':' + language if language else ''}}}\n{''.join(one['text'] for one in content)}\n{{code}}"
    if kind == "blockquote":
        return "{quote}\n" + "\n\n".join(_wiki_block(one, "") for one in content) + "\n{quote}"
    if kind == "table":
        return "\n".join(_wiki_row(row["content"]) for row in content)
    if kind == "rule":
        return "----"
    return _wiki_list(block, before + ("#" if kind == "orderedList" else "*"))


def _wiki_list(block: Block, marks: str) -> str:
    lines = list[str]()
    for item in block["content"]:
        first, *nested = item["content"]
        said = _wiki_block(first, "").replace("\n", r" \\ ")
        lines += [f"{marks} {said}", *(_wiki_block(one, marks) for one in nested)]
    return "\n".join(lines)


def _wiki_row(cells: Sequence[Block]) -> str:
    mark = "||" if cells[0]["type"] == "tableHeader" else "|"
    return mark + mark.join(_wiki_block(cell["content"][0], "") or " " for cell in cells) + mark


def _wiki_words(node: Block) -> str:
    if node["type"] == "hardBreak":
        return "\n"
    marks = {mark["type"]: mark for mark in node.get("marks", ())}
    words = node["text"] if "link" in marks else _WIKI_SPECIAL.sub(r"\\\1", node["text"])
    if "link" in marks:
        address = marks["link"]["attrs"]["href"]
        words = f"[{address}]" if words == address else f"[{words}|{address}]"
    if "code" in marks:
        return f"{{{{{words}}}}}"
    for kind, mark in _WIKI.items():
        words = f"{mark}{words}{mark}" if kind in marks else words
    return words
