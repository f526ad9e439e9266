"""Plays the lines in a real house without a language model: what is said is said as its user does, and the house's loops run as time passes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from app.bootstrap.services import Services
from app.cards.drawing import as_one_text
from app.clock import ManualClock
from app.loops.table import LOOPS
from app.messages import Attachment, InboundMessage
from scripts.prove.day.lines import Line
from scripts.prove.day.office import Office, house_at

_STEP = timedelta(minutes=5)
_NOT_RUN = frozenset(("reflection", "embedding"))


@dataclass(frozen=True, slots=True)
class Heard:
    """A line, when it was said, what was answered or said unasked, and what is wrong with that ("" if nothing)."""

    line: Line
    at: str
    answer: str
    problem: str

    @property
    def said(self) -> str:
        """What Ana said or did."""
        return self.line.say or (f"[changes the card] {self.line.edit}" if self.line.edit else "[time passes]")

    def __str__(self) -> str:
        wrong = f"\n      !!  {self.problem}" if self.problem else ""
        return (
            "\n".join((f"{self.at}  > {self.said}", *(f"         {one}" for one in self.answer.splitlines()))) + wrong
        )


async def play(office: Office, storage: dict[str, Any], lines: Sequence[Line]) -> list[Heard]:
    """All lines in order."""
    clock = ManualClock(office.begins)
    async with house_at(office, storage, clock) as house:
        player = _Player(office, house, clock)
        return [await player.take(line) for line in lines]


class _Player:
    def __init__(self, office: Office, house: Services, clock: ManualClock) -> None:
        self._office = office
        self._house = house
        self._clock = clock
        self._number = 0

    async def take(self, line: Line) -> Heard:
        """Let the line happen and look at what came of it."""
        if line.first is not None:
            line.first(self._office)
        unasked = await self._passes(timedelta(minutes=line.minutes))
        at = f"{self._clock.now():%H:%M}"
        answer = await self._said(line)
        heard = "\n".join(filter(None, (*(f"(unasked) {one}" for one in unasked), answer)))
        return Heard(line, at, heard, self._problem(line, answer, "\n".join(unasked)))

    async def _said(self, line: Line) -> str:
        if line.edit:
            waiting = await self._house.store.pending.waiting(self._house.owner.id, self._clock.now())
            await self._house.conversation.decide(self._house.owner.id, "edit", waiting[-1].id, line.edit)
            return await self._last()
        return await self._say(line) if line.say else ""

    async def _say(self, line: Line) -> str:
        self._number += 1
        files = (Attachment("sync.vtt", "text/vtt", line.file),) if line.file else ()
        message = InboundMessage(
            user_id=self._house.owner.id,
            channel="cli",
            external_id=f"line-{self._number}",
            text=line.say,
            received_at=self._clock.now(),
            attachments=files,
        )
        receipt = await self._house.conversation.receive(message)
        reply = await self._house.conversation.answer(self._house.owner.id, receipt.inbox_id, timeout=60)
        said = as_one_text(reply.text, reply.cards)
        return f"{said}\n{await self._last()}" if reply.text == "On it." else said

    async def _last(self) -> str:
        """What was answered last, of a turn that a card began."""
        await self._house.conversation.drain()
        [turn] = await self._house.store.turns.recent(self._house.owner.id, 1)
        [entry, *_] = await self._house.store.inbox.of_turn(self._house.owner.id, turn.id)
        reply = await self._house.conversation.answer(self._house.owner.id, entry.id, timeout=60)
        return as_one_text(reply.text, reply.cards)

    async def _passes(self, time: timedelta) -> list[str]:
        """Let time pass; what the house does by itself is done, and what it says is returned."""
        store, owner = self._house.store, self._house.owner.id
        before, until = await store.outbox.last_id(owner, ("local",)), self._clock.now() + time
        while self._clock.now() < until:
            self._clock.set(min(until, self._clock.now() + _STEP))
            self._office.jira.world.now = max(self._office.jira.world.now, self._clock.now())
            for loop in LOOPS:
                if loop.name not in _NOT_RUN and loop.condition(self._house.settings):
                    await loop.function(self._house.ground)
            await self._house.background.drain()
        said = await store.outbox.after(owner, ("local",), before, 50)
        return [str(one.body["text"]) for one in said]

    def _problem(self, line: Line, answer: str, unasked: str) -> str:
        lower = answer.casefold()
        found = [f"misses “{words}”" for words in line.says if words.casefold() not in lower]
        found += [f"holds “{words}”" for words in line.never if words.casefold() in lower]
        found += ["outside it is otherwise"] if not _holds(line, self._office) else []
        found += (
            [f"was not told of “{line.alert}”"]
            if line.alert and line.alert.casefold() not in unasked.casefold()
            else []
        )
        return "; ".join(found)


def _holds(line: Line, office: Office) -> bool:
    """Whether it stands outside as it should; what isn't there at all doesn't."""
    try:
        return line.holds is None or line.holds(office)
    except (IndexError, KeyError, FileNotFoundError):
        return False
