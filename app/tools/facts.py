"""The tools for what the user tells about themselves: remembered with history, corrected and confirmed.

A fact's key names what it is about (`language/statements`), so that "I moved to Kumasi" replaces where they lived. A fact from a turn
that read other people's text waits for the user's yes. What is over is shown as over and never answered as what is so.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic_ai import RunContext

from app.cards import sources
from app.cards.literal import one_line
from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import ADDS, DESTROYS, READS
from app.gate.trust import untrusted
from app.language.questions import as_asked, asks
from app.language.statements.facts import Stated, facts_in, over_in, restated, spelled, tidy, told_key, whose, words_of
from app.language.statements.wording import dated, sentence, to_you
from app.learning.answering import find_answers
from app.learning.origins import by_weight, day, origin_of, past_of
from app.learning.profile import correct_profile
from app.learning.statements import OUTRIGHT, place, says_so
from app.memory.records import Fact
from app.tools.answering import answer
from app.tools.pick import Shelf, pick
from app.tools.provenance import carry
from app.tools.toolset import Tool

MAX_STATEMENT = 1000
MAX_SHOWN = 30
_QUESTION_WORDS = frozenset(
    "a an the my i me is are am was were do does did what who where when which how of for to in on about name named".split()
)
# What else has to do with a question that is about one thing.
_ALSO: dict[str, tuple[str, ...]] = {
    "home": ("housing",),
    "from": ("origin", "birthplace"),
    "work": ("profession",),
    "born": ("birthday", "birthplace"),
}
# "sister's home", where no fact has just that key: whatever is known of the sister.
_ONE_OF_THEIRS = re.compile(r"(?P<who>.+)'s (?:home|work|age)\Z")
_NOTHING = "I don't know anything about you yet. Tell me, and I'll remember."
_EVERYTHING = frozenset(("", "me", "myself", "everything"))


async def remember_fact(ctx: RunContext[AgentDeps], statement: str, key: str = "") -> Done:
    """Remember a fact; same key replaces."""
    deps = ctx.deps
    said = dated(restated(tidy(statement)[:MAX_STATEMENT]), deps.local_now)
    if not said:
        raise ToolProblem("What should I remember?")
    known, others = await deps.store.facts.current(deps.user.id), await untrusted(deps, deps.taint.all)
    if others:  # whose words these are may be vouched for, what they replace is not
        key = ""
    stated = _as_stated(said, told_key(statement[:MAX_STATEMENT], key))
    about = stated.key if key.strip() else place(stated, known) or stated.key
    before = [fact for fact in known if fact.key == about]
    fact = await deps.store.facts.add(
        deps.user.id,
        key=about,
        statement=said,
        confidence=1.0,
        source=OUTRIGHT,
        turn_id=deps.turn_id,
        taint=deps.taint.all,
        confirmed=not others or _is_theirs(statement, deps),
        at=deps.now,
        kind=stated.kind,
        quote=stated.quote,
    )
    if fact.confirmed:
        await correct_profile(deps.store, deps.user.id, fact, deps.now)
    return Done(_remembered(fact, before), undo=_undo(fact, before))


def _is_theirs(statement: str, deps: AgentDeps) -> bool:
    """Whether the user vouches for it, whoever else had a say: they have just confirmed this very call, or said it word for word."""
    return deps.approved is not None or says_so(deps.said, statement)


async def recall_facts(ctx: RunContext[AgentDeps], about: str = "", show: str = "") -> str:
    """Known facts; show: "sources" or "before"."""
    deps, sources = ctx.deps, "source" in show.casefold()
    known = await deps.store.facts.current(deps.user.id)
    everything = about.strip().casefold() in _EVERYTHING
    if not (everything or show or _keyed(about, known)):
        return await _answered(deps, about)
    found = known if everything else await _about(deps, about, known)
    if "before" in show.casefold():
        return await _past(deps, about, found)
    if everything:
        waiting = await deps.store.facts.waiting(deps.user.id)
        told = await _listed(by_weight(found), deps, sources=sources) if found else "" if waiting else _NOTHING
        return "\n\n".join(filter(None, (told, _waiting(waiting, deps, sources=sources))))
    if not found:
        return f'I have nothing about "{about.strip()}". Tell me, and I\'ll remember it.'
    return await _listed(found, deps, sources=sources)


async def _answered(deps: AgentDeps, about: str) -> str:
    """The answer to a question, from all there is; to a topic alone, the facts about it."""
    question = as_asked(about, deps.said)
    if asks(question):
        return await answer(deps, question)
    quotes = await find_answers(deps.store, deps.search, deps.user.id, about)
    facts = [quote.row for quote in quotes if isinstance(quote.row, Fact)]
    if quotes and len(facts) < len(quotes):
        return await answer(deps, about)
    return (
        await _listed(facts, deps)
        if facts
        else f'I have nothing about "{about.strip()}". Tell me, and I\'ll remember it.'
    )


async def confirm_fact(ctx: RunContext[AgentDeps], fact: str, yes: bool = True) -> Done:
    """Answer a waiting fact."""
    deps = ctx.deps
    waiting = await pick(_waiting_shelf(deps), fact)
    if not yes:
        await deps.store.facts.reject(deps.user.id, waiting.id, deps.now)
        return Done(f"Left out: {to_you(waiting.statement)}.")
    confirmed = await deps.store.facts.confirm(deps.user.id, waiting.id)
    if confirmed is not None:
        await correct_profile(deps.store, deps.user.id, confirmed, deps.now)
    return Done(f"I'll go by it: {to_you(waiting.statement)}.")


async def _prepare_confirming(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The one waiting fact those words mean now, and where it was read."""
    waiting = await pick(_waiting_shelf(deps), str(arguments["fact"]))
    yes = bool(arguments.get("yes", True))
    read = f" (read in {', '.join(map(one_line, waiting.taint))})" if waiting.taint else ""
    return {
        "fact": f"#{waiting.id}",
        "yes": yes,
    }, f"{'keep' if yes else 'leave out'}: {one_line(to_you(waiting.statement), 2 * MAX_STATEMENT)}{read}"


def shelf(deps: AgentDeps) -> Shelf[Fact]:
    """How one of the user's facts is looked up."""

    async def get(number: int) -> Fact | None:
        fact = await deps.store.facts.get(deps.user.id, number)
        return fact if fact is not None and fact.superseded_by is None and fact.ended_at is None else None

    return Shelf(
        noun="fact",
        deps=deps,
        get=get,
        find=lambda words: deps.store.facts.find(deps.user.id, words),
        all=lambda: deps.store.facts.current(deps.user.id),
        name=lambda fact: to_you(fact.statement),
    )


def _waiting_shelf(deps: AgentDeps) -> Shelf[Fact]:
    """How one that waits for the user's word is looked up."""

    async def waiting() -> list[Fact]:
        return await deps.store.facts.waiting(deps.user.id)

    async def get(number: int) -> Fact | None:
        return next((fact for fact in await waiting() if fact.id == number), None)

    async def find(words: str) -> list[Fact]:
        return [fact for fact in await waiting() if set(words_of(words)) <= set(words_of(to_you(fact.statement)))]

    return Shelf("waiting fact", deps, get, find, waiting, lambda fact: to_you(fact.statement))


def _as_stated(said: str, key: str) -> Stated:
    """An outright statement with what its words show of its kind and of what it ends."""
    kind = next((fact.kind for fact in facts_in(said)), "other")
    return Stated(key, said, kind, 1.0, quote=said, ended=over_in(said), single=True)


def _keyed(about: str, known: Sequence[Fact]) -> list[Fact]:
    """The facts that are kept under just that name."""
    asked = spelled(" ".join(words_of(about)))
    return [fact for fact in known if fact.key in (asked, *_ALSO.get(asked, ()))]


async def _about(deps: AgentDeps, about: str, known: Sequence[Fact]) -> list[Fact]:
    """Facts with all the words, else those that share the telling ones, else those near in meaning."""
    asked = spelled(" ".join(words_of(about)))
    about = _ONE_OF_THEIRS.sub(r"\g<who>", asked)
    words = [word for word in words_of(about) if word not in _QUESTION_WORDS] or words_of(about)
    found = _keyed(asked, known) or _of_those_asked_about(
        await deps.store.facts.find(deps.user.id, " ".join(words)), words
    )
    if found:
        return list(found)
    hits = (await deps.search.search(deps.user.id, about, kinds=("fact",), limit=3)).hits
    ids = {hit.owner_id for hit in hits}
    return [fact for fact in known if str(fact.id) in ids]


def _of_those_asked_about(found: Sequence[Fact], words: Sequence[str]) -> Sequence[Fact]:
    """Without what is true of other people, where they weren't asked about and something is true of the user."""
    own = [fact for fact in found if not set(words_of(whose(fact.statement))) - set(words)]
    return own or found


async def _past(deps: AgentDeps, about: str, found: Sequence[Fact]) -> str:
    """What was so and is no more, said as that."""
    keys = dict.fromkeys([fact.key for fact in found] or [" ".join(words_of(about))])
    past = [fact for key in keys for fact in past_of(await deps.store.facts.history(deps.user.id, key))][:MAX_SHOWN]
    if not past:
        return f"I know of nothing that was different before{f' about “{about.strip()}”' if about.strip() else ''}."
    carry(deps, past)
    lines = [
        f"- {sentence(fact.statement)} (until {day(fact.ended_at, deps.zone, deps.now)})"
        for fact in past
        if fact.ended_at
    ]
    now = [f"Now: {to_you(fact.statement)}." for fact in found[:1] if len(keys) == 1]
    return "\n".join(("What was so before, and no longer is:", *lines, *now))


async def _listed(facts: Sequence[Fact], deps: AgentDeps, *, sources: bool = False) -> str:
    shown = facts[:MAX_SHOWN]
    carry(deps, shown)
    origins = await _origins(shown, deps) if sources else {}
    if len(shown) == 1:
        return f"{sentence(shown[0].statement)}{_bracketed(origins.get(shown[0].id, ''))}."
    lines = [f"- {sentence(fact.statement)} (#{fact.id}{_after(origins.get(fact.id, ''))})" for fact in shown]
    more = [f"And {len(facts) - MAX_SHOWN} more; ask about one thing, or see all of it with ./scripts/run known."]
    return "\n".join(("What you told me:", *lines, *(more if len(facts) > MAX_SHOWN else ())))


async def _origins(facts: Iterable[Fact], deps: AgentDeps) -> dict[int, str]:
    """Where each is known from, with the channel of its turn."""
    said: dict[int, str] = {}
    for fact in facts:
        turn = await deps.store.turns.get(deps.user.id, fact.turn_id) if fact.turn_id else None
        channel = turn.channel if turn is not None else deps.channel if fact.turn_id == deps.turn_id else ""
        said[fact.id] = origin_of(fact, deps.zone, channel=channel, now=deps.now)
    return said


def _waiting(facts: Sequence[Fact], deps: AgentDeps, *, sources: bool) -> str:
    """What waits for the user's word, where they ask for everything with its sources."""
    if not facts or not sources:
        return ""
    carry(deps, facts)
    lines = [
        f"- {sentence(fact.statement)} (#{fact.id}, read in {', '.join(fact.taint)})" for fact in facts[:MAX_SHOWN]
    ]
    return "\n".join(("I read these and don't go by them until you say “confirm #number”:", *lines))


def _bracketed(origin: str) -> str:
    return f" ({origin})" if origin else ""


def _after(origin: str) -> str:
    return f", {origin}" if origin else ""


def _sources(taint: Sequence[str]) -> str:
    """Where words came from, as a card names it."""
    named = [sources.said(one, "") for one in taint[:_SOURCES]]
    return ", ".join(named) + (f" and {len(taint) - _SOURCES} more" if len(taint) > _SOURCES else "")


_SOURCES = 3


def _remembered(fact: Fact, before: Sequence[Fact]) -> str:
    said = to_you(fact.statement)
    if not fact.confirmed:
        return f"Noted: {said}. It comes from text I read ({_sources(fact.taint)}), so I'll use it once you confirm it."
    if any(old.id == fact.id for old in before):
        return f"I know: {said}."
    if before:
        return f"Updated: {said}. Before: {to_you(before[0].statement)}."
    return f"I'll remember: {said}."


def _undo(fact: Fact, before: Sequence[Fact]) -> dict[str, object] | None:
    """Forget a new fact; say a replaced one again, so that history is kept."""
    if any(old.id == fact.id for old in before):
        return None
    if before:
        return {
            "action": "restate_fact",
            "key": fact.key,
            "statement": before[0].statement,
            "taint": before[0].taint,
        }
    return {"action": "forget_fact", "id": fact.id}


TOOLS: tuple[Tool, ...] = (
    Tool(remember_fact, ADDS),
    Tool(recall_facts, READS),
    Tool(confirm_fact, DESTROYS, prepare=_prepare_confirming),
)
