"""Plans that rules read: a request over several services becomes the very calls that it takes, shown together and held as one request.

Each call is pinned as its own card would pin it, so one OK is for all of it, bound to exactly these calls; what is only looked for (a file) is
looked for before anything is shown. What can't be told yet (two files match) is asked, and the answer goes on from there. Carried out in
`plans.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from inspect import signature
from typing import Any

from app.cards.literal import one_line
from app.cards.wording import WORDINGS, in_words
from app.conversation.cards import whole
from app.conversation.spoken import language_of
from app.conversation.turn import Resources, Turn
from app.deps import AgentDeps
from app.errors import AssistantError, StorageError, ToolProblem
from app.gate.ledger import plain
from app.gate.pending import action_of
from app.integrations.accounts import offers
from app.language.choosing import across
from app.language.choosing.across import Wanted
from app.language.choosing.choice import argument_of, instead, taken
from app.language.choosing.mail import subject_of
from app.language.orders.plan import Call
from app.language.saying import in_language
from app.memory.records import PlanRecord
from app.offload import offloaded
from app.planning.models import Effect, Step, StepState
from app.tools.amending import amended
from app.tools.catalogue import TOOLSETS
from app.tools.drives import At, file_of, line
from app.tools.mail_files import pin_of
from app.tools.toolset import Tool

ASKING = "asking"  # the status of a plan that can't be shown yet: its first failed step says what is asked
NOTHING_YET = "Nothing has been done yet."
_ROWS: Mapping[str, Tool] = {row.name: row for rows in TOOLSETS.values() for row in rows}
_FILES = ("files", "file", "words")
_NO_TITLE = ("account", "files", "body", "due", "when")  # what is left out where a step is only named
_QUOTES = str.maketrans("", "", "“”")  # it is named between quotes
_MOST_TITLE, _MOST_GOAL = 80, 200


@dataclass(frozen=True, slots=True)
class Laid:
    """A request laid out: its steps as far as they could be pinned, as they are kept; `problem` says why they aren't all."""

    goal: str
    steps: tuple[dict[str, Any], ...]
    problem: str = ""


async def laid_out(turn: Turn, resources: Resources, words: str, before: PlanRecord | None) -> Laid | None:
    """The steps that words ask for, or that they complete of the plan that asked right `before`; None where they do neither."""
    wanted = _completed(before, words) if before is not None and before.status == ASKING else ()
    goal = before.goal if wanted and before is not None else one_line(words, _MOST_GOAL)
    if not wanted:
        tools = await _tools(turn, resources)
        reading = partial(across.read, words, turn.local_moment, tools)
        wanted = await offloaded(reading, characters=len(words))
    return await _pinned(turn, resources, goal, wanted) if wanted else None


async def amended_plan(turn: Turn, resources: Resources, record: PlanRecord) -> Laid | None:
    """The plan with a change that rules read, in the first of its calls that it fits; what is done stays done. None where they read none."""
    states, words = [StepState.from_dict(step) for step in record.steps], turn.change or turn.text
    wanted = [Wanted(Call(call["tool"], call["arguments"]), "") for state in states if (call := state.step.call)]
    for number, (one, state) in enumerate(zip(wanted, states, strict=True)):
        new = None if state.is_over else _amended(one.call, words, turn)
        if new is not None:
            wanted[number] = replace(one, call=replace(one.call, arguments=new))
            return await _pinned(turn, resources, record.goal, wanted, [one if one.is_over else None for one in states])
    return None


def _amended(call: Call, words: str, turn: Turn) -> dict[str, Any] | None:
    row = WORDINGS.get(call.tool)
    try:
        return amended(call.arguments, words, turn.local_moment, whole=row.told if row else ())
    except ToolProblem:  # a time that is none for this step may be one for another
        return None


def calls_of(steps: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]] | None:
    """The very calls of a plan's steps, as an OK is bound to them; None for a plan whose steps are told in words."""
    found = [step.get("call") for step in steps]
    return [plain({"call": one})["call"] for one in found] if found and all(found) else None


async def _tools(turn: Turn, resources: Resources) -> frozenset[str]:
    """What can be called with what is connected."""
    accounts = await resources.accounts.every(turn.user.id)
    ports = {port for one in accounts for port in offers(one)}
    return frozenset(name for name, row in _ROWS.items() if row.needs is None or row.needs in ports)


async def _pinned(
    turn: Turn,
    resources: Resources,
    goal: str,
    wanted: Sequence[Wanted],
    over: Sequence[StepState | None] = (),
) -> Laid:
    """Each step as it will be made; up to the first that can't be told yet, which says why."""
    deps = turn.deps(resources, by_rules=True)
    steps, left, problem = list[dict[str, Any]](), list(wanted), ""
    for number in range(len(wanted)):
        kept = over[number] if number < len(over) else None
        if kept is not None:
            steps.append(kept.as_dict())
            continue
        given = left[number]
        try:
            state, found = await _step(deps, _telling(given, left[:number], steps))
        except StorageError:
            raise
        except AssistantError as trouble:
            problem = trouble.sentence
            steps += [_raw(rest).failed(problem if rest is given else "").as_dict() for rest in left[number:]]
            steps = [{**step, "said": rest.said, "tells": rest.tells} for step, rest in zip(steps, left, strict=True)]
            break
        if found is not None:
            left = [_with_file(rest, given.finds, found) if rest is not given else rest for rest in left]
        steps.append({**state.as_dict(), "said": given.said, "tells": given.tells})
    return Laid(goal, tuple(steps), problem)


async def _step(deps: AgentDeps, wanted: Wanted) -> tuple[StepState, At | None]:
    """A step as it will be made; one that looks for a file is done, with the file. Raises as the tools do."""
    call = wanted.call
    if wanted.finds:
        found = await file_of(deps, wanted.finds, "")
        title = f"Find {one_line(wanted.finds, _MOST_TITLE)} among your files"
        state = StepState(Step(title, title, "drive", "read", _as_call(call)))
        return state.done(line(found, deps).removeprefix("- "), deps.taint.all), found
    prepare, arguments, summary = _ROWS[call.tool].prepare, dict(call.arguments), ""
    if prepare is not None:
        arguments, summary = await prepare(deps, arguments)
    arguments = _with_defaults(call.tool, arguments)
    text = text_of(deps, call.tool, arguments, summary)
    named = {name: value for name, value in arguments.items() if name not in _NO_TITLE}
    title = one_line(in_words(call.tool, named).translate(_QUOTES), _MOST_TITLE)
    return StepState(Step(title, text, "", _effect(call.tool), _as_call(Call(call.tool, arguments)))), None


def _with_defaults(tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """All arguments of a call, as the gate will see them: an OK is bound to them."""
    parameters = list(signature(_ROWS[tool].function).parameters.values())[1:]
    return {one.name: arguments.get(one.name, one.default) for one in parameters}


def text_of(deps: AgentDeps, tool: str, arguments: Mapping[str, Any], summary: str) -> str:
    """All that a call will do, as its own card says it, nothing cut: its title and what its tool says of it, then each value."""
    card = whole(action_of(deps, tool, arguments, summary=summary or in_words(tool, arguments)))
    head = ": ".join((card.title, *(field.value for field in card.fields if summary and not field.name)))
    named = [field for field in card.fields if field.name or not summary]
    return "\n".join((head, *(": ".join(filter(None, (field.name, field.value))) for field in named)))


def _effect(tool: str) -> Effect:
    risk = _ROWS[tool].risk
    return "send" if risk.egress else "write" if risk.reversible else "delete"


def _as_call(call: Call) -> dict[str, Any]:
    return {"tool": call.tool, "arguments": plain(call.arguments)}


def _raw(wanted: Wanted) -> StepState:
    return StepState(Step(wanted.said, wanted.said, "", "send", _as_call(wanted.call)))


def _telling(wanted: Wanted, before: Sequence[Wanted], steps: Sequence[Mapping[str, Any]]) -> Wanted:
    """What is told of the step before stands in it, as that step is pinned; a file by the name it was said by."""
    call = steps[-1].get("call") if steps and wanted.tells else None
    if call is None:
        return wanted
    said = {name: before[-1].call.arguments[name] for name in _FILES if name in before[-1].call.arguments}
    text = across.told(call["tool"], {**call["arguments"], **said}, wanted.said)
    more = {"subject": subject_of(text)} if "subject" in wanted.call.arguments else {}
    return replace(wanted, call=replace(wanted.call, arguments={**wanted.call.arguments, wanted.tells: text, **more}))


def _with_file(wanted: Wanted, words: str, found: At) -> Wanted:
    """The step with the very file in place of the words that it was looked for by."""
    given = dict(wanted.call.arguments)
    if given.get("file") == words:
        given |= {"file": found.pinned, "account": found.account.pinned}
    if words in (given.get("files") or ()):
        given["files"] = [pin_of(found) if one == words else one for one in given["files"]]
    return replace(wanted, call=replace(wanted.call, arguments=given))


def _completed(record: PlanRecord, words: str) -> tuple[Wanted, ...]:
    """The steps of a plan that asked, with what these words answer; none where they answer nothing."""
    steps = [step for step in record.steps if step.get("call")]
    asking = next((step for step in steps if step["status"] == "failed" and step["output"]), None)
    chosen = taken(asking["output"], words) if asking else ""
    if asking is None or not chosen:
        return ()
    tool, given = asking["call"]["tool"], asking["call"]["arguments"]
    name = argument_of(tool, asking["output"], given)
    if not name:
        return ()
    old = given[name]
    new = instead(old, chosen, asking["output"])
    return tuple(
        Wanted(
            Call(step["call"]["tool"], _replaced(step["call"]["arguments"], old, new)),
            str(step.get("said", "")),
            str(step.get("tells", "")),
        )
        for step in steps
    )


def _replaced(given: Mapping[str, Any], old: Any, new: Any) -> dict[str, Any]:
    """The arguments with the new value wherever the old one stands, alone or among several."""
    found = dict[str, Any]()
    for name, value in given.items():
        if value == old:
            found[name] = new
        elif isinstance(value, list) and not isinstance(old, list):
            found[name] = [new if one == old else one for one in value]
        else:
            found[name] = value
    return found


async def said_of(turn: Turn, resources: Resources, problem: str) -> str:
    """Why a plan can't be shown yet, in the user's language."""
    language = await language_of(resources.store, turn.user.id, turn.text)
    return "\n".join(in_language(one, language) for one in (problem, NOTHING_YET))
