"""Actions that wait for their user's yes: nothing happens until it is said, so it is said again."""

from app.briefings.days import WAITING, plain_section
from app.briefings.occasion import Occasion
from app.briefings.section import Item, Section
from app.cards.literal import one_line
from app.cards.wording import in_short
from app.memory.records import PendingAction


async def waiting(occasion: Occasion) -> list[Section]:
    """Held actions that can still be decided, oldest first."""
    held = await occasion.store.pending.waiting(occasion.user.id, occasion.now)
    return [plain_section(WAITING, *(Item(_said(one), taint=tuple(one.taint)) for one in held))] if held else []


def _said(action: PendingAction) -> str:
    return one_line(in_short(action.tool, action.arguments, action.summary))
