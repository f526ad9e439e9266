"""The one gate every tool call passes: risk, taint, stop, ledger. MCP tools and plan steps come through here too.

A tool's exception never ends a turn: it becomes a typed failure the model can react to. Knows no channel and no model.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic_ai import RunContext, ToolFailed
from pydantic_ai.capabilities import Hooks
from pydantic_ai.exceptions import ModelRetry
from pydantic_ai.messages import ToolCallPart
from pydantic_ai.tools import ToolDefinition

from app.deps import AgentDeps, CallNote
from app.errors import AssistantError, StorageError
from app.gate.ledger import UNKNOWN_RESULT, close_entry, digest, earlier_result, is_unknown, open_entry, plain
from app.gate.outcome import Done
from app.gate.pending import held_text, hold, summarise
from app.gate.risk import METADATA_KEY, PREPARE_KEY, Risk
from app.gate.taint import decide

log = logging.getLogger(__name__)
Handler = Callable[[dict[str, Any]], Awaitable[Any]]

STOPPED = "Stopped by the user before this ran. Do not call any more tools."
REFUSED = "This tool may not be used."


def gate_hooks() -> Hooks[AgentDeps]:
    """The capability that puts the gate in front of every tool of an agent."""
    hooks: Hooks[AgentDeps] = Hooks()
    hooks.on.tool_execute(_through_the_gate)
    return hooks


async def _through_the_gate(
    ctx: RunContext[AgentDeps], *, call: ToolCallPart, tool_def: ToolDefinition, args: dict[str, Any], handler: Handler
) -> Any:
    """Decide, then run, hold or refuse; every decision is written on the turn's books."""
    deps = ctx.deps
    if deps.books.stopped:
        return _note(deps, call, args, "stop", "refused", STOPPED)
    metadata = tool_def.metadata or {}
    risk: Risk | None = metadata.get(METADATA_KEY)
    mark = digest(call.tool_name, args)
    decision = decide(risk, tainted=bool(deps.taint), approved=deps.approved == mark)
    if risk is None or decision == "refuse":
        return _note(deps, call, args, decision, "refused", REFUSED)
    try:
        if decision == "hold":
            return await _hold(deps, call, args, metadata)
        if not risk.side_effect:
            return await _read(deps, call, args, risk, handler)
        return await _act(deps, call, args, risk, handler)
    except (ToolFailed, ModelRetry):
        raise
    except AssistantError as problem:
        _note(deps, call, args, decision, "failed", "")
        level = logging.ERROR if isinstance(problem, StorageError) else logging.INFO
        log.log(level, "tool failed", extra={"event": "tool.failed", "tool": call.tool_name, "turn": deps.turn_id})
        raise ToolFailed(problem.sentence) from problem
    except Exception as bug:
        _note(deps, call, args, decision, "failed", "")
        log.exception("tool crashed", extra={"event": "tool.crashed", "tool": call.tool_name, "turn": deps.turn_id})
        raise ToolFailed("That didn't work because of a fault on my side; it has been written to the log.") from bug


async def _hold(deps: AgentDeps, call: ToolCallPart, args: dict[str, Any], metadata: dict[str, Any]) -> str:
    """Store the call for its user's decision. What is stored is what is shown: a tool may first pin down what its words mean."""
    prepare, summary = metadata.get(PREPARE_KEY), ""
    if prepare is not None:
        args, summary = await prepare(deps, args)
    action = await hold(deps, call.tool_name, args, summary=summary or summarise(call.tool_name, args))
    return _note(deps, call, args, "hold", "held", held_text(action))


async def _read(deps: AgentDeps, call: ToolCallPart, args: dict[str, Any], risk: Risk, handler: Handler) -> Any:
    """Run a call that changes nothing; what it read may taint the turn."""
    result = await handler(args)
    if risk.reads_untrusted:
        deps.taint.add(call.tool_name)
    return _note(deps, call, args, "run", "read", result)


async def _act(deps: AgentDeps, call: ToolCallPart, args: dict[str, Any], risk: Risk, handler: Handler) -> str:
    """Run a call that changes something, once: local ones in one transaction with their row, outside ones between two."""
    key = f"{call.tool_name}:{digest(call.tool_name, args)[:32]}:{deps.books.count(digest(call.tool_name, args))}"
    if not risk.local:
        return await _act_outside(deps, call, args, key, handler)
    async with deps.database.transaction():
        entry = await open_entry(deps, call.tool_name, args, key)
        if entry is None:
            return _note(deps, call, args, "run", "replayed", await earlier_result(deps, key))
        done = _as_done(await handler(args))
        await close_entry(deps, entry, status="done", result=done.text, undo=done.undo)
    return _note(deps, call, args, "run", "done", done.text)


async def _act_outside(deps: AgentDeps, call: ToolCallPart, args: dict[str, Any], key: str, handler: Handler) -> str:
    """An outside call: its row is on disk before it goes out, and says how it ended after.

    A tool that knows that nothing went out says so with an AssistantError; anything else leaves the call unknown."""
    if await is_unknown(deps, call.tool_name, args):
        return _note(deps, call, args, "run", "unknown", UNKNOWN_RESULT)
    entry = await open_entry(deps, call.tool_name, args, key)
    if entry is None:
        return _note(deps, call, args, "run", "replayed", await earlier_result(deps, key))
    try:
        done = _as_done(await handler(args))
    except (AssistantError, ToolFailed, ModelRetry) as problem:
        await close_entry(deps, entry, status="failed", result=str(problem), undo=None)
        raise
    except Exception:
        log.exception("outside call broke off", extra={"event": "tool.unknown", "tool": call.tool_name})
        return _note(deps, call, args, "run", "unknown", await earlier_result(deps, key))
    await close_entry(deps, entry, status="done", result=done.text, undo=done.undo)
    return _note(deps, call, args, "run", "done", done.text)


def _as_done(result: Any) -> Done:
    return result if isinstance(result, Done) else Done(str(result))


def _note(deps: AgentDeps, call: ToolCallPart, args: dict[str, Any], decision: str, outcome: str, result: Any) -> Any:
    """Write the call on the turn's books and hand the result through."""
    deps.books.calls.append(CallNote(call.tool_name, plain(args), decision, outcome))
    return result
