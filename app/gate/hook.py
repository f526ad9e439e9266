"""The one gate every tool call passes: risk, taint, stop, ledger. MCP tools and plan steps come through here too.

A tool's exception never ends a turn: it becomes a typed failure the model can react to. A database that is busy for a moment costs a
moment: what it refused is kept by nothing and tried again under the same key; what it goes on refusing is told as not done. Knows no
channel and no model.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar

from pydantic_ai import RunContext, ToolFailed
from pydantic_ai.capabilities import Hooks
from pydantic_ai.exceptions import ModelRetry
from pydantic_ai.messages import ToolCallPart
from pydantic_ai.tools import ToolDefinition

from app.cards.literal import one_line
from app.cards.wording import in_words
from app.deps import AgentDeps, CallNote
from app.errors import AssistantError, OutcomeUnknown, StorageBusy, StorageError
from app.gate.ledger import UNKNOWN_RESULT, call_key, close_entry, digest, earlier_result, is_unknown, open_entry, plain
from app.gate.outcome import Done, Outside
from app.gate.pending import held_text, hold
from app.gate.risk import LOOK_KEY, METADATA_KEY, PREPARE_KEY, WEIGH_KEY, Look, Risk
from app.gate.taint import decide
from app.gate.trust import asked_for, untrusted
from app.memory.records import LedgerEntry
from app.tracing.spans import span

log = logging.getLogger(__name__)
Handler = Callable[[dict[str, Any]], Awaitable[Any]]
T = TypeVar("T")

STOPPED = "Stopped by the user before this ran. Do not call any more tools."
REFUSED = "This tool may not be used."
NOT_AGAIN = "(This was done before in this turn and not repeated. Answer the user.)"
NOT_THERE = "It was broken off, and I looked: it isn't there, so nothing was done. Ask me again if you still want it."
NOT_DONE = "Not done: {call}. {why}"
CRASHED = "That didn't work because of a fault on my side; it has been written to the log."
_PAUSES = (0.2, 1.0, 3.0)  # seconds
_SETTLED = timedelta(
    minutes=2
)  # from a call's beginning, within which it may be on its way, or a vendor's index behind
_TOLD = 200  # characters of a call that was not made


def gate_hooks() -> Hooks[AgentDeps]:
    """The capability that puts the gate in front of every tool of an agent."""
    hooks: Hooks[AgentDeps] = Hooks()
    hooks.on.tool_execute(_through_the_gate)
    return hooks


@dataclass(frozen=True, slots=True)
class _Call:
    """One call on its way: what is called with what, by which turn, and how to run it."""

    deps: AgentDeps
    tool: str
    arguments: dict[str, Any]
    handler: Handler
    step: int
    asked: bool = False  # its user's own words of this turn ask for it
    look: Look | None = None  # how its vendor says what became of one that broke off

    async def run(self) -> Any:
        """The tool itself."""
        return await self.handler(self.arguments)

    def note(self, decision: str, outcome: str) -> None:
        """Write it on the turn's books."""
        self.deps.books.calls.append(CallNote(self.tool, plain(self.arguments), decision, outcome))


async def _through_the_gate(
    ctx: RunContext[AgentDeps], *, call: ToolCallPart, tool_def: ToolDefinition, args: dict[str, Any], handler: Handler
) -> Any:
    """Decide, then run, hold or refuse; every decision is written on the turn's books."""
    began = time.perf_counter()
    with span(f"execute_tool {call.tool_name}", **{"gen_ai.tool.name": call.tool_name}) as part:
        try:
            return await _decided(ctx, call=call, tool_def=tool_def, args=args, handler=handler)
        finally:
            ctx.deps.books.add_time(f"tool:{call.tool_name}", time.perf_counter() - began)
            if notes := ctx.deps.books.calls[-1:]:
                part.set(decision=notes[0].decision, outcome=notes[0].outcome)


async def _decided(
    ctx: RunContext[AgentDeps], *, call: ToolCallPart, tool_def: ToolDefinition, args: dict[str, Any], handler: Handler
) -> Any:
    deps, metadata = ctx.deps, tool_def.metadata or {}
    asked = asked_for(deps, call.tool_name, args)
    coming = _Call(deps, call.tool_name, args, handler, ctx.run_step, asked, metadata.get(LOOK_KEY))
    risk: Risk | None = metadata.get(METADATA_KEY)
    decision = "refuse"
    try:
        if risk is not None and (weigh := metadata.get(WEIGH_KEY)) is not None:
            risk = await _patiently(lambda: weigh(deps, args))
        decision = await _patiently(lambda: _decision(coming, risk))
        if risk is None or decision in ("stop", "refuse"):
            coming.note(decision, "refused")
            return STOPPED if decision == "stop" else REFUSED
        if decision == "hold":
            return await _patiently(lambda: _hold(coming, metadata))
        return await (_act(coming, risk) if risk.side_effect else _read(coming, risk))
    except (ToolFailed, ModelRetry):
        raise
    except AssistantError as problem:
        coming.note(decision, "failed")
        level = logging.ERROR if isinstance(problem, StorageError) else logging.INFO
        fields = {"event": "tool.failed", "tool": coming.tool, "turn": deps.turn_id, "problem": type(problem).__name__}
        log.log(level, "tool failed", extra=fields)
        raise ToolFailed(_why(coming, risk, problem)) from problem
    except Exception as bug:
        coming.note(decision, "failed")
        log.exception("tool crashed", extra={"event": "tool.crashed", "tool": coming.tool, "turn": deps.turn_id})
        raise ToolFailed(CRASHED) from bug


async def _decision(call: _Call, risk: Risk | None) -> str:
    """What becomes of a call: run, hold, refuse, or stop where its user has said so."""
    deps = call.deps
    if deps.books.stopped or await _is_stopped(deps):
        deps.books.stopped = True
        return "stop"
    approved = deps.approved == digest(call.tool, call.arguments)
    tainted, carried = bool(await untrusted(deps, deps.taint.sources)), bool(await untrusted(deps, deps.taint.carried))
    if tainted and deps.by_rules and deps.said_alone:  # made of what its user typed, before any of it was read
        tainted, carried = False, True
    return decide(risk, tainted=tainted, carried=carried, approved=approved, asked=carried and call.asked)


async def _patiently(work: Callable[[], Awaitable[T]]) -> T:
    """Do what may be done again where the database was busy, several times if need be. Raises StorageBusy at the end."""
    for pause in _PAUSES:
        try:
            return await work()
        except StorageBusy:
            log.warning("database busy", extra={"event": "tool.waits"})
            await asyncio.sleep(pause)
    return await work()


def _why(call: _Call, risk: Risk | None, problem: AssistantError) -> str:
    """The failure as it is told. Of several calls, it says which one the database refused."""
    if not isinstance(problem, StorageError) or risk is None or not risk.side_effect:
        return problem.sentence
    return NOT_DONE.format(call=one_line(in_words(call.tool, call.arguments), _TOLD), why=problem.sentence)


async def _is_stopped(deps: AgentDeps) -> bool:
    """Whether the user has said stop since this turn's message came: here, in another process, or before a restart."""
    stopped_at = await deps.store.controls.stopped_at(deps.user.id)
    return stopped_at is not None and stopped_at >= deps.now


async def _hold(call: _Call, metadata: dict[str, Any]) -> str:
    """Store the call for its user's decision. What is stored is what is shown: a tool may first pin down what its words mean."""
    prepare, arguments, summary = metadata.get(PREPARE_KEY), call.arguments, ""
    if prepare is not None:
        arguments, summary = await prepare(call.deps, arguments)
    summary, own_words = summary or in_words(call.tool, arguments), call.asked and call.deps.said_alone
    action = await hold(call.deps, call.tool, arguments, summary=summary, own_words=own_words)
    call.note("hold", "held")
    return held_text(action)


async def _read(call: _Call, risk: Risk) -> Any:
    """Run a call that changes nothing; what it read may taint the turn."""
    result = await (call.run() if risk.starts else _patiently(call.run))
    if risk.reads_untrusted:
        call.deps.taint.add(call.tool)
        await call.deps.store.sources.seen(call.deps.user.id, call.tool, "", call.deps.clock.now())
    call.note("run", "read")
    return result


async def _act(call: _Call, risk: Risk) -> str:
    """Run a call that changes something, once: local ones in one transaction with their row, outside ones between two.

    A model that makes the very same call again after it was told the result goes round in circles. (What has no arguments,
    such as undo, means the next one each time.)"""
    books, mark = call.deps.books, digest(call.tool, call.arguments)
    earlier = books.done_in.get(mark)
    if call.arguments and earlier is not None and earlier[0] < call.step:
        return f"{await _replayed(call, earlier[1])} {NOT_AGAIN}"
    key = call_key(call.tool, mark, books.count(mark))
    result = await (_act_here(call, key) if risk.local else _act_outside(call, key))
    books.done_in.setdefault(mark, (call.step, key))
    return result


async def _act_here(call: _Call, key: str) -> str:
    """A change of our own database and its row, and what it goes on with elsewhere when both are on disk."""
    entry, done = await _patiently(lambda: _change_here(call, key))
    if entry is None:
        return await _replayed(call, key)
    if isinstance(done, Outside):
        return await _ended(call, key, entry, done)
    call.note("run", "done")
    return done.text


async def _change_here(call: _Call, key: str) -> tuple[LedgerEntry | None, Done]:
    """The change and its row: both or neither. Without a row where this very call has one already. The row stays open where more is to
    be done outside."""
    async with call.deps.database.transaction():
        entry = await open_entry(call.deps, call.tool, call.arguments, key)
        if entry is None:
            return None, Done("")
        done = _as_done(await call.run())
        if not isinstance(done, Outside):
            await close_entry(call.deps, entry, status="done", result=done.text, undo=done.undo)
    return entry, done


async def _act_outside(call: _Call, key: str) -> str:
    """An outside call: its row is on disk before it goes out, and says how it ended after. One that broke off is looked for, never made again."""
    if await _patiently(lambda: is_unknown(call.deps, call.tool, call.arguments)):
        if told := await _found_again(call, key):
            return told
        call.note("run", "unknown")
        return UNKNOWN_RESULT
    entry = await _patiently(lambda: open_entry(call.deps, call.tool, call.arguments, key))
    if entry is None:
        return await _found_again(call, key) or await _replayed(call, key)
    return await _ended(call, key, entry)


async def _ended(call: _Call, key: str, entry: LedgerEntry, outside: Outside | None = None) -> str:
    """Do what reaches outside (the call itself, or what it goes on with) and say in its row how that ended.

    A tool that knows that nothing went out says so with an AssistantError; anything else leaves the call unknown, our own database too:
    what a tool writes down of an outside call it writes after it."""
    try:
        done = Done(await outside.act()) if outside else _as_done(await call.run())
    except (OutcomeUnknown, StorageError):
        log.warning("nobody knows how an outside call ended", extra={"event": "tool.unknown", "tool": call.tool})
        return await _said_there(call, key, entry)
    except (AssistantError, ToolFailed, ModelRetry) as problem:
        if outside is not None:
            await _patiently(outside.back)
        await _close(call, entry, "failed", Done(str(problem)))
        raise
    except Exception:
        log.exception("outside call broke off", extra={"event": "tool.unknown", "tool": call.tool})
        return await _unknown(call, key)
    await _close(call, entry, "done", done)
    call.note("run", "done")
    return done.text


async def _found_again(call: _Call, key: str) -> str:
    """What an earlier run of this call came to, where that was left open and its vendor tells; "" else. Nobody else is at this call: its action
    or its turn is held."""
    entry = await call.deps.store.ledger.get_call(call.deps.user.id, call.deps.turn_id, key)
    if entry is None or entry.status not in ("started", "unknown"):
        return ""
    found = await _looked(call, entry)
    is_early = call.deps.clock.now() - entry.started_at < _SETTLED
    if found is None or (not found.text and is_early):
        return ""
    await _close(call, entry, "done" if found.text else "failed", found if found.text else Done(NOT_THERE))
    call.note("run", "done" if found.text else "failed")
    return found.text or NOT_THERE


async def _looked(call: _Call, entry: LedgerEntry) -> Done | None:
    """What the vendor says of a call: what it came to, Done("") where it isn't there, None where nobody can tell."""
    if call.look is None:
        return None
    try:
        found = await call.look(call.deps, call.arguments, entry.started_at)
    except AssistantError as problem:
        told = {"event": "tool.not_looked_up", "tool": call.tool, "problem": type(problem).__name__}
        log.warning("nobody says how a call ended", extra=told)
        return None
    log.info("a call was looked for", extra={"event": "tool.looked_up", "tool": call.tool, "there": found is not None})
    return found or Done("")


async def _said_there(call: _Call, key: str, entry: LedgerEntry) -> str:
    """What a call came to whose answer was lost, where its vendor has it; it may still be on its way, so what isn't there is unknown."""
    found = await _looked(call, entry)
    if found is None or not found.text:
        return await _unknown(call, key)
    await _close(call, entry, "done", found)
    call.note("run", "done")
    return found.text


async def _unknown(call: _Call, key: str) -> str:
    """Say so in the books. Where they can't be written to, the row stays open, which means the same when it is next looked at."""
    call.note("run", "unknown")
    try:
        return await _patiently(lambda: earlier_result(call.deps, key))
    except StorageError:
        log.exception("call not closed", extra={"event": "tool.not_closed", "tool": call.tool})
        return UNKNOWN_RESULT


async def _close(call: _Call, entry: LedgerEntry, status: str, done: Done) -> None:
    """Say in the books how an outside call ended. Where they can't be written to, what it came to is told all the same: it is known."""
    closing = partial(close_entry, call.deps, entry, status=status, result=done.text, undo=done.undo)
    try:
        await _patiently(closing)
    except StorageError:
        log.exception("call not closed", extra={"event": "tool.not_closed", "tool": call.tool, "entry": entry.id})


async def _replayed(call: _Call, key: str) -> str:
    """This very call ran before in this turn: its result again, and nothing else."""
    result = await earlier_result(call.deps, key)
    call.note("run", "replayed")
    return result


def _as_done(result: Any) -> Done:
    return result if isinstance(result, Done) else Done(str(result))
