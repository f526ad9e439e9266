"""Deciding what waits in words: a plain yes or no under the card that was shown last, or a verb with the card's number.

A number means one request for ever. Without one the words count only where nothing else can be meant: one request waits, its card is
the last thing that was said in this very chat, and the words came after it. What stands on other people's words, or in a group,
takes the card or the number. Words that could decide and don't are answered with what waits.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.cards.drawing import in_full
from app.cards.literal import one_line
from app.conversation.approvals import CANCELLED, Approvals, Tap
from app.conversation.asking import approval_id
from app.conversation.cards import whole
from app.conversation.outbox import CHANNELS, EVERYWHERE, LOCAL
from app.conversation.spoken import language_of
from app.conversation.turn import Resources, Turn
from app.errors import ActionRefused, ToolProblem
from app.language.choosing.possible import begins_order
from app.language.cues import says
from app.language.decisions import Decision, Verb, decision_and_rest, decision_in, decisions_in
from app.language.saying import in_language
from app.language.vocabulary import LANGUAGES
from app.memory.records import OutboxEntry, PendingAction
from app.tools.amending import changes_text

_NUMBER_FIRST = re.compile(r"#?(?P<number>\d{1,6})\b(?P<rest>.*)", re.DOTALL)
NOTHING_WAITS = "Nothing is waiting for your OK."
_SUMMARY = 90
_MOST_LISTED = 5
_MOST_AT_ONCE = 40
_DECIDES = "/confirm {number} or /cancel {number} decides it, and so on by the number."
_NO_SUCH = "I have no request with that number."
_LEFT = "The other {count} still wait; /show lists them."
_LATELY = 3  # messages back
_RECENT = 30  # messages of all chats of a channel


async def decide_in_words(turn: Turn, resources: Resources, approvals: Approvals) -> None:
    """Answer a turn whose words decide something that waits, or ask what does; leave any other alone."""
    if several := decisions_in(said_words(turn)):
        turn.reply = await _decide_several(several, turn, resources, approvals)
        return
    decision = decision_in(said_words(turn))
    if decision is None and await _decided_first(turn, resources, approvals):
        return
    if decision is None:
        if says("asks_what_waits", said_words(turn)):
            turn.reply = await waiting_in_full(turn, resources)
        return
    meant = await _decided_before(turn, resources) if not decision.numbers else []
    if not meant:
        meant = await (_by_number if decision.numbers else _by_what_was_shown)(decision, turn, resources)
    if meant:
        turn.reply = await carry_out(turn, resources, approvals, decision.verb, meant)
    if turn.reply:
        turn.reply = in_language(turn.reply, await language_of(resources.store, turn.user.id, said_words(turn)))


async def _decide_several(decisions: Sequence[Decision], turn: Turn, resources: Resources, approvals: Approvals) -> str:
    """ "Confirm 3 and cancel 1 and 2": each of those there are; of each other number it is said that nothing has it."""
    said = list[str]()
    for decision in decisions:
        meant = await _numbered(turn, resources, decision.numbers)
        missing = sorted(set(decision.numbers) - {action.number for action in meant})
        if meant:
            said.append(await carry_out(turn, resources, approvals, decision.verb, meant, numbered=True))
        said += [f"#{number}: {_NO_SUCH}" for number in missing]
    return in_language("\n".join(said), await language_of(resources.store, turn.user.id, said_words(turn)))


async def _decided_first(turn: Turn, resources: Resources, approvals: Approvals) -> bool:
    """Whether the first words of a turn were a yes to what was shown last; what they go on to ask is then what is asked."""
    found = decision_and_rest(said_words(turn))
    if found is None or not begins_order(found[1]):
        return False
    decision, rest = found
    meant = await _decided_before(turn, resources)
    if not meant:
        action = await waiting_shown_last(turn, resources)
        plain = action is not None and not _needs_number(action) and decision.fits(action.tool)
        meant = [action] if action and plain and not changes_text(action.arguments, rest) else []
    if meant:
        said = await carry_out(turn, resources, approvals, decision.verb, meant)
        turn.lead = in_language(said, await language_of(resources.store, turn.user.id, said_words(turn)))
        turn.asked = rest
    return bool(meant)


async def _decided_before(turn: Turn, resources: Resources) -> list[PendingAction]:
    """What these very words decided in an attempt that was cut off: read again, they decide nothing else."""
    return await resources.store.pending.decided_in(turn.user.id, turn.id)


async def _by_number(decision: Decision, turn: Turn, resources: Resources) -> list[PendingAction]:
    """The requests of those numbers. Words that may mean something else ("ok 1") count only for what was shown last."""
    meant = await _numbered(turn, resources, decision.numbers)
    if decision.explicit:
        if not meant and decision.verb == "confirm":
            await _tell_what_waits(turn, resources)
        return meant
    shown = [action.id for action in (await _shown_last(turn, resources)).last]
    return [
        action
        for action in meant
        if (action.id in shown and decision.fits(action.tool)) or action.decided_in == turn.id
    ]


async def waiting_shown_last(
    turn: Turn, resources: Resources, *, others_may_wait: bool = False
) -> PendingAction | None:
    """The one request that waits, where its card is the last thing that was said in this chat and only its user reads along.
    `others_may_wait`: of several that wait, the one whose card that is, as is enough for words that change it."""
    waiting = await resources.store.pending.waiting(turn.user.id, resources.clock.now())
    is_one = len(waiting) == 1 or (others_may_wait and bool(waiting))
    if not is_one or CHANNELS[turn.channel].is_group(turn.address):
        return None
    shown = [action for action in (await _shown_last(turn, resources)).last if action in waiting]
    return shown[0] if len(shown) == 1 else None


async def _tell_what_waits(turn: Turn, resources: Resources) -> None:
    """ "Confirm 7", where there is no such request: nothing else is meant."""
    waiting = await resources.store.pending.waiting(turn.user.id, resources.clock.now())
    if waiting:
        _tell(turn, "confirm", waiting)
    else:
        turn.reply = NOTHING_WAITS


async def _by_what_was_shown(decision: Decision, turn: Turn, resources: Resources) -> list[PendingAction]:
    """What was shown last, where nothing else can be meant; else the turn is answered with what waits, or left alone. A no may take all that
    waits, for it does nothing."""
    shown = await _shown_last(turn, resources)
    waiting = await resources.store.pending.waiting(turn.user.id, resources.clock.now())
    if decision.waiting and waiting and not CHANNELS[turn.channel].is_group(turn.address):
        return waiting
    asked = [action for action in shown.last if action in waiting]
    fits = all(decision.fits(action.tool) for action in asked)
    if asked and fits and _is_plain(decision, asked, waiting, turn):
        return asked
    if not decision.plain and not (fits and asked):  # "send it" of something else, or of what was asked a while ago
        sent = [action for action in waiting if decision.is_sent(action.tool)]
        if sent:
            _tell(turn, decision.verb, sent)
        return []
    if waiting and (asked or decision.explicit or any(action in waiting for action in shown.lately)):
        _tell(turn, decision.verb, asked or waiting)
    return []


async def carry_out(
    turn: Turn,
    resources: Resources,
    approvals: Approvals,
    verb: Verb,
    actions: Sequence[PendingAction],
    *,
    numbered: bool = False,
) -> str:
    """Confirm or cancel requests as a tap would, and say in this turn's own reply what came of it, with their numbers where they are several or
    `numbered`. What they in turn ask for stands under it, also where an attempt before a crash did it."""
    said: list[str] = []
    for action in actions[:_MOST_AT_ONCE]:
        for source in action.taint:  # what it says is no more the user's own than the call was
            turn.taint.add(source)
        try:
            text = await approvals.decide(Tap(turn.user, verb, action.id, said_in=turn.id))
        except ActionRefused as refused:
            text = await _earlier(turn, resources, action) or refused.sentence
        said.append(text if len(actions) == 1 and not numbered else f"#{action.number}: {text}")
        inner = await resources.store.pending.within(turn.user.id, approval_id(action.id))
        turn.books.held += [one.id for one in inner if one.status == "pending" and one.id not in turn.books.held]
    if len(actions) > _MOST_AT_ONCE:
        said.append(_LEFT.format(count=len(actions) - _MOST_AT_ONCE))
    return "\n".join(said)


def waiting_list(actions: Sequence[PendingAction], verb: str = "confirm") -> str:
    """What waits, one line each, with how to decide it."""
    lines = [f"#{action.number} {_first_line(action)}" for action in actions[:_MOST_LISTED]]
    if len(actions) > _MOST_LISTED:
        lines.append(f"and {len(actions) - _MOST_LISTED} more; /show lists them all")
    said = f"“{'/edit ' if verb == 'edit' else f'{verb} '}{actions[0].number}”"
    how = f"Tap its button, or say {said}." if len(actions) == 1 else f"Say which, such as {said}."
    return "\n".join((f"{'This waits' if len(actions) == 1 else 'These wait'} for your OK:", *lines, how))


async def waiting_in_full(turn: Turn, resources: Resources) -> str:
    """What waits with nothing left out, oldest first, and how to decide it; the lines may hold other people's words."""
    waiting = await resources.store.pending.waiting(turn.user.id, resources.clock.now())
    for source in (source for action in waiting for source in action.taint):
        turn.taint.add(source)
    language = await language_of(resources.store, turn.user.id)
    if not waiting:
        return in_language(NOTHING_WAITS, language)
    drawn = in_full([whole(action, language) for action in waiting])
    return f"{drawn}\n\n{in_language(_DECIDES.format(number=waiting[0].number), language)}"


async def decide_by_command(turn: Turn, resources: Resources, approvals: Approvals, verb: Verb, words: str) -> str:
    """What `/confirm` or `/cancel` comes to; given again after a crash, it is about what it was about. Numbers in `words` name requests, "all" every one; without, the one that waits or was shown
    last is meant. What stands on other people's words takes its number. Raises ToolProblem."""
    waiting = await resources.store.pending.waiting(turn.user.id, resources.clock.now())
    said = decision_in(f"{verb} {words.replace('/', '')}") if words else Decision(verb)
    if said is None:
        number = waiting[0].number if waiting else 1
        raise ToolProblem(f"Say /{verb} and the number of a request, such as /{verb} {number}.")
    if said.numbers:
        meant = await _numbered(turn, resources, said.numbers)
        if not meant:
            listed = waiting_list(waiting, verb) if waiting else NOTHING_WAITS
            raise ToolProblem(f"{_NO_SUCH} {listed}")
        return await carry_out(turn, resources, approvals, verb, meant)
    if before := await _decided_before(turn, resources):
        return await carry_out(turn, resources, approvals, verb, before)
    if not waiting:
        return NOTHING_WAITS
    meant = await _commanded(said, waiting, turn, resources)
    if not meant:
        _tell(turn, verb, waiting)
        return turn.reply or NOTHING_WAITS
    return await carry_out(turn, resources, approvals, verb, meant)


async def _commanded(
    said: Decision, waiting: list[PendingAction], turn: Turn, resources: Resources
) -> list[PendingAction]:
    """What a command without a number means; nothing where it could be several, or needs its number."""
    shown = [action for action in (await _shown_last(turn, resources)).last if action in waiting]
    meant = waiting if said.every or len(waiting) == 1 else shown if len(shown) == 1 else []
    needs_number = said.verb == "confirm" and any(map(_needs_number, meant))
    return [] if needs_number and (said.every or meant != shown) else meant


def _first_line(action: PendingAction) -> str:
    return one_line(action.summary.partition("\n")[0].rstrip(":"), _SUMMARY)


async def request_meant(turn: Turn, resources: Resources, words: str) -> tuple[PendingAction, str]:
    """The request that a number in front of `words` names, or the one that waits, and the words behind it. Raises ToolProblem."""
    waiting = await resources.store.pending.waiting(turn.user.id, resources.clock.now())
    found = _NUMBER_FIRST.fullmatch(words)
    if found and (action := await resources.store.pending.numbered(turn.user.id, int(found["number"]))):
        if action not in waiting:
            raise ToolProblem(
                f"#{action.number} doesn't wait any more. {waiting_list(waiting, 'edit') if waiting else ''}".strip()
            )
        return action, found["rest"].strip()
    shown = [action for action in (await _shown_last(turn, resources)).last if action in waiting]
    meant = waiting if len(waiting) == 1 else shown
    if len(meant) != 1:
        raise ToolProblem(waiting_list(waiting, "edit") if waiting else NOTHING_WAITS)
    return meant[0], words.strip()


@dataclass(frozen=True, slots=True)
class _Shown:
    """The requests that the last message in a chat asked about, and those of the few before it unless the last one asks something else."""

    last: tuple[PendingAction, ...] = ()
    lately: tuple[PendingAction, ...] = ()


def said_words(turn: Turn) -> str:
    """The user's own words, where there is nothing else: no file, no quote, nobody else's text."""
    return " ".join(turn.text.split()) if turn.said_alone else ""


def _is_plain(decision: Decision, asked: Sequence[PendingAction], waiting: Sequence[PendingAction], turn: Turn) -> bool:
    """Whether nothing else can be meant, and nobody else has a say in it. A no takes nothing from anybody."""
    alone = len(asked) == len(waiting) == 1 or (decision.every and len(asked) > 0)
    own = decision.verb == "cancel" or not any(_needs_number(action) for action in asked)
    return alone and own and not CHANNELS[turn.channel].is_group(turn.address)


def _needs_number(action: PendingAction) -> bool:
    """Whether other people's words may have had a say in it: its card or its number decides it then, and no plain word."""
    return bool(action.taint) and not action.own_words


def _tell(turn: Turn, verb: Verb, actions: Sequence[PendingAction]) -> None:
    """Answer with what waits instead of guessing. The lines may hold other people's words."""
    for source in (source for action in actions for source in action.taint):
        turn.taint.add(source)
    turn.reply = waiting_list(actions, verb)


async def _numbered(turn: Turn, resources: Resources, numbers: Sequence[int]) -> list[PendingAction]:
    """Those that there were when these words came: what is asked later is meant by nobody yet."""
    found = [await resources.store.pending.numbered(turn.user.id, number) for number in dict.fromkeys(numbers)]
    said_at = turn.entries[0].received_at
    return [action for action in found if action is not None and action.created_at <= said_at]


async def _shown_last(turn: Turn, resources: Resources) -> _Shown:
    """What was said last in this chat before these words came."""
    channel, store = CHANNELS[turn.channel], resources.store
    latest = await store.outbox.latest(turn.user.id, (channel.feed,), _RECENT)
    said = [entry for entry in latest if entry.created_at <= turn.entries[0].received_at]
    here = [entry for entry in said if not channel.pushed or entry.address == turn.address][-_LATELY:]
    if not here:
        return _Shown()
    if not _is_seen(here[-1], turn):
        return _Shown()
    text = str(here[-1].body.get("text", "")).rstrip()
    last = await _asked_by(here[-1], turn, resources) or await _listed_in(text, turn, resources)
    if last or text.endswith("?"):
        return _Shown(last)
    return _Shown((), tuple([action for entry in here for action in await _asked_by(entry, turn, resources)]))


async def _listed_in(text: str, turn: Turn, resources: Resources) -> tuple[PendingAction, ...]:
    """The one request that waits, where a message is our own list of it."""
    waiting = await resources.store.pending.waiting(turn.user.id, resources.clock.now())
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
    return tuple(one for one in found if one is not None and one.channel in (turn.channel, LOCAL, EVERYWHERE))


def _is_seen(entry: OutboxEntry, turn: Turn) -> bool:
    """Whether it was there to be read when these words came, and as it is now: a pushed message counts once it is delivered."""
    shown = entry.sent_at if CHANNELS[entry.channel].pushed else entry.created_at
    return shown is not None and shown <= turn.entries[0].received_at


async def _earlier(turn: Turn, resources: Resources, action: PendingAction) -> str:
    """What came of it, where it was these words that decided it: their turn was cut off after that."""
    stored = await resources.store.pending.get(turn.user.id, action.id)
    if stored is None or stored.decided_in != turn.id:
        return ""
    if stored.status == "cancelled":
        return CANCELLED
    told = await resources.store.outbox.get_by_key(turn.user.id, approval_id(action.id))
    return "Confirmed." if told else stored.result
