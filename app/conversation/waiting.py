"""What waits for its user's OK, what of it was shown last in a chat, and how it is told with its numbers.

The lines may hold other people's words, whose sources the turn then carries.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.cards.drawing import in_full
from app.cards.literal import one_line
from app.cards.wording import in_short
from app.conversation.cards import whole
from app.conversation.outbox import CHANNELS, EVERYWHERE, LOCAL, is_copy
from app.conversation.spoken import language_of
from app.conversation.turn import Resources, Turn
from app.gate.ledger import current_name
from app.language.decisions import Verb
from app.language.saying import in_language
from app.language.vocabulary import LANGUAGES
from app.memory.records import OutboxEntry, PendingAction

NOTHING_WAITS = "Nothing is waiting for your OK."
_CANCELLED = "Cancelled, and nothing of it was done:"
_NUMBERED = re.compile(r"(?<!\S)\(?#\d")  # a thing with its number, as our tools write it
_SUMMARY = 120
_MOST_LISTED = 5
_DECIDES = "/confirm {number} or /cancel {number} decides it, and so on by the number."
_LATELY = 3  # messages back
_RECENT = 30  # messages of all chats of a channel


@dataclass(frozen=True, slots=True)
class Shown:
    """The requests that the last message in a chat asked about, and those of the few before it unless the last one `asks` something else.
    `before`: those that the message right before it asked about. `has_things`: it tells numbered things of its user's and asks about none of the requests."""

    last: tuple[PendingAction, ...] = ()
    lately: tuple[PendingAction, ...] = ()
    asks: bool = False
    has_things: bool = False
    before: tuple[PendingAction, ...] = ()


def said_words(turn: Turn) -> str:
    """The user's own words, where there is nothing else: no file, no quote, nobody else's text."""
    return " ".join(turn.text.split()) if turn.said_alone else ""


async def waiting_now(turn: Turn, resources: Resources) -> list[PendingAction]:
    """What waits for this turn's user, oldest first."""
    return await resources.store.pending.waiting(turn.user.id, resources.clock.now())


async def waiting_shown_last(
    turn: Turn, resources: Resources, *, others_may_wait: bool = False
) -> PendingAction | None:
    """The one request that waits, where its card is the last thing that was said in this chat and only its user reads along.
    `others_may_wait`: of several that wait, the one whose card that is, as is enough for words that change it."""
    waiting = await waiting_now(turn, resources)
    is_one = len(waiting) == 1 or (others_may_wait and bool(waiting))
    if not is_one or turn.in_group:
        return None
    shown = await shown_of(waiting, turn, resources)
    return shown[0] if len(shown) == 1 else None


async def shown_of(waiting: Sequence[PendingAction], turn: Turn, resources: Resources) -> list[PendingAction]:
    """Those of what waits that were shown last, as they were shown."""
    return [action for action in (await shown_last(turn, resources)).last if action in waiting]


async def shown_last(turn: Turn, resources: Resources) -> Shown:
    """What was said last in this chat before these words came."""
    here = await _said_here(turn, resources)
    if not here or not _is_seen(here[-1], turn):
        return Shown()
    text = str(here[-1].body.get("text", "")).rstrip()
    last = await _asked_by(here[-1], turn, resources) or await _listed_in(text, turn, resources)
    if last or text.endswith("?"):
        before = await _asked_by(here[-2], turn, resources) if last and len(here) > 1 else ()
        return Shown(last, asks=not last, before=before)
    lately = tuple([action for entry in here for action in await _asked_by(entry, turn, resources)])
    return Shown((), lately, has_things=bool(_NUMBERED.search(text)))


async def _said_here(turn: Turn, resources: Resources) -> list[OutboxEntry]:
    """The last few messages of this chat that were there before these words came."""
    channel = CHANNELS[turn.channel]
    latest = await resources.store.outbox.latest(turn.user.id, (channel.feed,), _RECENT)
    said = [entry for entry in latest if entry.created_at <= turn.entries[0].received_at]
    return [entry for entry in said if not channel.pushed or entry.address == turn.address][-_LATELY:]


async def said_lately(turn: Turn, resources: Resources) -> list[str]:
    """What was said last in this chat before these words came, the latest first."""
    return [str(entry.body.get("text", "")) for entry in reversed(await _said_here(turn, resources))]


async def _last_text(turn: Turn, resources: Resources) -> str | None:
    here = await _said_here(turn, resources)
    return str(here[-1].body.get("text", "")).rstrip() if here and _is_seen(here[-1], turn) else None


async def _listed_in(text: str, turn: Turn, resources: Resources) -> tuple[PendingAction, ...]:
    """The one request that waits, where a message is our own list of it."""
    waiting = await waiting_now(turn, resources)
    if len(waiting) != 1:
        return ()
    lists = (waiting_list(waiting, "confirm"), waiting_list(waiting, "cancel"))
    is_list = any(text == in_language(one, language) for one in lists for language in LANGUAGES)
    return tuple(waiting) if is_list else ()


async def _asked_by(entry: OutboxEntry, turn: Turn, resources: Resources) -> tuple[PendingAction, ...]:
    """The requests whose cards stand under a message, where they were asked for in this chat or everywhere."""
    cards = [card["action"] for card in entry.body.get("cards", ())]
    targets = [row["target"] for row in entry.body.get("buttons", ()) if row.get("verb") == "confirm"]
    found = [await resources.store.pending.get(turn.user.id, target) for target in dict.fromkeys((*targets, *cards))]
    return tuple(
        one for one in found if one is not None and (is_copy(entry) or one.channel in (turn.channel, LOCAL, EVERYWHERE))
    )


def _is_seen(entry: OutboxEntry, turn: Turn) -> bool:
    """Whether it was there to be read when these words came, and as it is now: a pushed message counts once it is delivered."""
    shown = entry.sent_at if CHANNELS[entry.channel].pushed else entry.created_at
    return shown is not None and shown <= turn.entries[0].received_at


def needs_number(action: PendingAction) -> bool:
    """Whether other people's words may have had a say in it: its card or its number decides it then, and no plain word."""
    return bool(action.taint) and not action.own_words


def takes_number(verb: Verb, actions: Iterable[PendingAction]) -> bool:
    """Whether words without a number are no answer to them: a yes, where others may have had a say. A no takes nothing from anybody."""
    return verb == "confirm" and any(map(needs_number, actions))


async def is_listed(turn: Turn, resources: Resources, waiting: Sequence[PendingAction]) -> bool:
    """Whether the last message in this chat is our own list of all that waits, from the top."""
    if (text := await _last_text(turn, resources)) is None:
        return False
    lists = (waiting_list(waiting, "confirm"), waiting_list(waiting, "cancel"))
    return any(
        text in (*(in_language(one, language) for one in lists), _in_full(waiting, language)) for language in LANGUAGES
    )


def waiting_list(actions: Sequence[PendingAction], verb: str = "confirm", *, every: bool = True) -> str:
    """What waits, one line each, with how to decide it; not `every`: those of it that may be meant."""
    lines = [f"#{action.number} {_first_line(action)}" for action in actions[:_MOST_LISTED]]
    if len(actions) > _MOST_LISTED:
        lines.append(f"and {len(actions) - _MOST_LISTED} more; /show lists them all")
    if len(actions) == 1:
        said = f"“{'/edit ' if verb == 'edit' else f'{verb} '}{actions[0].number}”"
        return "\n".join(("This waits for your OK:", *lines, f"Tap its button, or say {said}."))
    head = "{count} requests wait for your OK:" if every else "{count} requests could be meant:"
    return "\n".join((head.format(count=len(actions)), *lines, _examples(actions, verb)))


def cancelled_lines(actions: Sequence[PendingAction]) -> list[str]:
    """What of several was cancelled, each with its number and what it was; nothing for none."""
    return [_CANCELLED, *(f"#{action.number} {_first_line(action)}" for action in actions)] if actions else []


def _examples(actions: Sequence[PendingAction], verb: str) -> str:
    first, second = actions[0].number, actions[1].number
    if verb == "edit":
        return f"Say which, such as “/edit {first}”."
    return f"Say “{verb} {first}” or “{'confirm' if verb == 'cancel' else 'cancel'} {second}”."


def _first_line(action: PendingAction) -> str:
    return one_line(in_short(current_name(action.tool), action.arguments, action.summary), _SUMMARY)


def tell(
    turn: Turn, verb: str, actions: Sequence[PendingAction], *, every: Sequence[PendingAction] | None = None
) -> None:
    """Answer with what waits instead of guessing; `every`: all that does. The lines may hold other people's words."""
    for source in (source for action in actions for source in action.taint):
        turn.taint.add(source)
    turn.reply = waiting_list(actions, verb, every=every is None or len(actions) == len(every))


async def waiting_in_full(turn: Turn, resources: Resources) -> str:
    """What waits with nothing left out, oldest first, and how to decide it; the lines may hold other people's words."""
    waiting = await waiting_now(turn, resources)
    for source in (source for action in waiting for source in action.taint):
        turn.taint.add(source)
    language = await language_of(resources.store, turn.user.id)
    if not waiting:
        return in_language(NOTHING_WAITS, language)
    return _in_full(waiting, language)


def _in_full(waiting: Sequence[PendingAction], language: str) -> str:
    drawn = in_full([whole(action, language) for action in waiting])
    return f"{drawn}\n\n{in_language(_DECIDES.format(number=waiting[0].number), language)}"
