"""`confirm` and `cancel`: decide what waits for its user's OK by the number on its card; without a number, list what waits.

What a confirmed call sets going, such as the steps of a plan, is waited for and shown.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.cards.card import Card
from app.cards.drawing import as_one_text, as_said, columns, framed
from app.config import Settings
from app.conversation.cards import cards_of, standing_cards
from app.conversation.deciding import NOTHING_WAITS
from app.conversation.spoken import language_of
from app.errors import ActionRefused, AssistantError
from app.interfaces.cli.presence import mail_warning
from app.memory.records import OutboxEntry

NOT_UNSEEN = "Other people's words had a say in that, so --yes doesn't cover it. Read its card first."
_FEED, _AT_ONCE = ("local",), 50
_LONGEST = 9  # digits


@dataclass(frozen=True, slots=True)
class Decided:
    """What came of one request. `status` is how it stands now, "" where it was not decided."""

    number: int
    status: str
    text: str
    cards: tuple[Card, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "number": self.number,
            "status": self.status,
            "reply": as_one_text(self.text, self.cards),
            "cards": [card.as_dict() for card in self.cards],
        }

    def shown(self, width: int) -> str:
        """For a terminal of so many columns."""
        text = f"#{self.number}: {as_said(self.text)}"
        if not self.cards:
            return text
        return f"{text}\n{framed(self.cards, width)}\n{how_to_decide([card.number for card in self.cards])}"


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """The exit code: 0 all decided, or listed; 1 not; 2 for what is no number."""
    numbers = [word.removeprefix("#") for word in options.numbers]
    if wrong := next((word for word in numbers if not word.isdecimal() or len(word) > _LONGEST), None):
        sys.stderr.write(f"“{wrong}” is no number of a request. ./scripts/run {options.command} lists what waits.\n")
        return 2
    services = await build_services(settings)
    try:
        if not numbers:
            return await _list(services, as_json=options.json)
        came = [await decide(services, options.command, int(number)) for number in numbers]
        warning = await mail_warning(services)
    finally:
        await services.close()
    if options.json:
        sys.stdout.write(json.dumps({"decided": [one.as_dict() for one in came]}, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("".join(f"{one.shown(columns())}\n" for one in came))
        sys.stderr.write(f"{warning}\n" if warning else "")
    return 0 if all(one.status in ("done", "cancelled") for one in came) else 1


async def decide(services: Any, verb: str, number: int) -> Decided:
    """Confirm or cancel one of the owner's requests, and wait for what that set going."""
    owner, store = services.owner.id, services.store
    action = await store.pending.numbered(owner, number)
    if action is None:
        return Decided(number, "", "I have no request with that number.")
    before = await store.outbox.last_id(owner, _FEED)
    try:
        text = await services.conversation.decide(owner, verb, action.id)
    except ActionRefused as refused:
        return Decided(number, "", refused.sentence)
    except AssistantError as problem:
        return Decided(number, "failed", problem.sentence)
    await services.conversation.drain()
    said = [entry for entry in await store.outbox.after(owner, _FEED, before, _AT_ONCE) if _is_of(entry)]
    cards = [card for entry in said for card in await standing_cards(store, entry) if not card.ended]
    after = await store.pending.get(owner, action.id)
    lines = [str(entry.body["text"]) for entry in said if entry.body["text"] != text]
    return Decided(number, after.status if after else "", "\n".join((text, *lines)), tuple(cards))


def how_to_decide(numbers: Sequence[int]) -> str:
    """The commands that decide."""
    return "\n".join(f"  ./scripts/run confirm {number}   or   ./scripts/run cancel {number}" for number in numbers)


def _is_of(entry: OutboxEntry) -> bool:
    """Whether a message came of what was decided, rather than of the clock."""
    return entry.body.get("kind") not in ("reminder", "unasked")


async def _list(services: Any, *, as_json: bool) -> int:
    waiting = await services.store.pending.waiting(services.owner.id, services.clock.now())
    cards = cards_of(waiting, await language_of(services.store, services.owner.id))
    if as_json:
        sys.stdout.write(json.dumps({"waiting": [card.as_dict() for card in cards]}, ensure_ascii=False) + "\n")
    elif cards:
        numbers = how_to_decide([card.number for card in cards])
        sys.stdout.write(f"{framed(cards, columns())}\n{numbers}\n")
    else:
        sys.stdout.write(f"{NOTHING_WAITS}\n")
    return 0
