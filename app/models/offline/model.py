"""The offline model as a Pydantic AI model: reads the last user turn, calls tools, answers from what they return.

Invariant: stateless and deterministic. Each request reads the turn again; calls that are already in this turn's messages count
as done, by whichever model they were made. Adapts messages to `understand` and back, and knows nothing of language.
"""

import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    ModelResponsePart,
    RetryPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RequestUsage

from app.language.choosing import calendar, quoted, workers
from app.language.choosing.understand import MAX_EARLIER, OF_A_WORD, REMEMBERS, understand
from app.language.orders import talk
from app.language.orders.items import joined
from app.language.orders.names import NONE_KNOWN, Known
from app.language.orders.plan import Call, Exchange, Later, Plan, Reading, as_data, from_data, recorded
from app.language.orders.verdict import Verdict
from app.language.questions import spoken_in
from app.language.saying import in_language
from app.models.offline.knowing import known_in
from app.models.offline.replies import Outcome, all_empty, compose, nothing_there
from app.models.offline.streaming import NAME, SYSTEM, OfflineStream
from app.models.offline.verdict import read_verdict
from app.offload import offloaded
from app.prompts.turn import CHANGE, TurnPrompt, own_part, parts_of, replied_to, shared_in, split

_BYTES_A_TOKEN = 4


class OfflineModel(Model):
    """Answers everyday requests with rules; needs no key, no network and no warm-up."""

    def __init__(self, *, stands_in: bool = False) -> None:
        """`stands_in`: there is a language model, which is away whenever this one is asked."""
        # What the framework remarks about stored text stays in the system's voice: it is nobody's request.
        super().__init__(profile=ModelProfile(supports_inline_system_prompts=True))
        self.stands_in = stands_in

    @property
    def model_name(self) -> str:
        """The name in logs and usage."""
        return NAME

    @property
    def system(self) -> str:
        """The provider's name."""
        return SYSTEM

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """The next response of the turn."""
        settings, parameters = self.prepare_request(model_settings, model_request_parameters)
        return await self._respond(messages, parameters, settings)

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncIterator[StreamedResponse]:
        """The same, in pieces."""
        settings, parameters = self.prepare_request(model_settings, model_request_parameters)
        response = await self._respond(messages, parameters, settings)
        yield OfflineStream(model_request_parameters=parameters, response=response)

    async def _respond(
        self, messages: Sequence[ModelMessage], parameters: ModelRequestParameters, settings: ModelSettings | None
    ) -> ModelResponse:
        turn = replace(_last_turn(messages), known=known_in(settings))
        worded = talk.while_away if self.stands_in else str
        parts, verdict = await offloaded(
            lambda: _next_parts(turn, len(messages), parameters, worded), characters=turn.characters
        )
        return ModelResponse(
            parts=parts,
            model_name=NAME,
            provider_name=SYSTEM,
            provider_details=verdict.details(),
            usage=_usage(messages, parts),
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """The last user turn: what was said, when, what has been done about it, what came before, and what things at work are called."""

    prompt: TurnPrompt
    moment: datetime
    made: tuple[Call, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    before: Exchange | None = None
    known: Known = NONE_KNOWN

    @property
    def characters(self) -> int:
        """How much there is to read: the words, what was said before them, and what the tools answered."""
        exchanges = _exchanges(self.before)
        said = (*(text for one in exchanges for text in (one.said, one.reply)), *(one.text for one in self.outcomes))
        return len(self.prompt.text) + sum(map(len, said))


def _next_parts(
    turn: Turn, step: int, parameters: ModelRequestParameters, worded: Callable[[str], str]
) -> tuple[list[ModelResponsePart], Verdict]:
    """The calls that are still to be made, else the answer and what is to be said of it; `step` tells the calls of one response from those
    of another, `worded` says a sentence of ours as it is said now."""
    tools = frozenset(tool.name for tool in parameters.function_tools)
    plan = _for_a_worker(turn, tools) or _with_files(turn, tools, worded)
    handed_on = any(call.tool == workers.INVOKE for call in turn.made)
    if handed_on and not any(call.tool == workers.INVOKE for call in plan.calls):
        plan = replace(plan, calls=(), later=())  # by another model: whoever works behind did what there was to do
    remaining = _remaining(plan.calls, turn.made) or _remaining(_due_now(plan, turn), turn.made)[:1]
    calls: list[ModelResponsePart] = [
        ToolCallPart(call.tool, dict(call.arguments), tool_call_id=f"offline-{step}-{index}")
        for index, call in enumerate(remaining)
    ]
    return (calls, Verdict()) if calls else _answer(plan, turn, worded)


def _answer(plan: Plan, turn: Turn, worded: Callable[[str], str]) -> tuple[list[ModelResponsePart], Verdict]:
    reply = worded(plan.reply) if plan.reply else None
    has_run = plan.calls or turn.outcomes
    said = compose(turn.outcomes, plan.question or plan.note, reply) if has_run else reply or plan.question or ""
    language = _language(turn)
    of_reply = talk.verdict(plan.reply) if plan.reply and said == reply else plan.verdict
    kind = of_reply.kind if of_reply.sentence and worded(of_reply.sentence) in said else ""
    own, sentence = (in_language(text, language) for text in (said, worded(of_reply.sentence)))
    pending = as_data(plan.pending) if plan.question and plan.question in said else None
    return [TextPart(own)], Verdict(kind, sentence if kind else "", language, said if own != said else "", pending)


def _language(turn: Turn) -> str:
    """The language that is spoken."""
    return spoken_in(reversed([own_part(turn.prompt.text), *(one.said for one in _exchanges(turn.before))]))


def _with_files(turn: Turn, tools: frozenset[str], worded: Callable[[str], str]) -> Plan:
    """What the user's own words ask for. What a file says asks for nothing; it can be kept."""
    own, names, text = parts_of(turn.prompt.text)
    if own.startswith(CHANGE):  # the call in it is not to be read as words; rules of its own work the change in
        return Plan(reply=talk.UNREADABLE, verdict=Verdict("unread", talk.UNREADABLE))
    if not names:
        return _replying(own, turn, tools)
    if talk.KEEPS_IT.fullmatch(own.strip()) and text and "save_note" in tools:
        return Plan(calls=(Call("save_note", {"content": text}),))
    calendars = [name for name in names if name.casefold().endswith(".ics")]
    if calendars and (asked := calendar.of_file(own, tools)):
        return Plan(calls=(asked,))
    if calendars and text and not own.strip():
        return Plan(reply=f"{joined(names)}:\n{text}")
    plan = understand(own, turn.moment, tools, turn.before, turn.known) if own.strip() else Plan()
    if plan.calls and all(call.tool == REMEMBERS for call in plan.calls):
        plan = Plan()  # what is told beside a file is kept as the turn ends
    understood = plan.calls or plan.question or (plan.reply and not plan.verdict.kind)
    return plan if understood else Plan(reply=worded(talk.READ_FILES).format(names=joined(names)))


def _replying(own: str, turn: Turn, tools: frozenset[str]) -> Plan:
    """What is asked for, with what was shared or what it replies to as what "this" means."""
    shared, quote = shared_in(turn.prompt.text), replied_to(turn.prompt.text)
    if shared and not own.strip():
        return Plan(reply=quoted.received(shared))
    about = quoted.plainly(shared) if shared else quote
    return quoted.understand_reply(own, about, turn.moment, tools, turn.before, known=turn.known)


def _exchanges(last: Exchange | None) -> Iterator[Exchange]:
    while last is not None:
        yield last
        last = last.earlier


def _for_a_worker(turn: Turn, tools: frozenset[str]) -> Plan | None:
    """What is meant for somebody who works behind the conversation, where they can be reached."""
    if workers.INVOKE not in tools:
        return None
    text = own_part(turn.prompt.text)
    return workers.plan_for(text, turn.prompt.memory, turn.before, lambda: understand(text, turn.moment, tools))


def _due_now(plan: Plan, turn: Turn) -> list[Call]:
    """All the plan's calls, with those that the results so far ask for."""
    return [*plan.calls, *(later.call for later in plan.later if _is_due(later, turn))]


def _is_due(later: Later, turn: Turn) -> bool:
    if later.instead_of is not None:
        first = later.instead_of
        came = zip(turn.made, turn.outcomes, strict=False)
        return any(made.tool == first.tool and _says(made, first) and nothing_there(of) for made, of in came)
    if later.unless:
        return later.unless.casefold() not in " ".join(outcome.text for outcome in turn.outcomes).casefold()
    return all_empty(turn.outcomes)


def _remaining(calls: Sequence[Call], made: Sequence[Call]) -> list[Call]:
    """The calls that are not made yet: first those that were made in these very words go out, since after a crash it may be the second
    of a kind that was made; then as many of each tool as were made in other words, since another model has its own."""
    left, others = list(calls), []
    for call in made:
        same = next((one for one in left if one.tool == call.tool and _says(call, one)), None)
        if same is not None:
            left.remove(same)
        else:
            others.append(call.tool)
    done = Counter(others)
    remaining: list[Call] = []
    for call in left:
        if done[call.tool]:
            done[call.tool] -= 1
        else:
            remaining.append(call)
    return remaining


def _says(made: Call, planned: Call) -> bool:
    """Whether a call was made with what was planned; what was left to the tool may stand in it too."""
    return all(name in made.arguments and made.arguments[name] == value for name, value in planned.arguments.items())


def _last_turn(messages: Sequence[ModelMessage]) -> Turn:
    """Everything from the last user prompt on, with the exchanges before it."""
    start = _last_prompt(messages, len(messages))
    if start is None:
        return Turn(TurnPrompt("", None), UserPromptPart("").timestamp)
    prompt, moment = _said(messages[start])
    return Turn(
        prompt,
        moment,
        made=tuple(_calls(messages[start:])),
        outcomes=tuple(_outcomes(messages[start:])),
        before=_before(messages, start, MAX_EARLIER),
    )


def _before(messages: Sequence[ModelMessage], end: int, depth: float) -> Exchange | None:
    start = _last_prompt(messages, end)
    if start is None or depth <= 0:
        return None
    prompt, moment = _said(messages[start])
    turn = messages[start:end]
    answers = [message for message in turn if isinstance(message, ModelResponse)]
    reply = "".join(read_verdict(answer).english or _words(answer) for answer in answers)
    pending = from_data(read_verdict(answers[-1]).pending) if answers else None
    asked = (*_made(turn), pending) if pending else _made(turn)
    earlier = _before(messages, start, depth - (1 if asked else OF_A_WORD))
    return Exchange(own_part(prompt.text), reply, moment, earlier, asked)


def _made(messages: Sequence[ModelMessage]) -> tuple[Reading, ...]:
    """The calls that were made, each with what its tool answered."""
    answered = {
        part.tool_call_id: _text(part.content)
        for message in messages
        if isinstance(message, ModelRequest)
        for part in message.parts
        if isinstance(part, ToolReturnPart | RetryPromptPart)
    }
    return tuple(
        recorded(Call(part.tool_name, part.args_as_dict()), answered.get(part.tool_call_id, ""))
        for message in messages
        if isinstance(message, ModelResponse)
        for part in message.parts
        if isinstance(part, ToolCallPart)
    )


def _words(response: ModelResponse) -> str:
    return "".join(part.content for part in response.parts if isinstance(part, TextPart))


def _last_prompt(messages: Sequence[ModelMessage], end: int) -> int | None:
    for index in range(end - 1, -1, -1):
        message = messages[index]
        if isinstance(message, ModelRequest) and any(isinstance(part, UserPromptPart) for part in message.parts):
            return index
    return None


def _said(message: ModelMessage) -> tuple[TurnPrompt, datetime]:
    """The words of a user turn and their moment, in the user's zone where the turn says it."""
    part = next(part for part in reversed(message.parts) if isinstance(part, UserPromptPart))
    content = (
        part.content
        if isinstance(part.content, str)
        else "\n".join(item for item in part.content if isinstance(item, str))
    )
    prompt = split(content)
    return prompt, prompt.moment or part.timestamp.astimezone(UTC)


def _calls(messages: Sequence[ModelMessage]) -> list[Call]:
    return [
        Call(part.tool_name, part.args_as_dict())
        for message in messages
        if isinstance(message, ModelResponse)
        for part in message.parts
        if isinstance(part, ToolCallPart)
    ]


def _outcomes(messages: Sequence[ModelMessage]) -> list[Outcome]:
    """What the tools answered, in order; a retry prompt is a failure told plainly."""
    found: list[Outcome] = []
    for message in messages:
        if not isinstance(message, ModelRequest):
            continue
        for part in message.parts:
            if isinstance(part, ToolReturnPart):
                found.append(Outcome(part.tool_name, _text(part.content), failed=part.outcome != "success"))
            elif isinstance(part, RetryPromptPart) and part.tool_name:
                found.append(
                    Outcome(part.tool_name, part.content if isinstance(part.content, str) else "", failed=True)
                )
    return found


def _text(content: object) -> str:
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, default=str)


def _usage(messages: Sequence[ModelMessage], parts: Sequence[ModelResponsePart]) -> RequestUsage:
    """Nothing is spent; the counts keep the books whole."""
    written = sum(len(part.content) for part in parts if isinstance(part, TextPart))
    return RequestUsage(input_tokens=len(messages), output_tokens=written // _BYTES_A_TOKEN)
