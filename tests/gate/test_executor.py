"""A confirmed call runs as it was stored, through the gate, and nothing else does."""

from dataclasses import replace

import pytest
from pydantic_ai import RunContext

from app.agent import build_agent
from app.deps import AgentDeps
from app.errors import ActionRefused
from app.gate import ledger
from app.gate.executor import check_unaltered, run_stored
from app.gate.outcome import Done
from app.gate.pending import MARKER, hold
from app.gate.risk import DESTROYS
from app.memory.records import PendingAction
from app.tools.toolset import build_toolset
from tests.gate.bench import Bench, tool

burned: list[str] = []


async def burn(ctx: RunContext[AgentDeps], what: str) -> Done:
    """Burn it."""
    burned.append(what)
    return Done(f"Burned {what}.")


AGENT = build_agent("bench", [build_toolset("bench", [tool(burn, DESTROYS)])], domain_sections=())


@pytest.fixture(autouse=True)
def _nothing_burned() -> None:
    burned.clear()


@pytest.fixture
async def held(bench: Bench) -> PendingAction:
    return await hold(bench.deps(), "burn", {"what": "letters"}, summary="Burn the letters")


async def test_what_was_confirmed_runs_with_its_stored_arguments(bench: Bench, held: PendingAction) -> None:
    said = await run_stored(AGENT, held, bench.deps(approved=held.digest))
    assert said == "Burned letters."
    assert burned == ["letters"]
    assert [row.status for row in await bench.ledger()] == ["done"]


async def test_what_was_held_under_a_tools_earlier_name_runs_as_it_was_confirmed(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await hold(bench.deps(), "scorch", {"what": "letters"}, summary="Scorch the letters")
    monkeypatch.setattr(ledger, "RENAMED", {"scorch": "burn"})
    monkeypatch.setattr(ledger, "_FIRST_NAMES", {"burn": "scorch"})
    check_unaltered(asked)
    said = await run_stored(AGENT, asked, bench.deps(approved=asked.digest))
    assert (said, burned) == ("Burned letters.", ["letters"])


async def test_without_the_confirmation_it_is_held_again(bench: Bench, held: PendingAction) -> None:
    said = await run_stored(AGENT, held, bench.deps())
    assert MARKER.format(id=held.id) in said
    assert burned == []


async def test_a_confirmation_of_one_call_is_none_for_another(bench: Bench, held: PendingAction) -> None:
    other = replace(held, arguments={"what": "the house"})
    await run_stored(AGENT, other, bench.deps(approved=held.digest))
    assert burned == []


async def test_a_request_changed_after_it_was_shown_is_refused(held: PendingAction) -> None:
    check_unaltered(held)
    for altered in (replace(held, arguments={"what": "the house"}), replace(held, tool="burn_all")):
        with pytest.raises(ActionRefused, match="changed after it was shown"):
            check_unaltered(altered)
