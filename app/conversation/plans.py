"""Plans inside the conversation: carried out at once, or shown and held for leave and then carried out as a turn of their own.

A plan that needs nobody's leave is run in the turn that made it, its checklist shown as the answer grows. One that does is a held action
like any other; Confirm puts an entry into the inbox, so that its steps run under the user's
lease, stop when the user says stop, and are taken up after a crash where they were. Each step is routed by itself and its calls stand
in the ledger under the step's own id. The message that showed the plan, or that answered for it, is the live checklist.
"""

import logging
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic_ai.exceptions import RunCancelled

from app.conversation.answering import CUT_OFF, answer_by_chain, shown
from app.conversation.call_plans import ASKING, Laid, amended_plan, calls_of, laid_out, said_of
from app.conversation.corrections import NOT_READ
from app.conversation.media import unread
from app.conversation.quotes import quoted_sources
from app.conversation.spoken import language_of
from app.conversation.stages import recall
from app.conversation.turn import PLAN_PREFIX, RUN_PLAN, Resources, Turn
from app.deps import Taint
from app.errors import ActionRefused, AssistantError
from app.gate.executor import check_unaltered, run_call
from app.gate.hook import NOT_THERE
from app.gate.ledger import UNKNOWN_RESULT, digest
from app.gate.outcome import WENT_WRONG
from app.gate.pending import hold
from app.language.questions import CONFIRMED
from app.language.saying import in_language
from app.memory.records import InboxEntry, PendingAction, PlanRecord
from app.planning.executor import RUNNING, PlanExecutor, StepOutcome, step_id
from app.planning.models import Plan, StepState
from app.planning.planner import must_be_shown, propose
from app.planning.prefilter import needs_plan
from app.planning.scratchpad import split_step
from app.planning.wording import UNCERTAIN, checklist, preview, preview_of_calls, summary
from app.prompts.turn import compose, own_part

log = logging.getLogger(__name__)

_PROPOSED = "proposed"  # it waits for its user's leave
_GONE = "I don't have that plan any more. Ask me again and I'll make a new one."
_CHANGED = "That plan was changed after it was shown, so nothing was done."


async def plan(turn: Turn, resources: Resources) -> None:
    """Go on with a plan that its user allowed; or make one where a request takes several steps, and run it or show it for leave."""
    entry = turn.entries[-1]
    if entry.external_id.startswith(PLAN_PREFIX):
        await _carry_on(turn, resources, entry)
        return
    standing = await resources.store.plans.get(turn.user.id, _plan_id(turn.user.id, turn.id)) if turn.resumed else None
    if standing is not None and standing.status != ASKING:  # taken up after a crash: it was planned already
        await (_show if standing.status == _PROPOSED else _run_now)(turn, resources, standing)
        return
    model, words = resources.models.chain("primary"), _own_words(turn)
    if model is resources.models.offline:
        await _plan_by_rules(turn, resources, words)
        return
    if not (entry.corrects or needs_plan(words)):
        return
    turn.taint.carry(await quoted_sources(turn, resources))  # "do that for each": what is replied to may be anybody's
    turn.tell(resources, "activity", "thinking about the steps…")
    found = await propose(words, model=model, now=turn.local_moment, usage=turn.usage, cancellation=turn.cancellation)
    if found is None:
        return
    needs_leave = bool(entry.corrects) or bool(turn.taint) or must_be_shown(found)
    record = await _keep(turn, resources, found, _PROPOSED if needs_leave else RUNNING)
    await (_show if needs_leave else _run_now)(turn, resources, record)


async def _plan_by_rules(turn: Turn, resources: Resources, words: str) -> None:
    """Where no language model plans: the very calls that a request over several services takes, shown and held together; or what is asked
    before they can be."""
    corrected = turn.entries[-1].corrects or turn.changes
    if corrected:
        await _change(turn, resources, corrected)
        return
    last = next(iter(await resources.store.turns.recent(turn.user.id, 1)), None)
    before = await resources.store.plans.get(turn.user.id, _plan_id(turn.user.id, last.id)) if last else None
    laid = await laid_out(turn, resources, words, before)
    if laid is not None:
        await _show_laid(turn, resources, laid)


async def _change(turn: Turn, resources: Resources, action_id: str) -> None:
    """A plan of calls with what its user's words change in it; as it was, where rules read no change in them."""
    action = await resources.store.pending.get(turn.user.id, action_id)
    if action is None or action.tool != RUN_PLAN or "calls" not in action.arguments:
        return
    record = await resources.store.plans.get(turn.user.id, str(action.arguments["plan"]))
    if record is None:
        turn.reply = _GONE
        return
    laid = await amended_plan(turn, resources, record)
    if laid is not None:
        await _show_laid(turn, resources, laid)
        return
    await hold(turn.deps(resources), RUN_PLAN, action.arguments, summary=action.summary, own_words=action.own_words)
    turn.reply = in_language(NOT_READ, await language_of(resources.store, turn.user.id, turn.text))


async def _show_laid(turn: Turn, resources: Resources, laid: Laid) -> None:
    """Show a plan of calls for its user's leave; or say what is asked before that can be done."""
    record = await _keep_steps(turn, resources, laid.goal, laid.steps, ASKING if laid.problem else _PROPOSED)
    if laid.problem:
        turn.reply = await said_of(turn, resources, laid.problem)
    else:
        await _show(turn, resources, record)


def _own_words(turn: Turn) -> str:
    """What the user asks for: never what stands in a file that came along, nor what somebody else wrote."""
    if turn.voice or turn.entries[-1].corrects:
        return turn.request
    return own_part("\n".join(entry.text for entry in turn.entries if entry.text and not entry.untrusted))


def _plan_id(user_id: str, turn_id: str) -> str:
    return uuid.uuid5(uuid.NAMESPACE_URL, f"plan|{user_id}|{turn_id}").hex


async def _keep(turn: Turn, resources: Resources, found: Plan, status: str) -> PlanRecord:
    return await _keep_steps(turn, resources, found.goal, [StepState(step).as_dict() for step in found.steps], status)


async def _keep_steps(
    turn: Turn, resources: Resources, goal: str, steps: Sequence[Mapping[str, Any]], status: str
) -> PlanRecord:
    """Write down a plan; one that an attempt before a crash wrote for the same turn is written over."""
    now, plans = resources.clock.now(), resources.store.plans
    record = PlanRecord(
        id=_plan_id(turn.user.id, turn.id),
        user_id=turn.user.id,
        turn_id=turn.id,
        goal=goal,
        steps=[dict(step) for step in steps],
        taint=turn.taint.all,
        status=status,
        created_at=now,
        updated_at=now,
    )
    if not await plans.save(turn.user.id, record.id, steps=record.steps, taint=record.taint, status=status, at=now):
        await plans.add(record)
    return record


async def _show(turn: Turn, resources: Resources, record: PlanRecord) -> None:
    states = _states(record)
    await _ask(turn, resources, record, states, f"carry out these {len(states)} steps: {record.goal}")
    if calls_of(record.steps):
        turn.reply = preview_of_calls(record.goal, states)
    else:
        turn.reply = preview(Plan(record.goal, tuple(state.step for state in states)))


async def _run_now(turn: Turn, resources: Resources, record: PlanRecord) -> None:
    """Carry out a plan that needs nobody's leave. Its steps see the talk before them, unless that holds other people's words: those would
    make each of them ask."""
    turn.sayable = not turn.resumed  # of steps before that nobody knows any more what they read
    await recall(turn, resources)
    if turn.taint:
        turn.history = []
    await _carry_out(turn, resources, record)


async def _ask(
    turn: Turn, resources: Resources, record: PlanRecord, states: Sequence[StepState], summary: str
) -> PendingAction:
    """Hold the plan for its user's leave; what Confirm allows is bound to these very steps, and to their calls where rules read them: of
    these its user's own words asked, so that a plain yes is enough."""
    arguments: dict[str, Any] = {"plan": record.id, "steps": _instructions(states)}
    calls = calls_of([state.as_dict() for state in states])
    if calls is not None:
        arguments["calls"] = calls
    own = calls is not None and (turn.said_alone or turn.entries[-1].external_id.startswith(PLAN_PREFIX))
    return await hold(turn.deps(resources), RUN_PLAN, arguments, summary=summary, own_words=own)


def entry_of(plan_id: str, mark: str) -> str:
    """The external id of the inbox entry that goes on with a plan; one a decision."""
    return f"{PLAN_PREFIX}{plan_id}:{mark}"


def _states(record: PlanRecord) -> list[StepState]:
    return [StepState.from_dict(step) for step in record.steps]


def _instructions(states: Sequence[StepState]) -> list[str]:
    return [state.step.instruction for state in states]


async def check_as_shown(resources: Resources, action: PendingAction) -> PlanRecord:
    """The plan that an action allows. Raises ActionRefused where it isn't the one that was shown."""
    record = await resources.store.plans.get(action.user_id, str(action.arguments.get("plan", "")))
    if record is None:
        raise ActionRefused(_GONE)
    if _instructions(_states(record)) != action.arguments.get("steps") or not _calls_as_shown(record, action):
        raise ActionRefused(_CHANGED)
    return record


def _calls_as_shown(record: PlanRecord, action: PendingAction) -> bool:
    return calls_of([state.as_dict() for state in _states(record)]) == action.arguments.get("calls")


async def _is_allowed(turn: Turn, resources: Resources, record: PlanRecord, action_id: str) -> bool:
    """Whether its user's OK was for these very calls."""
    action = await resources.store.pending.get(turn.user.id, action_id)
    if action is None or action.tool != RUN_PLAN or action.status != "done":
        return False
    check_unaltered(action)
    return action.arguments.get("plan") == record.id and "calls" in action.arguments and _calls_as_shown(record, action)


async def _carry_on(turn: Turn, resources: Resources, entry: InboxEntry) -> None:
    """Go on with a plan that its user allowed."""
    stored = await resources.store.plans.get(turn.user.id, entry.external_id.split(":")[1])
    if stored is None:
        turn.reply, turn.status = _GONE, "failed"
        return
    turn.text = turn.text or f"{CONFIRMED}{stored.goal}"
    turn.undoes = stored.turn_id
    allowed = await _is_allowed(turn, resources, stored, entry.external_id.rpartition(":")[2])
    await _carry_out(turn, resources, stored, allowed=allowed)


async def _carry_out(turn: Turn, resources: Resources, stored: PlanRecord, *, allowed: bool = False) -> None:
    """Run what is left of a plan; where it ends early, offer to go on. `allowed`: its user's OK was for the very calls of its steps."""
    record = await _with_decisions(stored, resources)
    for source in (*stored.taint, *(source for state in _states(record) for source in state.taint)):
        turn.taint.add(source)
    run = _Run(turn, resources, record, allowed=allowed)
    if record.steps != stored.steps:
        await run.progress(_states(record))
    ended = await PlanExecutor(lambda: turn.books.stopped).run(record, runner=run, progress=run.progress, save=run.save)
    turn.reply = summary(ended.steps)
    if ended.status == "stopped":
        turn.status = "stopped"
        turn.reply = "\n\n".join((turn.reply, f"{run.cut_off}\n\n{CUT_OFF}") if run.cut_off else (turn.reply,))
    if ended.status in ("failed", "stopped"):
        left = next(number for number, state in enumerate(ended.steps, 1) if state.status not in ("done", "skipped"))
        title = ended.steps[left - 1].step.title
        fresh = replace(record, steps=[state.as_dict() for state in ended.steps])
        await _ask(turn, resources, fresh, ended.steps, f"go on from step {left}: {title}")
    elif ended.status == "waiting":
        await _take_up_cards(turn, resources, record.id, ended.steps)


async def _take_up_cards(turn: Turn, resources: Resources, plan_id: str, states: Sequence[StepState]) -> None:
    """The calls that a step asked leave for stand under this turn's reply, also where an attempt before a crash asked."""
    for number, state in enumerate(states):
        held = await resources.store.pending.within(turn.user.id, step_id(plan_id, number))
        asked = [action.id for action in held if state.status == "waiting" and action.status == "pending"]
        turn.books.held += [action for action in asked if action not in turn.books.held]


async def _with_decisions(record: PlanRecord, resources: Resources) -> PlanRecord:
    """The plan with what its user decided meanwhile about the calls its steps had to ask for."""
    states = _states(record)
    for number, state in enumerate(states):
        if state.status != "waiting":
            continue
        held = await resources.store.pending.within(record.user_id, step_id(record.id, number))
        if any(action.status in ("pending", "executing") for action in held):
            continue
        done = [action.result for action in held if action.status == "done"]
        states[number] = state.done("\n".join((state.output, *done))) if done else state.skipped()
    return replace(record, steps=[state.as_dict() for state in states])


class _Run:
    """One run of a plan inside a turn: runs its steps, shows them, writes them down."""

    def __init__(self, turn: Turn, resources: Resources, record: PlanRecord, *, allowed: bool) -> None:
        self._allowed = allowed
        self._turn = turn
        self._resources = resources
        self._record = record
        self.cut_off = ""  # what the step that was stopped had said until then
        self._above = ""  # the checklist, where it stands above the step's own words

    async def progress(self, states: list[StepState]) -> None:
        """Show the checklist where the plan was shown, or where its turn is being answered."""
        turn, resources = self._turn, self._resources
        running = next((state.step.title for state in states if state.status == "running"), "")
        if running:
            turn.tell(resources, "activity", f"{running}…")
        if turn.id == self._record.turn_id:
            self._above = checklist(self._record.goal, states)
            turn.tell(resources, "draft", self._above)
        shown = await resources.store.outbox.get_by_key(turn.user.id, f"reply:{self._record.turn_id}")
        if shown is not None:
            body = {**shown.body, "text": checklist(self._record.goal, states), "ended": []}
            await resources.mailroom.revise(turn.user.id, shown, body, resources.clock.now())
            await resources.mailroom.announce(turn.user.id)

    async def save(self, states: list[StepState], taint: list[str], status: str) -> None:
        """Write down where the plan stands."""
        await self._resources.store.plans.save(
            self._turn.user.id,
            self._record.id,
            steps=[state.as_dict() for state in states],
            taint=taint,
            status=status,
            at=self._resources.clock.now(),
        )

    async def run_step(self, step_id: str, prompt: str, *, domain: str, taint: Sequence[str]) -> StepOutcome:
        """One step as a turn of its own: routed by itself, its calls under its own id, its taint carried on."""
        turn, resources = self._turn, self._resources
        instruction, beside = split_step(prompt)
        step = Turn(
            id=step_id,
            user=turn.user,
            entries=turn.entries,
            moment=turn.moment,
            trace_id=turn.trace_id,
            holder=turn.holder,
            resumed=True,
            anew=True,
            part_of=turn.id,
            above=self._above,
            text=instruction,
            history=turn.history,
            about_user=turn.about_user,
            taint=Taint(list(taint)),
            cancellation=turn.cancellation,
            usage=turn.usage,
        )
        step.books.stopped = turn.books.stopped
        kept = self._record.steps[int(step_id.rpartition(":")[2])]
        if (call := kept.get("call")) is not None:
            step.reply = await self._make(step, call["tool"], call["arguments"])
            return self._ended(step)
        found = await resources.router.route(instruction, frozenset({domain}) if domain else frozenset())
        # Its words may name what an earlier step found ("mail the contract"); what it does is of the domain that the plan says.
        step.route = replace(found, domains=found.domains | {domain}) if domain and found.domains else found
        try:
            memory = "\n".join(filter(None, (beside, unread(turn.notices))))
            await answer_by_chain(step, resources, compose(instruction, turn.local_moment, memory=memory))
        except RunCancelled:
            step.status, self.cut_off = "stopped", shown(step.draft).strip()
        except AssistantError as problem:
            step.status, step.reply = "failed", problem.sentence
        return self._ended(step, acts=kept.get("effect") != "read")

    async def _make(self, step: Turn, tool: str, arguments: dict[str, Any]) -> str:
        """Make the very call that a step is; what broke off, and isn't there when it is looked for, is made again: going on asks for that."""
        deps = step.deps(self._resources, approved=digest(tool, arguments) if self._allowed else None)
        agent = self._resources.agents.having(tool)
        said = await run_call(agent, tool, arguments, deps)
        if said == NOT_THERE:
            said = await run_call(agent, tool, arguments, deps)
        return UNCERTAIN if said == UNKNOWN_RESULT else said

    def _ended(self, step: Turn, *, acts: bool = True) -> StepOutcome:
        """How a step went, its books added to its turn's. One that `acts` isn't done by being called done."""
        turn = self._turn
        turn.books.calls += step.books.calls
        turn.books.charts += step.books.charts
        turn.books.files += step.books.files
        turn.books.held += [action for action in step.books.held if action not in turn.books.held]
        turn.model = step.model or turn.model
        for source in step.taint.sources:
            turn.taint.add(source)
        return StepOutcome(
            text=step.reply or "",
            ok=step.status == "done" and not _failed(step) and not (acts and step.claimed),
            held=list(step.books.held),
            taint=list(step.taint.sources),
            stopped=step.status == "stopped" or step.books.stopped,
        )


def _failed(step: Turn) -> bool:
    """Whether the last thing a step tried didn't work."""
    return bool(step.books.calls) and step.books.calls[-1].outcome in WENT_WRONG
