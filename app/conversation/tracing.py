"""What a trace holds of a turn: itself, and its stages under the names that a reader of traces looks for."""

import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager

from app.cards.sources import kinds
from app.conversation.turn import Resources, Turn
from app.tracing.spans import Span, content, span, trace

Stage = Callable[[Turn, Resources], Awaitable[None]]
SPANS: Mapping[str, str] = {
    "hear": "preprocess.stt",
    "see": "preprocess.vision",
    "plan": "planning",
    "recall": "recall",
    "run": "agent",
}
"""Stages by their function's name. Those that only look whether there is something for them have none; routing has its own, where the
answer is known."""
_TIMED = frozenset(
    ("fetch", "hear", "see", "plan", "recall")
)  # what a slow turn may have spent its time on; models and tools tell theirs
_OF_FILES = frozenset(("hear", "see"))


@contextmanager
def traced(turn: Turn, resources: Resources) -> Iterator[Span]:
    """The turn's trace, under the id that stands on its row and in the log."""
    tracing = resources.tracing
    attributes = {
        "session.id": turn.user.id,
        "user.id": turn.user.id,
        "turn.id": turn.id,
        "turn.channel": turn.channel,
        "turn.by_clock": turn.by_clock,
        "turn.messages": len(turn.entries),
        "turn.resumed": turn.resumed,
    }
    with trace(
        tracing.record, "turn", turn.trace_id, later=turn.resumed, content=tracing.content, **attributes
    ) as whole:
        yield whole


async def traced_stage(stage: Stage, turn: Turn, resources: Resources) -> None:
    """One stage, as a span where it is one that does something."""
    name = getattr(stage, "__name__", "")
    label = SPANS.get(name, "")
    began = time.perf_counter()
    try:
        if not label or (name in _OF_FILES and not turn.attachments):
            return await stage(turn, resources)
        with span(label):
            return await stage(turn, resources)
    finally:
        if name in _TIMED:
            turn.books.add_time(name, time.perf_counter() - began)


def tell_of(turn: Turn, whole: Span) -> None:
    """How the turn ended."""
    if turn.status == "failed":
        whole.fail()
    read = "\n".join(turn.taint.all)
    words = content(**{"input.value": turn.text, "output.value": turn.reply or "", "turn.sources": read})
    whole.set(
        **{
            "turn.status": turn.status,
            "turn.model": turn.model,
            "turn.tainted_by": kinds(turn.taint.all),
            "turn.calls": len(turn.books.calls),
            "turn.held": len(turn.books.held),
            **words,
        }
    )
