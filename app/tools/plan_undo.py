"""Taking back a plan: one "undo" behind it takes back what can be taken back of all its steps, the last first, and says what stays.

Each is taken back by itself: where one can't be, the others are. What a crash leaves standing is taken back by the next "undo"; nothing is taken back twice.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from app.cards.literal import one_line
from app.cards.wording import in_words
from app.deps import AgentDeps
from app.errors import AssistantError, OutcomeUnknown, StorageError, ToolProblem
from app.memory.records import LedgerEntry
from app.memory.runs import asking_turn, plan_of, step_of

APPROVED = "approval:"  # what begins the id of a turn in which a confirmed call ran
UNKNOWN = "It isn't certain whether “{what}” was taken back: that was interrupted. Look there before you ask me again."
_STAYS = "That can't be taken back from here: {what}"
_LONGEST = 160  # characters of what is only named


@dataclass(frozen=True, slots=True)
class Whole:
    """What a plan did: `left` can be taken back, the last first; `stays` can't."""

    left: tuple[LedgerEntry, ...]
    stays: tuple[LedgerEntry, ...]

    @property
    def name(self) -> str:
        """What an OK to take all of it back is bound to."""
        return f"plan {' '.join(f'#{one.id}' for one in self.left)}"

    @property
    def told(self) -> str:
        """What would be taken back, a line each."""
        return "\n".join(f"take back: {_named(one)}" for one in self.left)


async def whole_of(deps: AgentDeps, entry: LedgerEntry) -> Whole | None:
    """What the plan did whose step made this call; None for a call of no plan, and where the plan did nothing besides."""
    user_id, turn_id = deps.user.id, asking_turn(entry.turn_id)
    if turn_id.startswith(APPROVED):
        action = await deps.store.pending.get(user_id, turn_id.removeprefix(APPROVED))
        turn_id = action.turn_id if action else ""
    plan = await deps.store.plans.get(user_id, plan_of(turn_id) or "")
    made = list[LedgerEntry]()
    for number in range(len(plan.steps) if plan else 0):
        made += await _made_in(deps, step_of(plan_of(turn_id) or "", number))
    left = sorted((one for one in made if _can_go(one)), key=lambda one: one.id, reverse=True)
    stays = [one for one in made if _can_not(one)]
    return Whole(tuple(left), tuple(stays)) if len(left) + len(stays) > 1 else None


async def _made_in(deps: AgentDeps, step: str) -> list[LedgerEntry]:
    """The calls of a step, and those that it asked leave for."""
    ledger, user_id = deps.store.ledger, deps.user.id
    asked = await deps.store.pending.within(user_id, step)
    confirmed = [one for action in asked for one in await ledger.within(user_id, f"{APPROVED}{action.id}")]
    return [*await ledger.within(user_id, step), *confirmed]


def _can_go(entry: LedgerEntry) -> bool:
    return entry.status == "done" and bool(entry.undo) and entry.undone_at is None


async def take_back(whole: Whole, one: Callable[[LedgerEntry], Awaitable[str]]) -> str:
    """Take all of it back by `one`, and say what was and what wasn't. Raises ToolProblem where nothing was."""
    said, kept, is_open = list[str](), list[str](), False
    for entry in whole.left:
        try:
            said.append(await one(entry))
        except StorageError:
            raise
        except OutcomeUnknown:
            is_open = True
            kept.append(UNKNOWN.format(what=_named(entry)))
        except AssistantError as problem:
            kept.append(problem.sentence)
    kept += staying(whole.stays)
    if not said and not is_open:
        raise ToolProblem("\n".join(kept))
    return "\n".join((*said, *kept))


def staying(made: Iterable[LedgerEntry]) -> list[str]:
    """A sentence for each call that can't be taken back."""
    return [_STAYS.format(what=_named(entry)) for entry in made if _can_not(entry)]


def _can_not(entry: LedgerEntry) -> bool:
    return entry.status in ("done", "unknown") and not entry.undo


def _named(entry: LedgerEntry) -> str:
    return one_line((entry.result or "").strip().partition("\n")[0] or in_words(entry.tool, entry.arguments), _LONGEST)
