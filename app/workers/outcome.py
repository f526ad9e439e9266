"""What a worker's run came to, read from its messages, and how it is told to the main agent and to people. Pure.

Invariant: read from stored messages it is the same as from the run itself, so a run that ended before a crash is told again and not repeated.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart, ToolReturnPart

from app.cards.card import WAITING
from app.cards.literal import one_line
from app.memory.records import PendingAction
from app.models.manners import well_begun
from app.models.offline.model import NAME as OFFLINE
from app.models.offline.verdict import verdict_of
from app.tools.waking import FOLLOW_UP, PAUSED
from app.workers.follow_up import FollowUp, follow_up_of, for_the_main_agent, for_the_user, written
from app.workers.silence import without_silence

_MARKER = re.compile(r"\s*\[APPROVAL_PENDING:[0-9a-f]+\]\s*")
NOTHING_TO_SAY = "has nothing to say about it now."
WITHOUT_MODEL = (
    "by rules alone I can only keep and find notes, lists and reminders, and reckon; this isn't among it."
    " My conversation is kept, so I can take it up once a language model answers."
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """`text` is what the worker says ("" for silence), `follow_up` what it asks instead, `notice` what its user hears in any case, `waits`
    what needs its user's leave: the main agent is told, its user has the card.

    `by_rules`: the offline model said it.
    """

    name: str
    text: str = ""
    follow_up: FollowUp | None = None
    notice: str = ""
    by_rules: bool = False
    waits: str = ""

    @property
    def silent(self) -> bool:
        """Whether there is nothing its user should hear."""
        return not (self.text or self.follow_up or self.notice or self.waits)

    def for_the_main_agent(self) -> str:
        """What invoking it returns."""
        if self.follow_up is not None:
            said = for_the_main_agent(self.name, self.follow_up)
        else:
            said = f"{self.name}: {self.text}" if self.text else f"{self.name} {NOTHING_TO_SAY}"
        return "\n".join(filter(None, (said, self.notice, self.waits)))

    def for_the_user(self) -> str:
        """The same where no model words it; "" for silence."""
        asked = for_the_user(self.name, self.follow_up) if self.follow_up else ""
        said = asked or (f"{self.name}: {self.text}" if self.text else "")
        return "\n".join(filter(None, (said, self.notice)))


def read_outcome(name: str, messages: Sequence[ModelMessage]) -> Outcome:
    """From a run's own messages, its prompt first."""
    by_rules = _model(messages) == OFFLINE
    text = without_silence(_MARKER.sub(" ", _last_text(messages)))
    asked = _called(messages) or (written(text) if text else None) or (_question(text) if by_rules else None)
    if by_rules and verdict_of(messages).kind in ("unread", "beyond"):
        text = WITHOUT_MODEL
    text = text if by_rules else well_begun(text)
    return Outcome(name, "" if asked else text, asked, _notice(messages), by_rules)


def with_waiting(outcome: Outcome, asked: Sequence[PendingAction]) -> Outcome:
    """And what of it waits for its user's leave, which is never passed over in silence."""
    waiting = [f"{WAITING}: {one_line(action.summary)}" for action in asked if action.status == "pending"]
    return replace(outcome, waits="\n".join(waiting))


def ends_with_question(parts: Sequence[object]) -> bool:
    """Whether these parts of a request answer the tool that asks the user."""
    return any(isinstance(part, ToolReturnPart) and part.tool_name == FOLLOW_UP for part in parts)


def asked_in(messages: Sequence[ModelMessage]) -> FollowUp | None:
    """What the last call of that tool asks."""
    return _called(messages)


def _called(messages: Sequence[ModelMessage]) -> FollowUp | None:
    calls = [
        part
        for message in messages
        if isinstance(message, ModelResponse)
        for part in message.parts
        if isinstance(part, ToolCallPart) and part.tool_name == FOLLOW_UP
    ]
    returned = any(ends_with_question(message.parts) for message in messages if isinstance(message, ModelRequest))
    return follow_up_of(calls[-1].args_as_dict()) if calls and returned else None


def _question(text: str) -> FollowUp | None:
    """Rules ask in the last line, in plain words."""
    before, _, last = text.rpartition("\n")
    return FollowUp(last.strip(), status=before.strip()) if last.rstrip().endswith("?") else None


def _notice(messages: Sequence[ModelMessage]) -> str:
    """What a tool said that its user has to hear, whatever the worker makes of it."""
    told = [
        str(part.content)
        for message in messages
        if isinstance(message, ModelRequest)
        for part in message.parts
        if isinstance(part, ToolReturnPart) and str(part.content).startswith(PAUSED)
    ]
    return "\n".join(dict.fromkeys(told))


def _last_text(messages: Sequence[ModelMessage]) -> str:
    """The words of the last response, where it has any."""
    answered = [message for message in messages if isinstance(message, ModelResponse)]
    parts = answered[-1].parts if answered else ()
    return "".join(part.content for part in parts if isinstance(part, TextPart))


def _model(messages: Sequence[ModelMessage]) -> str:
    names = [message.model_name for message in messages if isinstance(message, ModelResponse) and message.model_name]
    return names[-1] if names else ""
