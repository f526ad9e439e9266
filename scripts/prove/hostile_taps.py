#!/usr/bin/env python3
"""A thousand taps that nobody should get anything by, through the real Telegram path: what was carried out?

    hostile_taps.py [--taps 1030] [--seed 0]

The house, its bot, real HTTP and real long polling; each tap is a callback query as Telegram would deliver it, or as somebody who
can send any data would write it. Cards are made by real turns. A kind's row says how many of its taps were legitimate (the first
Confirm of a card that is tapped ten times at once is), and how often something was carried out: calls in the ledger and changes
taken back. Where anything more than the legitimate happened, the exit code is 1.
"""

import argparse
import asyncio
import logging
import random
import sys
import tempfile
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pydantic_ai.messages import ModelMessage, ModelResponse, UserPromptPart

from app.prompts.turn import split
from tests.fakes.bot_api import Person, bot_api
from tests.house import calls, done_calls, says, scripted
from tests.interfaces.telegram.house import ANA, BotHouse, bot_house

GROUP = -4444
AT_ONCE = 8  # taps of one card at the same moment
_PATIENCE = 120.0
_ODD = (
    "",
    ":",
    "c:",
    "c",
    "u:",
    ":x",
    "c:\u0000",
    "c:' OR 1=1 --",
    "confirm:",
    "☠" * 16,
    "c:" + "a" * 62,
    "C:",
    "c c",
    "{}",
    "\n",
)


@dataclass(frozen=True)
class Card:
    """A message with buttons: whose chat, its id, and what its first button sends."""

    chat: int
    message: int
    data: str

    @property
    def target(self) -> str:
        """What the button is about."""
        return self.data.partition(":")[2]


@dataclass
class Ring:
    """A house, and those who tap."""

    house: BotHouse
    rng: random.Random
    made: int = 0

    async def held(self, person: Person | None = None) -> Card:
        """A call that waits for its user's Confirm, on a real card."""
        return await self._made(person or self.house.ana, "forget the {word}", "Waiting for your OK")

    async def done(self, person: Person) -> Card:
        """Something done that can be undone, with its button."""
        return await self._made(person, "save a note about the {word}", "Noted")

    async def _made(self, person: Person, wish: str, words: str) -> Card:
        self.made += 1
        word = f"secret{self.made:04d}"
        services = self.house.services
        if "forget" in wish:
            user = services.owner.id
            await services.store.facts.add(
                user, key=word, statement=f"The {word} lies in the garden", confidence=1.0, source="user", confirmed=True,
                turn_id=None, taint=[], at=services.clock.now(),
            )  # fmt: skip
        sent = (await person.says(wish.format(word=word)))["message"]["message_id"]

        async def found() -> Any:
            said = await self.house.api.said(person.id)
            return next((shown for shown in said if shown.id > sent and words in shown.text and shown.rows), None)

        shown = await self.house.api.until(found, seconds=_PATIENCE)
        return Card(person.id, shown.id, shown.rows[0][0]["callback_data"])

    async def tap(self, person: Person, card: Card, data: str | None = None, **how: Any) -> None:
        """One tap on a card, with its first button's data or other."""
        await person.taps(card.message, data=card.data if data is None else data, **how)

    def either(self, card: Card) -> str:
        """The data of Confirm or of Cancel."""
        return f"{self.rng.choice('cx')}:{card.target}"

    async def settled(self) -> None:
        """Wait until every tap was taken and all that came of it is done."""
        state = self.house.api.state
        async with asyncio.timeout(_PATIENCE):
            while (await state())["waiting"]:
                await asyncio.sleep(0.02)
        await self.house.api.quiet(seconds=0.4)
        await self.house.services.conversation.drain()

    async def carried_out(self) -> int:
        """Calls that ran, and changes that were taken back."""
        fetch = self.house.services.database.fetch_one
        ran = await fetch("SELECT COUNT(*) AS number FROM ledger WHERE status <> 'failed'")
        undone = await fetch("SELECT COUNT(*) AS number FROM ledger WHERE undone_at IS NOT NULL")
        assert ran is not None
        assert undone is not None
        return ran["number"] + undone["number"]

    async def change(self, sql: str, *values: Any) -> None:
        """Alter what is stored, behind the program's back."""
        await self.house.services.database.execute(sql, *values)


Tap = Callable[[], Awaitable[None]]


@dataclass
class Attack:
    """What a kind of tap came to: prepared taps, and how many of them may be carried out."""

    taps: list[Tap] = field(default_factory=list)
    legitimate: int = 0


Kind = Callable[[Ring, int], Awaitable[Attack]]


def _cards(count: int, each: int = AT_ONCE) -> int:
    return -(-count // each)


async def _on_cards(ring: Ring, count: int, make: Callable[[Card], Tap]) -> Attack:
    """So many taps, spread over cards that wait."""
    return Attack(_spread([await ring.held() for _ in range(_cards(count))], count, make))


def _spread(cards: list[Card], count: int, make: Callable[[Card], Tap]) -> list[Tap]:
    return [make(cards[number % len(cards)]) for number in range(count)]


async def doubled(ring: Ring, count: int) -> Attack:
    """Confirm, pressed again and again."""
    attack = await _on_cards(ring, count, lambda card: partial(ring.tap, ring.house.ana, card))
    attack.legitimate = _cards(count)
    return attack


async def undone_twice(ring: Ring, count: int) -> Attack:
    """Undo, pressed again and again."""
    cards = [await ring.done(ring.house.ana) for _ in range(_cards(count))]
    return Attack(_spread(cards, count, lambda card: partial(ring.tap, ring.house.ana, card)), legitimate=len(cards))


async def late(ring: Ring, count: int) -> Attack:
    """After the approval has expired, whether or not the loop has closed it."""
    attack = await _on_cards(ring, count, lambda card: partial(ring.tap, ring.house.ana, card))
    await ring.change("UPDATE pending_actions SET expires_at = created_at WHERE status = 'pending'")
    if ring.rng.random() < 0.5:
        await ring.house.services.conversation.expire_approvals()
    return attack


async def foreign(ring: Ring, count: int) -> Attack:
    """Others send the data of Ana's buttons: somebody on the list, and somebody who isn't."""

    def tap(card: Card) -> Tap:
        person = ring.rng.choice((ring.house.kofi, ring.house.eve))
        data = ring.rng.choice("cxe") + card.data[1:]
        return partial(ring.tap, person, card, data)

    return await _on_cards(ring, count, tap)


async def in_a_group(ring: Ring, count: int) -> Attack:
    """The same from a group that Ana is in too."""
    await ring.house.ana.says("hello everyone", chat_id=GROUP)

    def tap(card: Card) -> Tap:
        person = ring.rng.choice((ring.house.kofi, ring.house.eve))
        return partial(ring.tap, person, card, chat_id=GROUP)

    return await _on_cards(ring, count, tap)


async def altered_data(ring: Ring, count: int) -> Attack:
    """One character of the data is another one."""

    def tap(card: Card) -> Tap:
        at = ring.rng.randrange(2, len(card.data))
        other = ring.rng.choice([each for each in "0123456789abcdefX-/ " if each != card.data[at]])
        return partial(ring.tap, ring.house.ana, card, card.data[:at] + other + card.data[at + 1 :])

    return await _on_cards(ring, count, tap)


async def altered_arguments(ring: Ring, count: int) -> Attack:
    """What is stored is no longer what was shown: the call's arguments, or the tool."""
    attack = await _on_cards(ring, count, lambda card: partial(ring.tap, ring.house.ana, card))
    changes = ('arguments = \'{"what": "everything"}\'', "tool = 'empty_trash'", "tool = 'save_note'")
    await ring.change(f"UPDATE pending_actions SET {ring.rng.choice(changes)} WHERE status = 'pending'")
    return attack


async def after_cancel(ring: Ring, count: int) -> Attack:
    """Confirm and Edit once Cancel was pressed."""
    cards = [await ring.held() for _ in range(_cards(count))]
    for card in cards:
        await ring.tap(ring.house.ana, card, f"x:{card.target}")
    await ring.settled()
    return Attack(_spread(cards, count, lambda card: partial(ring.tap, ring.house.ana, card, ring.either(card))))


async def after_edit(ring: Ring, count: int) -> Attack:
    """Confirm on what was changed; the new request waits for a Confirm of its own."""
    cards = [await ring.held() for _ in range(_cards(count))]
    for card in cards:
        await ring.house.services.conversation.decide(ring.house.services.owner.id, "edit", card.target, "the garden")
    await ring.settled()
    return Attack(_spread(cards, count, lambda card: partial(ring.tap, ring.house.ana, card)))


async def guessed(ring: Ring, count: int) -> Attack:
    """Ids that look right."""
    card = await ring.held()

    def data() -> str:
        made = uuid.UUID(int=ring.rng.getrandbits(128)).hex
        return f"{ring.rng.choice('cxeu')}:{ring.rng.choice((made, made[:8], 'approval:' + made, '1', 'owner'))}"

    return Attack([partial(ring.tap, ring.house.ana, card, data()) for _ in range(count)])


async def others_undo(ring: Ring, count: int) -> Attack:
    """Undo of a turn of somebody else's."""
    cards = [await ring.done(ring.house.ana) for _ in range(_cards(count))]
    people = cycle((ring.house.kofi, ring.house.eve))
    return Attack(_spread(cards, count, lambda card: partial(ring.tap, next(people), card)))


async def malformed(ring: Ring, count: int) -> Attack:
    """Data that no button of ours sends."""
    card = await ring.held()
    noise = [
        bytes(ring.rng.randrange(33, 127) for _ in range(ring.rng.randrange(1, 64))).decode() for _ in range(count)
    ]
    data = [_ODD[n % len(_ODD)] if n % 2 else noise[n] for n in range(count)]
    return Attack([partial(ring.tap, ring.house.ana, card, each) for each in data])


async def too_old(ring: Ring, count: int) -> Attack:
    """Taps of decided cards that Telegram no longer lets be answered, on messages that are gone."""
    attack = await _on_cards(ring, count, lambda card: partial(ring.tap, ring.house.ana, card, expired=True))
    for card in await _waiting(ring):
        await ring.house.services.conversation.decide(ring.house.services.owner.id, "cancel", card)
    for shown in await ring.house.api.said(ANA):
        await ring.house.ana.deletes(shown.id)
    return attack


async def torn(ring: Ring, count: int) -> Attack:
    """Confirm and Cancel of one card at the same moment: one of them counts."""
    attack = await _on_cards(ring, count, lambda card: partial(ring.tap, ring.house.ana, card, ring.either(card)))
    attack.legitimate = _cards(count)
    return attack


async def _waiting(ring: Ring) -> list[str]:
    services = ring.house.services
    return [action.id for action in await services.store.pending.waiting(services.owner.id, services.clock.now())]


KINDS: tuple[Kind, ...] = (
    doubled, undone_twice, late, foreign, in_a_group, altered_data, altered_arguments, after_cancel, after_edit, guessed,
    others_undo, malformed, too_old, torn,
)  # fmt: skip


def script(messages: list[ModelMessage]) -> ModelResponse:
    """A model that forgets and notes what it is told to."""
    prompts = [part for message in messages for part in message.parts if isinstance(part, UserPromptPart)]
    text = split(str(prompts[-1].content)).text
    if done_calls(messages):
        return says("Noted." if "note" in text else "That needs your OK.")
    if "note" in text:
        return calls("save_note", content=text)
    return calls("forget_fact", what=text.removeprefix("forget the ")) if text.startswith("forget") else says("Hello.")


@dataclass(frozen=True)
class Row:
    """One kind's figures."""

    kind: str
    taps: int
    legitimate: int
    carried_out: int
    words: int  # taps that were answered with words

    @property
    def is_good(self) -> bool:
        """Nothing beyond what was legitimate."""
        return self.carried_out <= self.legitimate


async def attack(ring: Ring, kind: Kind, count: int) -> Row:
    """Prepare, tap, wait, count."""
    prepared = await kind(ring, count)
    await ring.settled()
    before, known = await ring.carried_out(), set(await ring.house.api.answers())
    for start in range(0, len(prepared.taps), AT_ONCE):
        await asyncio.gather(*(tap() for tap in prepared.taps[start : start + AT_ONCE]))
    await ring.settled()
    answers = {name: answer for name, answer in (await ring.house.api.answers()).items() if name not in known}
    words = sum(bool(answer and answer.get("text")) for answer in answers.values())
    ran = await ring.carried_out() - before
    for action in await _waiting(ring):  # so that the next kind finds only its own
        await ring.house.services.conversation.decide(ring.house.services.owner.id, "cancel", action)
    return Row(kind.__name__.replace("_", " "), len(prepared.taps), prepared.legitimate, ran, words)


async def run(taps: int, seed: int) -> list[Row]:
    """All kinds, about as many taps of each."""
    each, more = divmod(taps, len(KINDS))
    with tempfile.TemporaryDirectory() as folder:
        async with (
            bot_api() as api,
            bot_house(Path(folder), api, model=scripted(script), messages_per_minute=100_000) as house,
        ):
            ring = Ring(house, random.Random(seed))
            await house.kofi.says("hello")
            return [await attack(ring, kind, each + (number < more)) for number, kind in enumerate(KINDS)]


def main() -> int:
    """0 when nothing was carried out that should not be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--taps", type=int, default=1030)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    rows = asyncio.run(run(options.taps, options.seed))
    print(f"{'kind':20} {'taps':>5} {'legitimate':>11} {'carried out':>12} {'answered in words':>18}")
    for row in rows:
        print(f"{row.kind:20} {row.taps:5} {row.legitimate:11} {row.carried_out:12} {row.words:18}")
    hostile = sum(row.taps - row.legitimate for row in rows)
    beyond = sum(max(row.carried_out - row.legitimate, 0) for row in rows)
    print(f"{hostile} hostile taps, {beyond} carried out")
    return 0 if all(row.is_good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
