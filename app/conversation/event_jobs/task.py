"""What the main agent does at its time because its user wants it then: the instruction is carried out as if it were said, with nobody there.

The house's rules hold as in the conversation: a schedule's words are data from when it was set, so what needs leave waits for it, and what
was set while other people's words were read is tainted from the start.

Without a language model the instruction is carried out by rules. What they can't do is not answered with their being at a loss each
morning: it is said that a language model is missing, once a week while none is connected (its user knows, and may want it all the
same once one is) and once a day while one is connected that doesn't answer (each time something is missed that was counted on). The other
times are silent, the schedule stays set, and the books say how each of them ended.
"""

import asyncio
from datetime import timedelta

from app.conversation.answering import answer_by_chain
from app.conversation.event import Event, Said
from app.language.orders.talk import small
from app.language.time.wording import say_date, say_rule
from app.learning.blocks import compose_blocks
from app.learning.portrait import portrait
from app.models.offline.verdict import verdict_of
from app.prompts.sections import section
from app.prompts.turn import compose
from app.timetable.opening import SCHEDULE

NO_MODEL = "no language model"
_SAID_AGAIN = {True: timedelta(days=7), False: timedelta(days=1)}  # by whether none is connected at all
_NONE = (
    "“{name}” needs a language model, and none is connected. It stays set, and I'll do it once MODEL_NAME in my settings"
    " names one. Tell me to pause it if you'd rather not have it until then."
)
_SILENT_ONE = "It needs a language model, and mine isn't answering. {why}"


async def do_task(event: Event) -> Said:
    """Carry the instruction out; what there is to say of it."""
    turn, resources, words = event.turn, event.resources, event.schedule.instruction
    turn.instructions = _instructions(event)
    turn.route, turn.about_user, found = await asyncio.gather(
        resources.router.route(words),
        portrait(resources.store, turn.user.id),
        resources.injection.find(turn.user.id, words, now=turn.local_moment),
    )
    beside = compose_blocks(found, shown=frozenset())
    turn.memory = beside.text
    turn.taint.carry(beside.sources)
    await answer_by_chain(turn, resources, compose(words, turn.local_moment, memory=turn.memory))
    if turn.model == resources.models.offline.model_name and not await _did(event):
        return await without_model(event)
    return Said(turn.reply or "")


def _instructions(event: Event) -> str:
    """In our own words alone: what its user called it is no instruction of ours."""
    schedule, now = event.schedule, event.turn.local_moment
    rule = say_rule(schedule.rule, event.local(event.occurrence.due_at)) if schedule.rule else "once"
    return section("scheduled").format(rule=rule, since=say_date(event.local(schedule.created_at).date(), now))


async def _did(event: Event) -> bool:
    """Whether rules made something of the instruction: a call, now or before a crash, or an answer to small talk."""
    turn = event.turn
    if verdict_of(turn.messages).kind == "unfound":
        return False
    if turn.books.calls or turn.books.held or small(event.schedule.instruction) is not None:
        return True
    return turn.resumed and bool(await event.resources.store.ledger.of_turn(turn.user.id, turn.id))


async def without_model(event: Event) -> Said:
    """What is said where a language model is missing, unless that was said not long ago."""
    turn, resources = event.turn, event.resources
    unconnected = resources.models.chain("primary") is resources.models.offline
    before = await resources.store.occurrences.last_because(turn.user.id, SCHEDULE, str(event.schedule.id), NO_MODEL)
    if before is not None and resources.clock.now() - before.ended_at < _SAID_AGAIN[unconnected]:
        return Said("", silent=True)
    if unconnected:
        return Said(_NONE.format(name=event.name), reason=NO_MODEL)
    refusal = turn.spending.refusal if turn.spending else None
    why = turn.spending.failures[0].sentence if turn.spending and turn.spending.failures else ""
    said = refusal.sentence if refusal else _SILENT_ONE.format(why=why).strip()
    return Said(said, failed=True, reason=NO_MODEL)
