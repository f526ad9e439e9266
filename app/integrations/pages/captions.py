"""Captions as text: WebVTT, SubRip and YouTube's JSON, without times, and without the lines that rolling captions repeat. Never raises."""

import json
import re
from typing import Any

from app.entities import unescaped
from app.integrations.mail.characters import readable

_TIMES = re.compile(r"\A\s*(?:\d{1,3}:)?\d\d:\d\d[.,]\d{3}\s+-->")
_TAG = re.compile(r"<[^<>\n]{0,200}>")
_NOTE = ("WEBVTT", "NOTE", "STYLE", "REGION", "X-TIMESTAMP-MAP")
_A_PARAGRAPH = 500  # characters, about, so that a long talk isn't one line
_END = re.compile(r"[.!?]\Z")


def text_of(data: str) -> str:
    """What is said, in paragraphs; "" where these are no captions."""
    lines = _of_json(data) if data.lstrip()[:1] == "{" else _of_cues(data)
    said = list[str]()
    for line in lines:
        plain = " ".join(unescaped(_TAG.sub("", line)).split())
        if plain and (not said or (plain != said[-1] and not said[-1].endswith(plain))):
            said.append(plain)
    return readable("\n\n".join(_paragraphs(said)))


def _of_cues(data: str) -> list[str]:
    found, in_cue, in_note = list[str](), False, False
    for line in data.splitlines():
        if not line.strip():
            in_cue = in_note = False
        elif _TIMES.match(line):
            in_cue, in_note = True, False
        elif line.startswith(_NOTE):
            in_note = True
        elif in_cue and not in_note:
            found.append(line)
    return found


def _of_json(data: str) -> list[str]:
    try:
        read: Any = json.loads(data)
        events = read["events"]
        return ["".join(str(one.get("utf8", "")) for one in event.get("segs", ())) for event in events]
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return []


def _paragraphs(lines: list[str]) -> list[str]:
    made, held = list[str](), list[str]()
    for line in lines:
        held.append(line)
        long = sum(map(len, held)) >= _A_PARAGRAPH
        if long and (_END.search(line) or sum(map(len, held)) >= 3 * _A_PARAGRAPH):
            made.append(" ".join(held))
            held = []
    return [*made, " ".join(held)] if held else made
