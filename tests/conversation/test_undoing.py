"""The Undo button over what lies elsewhere: a crash in between is told at the next tap, and nothing is taken back twice."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.deps import AgentDeps
from app.errors import AccountAway, ActionRefused
from app.tools import undo
from tests.house import open_house

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    """A house in which the turn "t1" has moved something elsewhere."""
    async with open_house(tmp_path, clock=ManualClock(NOON)) as services:
        ledger, owner = services.store.ledger, services.owner.id
        line = await ledger.start(owner, turn_id="t1", call_key="k", tool="move", arguments={}, at=NOON)
        assert line is not None
        change = {"action": "move_mail_back", "id": 1, "folder": "INBOX"}
        await ledger.finish(owner, line.id, status="done", result="Moved it.", undo=change, at=NOON)
        yield services


def _acts(monkeypatch: pytest.MonkeyPatch, act: undo.UndoOutside) -> None:
    monkeypatch.setattr(undo, "UNDO_OUTSIDE", {**undo.UNDO_OUTSIDE, "move_mail_back": act})


async def test_it_is_marked_before_and_told_after(house: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
        assert await deps.store.ledger.last_undoable(deps.user.id) is None
        return f"Back in {given['folder']}."

    _acts(monkeypatch, act)
    assert await house.conversation.decide(house.owner.id, "undo", "t1") == "Back in INBOX."
    with pytest.raises(ActionRefused, match="nothing left to undo"):
        await house.conversation.decide(house.owner.id, "undo", "t1")


async def test_what_came_to_nothing_can_be_tapped_again(house: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
        raise AccountAway("It doesn't answer.")

    async def works(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
        return "Back."

    _acts(monkeypatch, away)
    assert await house.conversation.decide(house.owner.id, "undo", "t1") == "It doesn't answer."
    _acts(monkeypatch, works)
    assert await house.conversation.decide(house.owner.id, "undo", "t1") == "Back."


async def test_a_crash_in_between_is_told_at_the_next_tap(house: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    going = asyncio.Event()

    async def act(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
        going.set()
        await asyncio.Event().wait()
        return "never"

    _acts(monkeypatch, act)
    tap = asyncio.create_task(house.conversation.decide(house.owner.id, "undo", "t1"))
    await going.wait()
    await house.conversation._approvals.close()  # pyright: ignore[reportPrivateUsage]
    await asyncio.gather(tap, return_exceptions=True)
    with pytest.raises(ActionRefused, match="isn't certain whether"):
        await house.conversation.decide(house.owner.id, "undo", "t1")
