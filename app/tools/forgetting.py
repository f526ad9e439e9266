"""The tool that forgets for good: a fact, a name, a topic, a stretch of time, everything. Asks first, always.

What is asked about is looked up before and pinned, row by row; a yes takes away exactly that, once. What stays on the books of it
are counts and fingerprints: no word of what is forgotten.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic_ai import RunContext

from app.cards.literal import one_line
from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import DESTROYS
from app.language.statements.facts import words_of
from app.language.statements.wording import to_you
from app.language.time import phrases
from app.learning.forgetting.erase import TOOLS as NAMES
from app.learning.forgetting.erase import Eraser
from app.learning.forgetting.look import PLAN_PREFIX, Look, Wish
from app.learning.forgetting.plan import Forgetting, counted, unpinned
from app.learning.forgetting.topic import topic_of
from app.memory.holdings import HOLDINGS
from app.memory.records import Fact
from app.memory.repositories.holdings import Holdings, Stretch
from app.tools.facts import shelf
from app.tools.past import Past, past, whole
from app.tools.pick import pick
from app.tools.provenance import carry_hits
from app.tools.toolset import Tool

NAME = NAMES[0]
NOTHING_SAID = 'What should I forget? A name, a topic or a time will do: "Kofi", "the Lisbon trip", "yesterday".'
GONE = "That list isn't there any more, so nothing was forgotten. Ask me again and I'll look anew."
EVERYTHING = "EVERYTHING I keep of you. Only your account, your linked chats and phones and what models cost stay"
_NEAR = 3
_PINNED = re.compile(r"\Aexactly (?P<mark>[0-9a-f]{64})\Z")
_NUMBER = re.compile(
    r"\A\s*(?:the )?(?:fact|memory)?\s*(?:#|no\.?\s*|number\s+)?(?P<number>\d{1,15})\s*\Z", re.IGNORECASE
)
_ALL = re.compile(r"\b(?:everything|anything|all)\b", re.IGNORECASE)
_FRAMED = re.compile(r"\A(?:everything|all|anything|what)\b.{0,40}?\b(?:about|with) (?=.)", re.IGNORECASE)
_STATED = re.compile(r"\A\s*(?:the fact )?that\s+(?P<statement>.+)", re.IGNORECASE | re.DOTALL)
_ASKED = re.compile(r"\A\s*(?:where|what|who|when|which|how)\b.*\b(?:i|my|me|we|our)\b", re.IGNORECASE | re.DOTALL)
_TALK = frozenset("chat conversation day discussion message talk exchange word".split())


@dataclass(frozen=True, slots=True)
class _Meant:
    """A wish, and how it is said back."""

    wish: Wish
    said: str


async def forget_fact(ctx: RunContext[AgentDeps], what: str = "", since: str = "", until: str = "") -> Done:
    """Forget for good: name, topic, fact, time or "everything"."""
    deps = ctx.deps
    plan = await _planned(deps, what, since, until)
    counts = await Eraser(deps.database, deps.store, deps.user.id).erase(plan, deps.clock.now())
    return Done(f"Forgotten for good: {counted(counts)}, and what was drawn from them.")


async def prepare(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Exactly what would go, kept under its fingerprint, and the card that shows it."""
    plan = await _planned(deps, *(str(arguments.get(name, "")) for name in ("what", "since", "until")))
    plan.asked = deps.turn_id
    for source in plan.sources:
        deps.taint.add(source)
    mark = plan.fingerprint()
    await _drop_stale(deps)
    await deps.store.contexts.put(deps.user.id, f"{PLAN_PREFIX}{mark}", json.dumps(plan.pinned()), deps.clock.now())
    return {"what": f"exactly {mark}", "since": "", "until": ""}, card(plan)


async def let_go(deps: AgentDeps, arguments: Mapping[str, Any]) -> None:
    """Drop a list that its user said no to."""
    mark = str(arguments["what"]).removeprefix("exactly ")
    await deps.store.contexts.delete(deps.user.id, f"{PLAN_PREFIX}{mark}")


def card(plan: Forgetting) -> str:
    """What is asked: how much of what, with a few names each."""
    counts = dict(plan.counts())
    lines = [f"forget for good, with no way back, {one_line(plan.meant)}:"]
    lines += [
        f"– {_row(row.noun, counts[row.noun], plan.names.get(row.table, ()))}" for row in HOLDINGS if row.noun in counts
    ]
    if plan.lines:
        lines.append(f"– {counted([('line', len(plan.lines))])} of what I sum up about you")
    lines += [f"– {one_line(plan.hint)}"] if plan.hint else []
    return "\n".join((*lines, "and what else was written down or drawn from that"))


def _row(noun: str, count: int, names: Sequence[str]) -> str:
    more = f" and {count - len(names):,} more" if count > len(names) > 0 else ""
    return f"{counted([(noun, count)])}{': ' if names else ''}{'; '.join(map(one_line, names))}{more}"


async def _planned(deps: AgentDeps, what: str, since: str, until: str) -> Forgetting:
    """The plan that was pinned, or a new one for these words. Raises ToolProblem where they mean nothing that is kept."""
    pinned = _PINNED.match(what)
    if pinned:
        return await _stored(deps, pinned["mark"])
    meant = await _meant(deps, what, past(since, until, deps.local_now))
    look = Look(deps.store, Holdings(deps.database), deps.user.id, meant.wish)
    found = await look.find()
    if not found and found.hint:
        raise NotFound(f"Nothing you told me mentions “{_shown(what)}”. {found.hint[:1].upper()}{found.hint[1:]}.")
    if not found and meant.wish.topic and not meant.wish.facts:
        meant = await _nearest_fact(deps, what, meant)
        found = await Look(deps.store, Holdings(deps.database), deps.user.id, meant.wish).find()
    if not found:
        raise NotFound(f"I keep nothing of that{_when(meant.wish.stretch, deps)}, so there is nothing to forget.")
    return _named(found, meant.said)


async def _stored(deps: AgentDeps, mark: str) -> Forgetting:
    kept = await deps.store.contexts.get(deps.user.id, f"{PLAN_PREFIX}{mark}")
    if kept is None:
        raise ToolProblem(GONE)
    plan = unpinned(json.loads(kept.content))
    if plan.fingerprint() != mark:
        raise ToolProblem(GONE)
    plan.meant = "what was listed"
    return plan


async def _meant(deps: AgentDeps, what: str, span: Past) -> _Meant:
    """Words and times as a wish."""
    if not span.since and not span.until:
        what, span = _time_in(what, deps)
    stretch = Stretch(span.since, span.until)
    over = f" {span.said(deps.local_now)}" if stretch else ""
    fact = await _fact_meant(deps, what)
    if fact is not None:
        return _of_fact(fact)
    stated = _STATED.match(what)
    topic = topic_of(stated["statement"] if stated else what, in_order=stated is not None)
    if topic is not None:
        return _Meant(Wish(topic, stretch), f"what mentions “{_shown(what)}”{over}")
    if stretch:
        return _Meant(Wish(stretch=stretch, all=bool(_ALL.search(what))), f"what was said and kept{over}")
    if not _ALL.search(what):
        raise ToolProblem(NOTHING_SAID)
    return _Meant(Wish(all=True), EVERYTHING)


def _time_in(what: str, deps: AgentDeps) -> tuple[str, Past]:
    """A time said among the words, where nothing but the time is said: "what I told you yesterday"."""
    match = phrases.find_time(what, deps.local_now)
    if match is None or not match.has_date:
        return what, Past()
    rest = f"{what[: match.start]} {what[match.end :]}"
    left = topic_of(rest)
    if left is not None and not set(left.words) <= _TALK:
        return what, Past()
    return ("everything" if _ALL.search(rest) else ""), whole(match.text, deps.local_now)


async def _fact_meant(deps: AgentDeps, what: str) -> Fact | None:
    """The one fact that a number, its name or a question about it means; None where words are a topic."""
    number = _NUMBER.match(what)
    if number:
        fact = await deps.store.facts.get(deps.user.id, int(number["number"]))
        if fact is None:
            raise NotFound(f"I have no fact #{number['number']}. /forget alone lists what I know of you.")
        return fact
    if _ALL.search(what):
        return None
    said = " ".join(word for word in words_of(what) if word not in ("my", "our", "the"))
    current = await deps.store.facts.current(deps.user.id, include_unconfirmed=True)
    named = [fact for fact in current if fact.key == said]
    if len(named) == 1:
        return named[0]
    return await pick(shelf(deps), what) if _ASKED.match(what) and current else None


def _of_fact(fact: Fact) -> _Meant:
    """A fact with all that says it: in a fact of one word alone the word says too little."""
    topic = topic_of(fact.statement, in_order=True)
    wish = Wish(facts=(fact.id,), topic=topic if topic and len(topic.words) > 1 else None)
    return _Meant(wish, f"that {to_you(fact.statement)}")


async def _nearest_fact(deps: AgentDeps, what: str, meant: _Meant) -> _Meant:
    """No row holds all the words: the fact that shares most of them, else the names of what is near in meaning."""
    try:
        fact = await pick(shelf(deps), what)
    except NotFound as problem:
        near = await _near(deps, what)
        raise NotFound(f"Nothing I keep mentions “{_shown(what)}”.{near}") from problem
    return replace(_of_fact(fact), said=f"that {to_you(fact.statement)}")


async def _near(deps: AgentDeps, what: str) -> str:
    """Facts near in meaning, by number: they are forgotten when their user names them, never by likeness alone."""
    found = await deps.search.search(deps.user.id, what, kinds=("fact",), limit=_NEAR)
    if not found.hits or not found.by_meaning:
        return " Tell me a name or a word that stands in it."
    await carry_hits(deps, found.hits)
    names = "; ".join(f"#{hit.owner_id} {to_you(hit.text)[:80]}" for hit in found.hits)
    return f" Near in meaning: {names}. Tell me a number and I'll forget that one."


async def _drop_stale(deps: AgentDeps) -> None:
    """Plans nobody decided about in time."""
    for entry in await deps.store.contexts.all(deps.user.id):
        if entry.key.startswith(PLAN_PREFIX) and entry.updated_at < deps.clock.now() - deps.approval_lifetime:
            await deps.store.contexts.delete(deps.user.id, entry.key)


def _named(found: Forgetting, said: str) -> Forgetting:
    """With what was meant, and facts said back to their user."""
    found.meant = said
    found.names["facts"] = [to_you(name) for name in found.names.get("facts", ())]
    return found


def _when(stretch: Stretch, deps: AgentDeps) -> str:
    return f" {Past(stretch.since, stretch.until).said(deps.local_now)}" if stretch else ""


def _shown(what: str) -> str:
    flat = _FRAMED.sub("", " ".join(what.split()))
    return flat if len(flat) <= 60 else f"{flat[:59]}…"


TOOLS: tuple[Tool, ...] = (Tool(forget_fact, DESTROYS, prepare=prepare),)
