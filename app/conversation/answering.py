"""One agent run over a role's chain: the reply as it comes, the tools it calls, and what happens when a model gives out half-way.

Fills in the turn's reply, messages, model and usage. Knows no channel.
"""

import logging
import re
from dataclasses import replace
from datetime import timedelta
from functools import partial

from pydantic_ai import AgentRunResultEvent
from pydantic_ai.exceptions import RunCancelled, RunTimedOut
from pydantic_ai.messages import (
    BinaryContent,
    FunctionToolCallEvent,
    ModelRequest,
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    UserContent,
    UserPromptPart,
)
from pydantic_ai.models import Model
from pydantic_ai.models.fallback import FallbackModel
from pydantic_ai.run import AgentRunResult
from pydantic_ai.usage import UsageLimits

from app.conversation.names import known_names
from app.conversation.resume import done_so_far
from app.conversation.statements import is_said, own_words
from app.conversation.turn import Resources, Turn
from app.deps import CallNote
from app.errors import StorageBusy
from app.gate.claims.check import check_claims
from app.language.claims.request import read_request
from app.language.fresh import wants_fresh
from app.language.orders.verdict import Verdict
from app.language.saying import in_language
from app.language.statements.wording import to_you
from app.learning.offering import offers, one_of_both, promises
from app.learning.statements import noted
from app.models.manners import live, well_begun, without_codes
from app.models.offline.knowing import KnowingSettings
from app.models.offline.verdict import read_verdict, verdict_of
from app.models.troubles import TROUBLES, VENDORS, Failure, Link, failure_of, log_failure
from app.offload import offloaded
from app.prompts.named import media_prompt
from app.tools.catalogue import activity

log = logging.getLogger(__name__)

_LOOKED_BACK = 100  # calls
_MARKER = re.compile(r"\s*\[APPROVAL_PENDING:[0-9a-f]+\]\s*")
_HALF_MARKER = re.compile(r"\s*\[(?:A(?:P(?:P[A-Z_]{0,13})?)?(?::[0-9a-f]*)?)?\Z")
_REMEMBERS, _RAN = "remember_fact", ("done", "replayed")
STOPPED = "Stopped."
BEFORE_THAT = "Done before that:"
CUT_OFF = "(stopped)"  # under what was said until then
TAKEN_OVER = "\n\n({why} I did this part by myself.)"
STILL = "\n\n(Still by myself: {short}.)"
_TOLD = timedelta(hours=1)  # what was wrong is said in full once, and then in a few words while it lasts
_TOLD_IN = 10  # turns
LOOK_UP = (
    "This asks for what changes in the world: look it up with your tools before you answer, and name where it is from."
)
_READ_FOR_FRESH = 400  # characters of what was said
EMPTY = "That left me without words. Say it another way and I'll try again."


async def answer_by_chain(turn: Turn, resources: Resources, prompt: str) -> None:
    """When a model fails half-way, the next one goes on from what is done, and the offline model where there is none."""
    chain, offline = resources.models.chain("primary"), resources.models.offline
    try:
        await _answer(turn, resources, chain, prompt, fresh=not turn.resumed)
    except Exception as failure:
        if isinstance(failure, RunCancelled) and not isinstance(failure, RunTimedOut):
            raise
        if isinstance(failure, StorageBusy):  # no fault of the model's
            raise
        log_failure(log, "model failed", failure, event="turn.model_failed", turn=turn.id)
        if chain is offline:
            raise
        await _go_on(turn, resources, prompt, failure)
    if turn.status == "stopped":
        return
    _keep_manners(turn, resources)
    await _keep_honest(turn, resources)
    _say_what_is_kept(turn, resources)
    if chain is not offline and turn.model == offline.model_name and turn.status == "done":
        turn.reply = f"{turn.reply}{await _why(turn, resources)}"


async def _go_on(turn: Turn, resources: Resources, prompt: str, problem: Exception) -> None:
    """By another model of the chain where one is left that hasn't failed in this turn, else by the offline one."""
    failed = {failure.link for failure in turn.spending.failures} if turn.spending else set()
    _note(turn, resources, problem)
    if failed and set(resources.models.names("primary")) - failed:
        try:
            return await _answer(turn, resources, resources.models.chain("primary"), prompt, fresh=False)
        except Exception as failure:
            if isinstance(failure, StorageBusy) or (
                isinstance(failure, RunCancelled) and not isinstance(failure, RunTimedOut)
            ):
                raise
            log_failure(log, "model failed", failure, event="turn.model_failed", turn=turn.id)
    return await _answer(turn, resources, resources.models.offline, prompt, fresh=False)


def _keep_manners(turn: Turn, resources: Resources) -> None:
    """A model's reply opens with what it says, and tells of what failed in words, also where later turns will read it."""
    if turn.status != "done" or not turn.reply or turn.model == resources.models.offline.model_name:
        return
    said = well_begun(turn.reply)
    if any(call.outcome in ("failed", "unknown") for call in turn.books.calls):
        said = without_codes(said, turn.text)
    if said != turn.reply:
        log.info("reply put right", extra={"event": "turn.reply_put_right", "turn": turn.id, "model": turn.model})
        reword(turn, said)


async def keep_what_was_said(turn: Turn, resources: Resources, prompt: str) -> None:
    """A turn that is stopped keeps what it had said, marked, and says what it had done."""
    begun = await done_so_far(turn, resources, prompt) or [ModelRequest(parts=[UserPromptPart(prompt)])]
    turn.messages = [*begun, ModelResponse(parts=[TextPart("")])]
    turn.reply, turn.status, turn.model = shown(turn.draft).strip(), "stopped", ""
    if turn.reply:
        turn.model = _first_name(resources.models.chain("primary"))
        await _keep_honest(turn, resources)
    ran = await resources.store.ledger.within(turn.user.id, turn.id)
    done = [entry.result if not turn.reply else entry.tool.replace("_", " ") for entry in ran if entry.status == "done"]
    before = f"{BEFORE_THAT} {'; '.join(dict.fromkeys(done))}" if done else ""
    said = f"{turn.reply}\n\n{CUT_OFF}" if turn.reply else STOPPED
    reword(turn, " ".join(filter(None, (said, before))))


def _first_name(chain: Model) -> str:
    """The name of the model that is asked first."""
    return (chain.models[0] if isinstance(chain, FallbackModel) else chain).model_name


async def _keep_honest(turn: Turn, resources: Resources) -> None:
    """A reply that claims an action of which the books know nothing is corrected, also where later turns will read it."""
    if turn.status == "failed" or not turn.reply or turn.model == resources.models.offline.model_name:
        return  # the offline model says what its tools said
    calls = await _calls(turn, resources)
    if read_request(turn.text).kind != "order":  # "I've noted that", of what is kept without a call
        calls = [*calls, *(CallNote(_REMEMBERS, {}, "run", "done") for _ in _kept_by_rules(turn))]
    check, size = partial(check_claims, turn.reply, calls, asked=turn.request), len(turn.reply)
    checked = await offloaded(check, characters=size)
    if checked.corrected:
        earlier = await resources.store.ledger.recent(turn.user.id, _LOOKED_BACK)
        checked = await offloaded(partial(check, earlier=earlier), characters=size)
    if not checked.corrected:
        return
    log.warning("false claim corrected", extra={"event": "turn.claim_corrected", "turn": turn.id, "model": turn.model})
    turn.claimed = not calls
    reword(turn, checked.reply)


def _say_what_is_kept(turn: Turn, resources: Resources) -> None:
    """What a reply says of remembering is made true: "I'll remember" where something of this turn is kept, else "Shall I remember …?"."""
    if turn.status != "done" or not turn.reply:
        return
    kept = [to_you(statement) for statement in _kept_by_rules(turn)]
    if turn.model == resources.models.offline.model_name:
        said = _told_offline(turn.reply, verdict_of(turn.messages), kept)
    else:
        said = _told_by_model(turn, is_kept=bool(kept) or _called(turn))
    if said != turn.reply:
        reword(turn, said)


def _told_offline(reply: str, verdict: Verdict, kept: list[str]) -> str:
    """What the offline model can do nothing with, or offers to remember, may tell something of its user: that is kept, and is the answer."""
    if not kept or verdict.kind not in ("offered", "unread"):
        return reply
    return reply.replace(verdict.sentence, in_language(f"I'll remember: {'; '.join(kept)}.", verdict.language), 1)


def _told_by_model(turn: Turn, *, is_kept: bool) -> str:
    """The reply without the question whether to remember what is kept, and without a promise to remember what isn't."""
    reply = turn.reply or ""
    asks, tells = offers(reply), promises(reply)
    if asks and (tells or _called(turn)):
        return one_of_both(reply, kept=is_kept)
    empty = tells and not is_kept and not read_request(turn.text).text_work
    return one_of_both(reply, kept=False) if empty else reply


def _called(turn: Turn) -> bool:
    """Whether a tool has kept something of its user in this turn."""
    return any(call.tool == _REMEMBERS and call.outcome in _RAN for call in turn.books.calls)


def _kept_by_rules(turn: Turn) -> list[str]:
    """What of this turn is kept as it ends, whatever its model does."""
    return noted(own_words(turn)) if is_said(turn) and not turn.taint.sources else []


def reword(turn: Turn, reply: str) -> None:
    """Another reply, also where later turns will read it."""
    turn.reply = reply
    last = turn.messages[-1] if turn.messages else None
    if isinstance(last, ModelResponse):
        others = [part for part in last.parts if not isinstance(part, TextPart)]
        said = read_verdict(last)
        details = Verdict(language=said.language, pending=said.pending).details() if said.pending else None
        turn.messages[-1] = replace(last, parts=[*others, TextPart(reply)], provider_details=details)


async def _calls(turn: Turn, resources: Resources) -> list[CallNote]:
    """The calls of this turn, those of an attempt before a crash among them."""
    if not turn.resumed:
        return turn.books.calls
    store, user_id = resources.store, turn.user.id
    ran = await store.ledger.within(user_id, turn.id)
    asked = await store.pending.within(user_id, turn.id)
    before = [CallNote(entry.tool, entry.arguments, "run", entry.status) for entry in ran]
    before += [CallNote(action.tool, action.arguments, "hold", "held") for action in asked]
    return [*before, *turn.books.calls]


def _note(turn: Turn, resources: Resources, problem: Exception) -> None:
    """What ended the run, where no link of the chain has said it already: too many calls, too long in all, or a bug of its library."""
    if turn.spending is None or turn.spending.failures:
        return
    name = next(iter(resources.models.names("primary")), "")
    link = Link(name, VENDORS.get(name.partition(":")[0], VENDORS["local"]))
    turn.spending.failures.append(failure_of(problem, link) or no_use(name))


def no_use(name: str) -> Failure:
    """A model that gave nothing one can use, and nobody can say why."""
    return Failure(name, "no_use", TROUBLES["no_use"].sentence)


async def _why(turn: Turn, resources: Resources) -> str:
    """What the reply says of its model when the offline one wrote it: in full once, then in a few words while it lasts."""
    spending = turn.spending
    if turn.in_group:  # what models cost is nobody else's
        return ""
    if spending and spending.refusal:
        return f"\n\n({spending.refusal.sentence})"
    failure = spending.failures[0] if spending and spending.failures else no_use("")
    since = resources.clock.now() - _TOLD
    recent = await resources.store.turns.recent(turn.user.id, _TOLD_IN)
    if any(failure.sentence in (one.reply or "") for one in recent if one.started_at >= since):
        return STILL.format(short=failure.short)
    return TAKEN_OVER.format(why=failure.sentence)


async def _answer(turn: Turn, resources: Resources, model: Model, prompt: str, *, fresh: bool) -> None:
    """One agent run with one chain; `fresh` False looks at what the turn has done before."""
    begun = [] if fresh else await done_so_far(turn, resources, prompt)
    turn.sayable = turn.sayable and not begun
    turn.draft = ""
    agent = resources.agents.select(_domains(turn, model, resources))
    by_rules = model is resources.models.offline
    async with agent.run_stream_events(
        None if begun else _content(turn, prompt, model, resources),
        message_history=[*turn.history, *begun],
        deps=turn.deps(resources, by_rules=by_rules),
        model=model,
        instructions=_instructions(turn, model, resources),
        model_settings=KnowingSettings(known=await known_names(turn, resources)) if by_rules else None,
        usage=turn.usage,
        usage_limits=_limits(turn, model, resources),
        cancellation_token=turn.cancellation,
        timeout=None if by_rules else resources.settings.turn_timeout.total_seconds(),
    ) as events:
        draft = ""
        async for event in events:
            if isinstance(event, AgentRunResultEvent):
                _finish(turn, event.result, begun=len(begun))
            elif isinstance(event, FunctionToolCallEvent):
                draft = ""
                turn.tell(resources, "activity", activity(event.part.tool_name))
            else:
                draft = _drafted(draft, event)
                if draft:
                    turn.draft = "" if model is resources.models.offline else draft
                if seen := live(shown(draft)):
                    turn.tell(resources, "draft", seen)


def _instructions(turn: Turn, model: Model, resources: Resources) -> str | None:
    """What a language model is told of this turn alone: what the turn brings, what pictures are, and that what is new is looked up."""
    looks_up = resources.web.search is not None and model is not resources.models.offline
    fresh = LOOK_UP if looks_up and wants_fresh(turn.said[:_READ_FOR_FRESH]) else ""
    pictures = media_prompt("Pictures") if turn.attachments and model is not resources.models.offline else ""
    return "\n\n".join(filter(None, (turn.instructions, pictures, fresh))) or None


def _limits(turn: Turn, model: Model, resources: Resources) -> UsageLimits:
    """What a turn may use. Where a model used all of it up and answered nothing, the offline model still can: it costs nothing."""
    requests, tokens = resources.settings.max_model_requests, resources.settings.max_turn_tokens
    if model is resources.models.offline:
        return UsageLimits(request_limit=turn.usage.requests + requests)
    return UsageLimits(request_limit=requests, total_tokens_limit=tokens, tool_calls_limit=4 * requests)


def _domains(turn: Turn, model: Model, resources: Resources) -> frozenset[str]:
    """Whose tools the agent has. A route keeps a language model's request small; the offline model pays nothing for tools."""
    if turn.route is None or model is resources.models.offline:
        return frozenset()
    return turn.route.domains


def _content(turn: Turn, prompt: str, model: Model, resources: Resources) -> str | list[UserContent]:
    """The user turn: its words, and its pictures where the first model of the chain is not the offline one."""
    if not turn.attachments or model is resources.models.offline:
        return prompt
    return [prompt, *(BinaryContent(data=file.data, media_type=file.media_type) for file in turn.attachments)]


def _drafted(draft: str, event: object) -> str:
    """The reply's text so far, after `event`."""
    if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
        return event.part.content
    if isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
        return draft + event.delta.content_delta
    return draft


def _finish(turn: Turn, result: AgentRunResult[str], *, begun: int) -> None:
    """Take the reply, this turn's own messages and the model that wrote them."""
    turn.messages = result.all_messages()[len(turn.history) :] if begun else result.new_messages()
    turn.reply = without_markers(result.output).strip() or EMPTY
    answered = [message for message in turn.messages if isinstance(message, ModelResponse)]
    turn.model = (answered[-1].model_name if answered else None) or ""
    if turn.books.stopped:
        turn.status = "stopped"


def shown(draft: str) -> str:
    """A draft as it may be seen: without markers, also one that is only half there."""
    return without_markers(_HALF_MARKER.sub("", draft))


def without_markers(text: str) -> str:
    """Text without the gate's tokens, which are for the model alone."""
    return _MARKER.sub(" ", text) if "[APPROVAL_PENDING" in text else text
