"""The conversation a model is shown: what came long before summed up, then the last turns whole, ten of them or as many as the budget holds.

A window only grows at its end until it is cut back in one step, and the summary in front of it changes only when older turns go into
it, so that consecutive requests share their beginning byte for byte and a model server's prompt cache holds. Windows are kept in
memory and brought up to date from storage, where other processes may have added turns or removed some. Never fewer than the last six
turns are shown; where even those are too much, long texts in them are shortened and say so.

What other people wrote is shown no longer than the talk it was read in: once that is over, such a turn shows what its user said alone.
A search of the history finds the rest, and taints the turn that asks.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextPart,
    UserPromptPart,
)

from app.conversation.shortening import bare, level, shortened, size_of
from app.learning.running.rules import single_things
from app.learning.summaries import rendered
from app.memory.records import Fact, Json, Summary, TurnRecord
from app.memory.repositories import Repositories
from app.prompts.turn import compose, own_part

LEAST_TURNS = 10
MOST_TURNS = 100
MOST_CHARACTERS = 24_000  # about 6,000 tokens, the summary among them
CUT_TO = 16_000  # where there is something to cut, so that the next cut is far away
MOST_OF_ONE = 12_000  # characters of a single turn
NEVER_FEWER = 6
_USERS_KEPT = 64
_NOTED = "I have that in mind."
_NOTHING_OWN = "(no words of my own)"
_LEFT_OUT = "(What I answered then is left out, since it was made from other people's words. search_history finds it.)"


@dataclass(frozen=True, slots=True)
class _Part:
    """One turn: its messages, their size in characters, whose words it had read, and what single things its user spoke of."""

    turn_id: str
    number: int
    messages: list[ModelMessage]
    size: int
    taint: list[str]
    keys: frozenset[str]
    started_at: datetime
    finished_at: datetime
    by_clock: bool


@dataclass(slots=True)
class _Window:
    """The turns shown now, oldest first, the number of the last one seen, and the summary in front of them."""

    parts: list[_Part] = field(default_factory=list)
    last_number: int = 0
    summary: Summary | None = None
    summed_up: str = ""


class Histories:
    """Windows by user, the least recently used ones let go."""

    def __init__(self, store: Repositories, *, pause: timedelta = timedelta(minutes=30)) -> None:
        """Nothing is read yet. A silence of `pause` ends a talk."""
        self._store = store
        self._pause = pause
        self._windows: OrderedDict[str, _Window] = OrderedDict()

    async def load(self, user_id: str, at: datetime | None = None) -> list[ModelMessage]:
        """All messages to show, oldest first, up to date with storage; `at` is the moment of the turn that is shown them."""
        window = self._windows.setdefault(user_id, _Window())
        self._windows.move_to_end(user_id)
        while len(self._windows) > _USERS_KEPT:
            self._windows.popitem(last=False)
        turns, summary = await asyncio.gather(self._new(user_id, window), self._store.summaries.get(user_id))
        if turns:
            stored = await self._store.turns.messages(user_id, [turn.id for turn in turns])
            window.parts += [_part(turn, stored.get(turn.id, [])) for turn in turns]
            window.last_number = turns[-1].number
        await self._put_away(user_id, window, at)
        ended = await self._store.facts.ended(user_id, summary.updated_at) if summary is not None else []
        _sum_up(window, summary, ended)
        _cut(window)
        return [*_summary_messages(window), *(message for part in window.parts for message in part.messages)]

    def carried(self, user_id: str) -> tuple[str, ...]:
        """The untrusted sources that the turns now shown, and those summed up, had read."""
        window = self._windows.get(user_id) or _Window()
        read = [window.summary.taint if window.summary else [], *(part.taint for part in window.parts)]
        return tuple(dict.fromkeys(source for taint in read for source in taint))

    def shown(self, user_id: str) -> frozenset[str]:
        """Ids of the turns now shown."""
        window = self._windows.get(user_id) or _Window()
        return frozenset(part.turn_id for part in window.parts)

    def forget(self, user_id: str) -> None:
        """Drop a window; it is read anew when next needed."""
        self._windows.pop(user_id, None)

    async def _put_away(self, user_id: str, window: _Window, at: datetime | None) -> None:
        """Of talk that is over, show of turns that hold other people's words what their user said alone."""
        for index in range(_over(window.parts, at, self._pause)):
            part = window.parts[index]
            if part.taint and at is not None and at - part.finished_at >= self._pause:
                entries = await self._store.inbox.of_turn(user_id, part.turn_id)
                said = (entry for entry in entries if not (entry.untrusted or entry.external_id.startswith("plan:")))
                own = own_part("\n".join(entry.text for entry in said if entry.text))
                messages = told(own or _NOTHING_OWN, _LEFT_OUT)
                window.parts[index] = replace(part, messages=messages, size=size_of(storable(messages)), taint=[])

    async def _new(self, user_id: str, window: _Window) -> list[TurnRecord]:
        """Turns that the window hasn't yet; all of them where one it has is gone."""
        if window.parts:
            there = await self._store.turns.ids_from(user_id, window.parts[0].number)
            if there[: len(window.parts)] == [part.turn_id for part in window.parts]:
                if len(there) == len(window.parts):
                    return []
                return await self._store.turns.after(user_id, window.last_number, MOST_TURNS)
            window.parts, window.last_number = [], 0
        return await self._store.turns.recent(user_id, LEAST_TURNS)


def _part(turn: TurnRecord, stored: list[Json]) -> _Part:
    messages = shortened(bare(stored), MOST_OF_ONE)
    read = ModelMessagesTypeAdapter.validate_python(messages)
    keys = frozenset[str]() if turn.read or turn.by_clock else single_things(turn.text)
    when = turn.started_at, turn.finished_at, turn.by_clock
    return _Part(turn.id, turn.number, read, size_of(messages), turn.taint, keys, *when)


def _over(parts: list[_Part], at: datetime | None, pause: timedelta) -> int:
    """How many of the turns belong to talk that is over `at` that moment. What the clock asked neither begins nor prolongs a talk."""
    over, spoken = 0, None
    for index, part in enumerate(parts):
        if part.by_clock:
            continue
        if spoken is not None and part.started_at - spoken >= pause:
            over = index
        spoken = part.finished_at
    return len(parts) if at is not None and (spoken is None or at - spoken >= pause) else over


def _sum_up(window: _Window, summary: Summary | None, ended: list[tuple[Fact, str]]) -> None:
    """Turns that the summary covers are no longer shown, but for the last few; what they correct in it is not told."""
    window.summary, window.summed_up = summary, ""
    if summary is None:
        return
    recent = len(window.parts) - NEVER_FEWER
    window.parts = [part for index, part in enumerate(window.parts) if part.number > summary.covers or index >= recent]
    since = {key for part in window.parts if part.number > summary.covers for key in part.keys}
    window.summed_up = rendered(summary, ended, since)


def _cut(window: _Window) -> None:
    """Past either limit, cut back to the last few turns in one step, so that the next cut is far away."""
    taken = len(window.summed_up)
    if len(window.parts) <= MOST_TURNS and _total(window.parts) + taken <= MOST_CHARACTERS:
        return
    window.parts = window.parts[-LEAST_TURNS:]
    while _total(window.parts) + taken > CUT_TO and len(window.parts) > NEVER_FEWER:
        window.parts.pop(0)
    most = level([part.size for part in window.parts], CUT_TO - taken)
    window.parts = [part if part.size <= most else _shorter(part, most) for part in window.parts]


def _shorter(part: _Part, most: int) -> _Part:
    messages = shortened(storable(part.messages), most)
    return replace(part, messages=ModelMessagesTypeAdapter.validate_python(messages), size=size_of(messages))


def _total(parts: list[_Part]) -> int:
    return sum(part.size for part in parts)


def _summary_messages(window: _Window) -> list[ModelMessage]:
    """The summary as an exchange of its own, in the tags of memory: no model takes it for what its user says."""
    if window.summary is None or not window.summed_up:
        return []
    at = window.summary.updated_at
    prompt = compose("", at, memory=window.summed_up)
    return [
        ModelRequest(parts=[UserPromptPart(prompt, timestamp=at)], timestamp=at),
        ModelResponse(parts=[TextPart(_NOTED)], timestamp=at),
    ]


def told(said: str, answered: str) -> list[ModelMessage]:
    """What a turn without a model's messages leaves for the next ones to read: what was said and what was answered."""
    return [ModelRequest(parts=[UserPromptPart(said)]), ModelResponse(parts=[TextPart(answered)])]


def storable(messages: list[ModelMessage]) -> list[dict[str, Any]]:
    """Messages as JSON, in order, without the instructions (they are the prompt's, and many times the size of the rest)."""
    bare = [_without_instructions(message) for message in messages]
    return ModelMessagesTypeAdapter.dump_python(bare, mode="json", exclude_none=True)


def _without_instructions(message: ModelMessage) -> ModelMessage:
    if not isinstance(message, ModelRequest):
        return message
    return ModelRequest(parts=message.parts, timestamp=message.timestamp)
