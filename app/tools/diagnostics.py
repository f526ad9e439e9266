"""The tools for questions about the assistant itself: what it did, what went wrong, what took long, what runs, what it cost. All of it is read
from its own books; nothing here asks anybody or changes anything.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from statistics import median

from pydantic_ai import RunContext

from app.cards.literal import one_line
from app.cards.wording import in_words
from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.risk import READS
from app.language.time.wording import say_duration
from app.learning.happened import OUTCOMES, Happening, Place, past, place_before
from app.learning.turn_log import readable
from app.memory.records import LedgerEntry, LoopRun, Occurrence, TurnRecord
from app.memory.runs import step_of
from app.models.prices import dollars
from app.schedule.zones import localise
from app.tools import when as times
from app.tools.background import again
from app.tools.moments import Named, names_of
from app.tools.past_days import past_days
from app.tools.provenance import carry, has_read
from app.tools.toolset import Tool

EARLIER = "earlier deeds"  # the source of what was done without a turn
_READ, _SHOWN = 500, 20
_CUT = "There was more; this is the last {most} of it. All of it stands under Activity."
_TEXT, _CALL = 80, 140
_COMPARED = 50  # turns that say what is usual
_DAY = timedelta(days=1)
_ANSWERED = ("I answered 1 message {when}.", "I answered {count} messages {when}.")
_BESIDES = ("I answered 1 message besides.", "I answered {count} messages besides.")
_QUICK = 1.0  # seconds
_PARTS = {
    "fetch": "getting what you sent",
    "hear": "listening",
    "see": "looking at files",
    "plan": "planning",
    "recall": "looking through what I know",
}


@dataclass(frozen=True, slots=True)
class _Span:
    """A stretch of the past in words, and its two ends."""

    said: str
    since: datetime
    until: datetime

    def at(self, moment: datetime) -> str:
        """ "15:04" where it is all of one day, else "Sat 28 Nov 15:04"."""
        local = moment.astimezone(self.since.tzinfo)
        is_one = self.since.date() == (self.until - timedelta(microseconds=1)).date()
        return f"{local:%H:%M}" if is_one else f"{local:%a} {local.day} {local:%b %H:%M}"


async def what_i_did(ctx: RunContext[AgentDeps], when: str = "today") -> str:
    """What you (the assistant) did at a time: "yesterday evening", "last night", "this week". Each change, and how much was merely answered."""
    deps, span = ctx.deps, _span(when or "today", ctx.deps)
    found, is_cut = await _happened(deps, span)
    names = await names_of(deps.store, deps.user.id, [one.moment for one in found if one.moment is not None])
    effects: dict[str, list[LedgerEntry]] = {}
    owners = await _with_steps(deps, [one.id for one in found])
    for line in await deps.store.ledger.of_turns(deps.user.id, [*owners]):
        effects.setdefault(owners[line.turn_id], []).append(line)
    await _carry(deps, found, [*names.values()], set(effects))
    lines = [line for one in reversed(found) for line in _deeds(one, effects.get(one.id, []), names, span)]
    talked = sum(1 for one in found if one.turn is not None and one.id not in effects and not one.turn.by_clock)
    if not lines and not talked:
        return f"Nothing that I know of {span.said}."
    told = [f"What I did {span.said}:", *_most(lines)] if lines else []
    answered = (_BESIDES if lines else _ANSWERED)[talked != 1].format(count=talked, when=span.said)
    cut = [_CUT.format(most=_READ)] if is_cut else []
    return "\n".join([*told, *([answered] if talked else []), *cut])


async def _with_steps(deps: AgentDeps, turn_ids: Sequence[str]) -> dict[str, str]:
    """Under whose name things were done, and the turn that this belongs to: the turns themselves, and the steps of plans made in them."""
    plans = await deps.store.plans.of_turns(deps.user.id, turn_ids)
    steps = {step_of(plan.id, number): plan.turn_id for plan in plans for number in range(len(plan.steps))}
    return {**{one: one for one in turn_ids}, **steps}


async def what_went_wrong(ctx: RunContext[AgentDeps], when: str = "today") -> str:
    """What of yours (the assistant's) failed at a time: answers, calls, what was due, background work, models."""
    deps, span = ctx.deps, _span(when or "today", ctx.deps)
    found, is_cut = await _happened(deps, span, in_trouble=True)
    await _carry(deps, found, (), {one.id for one in found})
    calls: dict[str, list[str]] = {}
    for entry in await deps.store.audit.of_turns(deps.user.id, [one.id for one in found]):
        if OUTCOMES.get(entry.outcome, "") and entry.outcome not in ("held", "done"):
            words = one_line(readable(in_words(entry.tool, entry.arguments))[0], _CALL)
            calls.setdefault(entry.turn_id, []).append(f"{words}: {OUTCOMES[entry.outcome]}")
    lines = [line for one in reversed(found) for line in _troubles(one, calls.get(one.id, []), span)]
    lines += await _missed(deps, span)
    lines += [_broken(run, span, deps) for run in await _failed_loops(deps, span)]
    lines += await _silent_models(deps, span)
    if not lines:
        return f"Nothing went wrong {span.said}, as far as my books say."
    cut = [_CUT.format(most=_READ)] if is_cut else []
    return "\n".join((f"What went wrong {span.said}:", *_most(lines), *cut))


async def why_slow(ctx: RunContext[AgentDeps], which: str = "last") -> str:
    """What one of your answers spent its time on.

    Args:
        which: last, slowest (of today), or words of the message it answered.
    """
    deps = ctx.deps
    recent = [turn for turn in await deps.store.turns.recent(deps.user.id, _COMPARED) if not turn.by_clock]
    turn = _chosen(which, recent, deps)
    if turn is None:
        raise ToolProblem("I find no answer of mine that you could mean.")
    carry(deps, [turn])
    took, usual = _seconds(turn), _length(median(map(_seconds, recent)))
    at = times.say(turn.started_at.astimezone(deps.zone), deps.local_now)
    said = f"“{one_line(turn.text, _TEXT)}” ({at}) took me {_length(took)}; usually it is {usual}."
    told = turn.usage.get("seconds")
    parts = (
        {name: seconds for name, seconds in told.items() if isinstance(seconds, int | float)}
        if isinstance(told, dict)
        else {}
    )
    if not parts and took < _QUICK:
        return f"{said} That isn't slow for me: if it felt slow, it was the way to you, the network or the app."
    lines = [f"- {_part(name)}: {_length(seconds)}" for name, seconds in sorted(parts.items(), key=lambda one: -one[1])]
    rest = took - sum(parts.values())
    if rest >= _QUICK:
        lines.append(f"- waiting its turn, and everything else: {_length(rest)}")
    return "\n".join((f"{said} It went to:" if lines else said, *lines))


async def what_it_cost(ctx: RunContext[AgentDeps], when: str = "today") -> str:
    """What your language models cost at a time, in money and tokens."""
    deps, span = ctx.deps, _span(when or "today", ctx.deps)
    sums = await deps.store.usage.by_span(deps.user.id, [span.since, span.until])
    if not sums or not sums[0].requests:
        return f"Nothing {span.said}: no language model was called."
    [whole] = sums
    lines = [
        f"Language models cost {dollars(whole.cost)} {span.said}: {_calls(whole.requests)}, {whole.input_tokens:,} tokens in and {whole.output_tokens:,} out."
    ]
    if span.until >= deps.now:
        models = await deps.store.usage.by_model(deps.user.id, span.since)
        lines += [f"- {one.model}: {dollars(one.cost)}, {_calls(one.requests)}" for one in models]
    return "\n".join(lines)


def _span(when: str, deps: AgentDeps) -> _Span:
    """Raises ToolProblem where it is no time that was."""
    now = deps.local_now
    meant = past_days(when, now, 1)
    since = meant.since or localise(datetime.combine(meant.first, time()), deps.zone)
    until = meant.until or localise(datetime.combine(meant.last + _DAY, time()), deps.zone)
    said = when.strip().casefold()
    said = said if said and said[0].isalpha() and len(said) < 40 else times.say(since, now)
    return _Span(said, since, min(until, now))


async def _happened(deps: AgentDeps, span: _Span, *, in_trouble: bool = False) -> tuple[list[Happening], bool]:
    """Newest first, as many as are read, and whether there was more. This very turn is not among them: it is written when it ends."""
    is_now = span.until >= deps.local_now
    place = Place() if is_now else await place_before(deps.store, deps.user.id, span.until)
    found = await past(deps.store, deps.user.id, place, most=_READ, since=span.since, in_trouble=in_trouble)
    return [one for one in found.happenings if one.id != deps.turn_id], found.rest is not None


async def _carry(deps: AgentDeps, found: Sequence[Happening], names: Sequence[Named], told: set[str]) -> None:
    """What is told may hold other people's words: of a turn and of what came due it is known whose; of what was done without a turn it isn't."""
    carry(deps, [one.turn for one in found if one.turn is not None])
    carry(deps, names)
    if any(one.turn is None and one.id in told for one in found):
        await has_read(deps, EARLIER)


def _deeds(one: Happening, effects: Sequence[LedgerEntry], names: dict[str, Named], span: _Span) -> list[str]:
    """What was done of it, each in a line with its time."""
    at = span.at(one.at)
    if one.moment is not None and not effects:
        named = names.get(f"{one.moment.owner_kind}:{one.moment.owner_id}")
        kind = one.moment.owner_kind
        name = named.name if named else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind} that is gone since"
        left_out = " (left out)" if one.moment.status == "skipped" else ""
        return [f"- {at} {name}, by itself{left_out}"]
    asked = "" if one.turn is None or not one.turn.by_clock else ", by itself"
    lines = [f"- {at} {_effect(line)}{asked}" for line in effects]
    if not lines and one.turn is not None and one.turn.by_clock:
        return [f"- {at} {one_line(one.turn.text, _TEXT)}, by itself"]
    return lines


def _effect(line: LedgerEntry) -> str:
    """What a call did, in its own words, and whether it was taken back."""
    said = one_line(readable(line.result.partition("\n")[0])[0], _CALL) if line.status == "done" and line.result else ""
    words = said or one_line(readable(in_words(line.tool, line.arguments))[0], _CALL)
    ended = "" if line.status == "done" else f" ({OUTCOMES.get(line.status, line.status)})"
    return f"{words}{ended}{' (taken back)' if line.undone_at else ''}"


def _troubles(one: Happening, calls: Sequence[str], span: _Span) -> list[str]:
    at = span.at(one.at)
    said = f"“{one_line(one.turn.text, _TEXT)}”: " if one.turn is not None else ""
    if calls:
        return [f"- {at} {said}{call}" for call in calls]
    if one.turn is None:
        return []
    how = "you stopped it" if one.turn.status == "stopped" else one_line(one.turn.reply, _CALL)
    return [f"- {at} {said}{how}"]


async def _missed(deps: AgentDeps, span: _Span) -> list[str]:
    """What was due and came late, or not."""
    found = await deps.store.occurrences.missed(deps.user.id, span.since, span.until, _READ)
    names = await names_of(deps.store, deps.user.id, found)
    carry(deps, names.values())
    return [
        f"- {span.at(one.due_at)} {_name(one, names)}: "
        f"{'late' if one.status == 'late' else 'left out'}{f', {one_line(one.reason, _TEXT)}' if one.reason else ''}"
        for one in reversed(found)
    ]


async def _failed_loops(deps: AgentDeps, span: _Span) -> list[LoopRun]:
    return [
        run
        for run in (await deps.store.loop_runs.latest()).values()
        if run.status == "failed" and span.since <= run.started_at <= span.until
    ]


def _broken(run: LoopRun, span: _Span, deps: AgentDeps) -> str:
    return f"- {span.at(run.started_at)} background work “{run.name}” failed{again(run, deps)}"


async def _silent_models(deps: AgentDeps, span: _Span) -> list[str]:
    """Models that failed then, and whether they answer again."""
    states = await deps.store.model_states.troubled(span.since, span.until)
    return [
        f"- {span.at(one.failed_at)} the model {one.model} didn't answer{'' if one.is_failing else ' (it does again)'}"
        for one in states
        if one.failed_at is not None
    ]


def _chosen(which: str, recent: Sequence[TurnRecord], deps: AgentDeps) -> TurnRecord | None:
    said = which.strip().casefold()
    if said in ("", "last"):
        return recent[-1] if recent else None
    if said == "slowest":
        today = [turn for turn in recent if turn.started_at.astimezone(deps.zone).date() == deps.local_now.date()]
        return max(today, key=_seconds, default=None)
    return next((turn for turn in reversed(recent) if said in turn.text.casefold()), None)


def _seconds(turn: TurnRecord) -> float:
    return max((turn.finished_at - turn.started_at).total_seconds(), 0.0)


def _calls(count: int) -> str:
    return f"{count:,} {'call' if count == 1 else 'calls'}"


def _length(seconds: float) -> str:
    if seconds < 0.05:
        return "less than 0.1 seconds"
    if seconds < 100:
        return f"{seconds:.1f} seconds" if seconds < 10 else f"{seconds:.0f} seconds"
    return say_duration(timedelta(seconds=round(seconds)))


def _part(name: str) -> str:
    kind, _, of = name.partition(":")
    if kind == "model":
        return f"the language model {of}"
    return in_words(of, {}).casefold() if kind == "tool" else _PARTS.get(kind, kind)


def _name(moment: Occurrence, names: Mapping[str, Named]) -> str:
    named = names.get(f"{moment.owner_kind}:{moment.owner_id}")
    return named.name if named else moment.owner_kind


def _most(lines: Sequence[str]) -> list[str]:
    """The last of them, which are the newest."""
    more = len(lines) - _SHOWN
    return [f"- {more} earlier ones", *lines[-_SHOWN:]] if more > 0 else list(lines)


TOOLS: tuple[Tool, ...] = (
    Tool(what_i_did, READS),
    Tool(what_went_wrong, READS),
    Tool(why_slow, READS),
    Tool(what_it_cost, READS),
)
