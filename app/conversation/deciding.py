"""Deciding what waits in words: a plain yes or no under the card that was shown last, or a verb with the card's number.

A number means one request for ever. Without one the words count only where nothing else can be meant: one card is the last thing that was
said in this very chat, and the words came after it; older requests stay. Where several were shown together, which of them is asked. What stands on other people's words, or in a group,
takes the card or the number. Words that could decide and don't are answered with what waits.
"""

import re
from collections.abc import Iterable, Sequence

from app.conversation.approvals import CANCELLED, Approvals, Tap
from app.conversation.asking import approval_id
from app.conversation.deciding_named import meant_by_name
from app.conversation.spoken import language_of
from app.conversation.turn import Resources, Turn
from app.conversation.waiting import (
    NOTHING_WAITS,
    Shown,
    cancelled_lines,
    is_listed,
    said_words,
    shown_last,
    shown_of,
    takes_number,
    tell,
    waiting_in_full,
    waiting_list,
    waiting_now,
    waiting_shown_last,
)
from app.errors import ActionRefused, ToolProblem
from app.language.choosing.possible import begins_order_behind
from app.language.choosing.work_pointed import adds_more
from app.language.cues import says
from app.language.decisions import Decision, Verb, decision_and_rest, decision_in
from app.language.requests_meant import Named, named_in, several_in
from app.language.saying import in_language
from app.memory.records import PendingAction
from app.tools.amending import changes_shown

_NUMBER_FIRST = re.compile(r"#?(?P<number>\d{1,6})\b(?P<rest>.*)", re.DOTALL)
_MOST_AT_ONCE = 40
NOT_HERE = "Nothing is decided here, where others read along. Decide it in our direct messages: tap its button, or say “confirm” and its number."
_NO_SUCH = "I have no request with that number."
_LEFT = "The other {count} still wait; /show lists them."


async def decide_in_words(turn: Turn, resources: Resources, approvals: Approvals) -> None:
    """Answer a turn whose words decide something that waits, or ask what does; leave any other alone."""
    words = said_words(turn)
    if several := several_in(words):
        await _decide_several(several, turn, resources, approvals)
    elif decision := decision_in(words):
        await _decide(decision, turn, resources, approvals)
    elif await _decided_first(turn, resources, approvals):
        return
    elif named := named_in(words):
        await _decide(named, turn, resources, approvals)
    elif says("asks_what_waits", words):
        turn.reply = await waiting_in_full(turn, resources)
    if turn.reply:
        turn.reply = in_language(turn.reply, await language_of(resources.store, turn.user.id, words))


async def _decide(decision: Decision | Named, turn: Turn, resources: Resources, approvals: Approvals) -> None:
    is_numbered = isinstance(decision, Decision) and bool(decision.numbers)
    meant = [] if is_numbered else await _decided_before(turn, resources)
    if not meant:
        meant = await _meant(decision, turn, resources)
    if meant:
        numbered = isinstance(decision, Named)
        turn.reply = await carry_out(turn, resources, approvals, decision.verb, meant, numbered=numbered)


async def _meant(decision: Decision | Named, turn: Turn, resources: Resources) -> list[PendingAction]:
    if isinstance(decision, Named):
        return await meant_by_name(decision, turn, resources)
    if not decision.numbers and await _is_decided_elsewhere(decision, turn, resources):
        turn.reply, turn.sayable = NOT_HERE, True
        return []
    return await (_by_number if decision.numbers else _by_what_was_shown)(decision, turn, resources)


async def _is_decided_elsewhere(decision: Decision, turn: Turn, resources: Resources) -> bool:
    """Whether it is a yes or no where others read along, to what is shown to its user alone; not the answer to a question that was put there."""
    if not turn.in_group or not (decision.plain or decision.explicit):
        return False
    waiting = await waiting_now(turn, resources)
    return bool(waiting) and not (await shown_last(turn, resources)).asks


async def _decide_several(
    decisions: Sequence[Decision | Named], turn: Turn, resources: Resources, approvals: Approvals
) -> None:
    """ "Confirm 3 and cancel 1 and 2": each of those there are; of each other number it is said that nothing has it. Where one is named and can't be
    told from another, none is decided."""
    said, named = list[str](), dict[Named, list[PendingAction]]()
    before = await _decided_before(turn, resources) if any(isinstance(one, Named) for one in decisions) else []
    if before:
        turn.reply = await carry_out(turn, resources, approvals, "confirm", before, numbered=True)
        return
    for one in decisions:
        if isinstance(one, Named) and not named.setdefault(one, await meant_by_name(one, turn, resources)):
            return
    for one in decisions:
        numbers = one.numbers if isinstance(one, Decision) else ()
        meant = named[one] if isinstance(one, Named) else await _numbered(turn, resources, numbers)
        missing = sorted(set(numbers) - {action.number for action in meant})
        if meant:
            said.append(await carry_out(turn, resources, approvals, one.verb, meant, numbered=True))
        said += [f"#{number}: {_NO_SUCH}" for number in missing]
    turn.reply = "\n".join(said)


async def _decided_first(turn: Turn, resources: Resources, approvals: Approvals) -> bool:
    """Whether the first words of a turn were a yes to what was shown last; what they go on to ask is then what is asked."""
    found = decision_and_rest(said_words(turn))
    if found is None or not (begins_order_behind(found[1]) or adds_more(found[1])):
        return False
    decision, rest = found
    meant = await _decided_before(turn, resources)
    if not meant:
        action = await waiting_shown_last(turn, resources, others_may_wait=True)
        is_yes = action is not None and _fits(decision, (action,)) and not takes_number(decision.verb, (action,))
        meant = [action] if action and is_yes and not changes_shown(action.arguments, rest, turn.local_moment) else []
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
    shown = [action.id for action in (await shown_last(turn, resources)).last]
    return [
        action
        for action in meant
        if (action.id in shown and _fits(decision, (action,))) or action.decided_in == turn.id
    ]


async def _tell_what_waits(turn: Turn, resources: Resources) -> None:
    """ "Confirm 7", where there is no such request: nothing else is meant."""
    waiting = await waiting_now(turn, resources)
    if waiting:
        tell(turn, "confirm", waiting)
    else:
        turn.reply = NOTHING_WAITS


async def _by_what_was_shown(decision: Decision, turn: Turn, resources: Resources) -> list[PendingAction]:
    """What was shown last, where nothing else can be meant; else the turn is answered with what waits, or left alone. A no may take all that
    waits, for it does nothing."""
    shown = await shown_last(turn, resources)
    waiting = await waiting_now(turn, resources)
    if waiting and not turn.in_group and await _is_all(decision, shown, waiting, turn, resources):
        return waiting
    asked = _asked(decision, shown, waiting)
    if not asked and (decision.undoes or (decision.every and shown.has_things)):  # "cancel all", of what was listed
        return []
    fits = bool(asked) and _fits(decision, asked)
    if fits and _is_plain(decision, shown, asked, waiting, turn):
        return asked
    if decision.plain or fits:
        may_mean = _may_mean(decision, shown, asked, waiting, turn)
    else:  # "send it" of something else, or of what was asked a while ago
        may_mean = [action for action in waiting if decision.is_sent(action.tool)]
    if may_mean:
        tell(turn, decision.verb, may_mean)
    return []


def _asked(decision: Decision, shown: Shown, waiting: Sequence[PendingAction]) -> list[PendingAction]:
    """What still waits of what was shown last; for "both" also what was shown right before it, where these are all."""
    asked = [action for action in shown.last if action in waiting]
    if decision.both and len(asked) == 1 and len(waiting) == 2:
        return [action for action in waiting if action in (*shown.before, *asked)]
    return asked


def _may_mean(
    decision: Decision, shown: Shown, asked: list[PendingAction], waiting: list[PendingAction], turn: Turn
) -> list[PendingAction]:
    """Those of which the turn asks which is meant; none where the words may be about anything else."""
    if asked or decision.explicit or any(action in waiting for action in shown.lately):
        return asked or waiting
    is_firm = decision.firm and len(waiting) > 1 and not shown.asks and not turn.in_group
    return waiting if is_firm else []


def _fits(decision: Decision, actions: Iterable[PendingAction]) -> bool:
    """Whether what the words name is what each of these does."""
    return all(decision.fits(action.tool, action.arguments) for action in actions)


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
    said, left = list[str](), list[PendingAction]()
    for action in actions[:_MOST_AT_ONCE]:
        for source in action.taint:  # what it says is no more the user's own than the call was
            turn.taint.add(source)
        try:
            text = await approvals.decide(Tap(turn.user, verb, action.id, said_in=turn.id))
        except ActionRefused as refused:
            text = await _earlier(turn, resources, action) or refused.sentence
        if text == CANCELLED and len(actions) > 1:
            left.append(action)
        else:
            said.append(text if len(actions) == 1 and not numbered else f"#{action.number}: {text}")
        inner = await resources.store.pending.within(turn.user.id, approval_id(action.id))
        turn.books.held += [one.id for one in inner if one.status == "pending" and one.id not in turn.books.held]
    said = [*cancelled_lines(left), *said]
    if len(actions) > _MOST_AT_ONCE:
        said.append(_LEFT.format(count=len(actions) - _MOST_AT_ONCE))
    return "\n".join(said)


async def decide_by_command(turn: Turn, resources: Resources, approvals: Approvals, verb: Verb, words: str) -> str:
    """What `/confirm` or `/cancel` comes to; given again after a crash, it is about what it was about. Numbers in `words` name requests, "all" every one; without, the one that waits or was shown
    last is meant. What stands on other people's words takes its number. Raises ToolProblem."""
    waiting = await waiting_now(turn, resources)
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
        tell(turn, verb, waiting)
        return turn.reply or NOTHING_WAITS
    return await carry_out(turn, resources, approvals, verb, meant)


async def _commanded(
    said: Decision, waiting: list[PendingAction], turn: Turn, resources: Resources
) -> list[PendingAction]:
    """What a command without a number means; nothing where it could be several, or needs its number."""
    shown = await shown_of(waiting, turn, resources)
    meant = waiting if said.every or len(waiting) == 1 else shown if len(shown) == 1 else []
    if turn.in_group and (said.verb == "confirm" or said.every):  # nothing that waits is shown there
        return []
    return [] if takes_number(said.verb, meant) and (said.every or meant != shown) else meant


async def request_meant(turn: Turn, resources: Resources, words: str) -> tuple[PendingAction, str]:
    """The request that a number in front of `words` names, or the one that waits, and the words behind it. Raises ToolProblem."""
    waiting = await waiting_now(turn, resources)
    found = _NUMBER_FIRST.fullmatch(words)
    if found and (action := await resources.store.pending.numbered(turn.user.id, int(found["number"]))):
        if action not in waiting:
            raise ToolProblem(
                f"#{action.number} doesn't wait any more. {waiting_list(waiting, 'edit') if waiting else ''}".strip()
            )
        return action, found["rest"].strip()
    shown = await shown_of(waiting, turn, resources)
    meant = waiting if len(waiting) == 1 else shown
    if len(meant) != 1:
        raise ToolProblem(waiting_list(waiting, "edit") if waiting else NOTHING_WAITS)
    return meant[0], words.strip()


async def _is_all(
    decision: Decision, shown: Shown, waiting: Sequence[PendingAction], turn: Turn, resources: Resources
) -> bool:
    """Whether a no takes all that waits: its words say so, or they say "all of them" where nothing else was shown that they could mean."""
    if decision.waiting or not decision.every or decision.verb != "cancel":
        return decision.waiting
    if decision.both:
        return len(waiting) == 2 and bool(shown.last)
    near = decision.explicit or any(action in waiting for action in (*shown.last, *shown.lately))
    return (near and not shown.has_things and not shown.asks) or await is_listed(turn, resources, waiting)


def _is_plain(
    decision: Decision, shown: Shown, asked: Sequence[PendingAction], waiting: Sequence[PendingAction], turn: Turn
) -> bool:
    """Whether nothing else can be meant, and nobody else has a say in it. One card that was shown last, and alone,
    is meant whatever else waits."""
    alone = len(asked) == 1 and (len(waiting) == 1 or (len(shown.last) == 1 and not decision.every))
    alone = alone or (decision.every and len(asked) > 1 and (len(asked) == 2 or not decision.both))
    if decision.both and not (decision.plain or decision.acts):  # "both" alone says nothing else than how many
        alone = len(asked) == 2
    return alone and not takes_number(decision.verb, asked) and not turn.in_group


async def _numbered(turn: Turn, resources: Resources, numbers: Sequence[int]) -> list[PendingAction]:
    """Those that there were when these words came: what is asked later is meant by nobody yet."""
    found = [await resources.store.pending.numbered(turn.user.id, number) for number in dict.fromkeys(numbers)]
    said_at = turn.entries[0].received_at
    return [action for action in found if action is not None and action.created_at <= said_at]


async def _earlier(turn: Turn, resources: Resources, action: PendingAction) -> str:
    """What came of it, where it was these words that decided it: their turn was cut off after that."""
    stored = await resources.store.pending.get(turn.user.id, action.id)
    if stored is None or stored.decided_in != turn.id:
        return ""
    if stored.status == "cancelled":
        return CANCELLED
    told = await resources.store.outbox.get_by_key(turn.user.id, approval_id(action.id))
    return "Confirmed." if told else stored.result
