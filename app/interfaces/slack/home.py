"""The Home tab: plain sections of text as blocks. Nothing in them is a mark, whoever wrote it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.interfaces.slack.blocks import Block, rich_text
from app.interfaces.writing.runs import Run, clean, is_blank

_MOST_BLOCKS = 100
_LONGEST_TITLE = 150
_LONGEST_TEXT = 2900
_LONGEST_VIEW = 60_000  # characters of all lines; Slack takes views of 250 kB
_BULLET = "• "
_MORE = "…"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its lines."""

    title: str
    lines: tuple[str, ...] = ()


def home_view(sections: Sequence[Section]) -> dict[str, Any]:
    """What `Workspace.publish` shows: each section under its heading, as far as Slack takes it."""
    blocks: list[Block] = []
    left = _LONGEST_VIEW
    for section in sections:
        own = _blocks(section)
        left -= sum(len(line) for line in section.lines)
        if len(blocks) + len(own) >= _MOST_BLOCKS or left < 0:
            return {"type": "home", "blocks": [*blocks, rich_text([Run(_MORE)])]}
        blocks += own
    return {"type": "home", "blocks": blocks or [rich_text([Run(_MORE)])]}


def _blocks(section: Section) -> list[Block]:
    title = " ".join(clean(section.title).split())
    heading: list[Block] = []
    if title:
        shown = title if len(title) <= _LONGEST_TITLE else f"{title[: _LONGEST_TITLE - 1].rstrip()}…"
        heading = [{"type": "header", "text": {"type": "plain_text", "text": shown, "emoji": False}}]
    lines = [" ".join(clean(line).split()) for line in section.lines]
    text = "\n".join(f"{_BULLET}{line}" for line in lines if not is_blank(line))
    if not text:
        return heading
    return [*heading, rich_text([Run(text if len(text) <= _LONGEST_TEXT else _cut(text))])]


def _cut(text: str) -> str:
    """As many whole lines as fit."""
    kept = text[:_LONGEST_TEXT].rpartition("\n")[0] or text[:_LONGEST_TEXT]
    return f"{kept}\n{_MORE}"
