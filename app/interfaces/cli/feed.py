"""What is said unasked, for a terminal that is open: reminders and notices, each once, from where it came in."""

from collections.abc import Callable, Sequence
from typing import Any

from app.cards.card import Card
from app.conversation.cards import standing_cards
from app.messages import Button, Document, files_in

FILE = "({name} goes with this: the page has it to save, and ./scripts/run export-calendar writes one here.)"
_UNASKED = ("reminder", "unasked", "notice", "card")
_LONGEST_WAIT = 5.0
_AT_ONCE = 50
Show = Callable[[str, tuple[Button, ...], tuple[Card, ...]], None]


def named(files: Sequence[Document]) -> str:
    """A line for each file that goes with an answer: a terminal shows none."""
    return "".join(f"{FILE.format(name=file.name)}\n" for file in files)


async def watch_feed(services: Any, show: Show) -> None:
    """Show every unasked message stored from now on, until cancelled; also a corrected approval's new card."""
    user_id = services.owner.id
    seen = await services.database.changed(0)  # from before the first look, so that no news slips in between
    last = await services.store.outbox.last_id(user_id, ("local",))
    while True:
        seen = await services.database.changed(_LONGEST_WAIT, since=seen)
        for entry in await services.store.outbox.after(user_id, ("local",), last, _AT_ONCE):
            last = entry.id
            if entry.body.get("kind") in _UNASKED:
                buttons = entry.body.get("buttons", [])
                bell = "⏰ " if entry.body["kind"] == "reminder" else ""
                cards = await standing_cards(services.store, entry)
                text = f"{bell}{entry.body['text']}\n{named(files_in(entry.body))}".removesuffix("\n")
                show(text, tuple(Button(**button) for button in buttons), cards)
