"""Actions that wait for their user's yes: nothing happens until it is said, so it is said again."""

from app.briefings.days import WAITING, plain_section
from app.briefings.occasion import Occasion
from app.briefings.section import Item, Section
from app.cards.literal import one_line


async def waiting(occasion: Occasion) -> list[Section]:
    """Held actions that can still be decided, oldest first."""
    held = await occasion.store.pending.waiting(occasion.user.id, occasion.now)
    return (
        [plain_section(WAITING, *(Item(one_line(one.summary), taint=tuple(one.taint)) for one in held))] if held else []
    )
