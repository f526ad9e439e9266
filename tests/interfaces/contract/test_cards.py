"""What waits for an OK, on every channel: drawn with its literal values, decided once, in that channel's own way."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pydantic_ai.messages import ModelMessage, ModelResponse

from tests.house import calls, done_calls, says, scripted
from tests.interfaces.contract.house import House
from tests.interfaces.contract.places import POSTGRES, SQLITE, Place, anything, on
from tests.interfaces.contract.test_words import asked, settled
from tests.interfaces.telegram.house import until

LITERAL = "*not bold* <@U1> [x](y) _z_"
OTHER = "the ~second~ garden"
KEY = "garden"


def script(messages: list[ModelMessage]) -> ModelResponse:
    """A model that forgets what it is told to."""
    if done_calls(messages):
        return says("That needs your OK.")
    return calls("forget_fact", what=OTHER if "second" in asked(messages) else LITERAL)


@asynccontextmanager
async def waiting(place: Place) -> AsyncIterator[House]:
    """A house in which a call waits for its Confirm, its card on the side."""
    async with place.open(scripted(script)) as house:
        for statement in (LITERAL, OTHER):
            await house.services.store.facts.add(
                house.owner, key=statement, statement=f"{statement} lies behind the house", confidence=1.0, source="user", confirmed=True,
                turn_id=None, taint=[], at=house.services.clock.now(),
            )  # fmt: skip
        await place.side.says("forget what lies behind the house")
        await until(lambda: place.side.count("Waiting for your OK"))
        await settled(place, house)
        yield house


async def ran(house: House) -> int:
    """How many calls were carried out."""
    rows = await house.services.database.fetch("SELECT id FROM ledger WHERE status <> 'failed'")
    return len(rows)


async def status(house: House) -> list[str]:
    """How the held calls stand, the first one first."""
    rows = await house.services.database.fetch("SELECT status FROM pending_actions ORDER BY number")
    return [row["status"] for row in rows]


@on(anything, SQLITE, POSTGRES)
async def test_a_confirm_counts_once_and_a_second_is_refused_in_words(place: Place) -> None:
    async with waiting(place) as house:
        assert await place.side.count(LITERAL) >= 1
        await place.side.taps("Confirm")
        await until(lambda: _is(house, "done"))
        await settled(place, house)
        told = len(await place.side.told())
        before = (await place.side.words()), told
        await place.side.taps_again()
        await until(lambda: _said_more(place, before))
        await settled(place, house)
        assert await ran(house) == 1


async def _is(house: House, wanted: str) -> bool:
    return (await status(house))[-1] in (wanted, "executed", "confirmed")


async def _said_more(place: Place, before: tuple[str, int]) -> bool:
    return len(await place.side.told()) > before[1] or await place.side.words() != before[0]


@on(anything)
async def test_a_cancel_leaves_it(place: Place) -> None:
    async with waiting(place) as house:
        await place.side.taps("Cancel")
        await until(lambda: _cancelled(house))
        await settled(place, house)
        assert await ran(house) == 0
        assert len(await house.services.store.facts.current(house.owner)) == 2


async def _cancelled(house: House) -> bool:
    return await status(house) == ["cancelled"]


@on(anything)
async def test_an_edit_asks_again_with_what_was_changed(place: Place) -> None:
    async with waiting(place) as house:
        await place.side.edits("the second one")
        await until(lambda: place.side.count(OTHER))
        await settled(place, house)
        assert await status(house) == ["edited", "pending"]
        await place.side.taps("Confirm")
        await until(lambda: _is(house, "done"))
        await settled(place, house)
        assert await ran(house) == 1
        [left] = await house.services.store.facts.current(house.owner)
        assert left.key == LITERAL


@on(anything)
async def test_what_is_decided_on_one_channel_shows_on_another(place: Place) -> None:
    other, _ = await place.enter("telegram" if place.side.channel == "web" else "web")
    async with waiting(place) as house:
        other_way = "http" if place.side.channel == "web" else ""
        if other_way:
            await house.services.conversation.decide(house.owner, "cancel", (await _first(house)))
        else:
            await other.taps("Cancel")
        await until(lambda: _cancelled(house))
        await settled(place, house)
        for side in (place.side,) if other_way else (place.side, other):
            shown = await side.shows()
            if side.can.edit:
                assert not any("Confirm" in one.buttons for one in shown)


async def _first(house: House) -> str:
    [row] = await house.services.database.fetch("SELECT id FROM pending_actions")
    return row["id"]
