"""Edit on an approval card: the user's words change the held call, and the gate asks anew.

The held call is closed before its correction is looked at. A language model gets the words and the call together; where none answers,
rules put a time for a time and a name for a name. Either way a card stands under the reply: of the changed call, else of the old one.
"""

from dataclasses import replace

from app.cards.wording import WORDINGS
from app.conversation.spoken import language_of
from app.conversation.turn import RUN_PLAN, Resources, Turn
from app.errors import ToolProblem
from app.gate.executor import run_stored
from app.gate.ledger import canonical, current_name
from app.gate.pending import hold
from app.language.saying import in_language
from app.memory.records import PendingAction
from app.models.offline.model import NAME as OFFLINE
from app.prompts.turn import CHANGE
from app.tools.amending import amended

CHANGED = "Changed. Below is what it is now, and it waits for your OK."
NOT_READ = (
    "By myself I can change a time or a name, leave something out of a text or add to it, or take one that is written out whole; "
    "for anything else I need a language model. It waits as it was."
)
AS_IT_WAS = "The request itself waits as it was."
_WENT_ON = ("done", "replayed", "held")
_ASKED = (
    "{change}{summary}\nIts call: {tool} {arguments}\nThe change: {words}\n"
    "Make the changed call; it is shown to me again before it runs."
)


def entry_id(action: PendingAction) -> str:
    """The external id of a correction that came with the tap itself; one correction an action."""
    return f"edit:{action.id}"


async def correct(turn: Turn, resources: Resources) -> None:
    """A stage: a correction brings the call it changes, and what was read before that was asked for."""
    action = await _corrected(turn, resources)
    if action is None:
        return
    for source in action.taint:  # the user's words change it; what was read before is still in it
        turn.taint.add(source)
    if action.tool == RUN_PLAN:
        plan = await resources.store.plans.get(turn.user.id, str(action.arguments.get("plan", "")))
        turn.asked = f"{plan.goal if plan else action.summary}\nThe change: {turn.text}"
        return
    turn.asked = _ASKED.format(
        change=CHANGE, summary=action.summary, tool=action.tool, arguments=canonical(action.arguments), words=turn.text
    )


async def amend(turn: Turn, resources: Resources) -> None:
    """After the answer: where no language model gave it, rules change the call; where nothing was asked anew, the old call waits again."""
    action = await _corrected(turn, resources)
    if action is None or action.tool == RUN_PLAN or turn.status != "done":
        return
    language = await language_of(resources.store, turn.user.id, turn.text)
    unread = False
    if turn.model == OFFLINE:
        said = await _by_rules(turn, resources, action)
        unread = said == NOT_READ
        turn.reply, turn.messages = in_language(said, language), []
    if not turn.books.held and not any(call.outcome in _WENT_ON for call in turn.books.calls):
        own = action.own_words and turn.said_alone
        await hold(turn.deps(resources), action.tool, action.arguments, summary=action.summary, own_words=own)
        told = in_language(AS_IT_WAS, language)
        turn.reply = turn.reply if unread else f"{turn.reply or ''}\n\n{told}".strip()


async def _by_rules(turn: Turn, resources: Resources, action: PendingAction) -> str:
    try:
        arguments = amended(action.arguments, turn.change or turn.text, turn.local_moment, whole=_told(action))
    except ToolProblem as problem:
        return problem.sentence
    if arguments is None:
        return NOT_READ
    agent = resources.agents.having(action.tool)
    deps = turn.deps(resources, by_rules=action.own_words)  # so are the words that change it
    said = await run_stored(agent, replace(action, arguments=arguments), deps)
    held = [await resources.store.pending.get(turn.user.id, action_id) for action_id in turn.books.held]
    return CHANGED if any(held) else said


def _told(action: PendingAction) -> tuple[str, ...]:
    """Its arguments that only point at what its sentence tells."""
    row = WORDINGS.get(current_name(action.tool))
    return row.told if row else ()


async def _corrected(turn: Turn, resources: Resources) -> PendingAction | None:
    """The call that this turn's words change."""
    corrected = turn.entries[-1].corrects or turn.changes
    return await resources.store.pending.get(turn.user.id, corrected) if corrected else None
