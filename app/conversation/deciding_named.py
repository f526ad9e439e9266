"""Which requests a decision means that names them: "cancel the clinic form", "confirm the last one", "yes to the mail to Ama".

One is decided where exactly one is so, in the order in which they were shown; else the answer is which may be meant, with their numbers. A yes is
held to words that are its user's or ours; what others had a say in takes its card or its number, as with any plain yes.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from app.cards.wording import title_of
from app.conversation.turn import Resources, Turn
from app.conversation.waiting import (
    NOTHING_WAITS,
    Shown,
    is_listed,
    needs_number,
    shown_last,
    takes_number,
    tell,
    waiting_now,
)
from app.gate.ledger import current_name
from app.language.requests_meant import Named, One, Request, may_be, meant, placed
from app.memory.records import PendingAction

_LONGEST = 1_000  # characters of a value that are looked through for a name


async def meant_by_name(named: Named, turn: Turn, resources: Resources) -> list[PendingAction]:
    """The requests that a decision names; none where it is about something else, or the turn is answered with what may be meant."""
    waiting = await waiting_then(turn, resources)
    if turn.in_group:
        return []
    if not waiting:
        turn.reply = NOTHING_WAITS if named.certain else turn.reply
        return []
    shown = await shown_last(turn, resources)
    order = await _order(named, shown, waiting, turn, resources) if named.by_place else waiting
    found = list[PendingAction]()
    for one in named.named:
        chosen = _chosen(one, named, order, shown, waiting)
        if not _is_decided(chosen, one, named):
            may_mean = chosen or (waiting if named.certain or (named.by_place and order) else [])
            if may_mean or (named.by_place and named.head == "firm" and named.verb == "confirm"):
                tell(turn, named.verb, may_mean or waiting, every=waiting)
            return []
        found += [action for action in chosen if action not in found]
    return found


async def waiting_then(turn: Turn, resources: Resources) -> list[PendingAction]:
    """What waits and did so when these words came."""
    waiting = await waiting_now(turn, resources)
    return [action for action in waiting if action.created_at <= turn.entries[0].received_at]


def described(action: PendingAction) -> Request:
    """A request as words may name it. What others had a say in has no word that is certainly ours but the name of its tool."""
    tool = current_name(action.tool)
    values = " ".join(text[:_LONGEST] for text in _texts(action.arguments))
    said = f"{title_of(tool, action.arguments)} {values}"
    if needs_number(action):
        return Request(action.number, tool, "", f"{said} {action.summary}")
    return Request(action.number, tool, said if action.taint else f"{said} {action.summary}", action.summary)


def named_among(one: One, actions: Sequence[PendingAction]) -> list[PendingAction]:
    """Those that words name."""
    numbers = [request.number for request in meant(one, [described(action) for action in actions], own=False)]
    return [action for action in actions if action.number in numbers]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)


async def _order(
    named: Named, shown: Shown, waiting: list[PendingAction], turn: Turn, resources: Resources
) -> list[PendingAction]:
    """The requests in the order in which they were shown, with those that are decided by now; none where nothing was that words could count."""
    if len(shown.last) > 1:
        return list(shown.last)
    if await is_listed(turn, resources, waiting):
        return waiting
    is_near = bool(shown.last) or (
        any(action in waiting for action in shown.lately)
        and (named.certain or (named.head == "firm" and named.verb == "confirm"))
    )
    if not is_near:
        return []
    known = {action.number: action for action in (*shown.lately, *shown.last, *waiting)}
    return [known[number] for number in sorted(known)]


def _chosen(
    one: One, named: Named, order: Sequence[PendingAction], shown: Shown, waiting: Sequence[PendingAction]
) -> list[PendingAction]:
    """Those that one name means, which wait; where a place is meant by two ways of counting, both of them."""
    of = {action.number: action for action in (*order, *waiting)}
    last = [described(action) for action in shown.last]

    def fitting(actions: Sequence[PendingAction]) -> list[Request]:
        requests = [described(action) for action in actions]
        return meant(one, [request for request in requests if may_be(named, one, request)], own=False)

    if one.place is None:
        found = fitting([action for action in order if action in waiting])
    else:
        left = [action for action in order if action in waiting]
        ways = [placed(one, fitting(order), last)]
        ways += [placed(one, fitting(left), last)] if len(shown.last) < 2 else []
        found = [request for way in ways for request in way]
    chosen = [of[number] for number in dict.fromkeys(request.number for request in found)]
    return chosen if all(action in waiting for action in chosen) else []  # what is decided was counted, too


def _is_decided(chosen: Sequence[PendingAction], one: One, named: Named) -> bool:
    """Whether nothing else can be meant, and a yes is borne out by words that are nobody else's."""
    if not chosen or (len(chosen) > 1 and not one.every):
        return False
    if named.verb == "cancel":
        return True
    requests = [described(action) for action in chosen]
    return not takes_number(named.verb, chosen) and meant(one, requests, own=True) == requests
