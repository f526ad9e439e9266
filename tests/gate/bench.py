"""A workbench for the gate: tools of the test's own, called by an agent in a real turn on a real database.

Every call goes through `build_agent`, so through the same gate as the product's tools.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelResponse

from app.agent import build_agent
from app.bootstrap.services import Services
from app.conversation.turn import Turn
from app.deps import AgentDeps
from app.gate.risk import Risk
from app.memory.records import InboxEntry, LedgerEntry
from app.tools.toolset import Prepare, Tool, build_toolset
from tests.house import calls, says, scripted

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
TURN = "turn-1"


@dataclass
class Bench:
    """One turn in which a test calls tools."""

    services: Services
    turn: Turn

    @property
    def owner(self) -> str:
        return self.services.owner.id

    def deps(self, *, approved: str | None = None) -> AgentDeps:
        """The turn's container."""
        return self.turn.deps(self.services.resources, approved=approved)

    def begun_again(self) -> "Bench":
        """The same turn as a process finds it that takes it up after a crash: same id, nothing remembered."""
        return bench_of(self.services, turn_id=self.turn.id)

    async def call(self, tool: Tool, *, approved: str | None = None, **arguments: Any) -> str:
        """Let the model call `tool` once; what it is told."""
        return await run(tool, self.deps(approved=approved), **arguments)

    async def ledger(self) -> list[LedgerEntry]:
        """The turn's rows."""
        return await self.services.store.ledger.of_turn(self.owner, self.turn.id)

    def decisions(self) -> list[tuple[str, str]]:
        """What the gate wrote on the turn's books: (decision, outcome) of each call."""
        return [(call.decision, call.outcome) for call in self.turn.books.calls]


async def run(tool: Tool, deps: AgentDeps, **arguments: Any) -> str:
    """One agent run whose model calls `tool` and repeats what it is told."""

    def script(messages: list[ModelMessage]) -> ModelResponse:
        told = [part for part in messages[-1].parts if part.part_kind in ("tool-return", "retry-prompt")]
        return says(str(told[-1].content)) if told else calls(tool.name, **arguments)

    agent = build_agent("bench", [build_toolset("bench", [tool])], domain_sections=())
    result = await agent.run("go", deps=deps, model=scripted(script))
    return result.output


def bench_of(services: Services, *, turn_id: str = TURN) -> Bench:
    """A turn of the owner's, with one message in it."""
    entry = InboxEntry(
        id="m1",
        user_id=services.owner.id,
        channel="cli",
        external_id="m1",
        address="",
        text="go",
        status="running",
        turn_id=turn_id,
        received_at=NOON,
    )
    return Bench(services, Turn(id=turn_id, user=services.owner, entries=[entry], moment=NOON, trace_id="trace"))


def tool(function: Callable[..., Awaitable[Any]], risk: Risk | None, *, prepare: Prepare | None = None) -> Tool:
    """A row for a test's own function; `risk` None is a tool whose author forgot it."""
    return Tool(function, risk, prepare) if risk is not None else _Undeclared(function, Risk())


class _Undeclared(Tool):
    """A tool that says nothing about what it may do, as one from a foreign server does."""

    def metadata(self) -> dict[str, Any]:
        return {}
