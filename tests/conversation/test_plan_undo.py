""" "Undo" behind a plan: all that can be taken back of it is, the rest is told; one that fails holds up no other, and a crash in between leaves what it left."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.conversation.conversation import Reply
from app.deps import AgentDeps
from app.errors import AccountAway, OutcomeUnknown
from app.memory.records import PlanRecord
from app.messages import InboundMessage
from app.tools import undo
from tests.house import open_house, settings_in, tell

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
STAYS = "That can't be taken back from here: Merged acme/site#5."


@pytest.fixture
def home(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    """A house in which a plan did four things: two elsewhere, one here, and one that stays."""
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        await _fill(services)
        yield services


async def _fill(house: Services) -> None:
    owner = house.owner.id
    more: dict[str, Any] = {"source": "user", "turn_id": "plan:p1:1", "taint": [], "at": NOON}
    note = await house.store.notes.add(owner, title="", content="rice", tags=[], **more)
    step = {"title": "x", "instruction": "x", "domain": "", "effect": "write"}
    steps = [{**step, "status": "done", "output": "", "taint": []}] * 4
    plan = PlanRecord(
        id="p1",
        user_id=owner,
        turn_id="t1",
        goal="all",
        steps=steps,
        taint=[],
        status="done",
        created_at=NOON,
        updated_at=NOON,
    )
    await house.store.plans.add(plan)
    await _did(house, 0, "Moved the mail.", {"action": "move_mail_back"})
    await _did(house, 1, "Saved the note.", {"action": "delete_note", "id": note.id})
    await _did(house, 2, "Merged acme/site#5.\nhttps://example.org/5", None)
    await _did(house, 3, "Marked the mail.", {"action": "mark_mail_back"})


async def _did(house: Services, number: int, said: str, change: dict[str, Any] | None) -> None:
    ledger, owner, turn = house.store.ledger, house.owner.id, f"plan:p1:{number}"
    line = await ledger.start(owner, turn_id=turn, call_key=said, tool="move_mail", arguments={}, at=NOON)
    assert line is not None
    await ledger.finish(owner, line.id, status="done", result=said, undo=change, at=NOON)


def _elsewhere(monkeypatch: pytest.MonkeyPatch, **acts: Callable[[], str]) -> list[str]:
    """What is taken back elsewhere, in order; `acts` say how it ends."""
    done: list[str] = []

    def acting(name: str) -> undo.UndoOutside:
        async def act(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
            said = acts[name]() if name in acts else f"{name}: done."
            done.append(name)
            return said

        return act

    names = ("move_mail_back", "mark_mail_back")
    monkeypatch.setattr(undo, "UNDO_OUTSIDE", {**undo.UNDO_OUTSIDE, **{name: acting(name) for name in names}})
    return done


def _raises(problem: Exception) -> Callable[[], str]:
    def act() -> str:
        raise problem

    return act


async def test_an_undo_takes_back_the_whole_plan_and_says_what_stays(
    house: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = _elsewhere(monkeypatch)
    said = (await tell(house, "undo")).text
    assert said.splitlines()[:3] == ["mark_mail_back: done.", "Taken back: note #1 is gone.", "move_mail_back: done."]
    assert STAYS in said
    assert done == ["mark_mail_back", "move_mail_back"]
    assert await house.store.notes.list(house.owner.id, limit=5) == []
    assert "nothing left to undo" in (await tell(house, "undo")).text


async def test_the_last_step_can_be_taken_back_alone(house: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    done = _elsewhere(monkeypatch)
    assert (await tell(house, "undo the last step")).text == "mark_mail_back: done."
    assert len(await house.store.notes.list(house.owner.id, limit=5)) == 1
    await tell(house, "annule")
    assert done == ["mark_mail_back", "move_mail_back"]


async def test_one_that_fails_holds_up_no_other_and_is_taken_back_later(
    house: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    _elsewhere(monkeypatch, mark_mail_back=_raises(AccountAway("It doesn't answer.")))
    await house.store.notes.delete(house.owner.id, 1, NOON)
    said = (await tell(house, "undo")).text
    assert "move_mail_back: done." in said
    assert "It doesn't answer." in said
    assert "has changed since" in said
    done = _elsewhere(monkeypatch)
    assert "mark_mail_back: done." in (await tell(house, "undo")).text
    assert done == ["mark_mail_back"]


async def test_where_nothing_could_be_taken_back_it_failed(house: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    await house.store.notes.delete(house.owner.id, 1, NOON)
    away = _raises(AccountAway("It doesn't answer."))
    _elsewhere(monkeypatch, mark_mail_back=away, move_mail_back=away)
    assert "It doesn't answer." in (await tell(house, "undo")).text
    [line] = await house.store.ledger.of_tools(house.owner.id, ["undo"], 99, 9)
    assert line.status == "failed"


async def test_what_nobody_knows_is_said_and_never_repeated(house: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    done = _elsewhere(monkeypatch, move_mail_back=_raises(OutcomeUnknown()))
    said = (await tell(house, "undo")).text
    assert "It isn't certain whether “Moved the mail.” was taken back" in said
    assert done == ["mark_mail_back"]
    assert "nothing left to undo" in (await tell(house, "undo")).text


async def test_a_restart_in_the_middle_leaves_the_others_to_the_next_undo(
    home: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as house:
        await _fill(house)
        going = asyncio.Event()

        async def hangs(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
            going.set()
            await asyncio.Event().wait()
            return "never"

        monkeypatch.setattr(undo, "UNDO_OUTSIDE", {**undo.UNDO_OUTSIDE, "mark_mail_back": hangs})
        turn = asyncio.create_task(tell(house, "undo"))
        await going.wait()
        turn.cancel()
        await asyncio.gather(turn, return_exceptions=True)
    done = _elsewhere(monkeypatch)
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as house:
        await house.conversation.drain()
        said = (await tell(house, "undo")).text
        assert "move_mail_back: done." in said
        assert STAYS in said
        assert done == ["move_mail_back"]
        assert await house.store.notes.list(house.owner.id, limit=5) == []


async def test_the_button_takes_back_the_same_and_one_that_changed_since_holds_up_no_other(
    house: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = _elsewhere(monkeypatch)
    await house.store.notes.delete(house.owner.id, 1, NOON)
    said = await house.conversation.decide(house.owner.id, "undo", "t1")
    assert "has changed since" in said
    assert said.endswith(STAYS)
    assert done == ["mark_mail_back", "move_mail_back"]


async def _asked_by_another(house: Services) -> Reply:
    """An undo that comes with somebody else's words: it waits for an OK."""
    asked = InboundMessage(
        user_id=house.owner.id,
        channel="cli",
        external_id="u1",
        text="undo",
        received_at=NOON,
        untrusted="forwarded from Kofi",
    )
    receipt = await house.conversation.receive(asked)
    return await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=20)


async def test_an_ok_takes_back_what_its_card_names(house: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    done = _elsewhere(monkeypatch)
    asked = await _asked_by_another(house)
    assert [card.summary for card in await house.store.pending.waiting(house.owner.id, NOON)] == [
        "take back: Marked the mail.\ntake back: Saved the note.\ntake back: Moved the mail."
    ]
    [card] = asked.cards
    assert len(card.fields) == 1
    assert done == []
    await house.conversation.decide(house.owner.id, "confirm", asked.buttons[0].target)
    await house.conversation.drain()
    assert done == ["mark_mail_back", "move_mail_back"]


async def test_an_ok_for_a_plan_takes_back_nothing_where_something_was_done_since(
    house: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = _elsewhere(monkeypatch)
    asked = await _asked_by_another(house)
    await tell(house, "add milk to my list")
    await house.conversation.decide(house.owner.id, "confirm", asked.buttons[0].target)
    await house.conversation.drain()
    assert done == []
