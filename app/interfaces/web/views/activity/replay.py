"""Conversations, and one of them again, event by event: what was said, what stood beside it, each call with its arguments and outcome."""

from collections.abc import Mapping
from typing import Any

from app.cards.wording import title_of
from app.interfaces.web.views.activity.rows import TROUBLE, channel, figures, href, outcome
from app.interfaces.web.views.viewer import Viewer
from app.learning.session_log import OPEN, SessionHead, head_of, part_of, sessions_of
from app.learning.turn_log import Event, TurnLog, readable

_TALKS, _TURNS = 60, 12
_MOST_EVENTS, _EVENT, _VALUE = 60, 700, 300
_SAYS = {
    "message": "You",
    "reply": "Kwasi",
    "beside": "Beside it",
    "thought": "Thought",
    "result": "Answer",
    "other": "Beside it",
}


async def talks(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """The latest of them."""
    heads = await sessions_of(seen.house.study, seen.user.id, _TALKS)
    return {"talks": [_head(head, seen) for head in heads]}


async def view(seen: Viewer, which: str, query: Mapping[str, str]) -> dict[str, Any]:
    """One of them, some turns at a time."""
    head = await head_of(seen.house.study, seen.user.id, which[:20])
    if head is None:
        return {"replay": {"topic": "There’s no such conversation, or it was forgotten."}}
    said = query.get("after", "")
    after = int(said) if said.isascii() and said.isdecimal() and len(said) < 19 else 0
    turns = await part_of(seen.house.study, seen.user.id, head, after, _TURNS)
    last = turns[-1].number if turns else head.last_turn
    name = str(head.id) if head.id is not None else OPEN
    return {
        "replay": _head(head, seen) | {"turns": [_turn(turn, seen) for turn in turns]},
        "newest": f"/activity?session={name}" if after else "",
        "older": f"/activity?session={name}&after={last}" if turns and last < head.last_turn else "",
        "older_label": "Go on",
        "newest_label": "From the beginning",
    }


def _head(head: SessionHead, seen: Viewer) -> dict[str, Any]:
    """What it was about and when. One that isn't summed up yet can be read where it is the open one."""
    name = str(head.id) if head.id is not None else OPEN if head.is_open else ""
    start, end = seen.local(head.started_at), seen.local(head.ended_at)
    until = f"{end:%H:%M}" if start.date() == end.date() else seen.said(head.ended_at)
    return {
        "href": f"/activity?session={name}" if name else "",
        "topic": readable(head.topic, 200)[0] or ("The talk that is open now" if head.is_open else "Not summed up yet"),
        "when": f"{seen.said(head.started_at)} to {until}",
        "size": f"{head.turns:,} turn{'' if head.turns == 1 else 's'}",
    }


def _turn(turn: TurnLog, seen: Viewer) -> dict[str, Any]:
    events = [_event(event) for event in turn.events[:_MOST_EVENTS]]
    parts = (seen.said(turn.started_at), channel(turn.channel), turn.model, figures(turn.usage))
    return {
        "href": href(turn.id),
        "about": " · ".join(part for part in parts if part),
        "status": "" if turn.status == "done" else turn.status,
        "taint": turn.taint,
        "events": events,
        "more": max(0, len(turn.events) - _MOST_EVENTS),
    }


def _event(event: Event) -> dict[str, Any]:
    text, cut = readable(event.text, _EVENT)
    return {
        "kind": event.kind,
        "who": title_of(event.tool, event.arguments or {}) if event.kind == "call" else _SAYS[event.kind],
        "text": text,
        "cut": cut or event.cut,
        "arguments": {name: readable(str(value), _VALUE)[0] for name, value in (event.arguments or {}).items()},
        "ended": outcome(event.outcome) if event.kind == "call" else "",
        "trouble": event.outcome in TROUBLE,
    }
